"""Chances of srd5, against ways counted by hand."""

from __future__ import annotations

import random
from itertools import product

import pytest

from tests.lines import odds_of
from tracker.commands.parser import phrases, read
from tracker.games.registry import find
from tracker.rules.view import Odds
from tracker.session import Session

SETUP = (
    "add Ann hp=900 dex=14 ac=16 spell-dc=14 spell-hit=6",
    "arm Ann sword hit=5 dice=1d8+3 type=slashing",
    "arm Ann bow hit=5 dice=1d8+3 type=piercing ammo=9",
    "add Gob side=enemies hp=900 ac=15",
    "arm Gob breath dc=15 ability=dex dice=2d6 type=fire half=yes",
)


def odds(line: str, *before: str) -> Odds:
    session = Session(find("srd5"), dice=random.Random(1))
    for each in (*SETUP, *before):
        session.do(each)
    return odds_of(session.system, session.scene, line)


def upto(best: bool, need: int) -> float:
    """The chance that the higher, or lower, of two d20 is at least a number."""
    ways = [(max if best else min)(pair) >= need for pair in product(range(1, 21), repeat=2)]
    return sum(ways) / 400


DART = ('arm Ann dart hit=5 dice=1d4 range="20/60 ft" reach=5',)
"""Thrown afar, and a dagger in the hand."""

BESIDE = ("add Imp side=enemies", "range Ann Imp reach")
"""A foe beside whoever throws."""

CLAW = ("arm Ann claw hit=5 dice=1d10 reach=10",)
"""Reaches nobody from near, so who strikes with it comes up."""

TAIL = ("arm Ann tail hit=5 dice=1d6 reach=30",)
"""Reaches all that is near."""

