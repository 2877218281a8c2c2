"""The worked examples of the game's README, as a table."""

import pytest

from tests.games.contract.fights import ARMED, PAIR, session
from tests.table import last, total
from tracker.games.contract import tables as t
from tracker.games.contract.harm import depletion
from tracker.rules.errors import Refused


@pytest.mark.parametrize(
    ("faces", "difficulty", "outcome", "band"),
    [
        ((2, 6, 10, 8, 1, 5, 7), 6, 4, "complete"),
        ((1, 1, 3, 6), 6, -1, "botch"),
        ((10, 10, 1), 6, 3, "partial"),
        ((6, 7, 5, 10), 7, 3, "partial"),
        ((), 6, 0, "failure"),
        ((10, 10, 10), 6, 6, "exceptional"),
    ],
)
def test_dice(faces: tuple[int, ...], difficulty: int, outcome: int, band: str) -> None:
    assert t.counted(faces, difficulty) == outcome
    assert t.band(outcome) == band


@pytest.mark.parametrize(("outcome", "band"), [(-1, "botch"), (0, "failure"), (1, "partial"), (3, "partial")])
def test_bands_of_outcomes(outcome: int, band: str) -> None:
    assert t.band(outcome) == band


@pytest.mark.parametrize(
    ("outcome", "band"), [(4, "complete"), (5, "complete"), (6, "exceptional"), (9, "exceptional")]
)
def test_high_bands_of_outcomes(outcome: int, band: str) -> None:
    assert t.band(outcome) == band


@pytest.mark.parametrize(
    ("line", "outcome", "injuries"),
    [
        ("attack Anna Bert 3 dodge=3 weapon=knife", 0, []),
        ("attack Anna Bert 3 dodge=2 weapon=knife", 1, [1]),
        ("attack Anna Bert 3 dodge=-2 weapon=knife", 3, [3]),
        ("attack Anna Bert 3 parry=3", 0, []),
        ("attack Anna Bert dice=2,6,10,8,1,5,7 take weapon=knife difficulty=6", 4, [4]),
        ("attack Anna Bert dice=6,7,5,10 difficulty=7 take weapon=knife", 3, [3]),
        ("attack Anna Bert dice=10,10,1 dodge=10,10,1 weapon=knife", 0, []),
        ("attack Anna Bert -1", -1, []),
        ("attack Anna Bert 3 damage=2 take", 3, [5]),
        ("attack Anna Bert 3 damage=+2 take", 3, [6]),
    ],
)
def test_attacks(line: str, outcome: int, injuries: list[int]) -> None:
    fight = session(*ARMED)
    fight.do(line)
    assert total(last(fight), "outcome") == outcome
    assert fight.scene["Bert"].fields["injuries"] == injuries
    if injuries:
        assert total(last(fight), "severity") == injuries[0]


def test_attack_weapon_and_armor() -> None:
    fight = session(*ARMED, "set Bert armor=2", "attack Anna Bert 4 dodge=1")
    assert fight.scene["Bert"].fields["injuries"] == [2]
    assert total(last(fight), "severity") == 2


def test_no_damage_is_looked_at_before_the_weapon() -> None:
    fight = session(*PAIR, "arm Anna cannon kind=melee damage=3", "attack Anna Bert 3 dodge=3")
    assert fight.scene["Bert"].fields["injuries"] == []


def test_armor_may_stop_all_of_a_hit() -> None:
    fight = session(*ARMED, "set Bert armor=9", "attack Anna Bert 4 take")
    assert fight.scene["Bert"].fields["injuries"] == []
    assert total(last(fight), "severity") == -4


def test_evading_is_spread_over_attacks() -> None:
    fight = session(*PAIR, "add Carl side=enemies", "evade Anna 3", "attack Bert Anna 2 weapon=knife")
    assert fight.scene["Anna"].fields["evade"] == 1
    assert fight.scene["Anna"].fields["injuries"] == []
    fight.do("attack Carl Anna 2 weapon=knife take")
    assert fight.scene["Anna"].fields["injuries"] == [1]
    assert fight.scene["Anna"].fields["evade"] == 0


def test_evade_changes_how_much_is_spent() -> None:
    fight = session(*PAIR, "evade Anna 3", "attack Bert Anna 2 weapon=knife evade=1 take")
    assert fight.scene["Anna"].fields["evade"] == 2
    assert fight.scene["Anna"].fields["injuries"] == [1]


