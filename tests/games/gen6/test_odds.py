"""Exact chances against all 216 throws and every face of the damage dice, enumerated independently."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.costs import calls
from tests.games import tolls
from tests.games.gen6.fights import fight
from tests.small_game import reloaded
from tracker.combat.dice import Dice
from tracker.commands.parser import phrases, read
from tracker.games.gen6 import SYSTEM
from tracker.games.gen6.result import chances_of_test
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Odds
from tracker.session import Session

ALL = list(product(range(1, 7), repeat=3))
FIRST = "initiative heroes=9 enemies=8"


def exact(session: Session, line: str) -> tuple[dict[str, Fraction], Fraction]:
    check = SYSTEM.check_of(session.scene, read(phrases(line)[0], SYSTEM, session.scene))
    assert check is not None
    chances: dict[str, Fraction] = {}
    success = Fraction(0)
    for way in check.ways():
        assert isinstance(way.share, Fraction)
        chances[way.label] = chances.get(way.label, Fraction(0)) + way.share
        success += way.share if way.good else 0
    assert sum(chances.values()) == 1
    return {label: chance for label, chance in chances.items() if chance}, success


def odds(session: Session, line: str) -> Odds:
    return SYSTEM.odds(session.scene, read(phrases(line)[0], SYSTEM, session.scene))


@pytest.mark.parametrize("tn", range(-2, 25))
@pytest.mark.parametrize("more", [-2, 0, 3])
def test_a_test_by_all_216_throws(tn: int, more: int) -> None:
    kinds = Counter(
        "critical"
        if a == b == c == 6
        else "fumble"
        if a == b == c == 1
        else "hit"
        if a + b + c + more >= tn
        else "miss"
        for a, b, c in ALL
    )
    chances = chances_of_test(tn, more)
    assert {name: p for name, p in chances.items() if p} == {name: Fraction(n, 216) for name, n in kinds.items()}


def played(session: Session, line: str, faces: tuple[int, ...]) -> Session:
    """The same table with the line done with these faces."""
    twin = reloaded(session.history.records, SYSTEM)
    twin.do(line.replace(" roll", f" dice={','.join(map(str, faces))}"))
    return twin


def test_every_throw_of_an_attack_comes_out_as_counted() -> None:
    session = fight("arm Ann bow kind=ranged damage=7 source=impact bonus=1", "set Foe armor_i=2", "aim Ann")
    line = "attack Ann Foe roll cover=25"
    found, made = exact(session, line)
    seen: Counter[str] = Counter()
    for faces in ALL:
        twin = played(session, line, faces)
        lost = 20 - twin.scene["Foe"].value("health")
        seen["fumble" if twin.scene.prompts else f"health -{lost}" if lost else "miss"] += 1
    assert found == {label: Fraction(n, 216) for label, n in seen.items()}
    assert made == found["health -5"]


def test_damage_dice_behind_armor_and_material() -> None:
    session = fight("set Foe armor_b=4", 'cover Foe 50 what="thin wooden door"')
    line = "attack Ann Foe roll mode=ranged band=short source=ballistic damage=3d6+1 through"
    found, made = exact(session, line)
    hits = sum(1 for faces in ALL if sum(faces) >= 17 and faces != (6, 6, 6))
    expected: Counter[str] = Counter()
    for faces in ALL:
        lost = max(0, sum(faces) + 1 - 6 - 4)
        expected[f"health -{lost}" if lost else "no damage"] += hits
    expected["health -9"] += 216
    expected["fumble"] = 216
    expected["miss"] = 216 * (216 - hits - 2)
    assert found == {label: Fraction(n, 216**2) for label, n in expected.items()}
    assert made == Fraction(hits + 1, 216)


def test_unknown_damage_is_a_hit_or_a_critical() -> None:
    found, made = exact(fight(), "attack Ann Foe roll")
    assert set(found) == {"fumble", "miss", "hit", "critical"}
    assert made == Fraction(sum(1 for faces in ALL if sum(faces) >= 11), 216)


def test_help_and_care() -> None:
    session = fight("hurt Ben 5", "guard Ann 1")
    found, made = exact(session, "firstaid Ann Ben roll bonus=2")
    assert made == Fraction(sum(1 for faces in ALL if faces == (6, 6, 6) or sum(faces) + 1 >= 15), 216)
    found, made = exact(session, "care Ben roll by=Ann")
    assert made == Fraction(sum(1 for faces in ALL if faces == (6, 6, 6) or sum(faces) + 2 - 1 >= 13), 216)
    assert set(found) == {"fumble", "miss", "helps"}


def test_initiative() -> None:
    found, made = exact(fight(), "initiative roll")
    totals = [(sum(ours) + 2, sum(theirs) + 1) for ours in ALL for theirs in ALL]
    assert made == Fraction(sum(1 for ours, theirs in totals if ours > theirs), 216**2)
    assert found["a draw"] == Fraction(sum(1 for ours, theirs in totals if ours == theirs), 216**2)
    assert list(found) == ["heroes first", "enemies first", "a draw"]


def test_damage_and_powers() -> None:
    found, made = exact(fight("set Foe armor_i=3"), "damage Foe 1d6 source=impact")
    assert found == {"no damage": Fraction(1, 2), **{f"health -{n}": Fraction(1, 6) for n in (1, 2, 3)}}
    assert made == Fraction(1, 2)
    found, made = exact(fight("guard Ann 1"), "power Ann fireball result=roll")
    assert found["total 17"] == found["total 2"] == Fraction(1, 216)
    assert made == Fraction(215, 216)


@pytest.mark.parametrize(
    "line",
    [
        "aim Ann",
        "damage Foe 9",
        "power Ann fireball",
        "attack Ann Foe roll damage=999d6",
    ],
)
def test_without_a_throw_there_are_no_odds(line: str) -> None:
    with pytest.raises(InvalidCommand):
        odds(fight(), line)
    with pytest.raises(InvalidCommand):
        odds(fight(*(f"add X{n} side=s{n}" for n in range(4))), "initiative roll")


def test_the_screen_has_them_as_shares_at_little_cost() -> None:
    session = fight("arm Ann cannon kind=ranged damage=20d6")
    chances = odds(session, "attack Ann Foe roll")
    assert calls(lambda: odds(session, "attack Ann Foe roll")) < 20_000
    assert abs(sum(outcome.p for outcome in chances.outcomes) - 1) < 1e-12
    assert chances.success == pytest.approx(0.5)


def test_odds_throw_nothing_and_change_nothing() -> None:
    session = fight(FIRST, "courage Ann value=Justice")
    before = session.scene
    odds(session, "attack Ann Foe roll")
    assert session.scene is before
    assert Dice(None).thrown == []


BOW = "arm Ann bow kind=ranged bonus=2 damage=2d6+2"


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ((), ""),
        (("set Foe armor_i=4 toughness=3", "settings toughness_mode=cinematic"), ""),
        (("hurt Foe 14",), ""),
        (("hurt Foe 14",), " type=stun"),
        (("hurt Foe 20",), ""),
        (("out Foe as=dead",), ""),
        (('cover Foe 25 what="thin wooden door"',), " through"),
        (("set Foe dex=2 str=2", "settings lethality=no-hp"), " damage=1d6"),
        (("set Foe dex=2 str=2", "settings lethality=no-hp", "hurt Foe 3", "decide 1 dex"), " damage=1d3"),
        (("set Foe con=5 con.max=5 dex=2", "settings lethality=no-hp"), " damage=1d6"),
    ],
)
def test_what_is_lost_in_every_throw(setup: tuple[str, ...], words: str) -> None:
    session = fight(BOW, *setup)
    dice = words.partition("damage=")[2] or "2d6+2"
    rest = words.replace(f" damage={dice}", "")
    count, sides, more = {"2d6+2": (2, 6, 2), "1d6": (1, 6, 0), "1d3": (1, 3, 0)}[dice]
    amounts = Counter(sum(faces) + more for faces in product(range(1, sides + 1), repeat=count))
    whole = sum(amounts.values())
    sums = Counter(sum(faces) for faces in ALL if faces not in ((1, 1, 1), (6, 6, 6)))
    lines = [
        (f"attack Ann Foe {total + 2} damage={much}{rest}", ways * n)
        for total, ways in sums.items()
        for much, n in amounts.items()
    ]
    lines += [(f"attack Ann Foe 3 fumble{rest}", whole), (f"attack Ann Foe 18 critical damage={dice}{rest}", whole)]
    found = odds(session, f"attack Ann Foe roll{words}")
    losses, drops = tolls.taken(session, "Foe", lines)
    assert {track: dict(chances) for track, chances in found.losses.items()} == {
        track: pytest.approx(dict(chances)) for track, chances in losses.items()
    }
    assert found.drops == pytest.approx(drops)


def test_nobody_knows_what_is_lost_where_the_damage_or_the_health_is_unknown() -> None:
    assert odds(fight(), "attack Ann Foe roll").drops is None
    assert odds(fight(BOW, "add Eve defense=9"), "attack Ann Eve roll").drops is None
