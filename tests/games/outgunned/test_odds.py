"""Exact chances against every throw counted individually."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tests.games import tolls
from tests.games.outgunned.fights import DUO, against, grit, played
from tests.lines import odds_of
from tracker.cli.odds import odds_lines
from tracker.commands.parser import phrases, read
from tracker.export.json import odds_json
from tracker.games.outgunned.chances import chances, chances_with_ones
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Odds
from tracker.session import Session

UNITS = {1: 0, 2: 1, 3: 3, 4: 9, 5: 27, 6: 81}
FACES = range(1, 7)


def worth(faces: tuple[int, ...]) -> int:
    """The units of faces, counted without the game's own code."""
    return sum(UNITS[min(count, 6)] for count in Counter(faces).values())


@cache
def brute(dice: int) -> dict[int, Fraction]:
    """The chance of each number of units: all 6**dice throws."""
    counts = Counter(worth(faces) for faces in product(FACES, repeat=dice))
    return {units: Fraction(count, 6**dice) for units, count in counts.items()}


@cache
def kept_and_thrown(kept: tuple[int, ...], loose: int) -> dict[int, Fraction]:
    """The chances of the units when loose dice are thrown beside kept ones."""
    counts = Counter(worth((*kept, *fell)) for fell in product(FACES, repeat=loose))
    return {units: Fraction(count, 6**loose) for units, count in counts.items()}


def best_play(dice: int, need: int, free: bool) -> dict[int, Fraction]:
    """As a table would play it: throw, and throw the loose dice again only where that may still reach the need."""
    tally: Counter[int] = Counter()
    for faces, ways in Counter(tuple(sorted(each)) for each in product(FACES, repeat=dice)).items():
        p, units = Fraction(ways, 6**dice), worth(faces)
        counts = Counter(faces)
        kept = tuple(face for face in faces if counts[face] > 1)
        after = kept_and_thrown(kept, dice - len(kept))
        allowed = units < need and (free or units > 0)
        if not allowed or not any(value >= need for value in after):
            tally[units] += p  # type: ignore[assignment]
            continue
        smallest = min((UNITS[min(n, 6)] for n in counts.values() if n > 1), default=0)
        for value, q in after.items():
            tally[value if value > units else units if free else units - smallest] += p * q  # type: ignore[assignment]
    return {units: Fraction(p) for units, p in tally.items()}


@pytest.mark.parametrize("dice", range(1, 7))
def test_bare_throws(dice: int):
    assert chances(dice, 1) == brute(dice)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("need", [1, 2, 3, 6, 9, 27])
@pytest.mark.parametrize("dice", range(1, 7))
def test_rerolls_played_to_best_advantage(dice: int, need: int, free: bool):
    assert chances(dice, need, reroll=not free, free=free) == best_play(dice, need, free)


@pytest.mark.parametrize("dice", range(1, 13))
def test_chances_add_up_to_exactly_one(dice: int):
    for need in (1, 3, 9, 18):
        for reroll, free in ((False, False), (True, False), (False, True)):
            found = chances(dice, need, reroll, free)
            assert sum(found.values()) == 1
            assert all(p > 0 for p in found.values())


def odds(session: Session, line: str) -> Odds:
    (phrase,) = phrases(line)
    return session.system.odds(session.scene, read(phrase, session.system, session.scene))


def at_least(dice: int, need: int) -> float:
    return float(sum(p for units, p in brute(dice).items() if units >= need))


@pytest.mark.parametrize(
    ("defense", "need"),
    [("basic", 1), ("2basic", 2), ("critical", 3), ("2critical", 6), ("extreme", 9), ("impossible", 27)],
)
def test_attacks(defense: str, need: int):
    chances = odds(against("basic", defense), "attack savar roll")
    assert chances.success == pytest.approx(at_least(6, need), abs=1e-15)
    assert {outcome.label for outcome in chances.outcomes} == {
        f"grit -{min(units // need, 12)}" if units >= need else "no hit" for units in brute(6)
    }
    assert sum(outcome.p for outcome in chances.outcomes) == pytest.approx(1, abs=1e-12)


def test_collateral_actions():
    chances = odds(against(), "attack savar roll difficulty=c")
    assert {outcome.label: outcome.p for outcome in chances.outcomes} == {
        "missed": pytest.approx(1 - at_least(6, 3)),
        "passed": pytest.approx(at_least(6, 3)),
    }


def test_the_pool_is_that_of_the_action():
    session = against()
    session.do("cover! savar partial")
    assert odds(session, "attack savar roll").success == pytest.approx(at_least(5, 1))
    session.do("next")
    assert odds(session, "react sam roll").success == pytest.approx(at_least(5, 1))
    assert odds(session, "attack savar roll pool=3").success == pytest.approx(at_least(2, 1))


