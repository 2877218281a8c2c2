"""Dice: what reads, what does not, and what is thrown."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.combat.dice import MOST_DICE, BadDice, Dice, Expression, NotThrown, Throw, no_dice, parse


def dice(seed: int = 1) -> Dice:
    return Dice(random.Random(seed))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [("3d6+2", 5, 20), ("d20", 1, 20), ("2d6 - 1", 1, 11), ("-(1d4+2)", -6, -3), ("7", 7, 7), ("2d4+(3-(1))", 4, 10)],
)
def test_sums_stay_within_their_bounds(text: str, low: int, high: int) -> None:
    read = parse(text)
    totals = {read.roll(dice(seed)).total for seed in range(200)}
    assert min(totals) >= low
    assert max(totals) <= high
    assert read.most >= max(totals)


@pytest.mark.parametrize(("text", "hits"), [("4d6>=5", 2), ("4d6<=2", 1), ("4d6>5", 1), ("4d6<3", 1)])
def test_dice_are_counted_against_a_threshold(text: str, hits: int) -> None:
    thrown = Dice(None, [Throw("roll", 6, (6, 5, 3, 1))])
    assert parse(text).roll(thrown).total == hits


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "3d",
        "d",
        "3d6+",
        "(3d6",
        "3d6)",
        "3d1",
        "0d6",
        f"{MOST_DICE + 1}d6",
        "2>=1",
        "3d6>=",
        "1" * 300,
        "(" * 9 + "1" + ")" * 9,
        "500d6+501d6",
        "9999999",
        "3d6>=5+1",
        "3d6 2",
    ],
)
def test_what_cannot_be_thrown_says_so(text: str) -> None:
    with pytest.raises(BadDice):
        parse(text)


@given(st.text(alphabet="0123456789dD+-()<>= x", max_size=40))
def test_any_text_is_an_expression_or_bad_dice(text: str) -> None:
    try:
        read = parse(text)
    except BadDice:
        return
    assert isinstance(read, Expression)
    rolled = read.roll(dice())
    assert len(rolled.faces) <= MOST_DICE


def test_every_face_is_recorded_and_recorded_throws_come_first() -> None:
    first = dice(7)
    faces = first.throw(3, 6, "result")
    again = Dice(random.Random(99), list(first.thrown))
    assert again.throw(3, 6, "result") == faces
    assert again.thrown == first.thrown


def test_a_replay_that_needs_more_dice_throws_only_those() -> None:
    replay = Dice(random.Random(3), [Throw("result", 6, (1, 2))])
    assert replay.throw(4, 6, "result")[:2] == (1, 2)
    assert replay.throw(1, 6, "other")


def test_a_preview_never_throws() -> None:
    with pytest.raises(NotThrown):
        no_dice().throw(1, 6)
    assert parse("5").thrown is False
    assert parse("d6").thrown is True
