"""What the form says is rolled is what is thrown, what the odds count, and what success is judged by: in all games."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import accumulate

import pytest

from tests.games.random_fights import SETUPS, random_fight
from tests.lines import odds_of, throw_of
from tests.table import played
from tracker.combat.records import Entry
from tracker.combat.scene import OPEN
from tracker.commands.story import happenings
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.view import Odds
from tracker.session import Session

SEEDS = range(6)
EACH_SEED = (*SEEDS[:3], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[3:]))
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


def rolls(line: str) -> bool:
    """Whether the tracker throws for whoever acts."""
    return not {"roll", "result=roll", "roll=roll"}.isdisjoint(line.split())


PERCENT = 100
"""The sides of a die of two faces, which may be typed as one number or as two."""

POOLS = ("contract", "outgunned", "moves")
"""Games whose odds come from the dice of the thrower alone."""


def agrees(odds: Odds, count: int, sides: int) -> bool:
    """Whether chances come from no more dice than that, and from hardly fewer: faces are alike, so some divide.

    Those of sets of six-sided dice may divide as if three dice were seven.
    """
    more = all(_whole(each.p, sides**count) for each in odds.outcomes)
    return more and (
        (sides == 6 or count < 4)
        or len(odds.outcomes) < 2
        or any(not _whole(each.p, sides ** (count - 3)) for each in odds.outcomes)
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
@pytest.mark.parametrize("seed", EACH_SEED)
def test_form_dice_odds_and_success_agree(game: str, seed: int) -> None:
    for session, line in random_fight(game, seed, LINES):
        throw = throw_of(session.system, session.scene, line)
        if throw is None or not throw.dice or not rolls(line):
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
            if odds is not None and game in POOLS and "=roll" not in line.replace("result=roll", ""):
                assert agrees(odds, count, sides), (line, throw, odds)
        session.do("undo")


@pytest.mark.parametrize("game", SETUPS)
@pytest.mark.parametrize("seed", EACH_SEED)
def test_as_many_typed_dice_as_the_form_names_are_right_and_one_more_is_not(game: str, seed: int) -> None:
    for session, line in random_fight(game, seed, LINES):
        throw = throw_of(session.system, session.scene, line)
        named = number_of(throw.dice) if throw is not None and rolls(line) and "!" not in throw.dice else []
        if len(named) != 1 or not named[0][0] or named[0][1] == PERCENT:
            continue
        try:
            session.do(line)
        except Refused:
            continue
        alone = len(session.story()[-1].dice) == 1
        session.do("undo")
        for faces in (named[0][0], named[0][0] + 1) if alone else ():
            said = session.preview(re.sub(r"(?<=\s)(?:\w+=)?roll\b", f"dice={','.join('1' * faces)}", line, count=1))
            notes = (note for note in said.notes if "typed" in note or "counted" in note)
            wrong = said.error or " ".join((*notes, *said.objections))
            assert bool(wrong) == (faces > named[0][0]), (line, throw, faces, said)


def kinds_of(session: Session, line: str) -> set[str]:
    """What is special about a throw: a share of a split, a target behind cover, or its verb."""
    scene, verb = session.scene, line.split(maxsplit=1)[0]
    shared = any(name in line.split()[:2] and who.fields.get("shares") for name, who in scene.combatants.items())
    covered = any(who.cover.degree != OPEN for name, who in scene.combatants.items() if name in line.split()[2:3])
    return {verb, *(("share",) if shared else ()), *(("cover",) if covered else ())}


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("contract", {"attack", "share", "desperate", "parry"}),
        ("outgunned", {"attack", "react", "cover"}),
        ("gen6", {"attack", "firstaid", "cover"}),
        ("unknown-armies", {"attack", "sucker", "dodge"}),
        ("percentile", {"attack", "dodge", "fight-back"}),
    ],
)
def test_the_random_fights_throw_for_splits_reactions_and_cover(game: str, kinds: set[str]) -> None:
    found: set[str] = set()
    for seed in SEEDS:
        for session, line in random_fight(game, seed, LINES):
            throw = throw_of(session.system, session.scene, line)
            found |= kinds_of(session, line) if throw is not None and throw.dice and rolls(line) else set()
        if kinds <= found:
            return
    assert kinds <= found


BONUS = re.compile(r"(?:(?<![d\d])|[+−-] ?)\d+(?![d\d])")
"""A number that is added to dice, with its sign."""

SUM = re.compile(r"[d\d% +−-]+(?: with twice the dice)?")
"""A sum of dice and a number, with no die that counts only sometimes."""


RESULTS = ("roll", "hit", "crit", "failed", "success")


@pytest.mark.parametrize("seed", EACH_SEED)
@pytest.mark.parametrize("game", SETUPS)
def test_the_sum_that_a_form_says_the_tracker_throws_is_what_counts(game: str, seed: int) -> None:
    for session, line in random_fight(game, seed, LINES):
        for word in RESULTS:
            check_sum(session, re.sub(r"\broll\b", word, line))


@pytest.mark.parametrize(
    ("line", "throws"),
    [
        ("attack Kai Boar hit", "1d8 + 2 for damage"),
        ("attack Kai Boar crit", "1d8 + 2 with twice the dice for damage"),
        ("attack Kai Boar hit two-handed", "1d10 + 2 for damage"),
        ("attack Kai Boar hit weapon=club offhand", "1d4 for damage"),
        ('cast Kai "cure wounds" Kai slot=2 free', "2d8 + 2d8 + 4 for cure"),
    ],
)
def test_all_that_is_added_to_dice_is_named_with_them(line: str, throws: str) -> None:
    session = played(
        "srd5",
        "add Kai side=heroes hp=20/40 str=14 wis=18 level=5 casting=wis",
        "arm Kai longsword ; arm Kai club",
        "add Boar side=enemies hp=60",
    )
    assert session.preview(line).throws == throws
    check_sum(session, line)


def check_sum(session: Session, line: str) -> None:
    """What is thrown and counted is what the preview says the tracker throws, where one sum is thrown by itself."""
    shown = session.preview(line)
    if ";" in line or not shown.throws or shown.asks in ("", "result"):
        return
    written, _ = shown.throws.rsplit(" for ", 1)
    try:
        session.do(line)
    except Refused:
        return
    entry = session.story()[-1]
    session.do("undo")
    faces = [face for each in entry.dice if each.purpose == shown.asks for face in each.faces]
    counted = sum(why.value for why in entry.why if why.of == shown.asks)
    named = sum(count for count, _ in number_of(written)) * (2 if "twice" in written else 1)
    if SUM.fullmatch(written) and len(faces) == named:
        bonus = sum(int(one.replace(" ", "").replace("−", "-")) for one in BONUS.findall(written))
        assert counted == sum(faces) + bonus, (line, shown.throws, entry)