def test_evading_meets_what_waits_already() -> None:
    fight = session(*ARMED, "attack Bert Anna 2")
    fight.do("evade Anna 3")
    assert fight.scene["Anna"].fields["pending"] == []
    assert fight.scene["Anna"].fields["evade"] == 1
    assert fight.scene.prompts == ()


@pytest.mark.parametrize(
    ("attack", "clash", "anna", "bert"),
    [
        (4, 2, [], [4]),
        (2, 4, [4], []),
        (3, 3, [3], [3]),
        (0, 0, [], []),
        (-1, 2, [2], []),
    ],
)
def test_clashes(attack: int, clash: int, anna: list[int], bert: list[int]) -> None:
    fight = session(*PAIR, f"attack Anna Bert {attack} weapon=knife clash={clash} with=knife")
    assert fight.scene["Anna"].fields["injuries"] == anna
    assert fight.scene["Bert"].fields["injuries"] == bert
    assert ("Neither hits." in last(fight).text) == (anna == bert == [])


def test_a_tie_has_a_sum_for_each() -> None:
    fight = session(*ARMED, "set Anna armor=1", "attack Anna Bert 3", "clash Bert 3")
    assert total(last(fight), "severity") == 4
    assert total(last(fight), "damage") == 3
    assert fight.scene["Bert"].fields["injuries"] == [4]
    assert fight.scene["Anna"].fields["injuries"] == [3]


def test_literal_clash_counts_below_one() -> None:
    fight = session(*ARMED, "settings clash_literal=yes", "attack Anna Bert 0 clash=0")
    assert fight.scene["Anna"].fields["injuries"] == [1]
    assert fight.scene["Bert"].fields["injuries"] == [1]


@pytest.mark.parametrize(
    ("pools", "shares", "refused"),
    [
        ("7,5", "dodge:3,attack@Bert:2", ""),
        ("7,5", "dodge:4,attack@Bert:1", "Each share needs 2 dice"),
        ("3,5", "dodge:2,attack@Bert:1", "3 dice cannot be split: it takes 4"),
        ("6,6,6", "dodge:2,attack@Bert:2,attack@Carl:2", ""),
        ("7,5", "dodge:2,attack@Bert:2", ""),
        ("4,5", "dodge:2,attack@Bert:2", ""),
        ("7,5", "dodge:3,attack@Bert:3", "more than the 5 dice"),
        ("7,5", "dodge:5", "two shares"),
        ("7,5", "attack@Bert:3,attack@Bert:2", "nobody twice"),
        ("7,5", "power:3,attack@Bert:2", "power takes the whole pool"),
    ],
)
def test_splits(pools: str, shares: str, refused: str) -> None:
    fight = session(*ARMED, "add Carl side=enemies")
    line = f"split Anna {shares} pools={pools}"
    if refused:
        with pytest.raises(Refused, match=refused):
            fight.do(line)
        fight.do(line.replace("split", "split!"))
    else:
        fight.do(line)
        assert total(last(fight), "pool") == min(map(int, pools.split(",")))
    kept = fight.scene["Anna"].fields["shares"]
    assert isinstance(kept, list)
    assert len(kept) == shares.count(":")


def test_the_seeds_own_split() -> None:
    """Dexterity 4 and dodge 3 against dexterity 4 and melee 1: five dice to share."""
    fight = session("settings dodge_ability=dodge", "add Anna dexterity=4 dodge=3 melee=1", "add Bert side=enemies")
    fight.do("arm Anna sword")
    fight.do("split Anna attack:3,dodge:2")
    assert total(last(fight), "pool") == 5
    assert last(fight).command == "split Anna attack@Bert:3,dodge:2"


@pytest.mark.parametrize(("quick", "dice"), [(0, 7), (1, 5), (3, 1), (4, 0)])
def test_quick_actions_take_dice(quick: int, dice: int) -> None:
    fight = session("add Anna dexterity=4 athletics=3", *["quick Anna draws"] * quick)
    fight.do("evade Anna roll")
    assert total(last(fight), "pool") == dice
    assert len(last(fight).dice[0].faces if dice else ()) == dice


