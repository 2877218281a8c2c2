"""What the form says is rolled is what is thrown, what the odds count, and what success is judged by: in all games."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import accumulate

import pytest

from tests.games.random_fights import SETUPS, random_fight
from tests.lines import odds_of, throw_of
from tracker.combat.records import Entry
from tracker.commands.story import happenings
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.view import Odds
from tracker.session import Session

SEEDS = range(6)
LINES = 30

DICE = re.compile(r"(\d*)d(\d+|F|%)|(\d+) dice|(one) die")
SIDES = {"F": 3, "%": 100, "": 6}


def number_of(dice: str) -> list[tuple[int, int]]:
    """How many dice of how many sides a form names."""
    found = DICE.finditer(dice)
    return [
        (int(each[1] or each[3] or 1), int(SIDES.get(each[2] or "", each[2] or 6)))  # type: ignore[call-overload]
        for each in found
    ]


POOLS = ("contract", "outgunned", "moves")
"""Games whose odds come from the dice of the thrower alone."""


def agrees(odds: Odds, count: int, sides: int) -> bool:
    """Whether chances come from no more dice than that, and from hardly fewer: faces are alike, so some divide."""
    more = all(_whole(each.p, sides**count) for each in odds.outcomes)
    return more and (
        count < 4 or len(odds.outcomes) < 2 or any(not _whole(each.p, sides ** (count - 3)) for each in odds.outcomes)
    )


def _whole(p: float, throws: int) -> bool:
    return abs(Fraction(p) * throws - round(p * throws)) < 1e-6 * max(1, throws * 1e-8)


def judged(session: Session, line: str, entry: Entry) -> None:
    """The entry's success is that of its own result in the odds, where these count a typed result."""
    before = session.history.scene_at(entry.parent)
    for happening in happenings(session.system, before, entry):
        if happening.action is None:
            continue
        succeeded = session.system.succeeded(happening.action, happening.before, happening.why)
        if succeeded is None:
            continue
        try:
            odds = session.system.odds(happening.before, happening.action)
        except InvalidCommand:
            continue
        if odds.success in (0, 1):
            assert odds.success == succeeded, (line, entry.command, entry.text, odds)


@pytest.mark.parametrize("game", SETUPS)
@pytest.mark.parametrize("seed", SEEDS)
def test_form_dice_odds_and_success_agree(game: str, seed: int) -> None:
    for session, line in random_fight(game, seed, LINES):
        throw = throw_of(session.system, session.scene, line)
        if throw is None or not throw.dice or "roll" not in line.split():
            continue
        try:
            odds = odds_of(session.system, session.scene, line)
        except InvalidCommand:
            odds = None
        try:
            session.do(line)
        except Refused:
            continue
        entry = session.story()[-1]
        judged(session, line, entry)
        named = number_of(throw.dice)
        count, sides = sum(each for each, _ in named), max((each for _, each in named), default=0)
        thrown = [*accumulate(len(each.faces) for each in entry.dice)]
        if "!" not in throw.dice:
            assert count in (thrown or [0]), (line, throw, entry)
            if odds is not None and game in POOLS and "=roll" not in line:
                assert agrees(odds, count, sides), (line, throw, odds)
        session.do("undo")