TABLE = [
    ("attack Ann Gob roll", [], "hit", 10 / 20),
    ("attack Ann Gob roll", ["mark Gob prone"], "success", upto(True, 10)),
    ("attack Ann Gob roll weapon=bow", ["mark Gob prone"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=bow", ["mark Gob prone", "range Ann Gob far"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=bow", ["mark Gob prone", "range Ann Gob reach"], "success", 11 / 20),
    ("attack Ann Gob roll weapon=bow", ["range Ann Gob reach"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=bow", ["range Ann Gob reach", "mark Gob stunned"], "success", upto(True, 10)),
    ("attack Ann Gob roll weapon=bow", ["range Ann Gob reach", "mark Gob blinded"], "success", upto(True, 10)),
    ("attack Ann Gob roll weapon=bow", ["range Ann Gob far", "mark Gob unconscious"], "success", 11 / 20),
    (
        "attack Ann Far roll weapon=bow",
        ["add Far side=enemies ac=15", "range Ann Gob reach"],
        "success",
        upto(False, 10),
    ),
    ("attack Ann Gob roll weapon=dart", [*DART, "range Ann Gob far"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=dart", [*DART, "range Ann Gob near"], "success", 11 / 20),
    ("attack Ann Gob roll weapon=dart", [*DART, "range Ann Gob near", "mark Gob prone"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=dart", [*DART, "range Ann Gob near", *BESIDE], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=dart", [*DART, *BESIDE, "range all reach"], "success", 11 / 20),
    ("attack Ann Gob roll weapon=dart", [*DART, "range Ann Gob reach"], "success", 11 / 20),
    ("attack Ann Gob roll", ["mark Gob paralyzed"], "crit", upto(True, 10)),
    ("attack Ann Gob roll weapon=claw", [*CLAW, "mark Gob prone"], "success", upto(True, 10)),
    ("attack Ann Gob roll weapon=claw", [*CLAW, "mark Gob unconscious"], "crit", upto(True, 10)),
    ("attack Ann Gob roll weapon=tail", [*TAIL, "mark Gob prone"], "success", upto(False, 10)),
    ("attack Ann Gob roll weapon=bow", ["mark Gob paralyzed"], "crit", upto(True, 20)),
    ("attack Ann Gob roll", ["set Ann exhaustion=2"], "success", 7 / 20),
    ("attack Ann Gob roll", ["mark Ann grappled by=Gob"], "success", 11 / 20),
    ("attack Ann Gob roll", ["add Orc", "mark Ann grappled by=Orc"], "success", upto(False, 10)),
    ("grapple Gob Ann roll", ["set Ann str=6 dex=14", "set Gob str=14"], "held off", 11 / 20),
    ("grapple Gob Ann roll", ["set Ann str=6 dex=14", "set Gob str=14", "mark Ann restrained"], "held off", 7 / 20),
    (
        "grapple Gob Ann roll ability=dex",
        ["set Ann str=6 dex=14", "set Gob str=14", "mark Ann restrained"],
        "held off",
        upto(False, 10),
    ),
    (
        "grapple Gob Ann roll",
        ["set Ann str=6 dex=18", "set Gob str=14", "mark Ann restrained"],
        "held off",
        upto(False, 8),
    ),
    (
        "grapple Gob Ann roll",
        ["set Ann str=14 dex=10", "set Gob str=14", "mark Ann dodging"],
        "held off",
        upto(True, 12),
    ),
    ("save Ann roll 14 ability=dex", [], "saved", 9 / 20),
    ("save Ann roll 14 ability=dex", ["cover Ann half"], "saved", 11 / 20),
    ("save Ann roll 14 ability=dex", ["mark Ann restrained"], "saved", upto(False, 12)),
    ("save Ann roll 14 ability=dex", ["mark Ann dodging"], "saved", upto(True, 12)),
    ("save Ann roll 14 ability=dex", ["mark Ann stunned"], "saved", 0),
    ("save Ann roll 14 ability=dex bonus=0", [], "saved", 7 / 20),
    ("check Ann roll 14 ability=dex", ["mark Ann poisoned"], "success", upto(False, 12)),
    ("use Gob Ann roll", [], "failed", 12 / 20),
    ("use Gob Ann roll", ["cover Ann three-quarters"], "failed", 7 / 20),
    ("use Gob Ann roll", ["mark Ann restrained"], "failed", 1 - upto(False, 13)),
    ("use Gob Ann roll", ["mark Ann unconscious"], "failed", 1),
    ("cast Ann fireball Gob roll", [], "failed", 13 / 20),
    ('cast Ann "fire bolt" Gob roll', [], "success", 12 / 20),
]


@pytest.mark.parametrize(("line", "before", "label", "chance"), TABLE)
def test_a_chance(line: str, before: list[str], label: str, chance: float) -> None:
    found = odds(line, *before)
    p = found.success if label == "success" else sum(one.p for one in found.outcomes if one.label == label)
    assert p == pytest.approx(chance, abs=1e-12)


def test_what_a_breath_takes() -> None:
    throws = [sum(pair) for pair in product(range(1, 7), repeat=2)]
    whole, half = sum(throws) / 36, sum(damage // 2 for damage in throws) / 36
    found = odds("use Gob Ann roll")
    assert found.expected == pytest.approx({"hp": 12 / 20 * whole + 8 / 20 * half})
    halved = odds("use Gob Ann roll", "set Ann resist=fire")
    quarter = sum(damage // 2 // 2 for damage in throws) / 36
    assert halved.expected == pytest.approx({"hp": 12 / 20 * half + 8 / 20 * quarter})


@pytest.mark.parametrize(
    ("creature", "line", "chance"),
    [
        ("Aboleth", "save Aboleth roll 15 ability=con", 12 / 20),
        ("Kraken", "save Kraken roll 30 ability=str", 8 / 20),
        ("Adult Red Dragon", 'save "Adult Red Dragon" roll 17 ability=dex', 10 / 20),
        ("Skeleton", "save Skeleton roll 15 ability=dex", 9 / 20),
    ],
)
def test_the_saves_of_a_creature_count(creature: str, line: str, chance: float) -> None:
    found = odds(line, f'bring "{creature}"')
    assert found.success == pytest.approx(chance)


ROGUE = (
    "set Ann level=1 sneak-attack=2d6",
    "arm Ann knife base=1d4 type=piercing reach=5 finesse=yes light=yes",
    "arm Ann club base=1d4 type=bludgeoning reach=5 light=yes",
    "add Bea",
    "range Ann Gob reach",
)
"""Ann hits with 11 of 20 results: Dexterity +2 and proficiency +2 against 15, or +0 and +2 with the club."""


@pytest.mark.parametrize(
    ("line", "before", "faces"),
    [
        ("weapon=knife", [], 0),
        ("weapon=knife", ["range Bea Gob reach"], 2),
        ("weapon=knife", ["range Bea Gob reach", "mark Bea stunned"], 0),
        ("weapon=club", ["range Bea Gob reach"], 0),
        ("weapon=knife adv", [], 2),
        ("weapon=knife dis", ["range Bea Gob reach"], 0),
        ("weapon=knife adv dis", ["range Bea Gob reach"], 2),
        ("weapon=knife", ["range Bea Gob reach", "attack Ann Gob 19 weapon=knife"], 0),
        ("weapon=knife", ["range Bea Gob reach", "attack Ann Gob miss weapon=knife"], 2),
        ("weapon=knife", ["range Bea Gob reach", "attack Ann Gob 19 weapon=club"], 2),
    ],
)
def test_a_sneak_attack_takes_advantage_or_an_ally_and_comes_once_a_turn(
    line: str, before: list[str], faces: int
) -> None:
    plain = odds(f"attack Ann Gob roll {line}", *ROGUE, "set Ann sneak-attack=0", *before)
    found = odds(f"attack Ann Gob roll {line}", *ROGUE, *before)
    crit = sum(one.p for one in found.outcomes if one.label == "crit")
    assert found.success == pytest.approx(plain.success)
    assert found.expected["hp"] - plain.expected["hp"] == pytest.approx(3.5 * faces * (found.success + crit))


def test_a_sneak_attack_is_there_again_on_the_turn_of_another() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in (*SETUP, *ROGUE, "range Bea Gob reach", "initiative Ann 20 ; initiative Gob 10 ; initiative Bea 5"):
        session.do(line)
    session.do("next ; attack Ann Gob 19 weapon=knife")
    assert session.scene["Ann"].fields["sneak-used"] == 1
    session.do("next")
    assert session.scene["Ann"].fields["sneak-used"] == 0


def test_what_odds_are_kept_by_tells_apart_whom_a_rule_leaves_out() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for each in (*SETUP, "add Orc side=enemies", "range Ann Orc reach"):
        session.do(each)
    kept = {session.system.near(session.scene, "Ann", "Gob")}
    for line in ("mark Orc blinded", "unmark Orc blinded", "range Ann Orc far"):
        session.do(line)
        kept.add(session.system.near(session.scene, "Ann", "Gob"))
    assert len(kept) == 2


def test_what_is_spent_of_a_turn_makes_no_case_of_its_own() -> None:
    system = find("srd5")
    assert system.counts("spent")
    assert not system.counts("spent", chosen=False), "it tells what may be chosen, and who may strike who leaves"


def test_what_odds_are_kept_by_tells_apart_who_brought_a_condition() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for each in (*SETUP, "add Orc side=enemies", "mark Ann grappled by=Orc"):
        session.do(each)
    assert session.system.around(session.scene, "Ann", "Gob") != session.system.around(session.scene, "Ann", "Orc")


@pytest.mark.parametrize(
    ("spell", "band", "reached"),
    [
        ("thunderwave", "near", True),
        ("thunderwave", "far", False),
        ("burning hands", "far", False),
        ("shocking grasp", "near", True),
        ("shocking grasp", "far", False),
        ("spiritual weapon", "far", True),
        ("spiritual weapon", "distant", False),
        ("fire bolt", "far", True),
        ("fireball", "distant", True),
        ("shatter", "far", True),
        ("shatter", "distant", False),
        ("bless", "near", True),
        ("bless", "far", False),
        ("cure wounds", "near", True),
        ("cure wounds", "far", False),
        ("hold person", "far", True),
        ("hold person", "distant", False),
        ("hypnotic pattern", "distant", True),  # Its cube begins within 120 feet; how far it goes is not on the sheet.
    ],
)
def test_a_spell_reaches_as_far_as_it_says(spell: str, band: str, reached: bool) -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in ("add Ann casting=int int=16 level=5", "add Orc side=enemies hp=15", f"range all {band}"):
        session.do(line)
    action = read(phrases(f'cast Ann Orc roll weapon="{spell}"')[0], session.system, session.scene)
    assert action.hindrance(session.system.silent(session.scene)) == ("" if reached else "out of reach")


def test_what_is_out_of_reach_is_said_and_never_refused() -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in ("add Ann wis=16 casting=wis level=5", "add Bo hp=3/9", "range all distant"):
        session.do(line)
    seen = session.preview('cast Ann "cure wounds" Bo cure=5')
    assert not seen.objections
    assert "Bo is out of reach of the cure wounds (distant)." in seen.notes
    assert session.preview("cast Ann bless Ann,Bo").notes == ("Bo is out of reach of the bless (distant).",)


@pytest.mark.parametrize(
    ("spell", "lower"), [("spiritual weapon", False), ("shocking grasp", False), ("guiding bolt", True)]
)
def test_a_melee_attack_of_a_spell_has_no_disadvantage_beside_a_foe(spell: str, lower: bool) -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in ("add Ann spell-hit=6", "add Gob side=enemies hp=15 ac=13", "range all reach"):
        session.do(line)
    chance = odds_of(session.system, session.scene, f'cast Ann "{spell}" Gob roll').success
    assert chance == pytest.approx(0.7**2 if lower else 0.7)


@pytest.mark.parametrize(
    ("area", "band", "why"),
    [
        ("each creature in a 15-foot Cube originating from you", "near", "if close together"),
        ("each creature in a 15-foot Cube originating from you", "far", "out of reach"),
        ("each creature in a 30-foot Cone", "far", "out of reach"),
        ("each creature in a 60-foot Cone", "far", ""),
        ("each creature in a 60-foot Cone", "distant", "out of reach"),
        ("each creature in a 15-foot Cube originating from you", "reach", ""),
        ("each creature in a 10-foot-radius Sphere centered there", "near", "if close together"),
        ("each creature in a 20-foot-radius Sphere centered on that point", "near", ""),
        ("each creature in a 10-foot-radius Sphere centered there", "far", "out of reach"),
        ("each creature in a 20-foot-radius Sphere centered on that point", "far", ""),
        ("each creature in a 20-foot-radius Sphere centered on that point", "distant", "out of reach"),
        ("each creature in a 40-foot-radius Sphere centered on each of those points", "distant", ""),
        ("each creature in an 60-foot-long, 5-foot-wide Line", "far", ""),
        ("each creature in a 15-foot-long, 5-foot-wide Line", "far", "out of reach"),
        ("each creature in a 15-foot Emanation originating from the kraken while it is underwater", "far", ""),
        ("each creature in that area", "distant", ""),
    ],
)
def test_an_area_holds_two_no_farther_from_each_other_than_it_is_wide(area: str, band: str, why: str) -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in ("add Ann", "add Orc side=enemies hp=15", "add Gob side=enemies hp=15", "range all reach"):
        session.do(line)
    session.do(f'arm Ann breath dc=12 ability=dex dice=2d6 area="{area}" ; range Orc Gob {band}')
    action = read(phrases("use Ann Orc,Gob roll weapon=breath")[0], session.system, session.scene)
    assert action.hindrance(session.system.silent(session.scene)) == why


@pytest.mark.parametrize(
    ("weapon", "band", "way", "most"),
    [
        ("spear", "reach", "", 16),
        ("spear", "near", "", 12),
        ("spear", "near", " nearer", 16),
        ("longsword", "near", "", 20),
    ],
)
def test_a_weapon_that_is_thrown_is_held_in_one_hand(weapon: str, band: str, way: str, most: int) -> None:
    session = Session(find("srd5"), dice=random.Random(1))
    for line in ("add Ann hp=20", "add Orc side=enemies hp=99 ac=1", f"arm Ann {weapon}", f"range all {band}"):
        session.do(line)
    action = read(phrases(f"attack Ann Orc hit two-handed{way}")[0], session.system, session.scene)
    assert max(session.system.odds(session.scene, action).losses["hp"]) == most, "twice the dice of a critical hit"
    throw = session.system.throw(session.scene, action)
    assert throw is not None
    assert ("thrown with one hand: 1d6" in throw.remarks) == (most == 12)
