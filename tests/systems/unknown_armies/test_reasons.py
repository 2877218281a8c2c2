"""What the reasons of a line say, number by number, and what is noted without being against it."""

from __future__ import annotations

import pytest

from tests.systems.unknown_armies.fights import fight, last


@pytest.mark.parametrize(
    ("lines", "of", "parts"),
    [
        (("attack A B 42 called=arm",), "need", {"called shot: arm": 40}),
        (("attack A B 42", "dodge B 41"), "total", {"attack roll": 42}),
        (("attack A B 42", "dodge B 41"), "outcome", {"dodge roll": 41}),
        (("attack A B 1", "decide 1 maximum"), "damage", {"the maximum": 55, "done already": -11}),
    ],
)
def test_a_number_is_the_sum_of_its_reasons(lines: tuple[str, ...], of: str, parts: dict[str, int]) -> None:
    assert {each.label: each.value for each in last(fight(*lines)).why if each.of == of} == parts


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("attack A B 90 dodge=30",), "There is nothing to dodge."),
    ],
)
def test_what_is_noted(lines: tuple[str, ...], says: str) -> None:
    assert says in last(fight(*lines)).text
