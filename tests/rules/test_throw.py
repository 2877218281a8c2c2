"""Chances in whole percent, written alike everywhere."""

from __future__ import annotations

from itertools import accumulate

import pytest

from tracker.rules.throw import percent


@pytest.mark.parametrize("steps", [8, 16, 40, 80, 200])
def test_a_chance_is_the_same_in_percent_in_whatever_way_it_was_added_up(steps: int) -> None:
    upwards = [0.0, *accumulate([1 / steps] * steps)]
    downwards = [1.0, *accumulate([1 / steps] * steps, lambda left, step: left - step, initial=1.0)][1:]
    for place in range(1, steps):
        exact = percent(place / steps)
        assert {percent(upwards[place]), percent(downwards[steps - place])} == {exact}, place


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0 %"), (0.004, "<1 %"), (0.125, "12 %"), (0.875, "88 %"), (0.999, ">99 %"), (1, "100 %")]
)
def test_what_is_nearly_certain_is_not_rounded_to_certainty(chance: float, said: str) -> None:
    assert percent(chance) == said