def test_reactions():
    chances = odds(against("2critical", "basic", turn="reaction"), "react savar roll")
    assert chances.success == pytest.approx(at_least(6, 6))
    by_label = {outcome.label: outcome.p for outcome in chances.outcomes}
    assert by_label["grit -6"] == pytest.approx(float(brute(6)[0]))
    assert set(by_label) == {"safe", *(f"grit -{6 - units}" for units in brute(6) if units < 6)}
    assert {outcome.label for outcome in odds(against("impossible"), "react savar roll").outcomes} == {
        "safe",
        "grit -12",
    }


def test_reactions_that_need_no_roll_are_safe():
    session = against("impossible", "basic", "cover! savar total")
    assert odds(session, "react savar roll").success == 1
    assert odds(session, "react sam pass").success == 1


def test_brawls_tell_both_sides():
    session = played(*DUO, "add Foe side=enemies attack=2critical", "mode brawl")
    chances = odds(session, "attack savar roll")
    assert chances.success == pytest.approx(at_least(6, 3))
    assert "grit -1, own grit -3" in {outcome.label for outcome in chances.outcomes}


def test_nobody_loses_more_grit_than_there_is():
    session = against("critical", "basic", "set savar,foe grit=2")
    by_label = {outcome.label: outcome.p for outcome in odds(session, "attack savar roll").outcomes}
    assert set(by_label) == {"no hit", "grit -1", "grit -2"}
    assert by_label["grit -2"] == pytest.approx(at_least(6, 2))
    session.do("next")
    assert {outcome.label for outcome in odds(session, "react savar roll").outcomes} == {"safe", "grit -1", "grit -2"}
    session.do("set savar grit=0")
    assert "grit -3" in {outcome.label for outcome in odds(session, "react savar roll").outcomes}


def test_the_odds_of_a_brawl_are_what_a_throw_of_it_brings():
    impossible = played(*DUO, "add Foe side=enemies attack=impossible", "mode brawl", "set savar grit=9")
    assert "no hit, own grit -9" in {outcome.label for outcome in odds(impossible, "attack savar roll").outcomes}
    impossible.do("attack savar e")
    assert grit(impossible, "Savar") == 0
    collateral = played(*DUO, "add Foe side=enemies attack=critical", "mode brawl")
    assert {outcome.label for outcome in odds(collateral, "attack savar roll difficulty=b").outcomes} == {
        "missed, own grit -3",
        "passed, own grit -2",
        "passed, own grit -1",
        "passed",
    }


def test_a_reroll_never_makes_it_worse():
    session = against("basic", "critical")
    bare, again, free = (
        odds(session, f"attack savar roll {flags}".strip()).success for flags in ("", "reroll", "free-reroll")
    )
    assert bare < again < free


def test_what_throws_no_dice_has_no_odds():
    session = against()
    for line in ("quick savar", "attack savar roll pool=brawn+fight"):
        with pytest.raises(InvalidCommand):
            odds(session, line)
    session.do("add Ida")
    with pytest.raises(InvalidCommand, match="Say pool=N, or set Ida pool=N"):
        odds(session, "attack ida 0")


