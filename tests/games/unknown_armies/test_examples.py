"""The worked examples of the game's README."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import PEOPLE, body, down, fight
from tests.table import last, refused, total
from tracker.games.unknown_armies.result import grade, is_success
from tracker.games.unknown_armies.target import wound_shift


@pytest.mark.parametrize(
    ("roll", "what", "passes"),
    [
        (37, "success", True),
        (55, "matched success", True),
        (54, "success", True),
        (56, "failure", False),
        (44, "matched success", True),
        (66, "matched failure", False),
        (1, "critical", True),
        (100, "fumble", False),
    ],
)
def test_a_roll_against_a_skill_of_55(roll: int, what: str, passes: bool) -> None:
    assert grade(roll, 55) == what
    assert is_success(roll, 55) is passes


THREE = (
    "add A struggle=40",
    "add B side=enemies struggle=40",
    "add C side=enemies struggle=35",
)


def test_a_focus_helps_its_actor_and_everybody_who_attacks_them() -> None:
    session = fight("focus A B 20", people=THREE)
    session.do("attack A B 90")
    assert total(session, "target") == 60
    session.do("attack C A 90")
    assert total(session, "target") == 55
    session.do("attack B A 90")
    assert total(session, "target") == 60


@pytest.mark.parametrize(("mine", "theirs", "shift"), [(10, 10, 20), (20, 20, 30), (10, 30, 30), (30, 30, 30)])
def test_mutual_focus_adds_up_to_30_at_most(mine: int, theirs: int, shift: int) -> None:
    session = fight(f"focus A B {mine}", f"focus B A {theirs}", people=THREE)
    session.do("attack A B 90")
    assert total(session, "target") == 40 + shift
    session.do("attack B A 90")
    assert total(session, "target") == 40 + shift


def test_focus_after_the_first_action_is_refused() -> None:
    refused(fight("attack A B 90", people=THREE), "focus C A 10", "beginning of a round")


def test_a_focus_of_15_is_refused() -> None:
    refused(fight(people=THREE), "focus A B 15", "+10, +20, +30")


@pytest.mark.parametrize(
    ("part", "first", "last_", "count"),
    [("leg", 30, 55, 26), ("arm", 40, 55, 16), ("hand", 40, 55, 16), ("foot", 40, 55, 16), ("head", 50, 65, 16)],
)
def test_the_rolls_that_hit_a_called_part_with_a_skill_of_55(part: str, first: int, last_: int, count: int) -> None:
    hits = []
    for roll in range(2, 100):
        session = fight(f"attack A B {roll} called={part}")
        if body(session) < 60:
            hits.append(roll)
    assert hits == list(range(first, last_ + 1))
    assert len(hits) == count


def test_the_form_says_that_a_part_is_out_of_reach() -> None:
    session = fight(people=("add A struggle=35", PEOPLE[1]))
    seen = session.preview("attack A B roll called=arm")
    assert any("only a critical hits" in note for note in seen.notes)
    assert seen.fine


@pytest.mark.parametrize("shares", ["40,15", "54,1", "30,25"])
def test_a_skill_of_55_can_be_split(shares: str) -> None:
    session = fight(f"split A {shares}")
    assert total(session, "total") == total(session, "pool") == 55


def test_the_slip_of_the_seed_is_refused_but_can_be_ruled() -> None:
    refused(fight(), "split A 30,35", "65", "55")


def test_a_holstered_weapon_is_drawn_first() -> None:
    session = fight("arm A pistol kind=gun maximum=40 ready=no")
    refused(session, "attack A B 30 weapon=pistol", "not ready", "draw A pistol")
    session.do("undo")
    session.do("draw A pistol")
    session.do("next")
    session.do("next")
    assert session.scene.turn.phase == "declare"
    session.do("attack A B 30")
    assert last(session).command == "attack A B 30 skill=firearms weapon=pistol"
    assert body(session) == 30


@pytest.mark.parametrize(("die", "roll", "damage"), [(4, 44, 44), (7, 77, 0)])
def test_a_sucker_attack_makes_the_next_one_a_match(die: int, roll: int, damage: int) -> None:
    session = fight("sucker A B 30")
    assert body(session) == 60
    session.do("next")
    session.do("next")
    session.do(f"attack A B die={die}")
    assert total(session, "total") == roll
    assert body(session) == 60 - damage
    assert session.scene.prompts[-1].kind == "match"


@pytest.mark.parametrize(
    ("arm", "roll", "damage"),
    [
        ("", 42, 6),
        ("bonus=3", 29, 14),
        ("kind=gun", 23, 23),
        ("kind=gun maximum=40", 54, 40),
        ("", 40, 14),
        ("", 7, 17),
    ],
)
def test_what_a_hit_hurts(arm: str, roll: int, damage: int) -> None:
    session = fight(*([f"arm A thing {arm}"] if arm else []))
    session.do(f"attack A B {roll}")
    assert total(session, "damage") == damage
    assert body(session) == 60 - damage


@pytest.mark.parametrize(
    ("lost", "shift", "out"),
    [(19, 0, None), (20, -10, None), (40, -20, None), (55, -20, "unconscious"), (60, -20, "dead")],
)
def test_wounds_of_a_body_of_60(lost: int, shift: int, out: str | None) -> None:
    session = fight(f"hurt B {lost}")
    assert down(session) == out
    assert wound_shift(session.scene["B"].tracks["body"], "thirds") == shift


@pytest.mark.parametrize(
    ("steps", "lost", "shift"),
    [
        *(("thirds", lost, shift) for lost, shift in ((39, -10), (40, -20))),
        *(("quarters", lost, shift) for lost, shift in ((29, 0), (30, -10), (44, -10), (45, -20))),
        ("none", 55, 0),
    ],
)
def test_the_steps_of_wounds(steps: str, lost: int, shift: int) -> None:
    session = fight(f"hurt B {lost}")
    assert wound_shift(session.scene["B"].tracks["body"], steps) == shift


def test_one_whose_sheet_says_nothing_has_a_body_of_50() -> None:
    assert body(fight("add D"), "D") == 50
