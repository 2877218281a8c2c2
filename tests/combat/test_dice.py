"""Dice: recorded, replayed, and not thrown in a preview."""

from __future__ import annotations

import random

import pytest

from tracker.combat.dice import Dice, NotThrown, ThrownDice, no_dice


def dice(seed: int = 1) -> Dice:
    return Dice(random.Random(seed))


def test_every_face_is_recorded_and_recorded_throws_come_first() -> None:
    first = dice(7)
    faces = first.throw(3, 6, "result")
    again = Dice(random.Random(99), list(first.thrown))
    assert again.throw(3, 6, "result") == faces
    assert again.thrown == first.thrown


def test_a_replay_that_needs_more_dice_throws_only_those() -> None:
    replay = Dice(random.Random(3), [ThrownDice("result", 6, (1, 2))])
    assert replay.throw(4, 6, "result")[:2] == (1, 2)
    assert replay.throw(1, 6, "other")


def test_a_preview_never_throws() -> None:
    with pytest.raises(NotThrown):
        no_dice().throw(1, 6)