def kept_of(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that stand in sets."""
    return tuple(face for face in faces if faces.count(face) > 1)


def all_in_play(dice: int, need: int) -> dict[int, Fraction]:
    """As a table would play it with a re-roll and all-in, thrown face by face; a last throw only where it may do."""
    found: dict[int, Fraction] = {}

    def count(units: int, p: Fraction) -> None:
        found[units] = found.get(units, Fraction(0)) + p

    def once_more(faces: tuple[int, ...], p: Fraction) -> None:
        kept, value = kept_of(faces), worth(faces)
        ends = kept_and_thrown(kept, dice - len(kept))
        if value >= need or not any(end >= need for end in ends):
            count(value, p)
            return
        for end, q in ends.items():
            count(end if end > value else 0, p * q)

    for faces in product(FACES, repeat=dice):
        p, units, kept = Fraction(1, 6**dice), worth(faces), kept_of(faces)
        loose = dice - len(kept)
        throws = [(*kept, *fell) for fell in product(FACES, repeat=loose)]
        ways = Counter[tuple[int, ...]](tuple(sorted(throw)) for throw in throws)
        trial: dict[int, Fraction] = {}
        outer, found = found, trial
        smallest = min((UNITS[min(faces.count(face), 6)] for face in kept), default=0)
        for throw, number in ways.items():
            q = p * Fraction(number, 6**loose)
            if worth(throw) > units:
                once_more(throw, q)
            else:
                count(units - smallest, q)
        found = outer
        taken = units > 0 and units < need and any(end >= need for end in trial)
        for end, q in (trial if taken else {units: p}).items():
            count(end, q)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("dice", "need"), [(3, 3), (4, 3), (4, 9)])
def test_all_in_is_counted(dice: int, need: int):
    assert chances(dice, need, reroll=True, all_in=True) == all_in_play(dice, need)


def test_all_in_helps():
    fight = played(*DUO, "add Goons side=enemies")
    line = "attack Savar Goons roll reroll difficulty=extreme"
    plain, all_in = (
        fight.system.odds(fight.scene, read(phrases(typed)[0], fight.system, fight.scene))
        for typed in (line, f"{line} all-in")
    )
    assert all_in.success > plain.success


def found(session: Session, line: str) -> Odds:
    """The odds of a line."""
    (command,) = phrases(line)
    return odds_of(session.system, session.scene, command)


def test_a_gamble_has_the_chances_of_its_ones_beside_those_of_its_outcome():
    session = played("add Sam", "add Ivy", "add Foe side=enemies grit=6", "arm Sam pistol", "range Ivy Foe melee")
    chances = found(session, "attack Sam Foe roll pool=4")
    ones = Counter(throw.count(1) for throw in product(FACES, repeat=4))
    assert [outcome.label for outcome in chances.beside][:3] == [
        "no ones",
        "1 one: Ivy grit -1",
        "2 ones: Ivy grit -2",
    ]
    assert [outcome.p for outcome in chances.beside] == pytest.approx([ones[n] / 6**4 for n in range(5)])
    assert sum(outcome["p"] for outcome in odds_json(chances)["beside"]) == 1
    for bars in (False, True):
        assert any("2 ones: Ivy grit -2" in line for line in odds_lines(chances, bars))
    assert "beside" not in odds_json(found(session, "attack Sam roll pool=4 difficulty=basic"))


def test_a_reaction_that_is_a_gamble_endangers_who_reacts():
    session = played("add Sam", "add Foe side=enemies", "begin reaction")
    assert found(session, "react Sam roll pool=3 gamble").beside[-1].label == "3 ones: Sam grit -3"
    assert found(session, "react Sam roll pool=3 gamble reroll").beside == ()


def test_no_more_ones_are_asked_for_than_dice_were_thrown():
    fight = ("add Ivy", "add Foe side=enemies grit=9", "arm Sam pistol", "range Ivy Foe melee", "attack Sam Foe c")
    assert played("add Sam pool=3", *fight).scene.prompts[0].choices == ("0", "1", "2", "3")
    assert played("add Sam", *fight).scene.prompts[0].choices == tuple("0123456789")


@pytest.mark.parametrize("dice", range(1, 7))
def test_units_and_ones_together(dice: int):
    counts = Counter((worth(faces), faces.count(1)) for faces in product(FACES, repeat=dice))
    assert chances_with_ones(dice) == {key: Fraction(count, 6**dice) for key, count in counts.items()}


@pytest.mark.parametrize(
    ("setup", "line", "target"),
    [
        ([], "attack Sam Foe roll pool=3", "Foe"),
        (["set Foe grit=1"], "attack Sam Foe roll pool=3", "Foe"),
        (["set Foe grit=1", "out Foe"], "attack! Sam Foe roll pool=3", "Foe"),
        (["set Foe defense=critical"], "attack Sam Foe roll pool=3", "Foe"),
        ([], "attack Sam Foe roll pool=3 hits=0", "Foe"),
        ([], "attack Sam Foe roll pool=3 difficulty=basic grit=2", "Foe"),
        ([], "attack Sam Ivy roll pool=3", "Ivy"),
        (["set Ivy grit=0"], "attack Sam Ivy roll pool=3", "Ivy"),
        (["arm Sam grenade"], "attack Sam Foe roll pool=2 weapon=grenade near=Foe,Ivy", "Foe"),
        (["arm Sam grenade"], "attack Sam Foe roll pool=2 weapon=grenade near=Foe ones=1", "Foe"),
        (["mode brawl"], "attack Sam Foe roll pool=3", "Foe"),
        (["mode brawl", "set Foe attack=critical"], "attack Sam Foe roll pool=3", "Foe"),
        (["begin reaction"], "react Sam roll pool=3", "Sam"),
        (["begin reaction", "set Sam grit=2"], "react Sam roll pool=3 gamble", "Sam"),
        (["begin reaction", "set Sam grit=0"], "react Sam roll pool=3", "Sam"),
        (["begin reaction", "set Sam grit=0 bullets=4"], "react Sam roll pool=3", "Sam"),
        (["begin reaction", "set Sam grit=0 bullets=6"], "react Sam roll pool=2 gamble", "Sam"),
        (["begin reaction", "set Sam grit=0"], "react Sam roll pool=2 gamble", "Sam"),
        (["begin reaction", "set Foe attack=impossible"], "react Sam roll pool=3", "Sam"),
        (["begin reaction"], "react Sam roll pool=3 gamble ones=2", "Sam"),
        (["cover Sam total", "begin reaction"], "react Sam roll", "Sam"),
        ([], "attack Sam Foe roll pool=2 adrenaline", "Foe"),
        (["begin reaction", "react Sam e+c+2b vs=Foe", "set Foe hot=1,3"], "counter Sam Foe", "Foe"),
        (["begin reaction", "react Sam e+c+2b vs=Foe", "set Foe hot=1,3"], "counter Sam Foe times=2", "Foe"),
        (["begin reaction", "react Sam e+c+2b vs=Foe", "set Foe grit=2"], "counter Sam", "Foe"),
        (["set Foe hot=2,3,5"], "attack Sam Foe roll pool=3", "Foe"),
        (["set Foe hot=2,3,5", "adrenaline Foe 5"], "attack Sam Foe roll pool=4", "Foe"),
        (["set Foe hot=2,3,5", "hurt Foe 2"], "attack Sam Foe roll pool=3 hits=2", "Foe"),
        (["set Foe hot=1,2", "arm Sam grenade"], "attack Sam Foe roll pool=2 weapon=grenade near=Foe,Ivy", "Foe"),
        (["mode brawl", "set Foe hot=1,4 attack=critical"], "attack Sam Foe roll pool=3", "Foe"),
        (["begin reaction", "set Sam grit=5"], "react Sam roll pool=3", "Sam"),
        (["begin reaction", "set Sam grit=5 adrenaline=5"], "react Sam roll pool=3 gamble", "Sam"),
        (["begin reaction", "set Sam grit=5 adrenaline=6"], "react Sam roll pool=3", "Sam"),
    ],
)
def test_what_the_dice_take(setup: list[str], line: str, target: str) -> None:
    dice = tolls.EveryFall()
    session = Session(find("outgunned"), dice=dice)
    for command in ("add Sam", "add Ivy", "add Foe side=enemies grit=6 attack=2critical", *setup):
        session.do(command)
    found = tolls.odds_of(session, line)
    losses, drops = tolls.thrown(session, dice, target, line)
    assert (found.losses, found.drops) == (losses, drops)


def test_what_hot_boxes_bring_is_expected_as_a_loss_below_nothing() -> None:
    fight = ("add Sam pool=3", "add Foe side=enemies grit=9 hot=1,3,4", "begin action")
    chances = found(played(*fight), "attack Sam Foe roll")
    assert [outcome.label for outcome in chances.outcomes] == ["no hit", "grit -1", "grit -3"]
    assert chances.expected["adrenaline"] == pytest.approx(-float(brute(3)[1] + 2 * brute(3)[3]))
    brawl = found(played(*fight, "set Sam grit=1", "mode brawl", "next"), "attack Sam Foe roll pool=2")
    assert brawl.expected.keys() == {"grit", "adrenaline"}


@pytest.mark.slow
def test_hot_boxes_are_those_of_fifty_fights() -> None:
    chance, gains = random.Random(1), Counter[int]()
    for _ in range(50):
        dice = tolls.EveryFall()
        session = Session(find("outgunned"), dice=dice)
        most = chance.randint(1, 12)
        hot = ",".join(map(str, sorted(chance.sample(range(1, most + 1), min(most, chance.randint(2, 5))))))
        session.do(
            f"add Sam ; add Foe side=enemies grit={most} hot={hot} defense={chance.choice(('basic', 'critical'))}"
        )
        session.do(f"set Foe grit={chance.randint(1, most)} adrenaline={chance.randint(0, 6)} attack=2basic")
        session.do(f"set Sam grit={chance.randint(0, 12)} adrenaline={chance.randint(1, 6)}")
        line, target = chance.choice((("attack Sam Foe roll pool=3", "Foe"), ("react Sam roll pool=3", "Sam")))
        session.do("begin action" if target == "Foe" else "begin reaction")
        foreseen = tolls.odds_of(session, line)
        assert (foreseen.losses, foreseen.drops) == tolls.thrown(session, dice, target, line)
        gains.update(foreseen.losses.get("adrenaline", {}).keys())
    assert gains.keys() >= {-1, -2}


def test_ones_with_rerolls_are_not_counted() -> None:
    session = played("add Sam", "add Foe side=enemies", "begin reaction")
    assert found(session, "react Sam roll pool=3 gamble reroll").drops is None
    assert found(session, "react Sam roll pool=3 reroll").drops == 0


def test_a_passed_difficulty_takes_nothing_from_anybody() -> None:
    assert found(against(), "attack savar roll difficulty=c").drops is None
