"""The worked examples of the game's README."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, value
from tests.table import last, refused, total


@pytest.mark.parametrize(
    ("defense", "line", "tn"),
    [
        (11, "mode=ranged band=medium cover=50", 19),
        (11, "mode=ranged band=point-blank prone", 14),
        (11, "mode=melee band=adjacent prone advantage=attacker", 4),
        (12, "mode=ranged band=long motion=running size=small cover=25", 32),
        (10, "mode=ranged band=long increments=2", 18),
    ],
)
def test_target_numbers(defense: int, line: str, tn: int) -> None:
    session = fight(f"set Foe defense={defense}", f"attack Ann Foe 3 {line}")
    assert total(session, "tn") == tn
    assert f"TN {tn}." in last(session).text


def test_what_the_tracker_knows_is_filled_in() -> None:
    session = fight(
        "arm Ann bow kind=ranged", "range Ann Foe medium", "cover Foe 50", "set Foe size=tiny", "mark Foe prone"
    )
    session.do("attack Ann 3")
    assert labels(session, "tn") == {"defense": 11, "medium": 2, "tiny": 8, "cover 50 %": 6, "prone": 5}
    assert last(session).command == "attack Ann Foe 3 weapon=bow"


def test_full_cover_cannot_be_targeted() -> None:
    refused(fight("cover Foe 100"), "attack Ann Foe 18 damage=4", "100 % cover")
    refused(fight(), "attack Ann Foe 18 cover=100 damage=4", "cannot be targeted")
    refused(fight("cover Foe 100"), "attack Ann Foe 18 critical damage=4", "cannot be targeted")


def test_defend_lasts_to_the_own_next_turn_across_the_rounds_end() -> None:
    session = fight("initiative heroes=10 enemies=9", "defend Ann")
    for turn in ("Ben", "Foe"):
        session.do("next")
        assert session.scene.turn.name == turn
        session.do("attack Foe Ann 3")
        assert total(session, "tn") == 13
    session.do("delay Ann")
    session.do("next")
    assert (session.scene.turn.round, session.scene.turn.name) == (2, "Ben")
    session.do("attack Foe Ann 3")
    assert total(session, "tn") == 13
    session.do("next")
    session.do("next")
    assert session.scene.turn.name == "Ann"
    session.do("attack Foe Ann 3")
    assert total(session, "tn") == 11


def test_guard_raises_defense_and_lowers_own_tests_to_the_rounds_end() -> None:
    session = fight("initiative heroes=10 enemies=9", "guard Ann 2", "attack Foe Ann 3")
    assert total(session, "tn") == 13
    session.do("attack Ann Foe 10")
    assert total(session, "total") == 8
    session.do("firstaid Ann Ben 10")
    assert total(session, "total") == 8
    for _ in range(3):
        session.do("next")
    assert session.scene.turn.round == 2
    session.do("attack Foe Ann 3")
    assert total(session, "tn") == 11
    session.do("attack Ann Foe 10")
    assert total(session, "total") == 10


def test_guard_after_a_major_is_refused() -> None:
    refused(fight("attack Ann Foe 3"), "guard Ann 1", "before any major")


def test_guard_3_is_refused() -> None:
    refused(fight(), "guard Ann 3", "1 or 2, not 3")


@pytest.mark.parametrize(
    ("line", "bonus"), [("charge Ann Foe 4 10", 1), ("charge Ann Foe 3 10", 0), ("charge Ann Foe 4 10 bent", 0)]
)
def test_a_charge_of_four_straight_yards_gives_one(line: str, bonus: int) -> None:
    session = fight(line)
    assert total(session, "total") == 10 + bonus
    assert session.scene.band("Ann", "Foe") == "adjacent"


def test_a_charge_goes_half_the_speed_rounded_down() -> None:
    session = fight("charge Ben Foe 3 10")
    assert not last(session).over
    refused(fight(), "charge Ben Foe 4 10", "3 yards")


def test_aim_counts_for_the_next_action_only() -> None:
    session = fight("aim Ann", "attack Ann Foe 10")
    assert total(session, "total") == 11
    assert conditions(session, "Ann") == set()
    session = fight("aim Ann", "move Ann 3", "attack Ann Foe 10")
    assert total(session, "total") == 10
    session = fight("aim Ann", "charge Ann Foe 1 10")
    assert total(session, "total") == 10


@pytest.mark.parametrize(
    ("mode", "ballistic", "impact"), [("gritty", 8, 5), ("pulpy", 8, 2), ("cinematic", 5, 2), ("none", 8, 5)]
)
def test_damage_after_armor_and_toughness(mode: str, ballistic: int, impact: int) -> None:
    session = fight("set Foe armor_i=4 armor_b=6 toughness=3", f"settings toughness_mode={mode}")
    session.do("damage Foe 14 source=ballistic")
    assert total(session, "damage") == ballistic
    assert value(session, "Foe") == 20 - ballistic
    session.do("undo")
    session.do("attack Ann Foe 18 mode=melee band=adjacent damage=9")
    assert total(session, "damage") == impact


def test_first_aid_helps_once_until_new_damage() -> None:
    session = fight("hurt Ben 8", "firstaid Ann Ben 15")
    assert (value(session, "Ben"), total(session, "outcome"), total(session, "tn")) == (15, 3, 15)
    refused(session, "firstaid Ann Ben 15", "new damage")
    session.do("undo")
    session.do("hurt Ben 1")
    session.do("firstaid Ann Ben 15")
    assert value(session, "Ben") == 17


def test_a_breather_comes_once() -> None:
    session = fight("hurt Ann 10", "end", "breather Ann")
    assert (value(session, "Ann"), total(session, "outcome")) == (17, 7)
    refused(session, "breather Ann", "had the breather")


def test_the_dying_bleed_in_the_three_following_rounds() -> None:
    session = fight("initiative heroes=10 enemies=9", "hurt Ann 20")
    assert session.scene["Ann"].out == "dying"
    session.do("next")
    seen = []
    for _ in range(3):
        session.do("next")
        session.do("next")
        seen.append(value(session, "Ann", "con"))
    assert seen == [2, 1, 0]
    assert session.scene["Ann"].out == "dead"
    assert session.scene.turn.round == 4


def test_healing_fills_con_first() -> None:
    session = fight("hurt Ann 20", "set Ann con=1", "heal Ann 3")
    assert (value(session, "Ann", "con"), value(session, "Ann")) == (3, 1)
    assert session.scene["Ann"].out is None


def test_a_thin_wooden_door_wears_down() -> None:
    session = fight('cover Foe 75 what="thin wooden door"', "damage Foe 10 through")
    assert total(session, "damage") == 4
    assert value(session, "Foe") == 16
    assert session.scene["Foe"].cover.left == 1
    session.do("damage Foe 7 through")
    assert value(session, "Foe") == 15
    assert session.scene["Foe"].cover.degree == "none"