@pytest.mark.parametrize(
    ("injuries", "left", "lost", "out"),
    [
        ([], 7, 0, None),
        ([1], 6, 0, None),
        ([2], 5, 1, None),
        ([3], 4, 1, None),
        ([4], 3, 2, None),
        ([2, 4], 2, 3, None),
        ([6], 1, 4, None),
        ([7], 0, 0, "incapacitated"),
        ([7, 1], 0, 0, "dead"),
    ],
)
def test_body(injuries: list[int], left: int, lost: int, out: str | None) -> None:
    fight = session("add Anna brawn=3 dexterity=4 athletics=4", *(f"injure Anna {injury}" for injury in injuries))
    combatant = fight.scene["Anna"]
    assert (combatant.tracks["body"].value, combatant.tracks["body"].max, combatant.out) == (left, 7, out)
    assert depletion(injuries) == (max(injuries) + len(injuries) - 1 if injuries else 0)
    if out is None:
        fight.do("evade Anna roll")
        assert total(last(fight), "pool") == 8 - lost


def test_penalties_never_take_the_last_die() -> None:
    fight = session("add Anna brawn=3 dexterity=2 athletics=1", "injure Anna 6", "evade Anna roll")
    assert total(last(fight), "pool") == 1


def test_no_dice_are_no_failure_of_the_sheet() -> None:
    fight = session("add Anna dexterity=1 athletics=1", "quick Anna draws", "evade Anna roll")
    assert total(last(fight), "outcome") == 0
    assert last(fight).command == "evade Anna dice=-"
    again = session("add Anna dexterity=1 athletics=1", "quick Anna draws", last(fight).command)
    assert total(last(again), "outcome") == 0


@pytest.mark.parametrize(
    ("weapon", "arms"),
    [
        ("brawl", ("brawl", "brawn", "brawl", 5, 0, False)),
        ("knife", ("melee", "dexterity", "melee", 5, 0, False)),
        ("rapier", ("melee", "dexterity", "melee", 6, 1, False)),
        ("sword", ("melee", "dexterity", "melee", 6, 1, False)),
        ("club", ("melee", "brawn", "melee", 6, 0, False)),
        ("axe", ("melee", "brawn", "melee", 6, 1, False)),
        ("greatsword", ("melee", "brawn", "melee", 7, 2, False)),
        ("handgun", ("firearm", "dexterity", "firearms", 7, 2, False)),
        ("shotgun-slug", ("firearm", "dexterity", "firearms", 7, 2, False)),
        ("shotgun-shot", ("firearm", "dexterity", "firearms", 7, 1, False)),
        ("sniper-rifle", ("firearm", "dexterity", "firearms", 7, 3, True)),
    ],
)
def test_weapons(weapon: str, arms: tuple[str, str, str, int, int, bool]) -> None:
    fight = session("add Anna", f"arm Anna {weapon}")
    names = ("kind", "attribute", "ability", "difficulty", "damage", "committed")
    assert fight.scene["Anna"].weapons[weapon] == dict(zip(names, arms, strict=True))


@pytest.mark.parametrize(
    ("kind", "arms"),
    [
        ("melee", ("dexterity", "melee", 6, 0)),
        ("brawl", ("brawn", "brawl", 5, 0)),
        ("firearm", ("dexterity", "firearms", 7, 0)),
        ("thrown", ("dexterity", "athletics", 6, 0)),
    ],
)
def test_weapons_of_which_only_the_kind_is_said(kind: str, arms: tuple[str, str, int, int]) -> None:
    weapon = session("add Anna", f"arm Anna thing kind={kind}").scene["Anna"].weapons["thing"]
    assert tuple(weapon[name] for name in ("attribute", "ability", "difficulty", "damage")) == arms


def test_a_weapons_own_fields_come_first() -> None:
    fight = session("add Anna", "arm Anna sword damage=3", "arm Anna sword difficulty=5", "arm Anna pipe kind=brawl")
    weapons = fight.scene["Anna"].weapons
    assert (weapons["sword"]["damage"], weapons["sword"]["difficulty"], weapons["sword"]["kind"]) == (3, 5, "melee")
    assert weapons["pipe"]["attribute"] == "brawn"


def test_unarmed_hits_meet_brawn_too() -> None:
    fight = session(*PAIR, "set Bert armor=1", "attack Anna Bert 6 take weapon=brawl")
    assert fight.scene["Bert"].fields["injuries"] == [2]
    fight = session(*PAIR, "arm Anna knife", "attack Anna Bert 2 weapon=brawl", "clash Bert 5 weapon=brawl")
    assert fight.scene["Anna"].fields["injuries"] == [2]
