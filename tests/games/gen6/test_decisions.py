"""Decisions where the text leaves room: each decision of the README, and the alternative."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, value
from tests.small_game import reloaded
from tests.small_game import session as stage_session
from tests.table import last, refused, total
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand, Refused


@pytest.mark.parametrize(
    ("result", "total"),
    [
        ("16", {"result": 16, "aim": 1, "courage": 3}),
        ("16 bonus=2", {"result": 16, "bonus": 2, "aim": 1, "courage": 3}),
        ("dice=6,5,2", {"3d6 (6 5 2)": 13, "bonus": 5, "aim": 1, "courage": 3}),
        ("dice=6,5,2 bonus=1", {"3d6 (6 5 2)": 13, "bonus": 1, "aim": 1, "courage": 3}),
    ],
)
def test_a_typed_total_has_dice_and_bonus_and_the_tracker_adds_the_rest(result: str, total: dict[str, int]) -> None:
    session = fight("arm Ann bow kind=ranged bonus=5", "courage Ann value=Justice", "aim Ann")
    session.do(f"attack Ann Foe {result} damage=1")
    assert labels(session, "total") == total


@pytest.mark.parametrize(
    ("line", "reached"),
    [
        ("firstaid Ann Ben dice=5,4,3", 14),
        ("firstaid Ann Ben dice=5,4,3 bonus=5", 17),
        ("firstaid Ann Ben 12", 12),
        ("care Ben dice=5,4,3 by=Ann", 14),
        ("care Ben 12 by=Ann", 12),
    ],
)
def test_a_medicine_test_has_the_ranks_of_medicine_as_its_bonus(line: str, reached: int) -> None:
    session = fight("range all adjacent", "hurt Ben 5", line)
    assert total(session, "total") == reached


@pytest.mark.parametrize(("way", "lost"), [("sum", 2), ("higher", 5), ("armor-only", 5)])
def test_armor_and_toughness_that_both_count_name_the_setting(way: str, lost: int) -> None:
    session = fight("set Foe armor_i=4 toughness=3", f"settings reduction={way}", "damage Foe 9 source=impact")
    assert value(session, "Foe") == 20 - lost
    assert any(f"reduction={way}" in reason.source for reason in last(session).why)


def test_armor_alone_names_no_setting() -> None:
    session = fight("set Foe armor_i=4", "damage Foe 9 source=impact")
    assert not any("reduction" in reason.source for reason in last(session).why)


@pytest.mark.parametrize(
    ("typed", "recorded", "noted"),
    [("justice", "Justice", False), ("Jus", "Justice", False), ("Revenge", "Revenge", True)],
)
def test_courage_knows_the_values_of_the_sheet(typed: str, recorded: str, noted: bool) -> None:
    session = fight()
    preview = session.preview(f"courage Ann value={typed}")
    assert any("is not one of Ann's values" in note for note in preview.notes) is noted
    session.do(f"courage Ann value={typed}")
    assert last(session).command == f"courage Ann value={recorded}"


def test_courage_that_was_never_on_the_sheet() -> None:
    with pytest.raises(Refused, match="has no courage on the sheet"):
        fight().do("courage Foe value=Gold")


@pytest.mark.parametrize(
    ("move", "motion"),
    [
        ("run Foe 16", "motion=running for 48 feet moved (TN +6)."),
        ("charge Foe Ann 4 3", "motion=walking for 12 feet moved (TN +2)."),
        ("run Foe 3", None),
        ("move Foe 8", None),
    ],
)
def test_the_motion_of_the_last_run_or_charge_is_proposed(move: str, motion: str | None) -> None:
    session = fight("arm Ann bow kind=ranged", move)
    session.do("attack Ann Foe 3")
    assert ("Optional" in last(session).text) is (motion is not None)
    assert motion is None or motion in last(session).text
    assert "running" not in labels(session, "tn")
    session.do("attack Ann Foe 3 motion=jogging")
    assert "Proposed" not in last(session).text


def test_motion_is_forgotten_when_their_turn_begins() -> None:
    session = fight("arm Ann bow kind=ranged", "initiative heroes=9 enemies=11", "run Foe 16", "next", "next", "next")
    session.do("attack Ann Foe 3")
    assert "Proposed" not in last(session).text


def test_a_charge_from_far_away_is_remarked() -> None:
    session = fight("range Ann Foe medium", "charge Ann Foe 4 3")
    assert "Foe was at medium range; 4 yards now make them adjacent." in last(session).text
    assert "was at" not in last(fight("charge Ann Foe 4 3")).text


@pytest.mark.parametrize(
    ("typed", "degree"),
    [("5", "50"), ("7", "75"), ("2", "25"), ("5%", "none"), ("9", "none"), ("10", "10"), ("60", "60")],
)
def test_one_digit_begins_a_degree_of_cover_or_is_too_little(typed: str, degree: str) -> None:
    assert fight("cover Foe 10", f"cover Foe {typed}").scene["Foe"].cover.degree == degree


def test_a_digit_that_begins_two_degrees() -> None:
    with pytest.raises(InvalidCommand, match="could be 10, 100"):
        fight("cover Foe 1")


def test_a_second_major_action_is_noted_or_refused() -> None:
    session = fight("attack Ann Foe 3", "attack Ann Foe 3")
    assert "Ann has no major action left this turn." in last(session).text
    refused(fight("settings extra_actions=refused", "defend Ann"), "attack Ann Foe 3", "no major action left")


def test_what_is_kept_up_is_seen_and_dropped() -> None:
    session = fight("power Ann shield cost=minor ongoing", "activate Ann the lamp ongoing")
    assert session.scene["Ann"].fields["ongoing"] == ["shield", "the lamp"]
    assert "ongoing" in {field.name for field in SYSTEM.sheet.fields if not field.internal}
    session.do("drop Ann shield")
    assert session.scene["Ann"].fields["ongoing"] == ["the lamp"]
    session.do("drop Ann")
    assert "ongoing" not in session.scene["Ann"].fields
    with pytest.raises(InvalidCommand, match="keeps up nothing"):
        session.do("drop Ann")


def test_a_tie_of_thrown_initiative_is_thrown_again_with_all_dice_kept() -> None:
    session = fight("set Foe quickness=2")
    found = None
    for seed in range(200):
        twin = stage_session(system=SYSTEM, seed=seed)
        for entry in session.history.records:
            if hasattr(entry, "command"):
                twin.do(entry.command)
        twin.do("initiative roll")
        if "A tie at" in last(twin).text:
            found = twin
            break
    assert found is not None
    entry = last(found)
    assert len(entry.dice) >= 4
    assert found.scene.turn.round == 1
    again = reloaded(session.history.records, SYSTEM)
    again.do(entry.command)
    assert again.scene.order == found.scene.order


def test_a_whole_side_is_surprised_by_its_name() -> None:
    session = fight("add Imp side=enemies", "surprise enemies")
    assert [name for name in session.scene.combatants if "surprised" in conditions(session, name)] == ["Foe", "Imp"]
    assert last(session).command == "surprise enemies"


def test_next_after_the_end_is_refused_and_names_what_comes() -> None:
    session = fight("initiative heroes=10 enemies=9", "end")
    refused(session, "next", "encounter TITLE", "breather NAME")
    session = fight("initiative heroes=10 enemies=9", "end", "initiative heroes=5 enemies=9")
    assert session.scene.turn.name == "Foe"


def test_prone_is_kept_after_the_end() -> None:
    assert conditions(fight("mark Ann prone", "end"), "Ann") == {"prone"}


GUN = "arm Ann revolver kind=ranged damage=2d6 reload=minor"


@pytest.mark.parametrize(("choice", "trouble"), [("jam", "jammed"), ("out of ammo", "empty"), ("other", None)])
def test_a_fumble_changes_the_weapon_until_it_is_reloaded(choice: str, trouble: str | None) -> None:
    session = fight(GUN, "attack Ann Foe dice=1,1,1", f'decide 1 "{choice}"')
    assert session.scene["Ann"].weapons["revolver"].get("trouble") == trouble
    (badge,) = SYSTEM.weapon_badges(session.scene["Ann"])
    assert badge.word == (f"revolver 2d6, {trouble}" if trouble else "revolver 2d6")
    if trouble:
        with pytest.raises(Refused, match=f"The revolver is {trouble}. To use it again: reload Ann revolver"):
            session.do("attack Ann Foe 15 damage=3")
        session.do("reload Ann revolver")
    session.do("attack Ann Foe 15 damage=3")
    assert value(session, "Foe") == 17


def test_a_charge_ends_in_a_melee_attack() -> None:
    session = fight(GUN, "arm Ann axe")
    with pytest.raises(InvalidCommand, match="ends in a melee attack, not with a revolver"):
        session.do("charge Ann Foe 4 15 weapon=revolver damage=3")
    session.do("charge Ann Foe 4 15 damage=3")
    assert "weapon=axe" in last(session).command


def test_first_aid_needs_somebody_next_to_the_healer() -> None:
    session = fight("range Ann Ben short", "hurt Ben 3")
    with pytest.raises(Refused, match=r"Ben is not adjacent to Ann\. Go there: range Ann Ben adjacent"):
        session.do("firstaid Ann Ben 15")
    session.do("range Ann Ben adjacent")
    session.do("firstaid Ann Ben 15")


def test_a_side_whose_first_is_surprised_begins_with_its_next() -> None:
    session = fight(
        "add Fay side=enemies health=9 defense=9",
        "settings turn_order=alternate",
        "surprise Foe",
        "initiative heroes=9 enemies=12",
    )
    assert session.scene.turn.name == "Fay"
