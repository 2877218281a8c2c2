"""Luck, against chances computed here independently from the records of the shipped fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path

import pytest

from tests.small_game import session
from tests.table import figures, played
from tracker.combat.records import START, Entry
from tracker.commands.story import happenings
from tracker.export.chronicle import as_data, chronicle
from tracker.export.figures import Luck, Thrown, luck_of, mattered, thrown_in
from tracker.export.markdown import as_markdown
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.screens.figures import figure_lines

SAVES = Path(__file__).resolve().parents[2] / "saves"


def thrown(played: Session) -> list[Thrown]:
    """Every throw of a session, over all its fights."""
    found, scene = [], played.history.scene_at(START)
    for entry in played.story():
        commands = happenings(played.system, scene, entry)
        found += [throw for happening in commands for throw in thrown_in(played.system, entry, happening)]
        scene = commands[-1].after
    return found


def total(entry: Entry, of: str) -> int:
    """What the reasons for a number add up to."""
    return sum(reason.value for reason in entry.why if reason.of == of)


def in_sets(entry: Entry) -> tuple[Fraction, bool]:
    """A pool of six-sided dice: two alike are worth 1, three 3, four 9, and so on."""
    dice, need = total(entry, "pool"), total(entry, "need")
    good = 0
    for faces in combinations_with_replacement(range(6), dice):
        sizes = Counter(faces).values()
        if sum(3 ** (size - 2) for size in sizes if size > 1) >= need:
            good += factorial(dice) // prod(map(factorial, sizes))
    return Fraction(good, 6**dice), total(entry, "units") >= need


def three_dice(entry: Entry) -> tuple[Fraction, bool]:
    """3d6 and what is added, against a number; 6 6 6 always does it, 1 1 1 never."""
    tn = total(entry, "tn")
    added = sum(reason.value for reason in entry.why if reason.of == "total" and not reason.label.startswith("3d6"))
    if not any(reason.label.startswith("3d6") for reason in entry.why):
        added = 0  # A typed total has everything in it; what is thrown by hand has no bonus here.
    good = sum(
        faces == (6, 6, 6) or (faces != (1, 1, 1) and sum(faces) + added >= tn)
        for faces in product(range(1, 7), repeat=3)
    )
    return Fraction(good, 216), total(entry, "outcome") >= 1


def percentile(entry: Entry) -> tuple[Fraction, bool]:
    """d100, at most a number and at least a minimum; 01 always, 00 never; a dodge has to reach the hit."""
    if entry.command.startswith("dodge"):
        number, least = total(entry, "tn"), total(entry, "total")
        value = total(entry, "outcome")
    else:
        number, least = total(entry, "target"), total(entry, "need")
        value = total(entry, "total")
    one_die = any(reason.label == "one die, a match" for reason in entry.why)
    rolls = [11 * face or 100 for face in range(10)] if one_die else range(1, 101)
    dodges = entry.command.startswith("dodge")

    def good(roll: int) -> bool:
        return (roll == 1 and not dodges) or (roll != 100 and least <= roll <= number)

    return Fraction(sum(map(good, rolls)), len(rolls)), good(value)


def tens(entry: Entry) -> tuple[Fraction, bool]:
    """A pool of ten-sided dice: each that reaches the difficulty counts 1, a 10 counts 2, a 1 takes 1 off.

    A reaction has succeeded where nobody is hurt: what is left of the attack may be harmless.
    """
    verb = entry.command.split()[0]
    meets = verb in ("dodge", "parry", "desperate")
    dice, difficulty = (total(entry, "total"), total(entry, "tn")) if meets else (total(entry, "pool"), 0)
    difficulty = difficulty or total(entry, "target")
    wanted = next(reason.value for reason in entry.why if reason.of == "outcome") if meets else 1
    wanted -= max(0, -sum(reason.value for reason in entry.why if reason.of == "severity" and reason.label != "hit"))
    chances = Counter({0: Fraction(1)})
    for _ in range(dice):
        after: Counter[int] = Counter()
        for outcome, chance in chances.items():
            for face in range(1, 11):
                worth = 2 if face == 10 else -1 if face == 1 else int(face >= difficulty)
                after[outcome + worth] += chance / 10  # type: ignore[assignment]
        chances = after
    came = total(entry, "need") >= wanted if meets else total(entry, "outcome") >= 1
    return Fraction(sum(chance for outcome, chance in chances.items() if outcome >= wanted)), came


RECORDED: dict[str, tuple[int, Callable[[Entry], tuple[Fraction, bool]]]] = {
    "the-shootout": (16, in_sets),
    "the-ambassadors-ball": (11, three_dice),
    "the-burning-man": (12, percentile),
    "the-execution": (12, tens),
}
"""How many throws there are in each shipped fight, and how its game throws."""


@pytest.mark.parametrize("name", RECORDED)
def test_every_throw_of_a_recorded_fight_has_its_exact_chance(name: str) -> None:
    played = Session.load(str(SAVES / f"{name}.json"))
    count, work_out = RECORDED[name]
    throws = thrown(played)
    assert len(throws) == count
    for throw in throws:
        chance, came = work_out(played.history.entries[throw.id])
        assert throw.chance == pytest.approx(float(chance), abs=1e-12), throw
        assert throw.succeeded == came, throw
    luck = luck_of(throws)
    assert sum(own.throws for own in luck) == count
    for own in luck:
        parts = [throw for throw in throws if throw.name == own.name]
        assert own.succeeded == sum(throw.succeeded for throw in parts)
        assert own.expected == pytest.approx(sum(throw.chance for throw in parts))


IN_FILES: dict[str, tuple[tuple[str, ...], list[tuple[Fraction, bool]]]] = {
    "srd5": (
        (
            "arm Ann sword hit=5 dice=1d8",
            "set Bob ac=15",
            "attack! Ann Bob 17 damage=4",
            "attack! Ann Bob 9",
            "attack! Ann Bob 17 adv damage=3",
            "attack! Ann Bob dice=12 damage=1",
        ),
        # d20 + 5 against 15 is 10 or more of 20; with advantage one of two dice is enough.
        [
            (Fraction(11, 20), True),
            (Fraction(11, 20), False),
            (1 - Fraction(9, 20) ** 2, True),
            (Fraction(11, 20), True),
        ],
    ),
    "moves": (
        ("set Ann hard=2", "attack! Ann Bob 8", "attack! Ann Bob 5"),
        # 2d6 + 2 is 7 or more in all but six of the thirty-six ways.
        [(Fraction(30, 36), True), (Fraction(30, 36), False)],
    ),
    "percentile": (
        ("attack! Ann Bob 20", "attack! Ann Bob 80"),
        [(Fraction(25, 100), True), (Fraction(25, 100), False)],
    ),
    "fate": (
        ("attack! Ann Bob 2", "attack! Ann Bob -1"),
        # Both throw four dice: of the 6,561 ways of eight, 1,107 come to nothing, and half of the others lie above.
        [(Fraction(2727, 6561), True), (Fraction(2727, 6561), False)],
    ),
    "wild-die": (
        ("attack! Ann Bob 5", "attack! Ann Bob 3"),
        # The better of two d6 against 5.
        [(1 - Fraction(4, 6) ** 2, True), (1 - Fraction(4, 6) ** 2, False)],
    ),
}
"""Throws of the games in files, and the chance of each worked out by hand."""


@pytest.mark.parametrize("game", IN_FILES)
def test_the_games_in_files_have_luck_too(game: str) -> None:
    lines, expected = IN_FILES[game]
    fight = played(game, "add Ann", "add Bob side=enemies", *lines)
    throws = thrown(fight)
    assert [throw.succeeded for throw in throws] == [came for _, came in expected]
    assert [throw.chance for throw in throws] == pytest.approx([float(chance) for chance, _ in expected])
    (own,) = luck_of(throws)
    assert own.surplus == pytest.approx(float(sum(came - chance for chance, came in expected)))


def test_luck_is_what_came_less_what_was_expected() -> None:
    throws = [Thrown(1, 1, "Ann", "shot", 0.25, True), Thrown(2, 1, "Ann", "shot", 0.5, False)]
    (luck,) = luck_of(throws)
    assert luck == Luck("Ann", 2, 1, 0.75)
    assert luck.surplus == 0.25


def test_the_throws_that_mattered_came_out_against_the_odds_the_least_likely_first() -> None:
    throws = [
        Thrown(1, 1, "Ann", "shot", 0.9, True),
        Thrown(2, 1, "Ann", "shot", 0.25, True),
        Thrown(3, 1, "Bob", "shot", 0.75, False),
        Thrown(4, 1, "Bob", "shot", 0.25, True, 9),
        Thrown(5, 1, "Bob", "shot", 0.01, True),
    ]
    assert [throw.id for throw in mattered(throws, 3)] == [5, 4, 2]


@pytest.mark.parametrize(
    ("game", "lines", "succeeded"),
    [
        ("contract", ("attack Ann Orc 3 weapon=knife", "clash Orc 4"), [True, True]),
        ("contract", ("attack Ann Orc 3 weapon=knife", "clash Orc 1"), [True, False]),
        ("contract", ("attack Ann Orc 3 weapon=knife dodge=3",), [False]),
        ("contract", ("attack Ann Orc 3 weapon=knife clash=3",), [True]),
        ("unknown-armies", ("act Ann roll=30 skill=40 picks the lock", "act Orc waits"), [True]),
    ],
)
def test_what_came_off_in_cases_that_no_shipped_fight_has(
    game: str, lines: tuple[str, ...], succeeded: list[bool]
) -> None:
    sheet = "brawn=3 dexterity=3 athletics=2 melee=2" if game == "contract" else "struggle=40"
    opening = [f"add Ann {sheet}", f"add Orc side=enemies {sheet}"]
    if game == "contract":
        opening += ["arm Ann knife", "arm Orc knife", "range Ann Orc engaged"]
    fight = session(*opening, *lines, system=find(game))
    assert [throw.succeeded for throw in figures(fight.system, fight.history).throws] == succeeded


def test_in_a_brawl_a_hit_is_a_right_success() -> None:
    fight = session(
        "add Ann pool=6 brawn=3 fight=3",
        "add Thug side=enemies grit=8 attack=critical defense=critical",
        "mode brawl",
        "attack Ann Thug 2b",
        system=find("outgunned"),
    )
    (throw,) = figures(fight.system, fight.history).throws
    assert not throw.succeeded


def test_what_throws_nothing_has_no_luck() -> None:
    fight = session("add Ann hp=8", "add Gobs side=enemies hp=6", "strike Ann Gobs 2")
    assert figures(fight.system, fight.history).throws == ()


PARRIED = (
    "add Anna brawn=3 dexterity=3 melee=3",
    "add Mara brawn=3 dexterity=3 melee=3",
    "add Bob side=enemies brawn=3 dexterity=3 melee=3",
    "arm Anna,Bob,Mara sword",
    "range all engaged",
    "next",
)


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        (("attack Bob Anna dice=2,6,10 weapon=sword parry=3 by=Mara",), ["Bob"]),
        (("attack Bob Anna dice=2,6,10", "parry Mara dice=2,6,6 for=Anna"), ["Bob", "Mara"]),
        (("evade Anna dice=10,2,2", "attack Bob Anna dice=10,10,10 take"), ["Anna", "Bob"]),
    ],
)
def test_a_throw_is_that_of_whose_dice_they_are(lines: tuple[str, ...], who: list[str]) -> None:
    fight = session(*PARRIED, *lines, system=find("contract"))
    story = chronicle(fight)
    shown = figures(fight.system, fight.history)
    assert [own.name for own in luck_of(shown.throws)] == who
    assert [own["name"] for own in as_data(story)["fights"][0]["luck"]] == who
    table = as_markdown(story).partition("| throws |")[2]
    assert [name for name in ("Anna", "Mara", "Bob") if f"| {name} |" in table] == sorted(who, key="AnnaMaraBob".index)
    page = ["".join(text for text, *_ in line) for line in figure_lines(shown, 100)]
    heads = next(place for place, line in enumerate(page) if "came off" in line and "luck" in line)
    assert [line.split()[0] for line in page[heads + 1 : heads + 1 + len(who)]] == who


@pytest.mark.parametrize(("result", "came"), [("3", False), ("19", True), ("failed", False)])
def test_who_saves_against_a_deed_has_the_luck_of_the_save(result: str, came: bool) -> None:
    lines = ("add Bo hp=145 dex=14", 'bring "Young Red Dragon"')
    played_ = played("srd5", *lines, f'use "Young Red Dragon" Bo {result} weapon="fire breath"')
    (throw,) = thrown(played_)
    assert (throw.name, throw.what, throw.succeeded) == ("Bo", "fire breath of Young Red Dragon", came)
    assert throw.chance == pytest.approx(6 / 20)  # 15 or more on the die, with +2, against 17.


@pytest.mark.parametrize("result", ["16,3,19,17", "dice=14,3,19,17", "16,failed,19,saved", "roll"])
def test_of_several_who_save_against_one_deed_each_has_the_luck_of_their_own_save(result: str) -> None:
    lines = ("add Bo hp=145 dex=14", "add Ann hp=145", "add Eve hp=145", "mark Eve paralyzed", "add Cy hp=145 dex=14")
    fight = played("srd5", *lines, "cover Cy half", 'bring "Young Red Dragon"')
    fight.do(f'use "Young Red Dragon" Bo,Ann,Eve,Cy {result} weapon="fire breath" damage=40')
    throws, failed = thrown(fight), [fight.scene[name].value("hp") == 105 for name in ("Bo", "Ann", "Eve", "Cy")]
    assert [throw.name for throw in throws] == ["Bo", "Ann", "Eve", "Cy"]
    assert [throw.succeeded for throw in throws] == [not fails for fails in failed]
    assert result == "roll" or failed == [True, True, True, False]
    assert [throw.chance for throw in throws] == pytest.approx([6 / 20, 4 / 20, 0, 8 / 20])
    assert [throw.moved for throw in throws] == [40 if fails else 20 for fails in failed]


def test_what_answers_a_question_is_the_luck_of_whoever_throws_it_typed_or_thrown() -> None:
    save = ("add Ann hp=20 con=14", "next", "mark Ann concentrating", "hurt Ann 4")
    for answer, came_off in (("12", True), ("3", False)):
        (made,) = thrown(played("srd5", *save, f"decide 1 {answer}"))
        assert (made.name, made.chance, made.succeeded) == ("Ann", pytest.approx(0.65), came_off)
    session = played("srd5", *save, "decide 1 roll")
    (made,) = thrown(session)
    assert made.succeeded is (total(session.story()[-1], "total") >= 10)
    attack = ("add Ann", "add Foe side=enemies dexterity=3 athletics=2", "range Ann Foe engaged", "initiative Ann 3")
    (dodge,) = (
        one for one in thrown(played("contract", *attack, "attack Ann Foe 2", "decide 1 dodge 3")) if one.name == "Foe"
    )
    assert dodge.succeeded
