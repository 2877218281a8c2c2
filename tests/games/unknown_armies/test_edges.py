"""Corner cases: questions after every roll, actions out of turn, and sentences that report the state."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import body, fight
from tests.table import last, refused
from tracker.games.unknown_armies import SYSTEM
from tracker.games.unknown_armies.actions.turn import Act
from tracker.rules.errors import InvalidCommand


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("sucker A B 01", ["critical"]),
        ("sucker A B 44", ["match"]),
        ("sucker A B 00", ["fumble"]),
        ("act A run roll=01 skill=30", ["critical"]),
        ("attack A B 30 dodge=33", ["match"]),
        ("attack A B 30 dodge=00", ["fumble"]),
        ("attack A B 30 dodge=01", ["critical"]),
        ("attack A B 30 dodge=20", []),
        ("attack A B 33 dodge=44", ["match", "match"]),
    ],
)
def test_every_roll_asks_what_more(line: str, asked: list[str]) -> None:
    session = fight(line)
    assert [prompt.kind for prompt in session.scene.prompts] == asked


def test_a_dodge_after_the_hit_asks_too() -> None:
    session = fight("attack A B 30", "dodge B 33")
    assert [(prompt.kind, prompt.name) for prompt in session.scene.prompts] == [("match", "B")]


@pytest.mark.parametrize("line", ["attack A B 01 dodge=01", "attack A B 01 ; dodge B 01"])
def test_a_critical_dodge_is_made_whatever_the_skill(line: str) -> None:
    session = fight("set B dodge=0", line)
    assert body(session) == 60


def test_what_closes_the_declaring_is_noted_out_of_turn() -> None:
    session = fight("initiative A 50", "initiative B 40", "attack B A 90")
    assert "Out of turn: it is A's." in last(session).text
    session = fight("initiative A 50", "initiative B 40", "attack A B 90")
    assert "Out of turn" not in last(session).text


def test_a_first_attack_without_a_word_before_finds_the_order_of_skill() -> None:
    session = fight("set B firearms=70", "settings order=skill", "attack A B 90")
    assert session.scene.turn.name == "B"
    assert "Out of turn: it is B's." in last(session).text


def test_shares_that_are_left_are_named() -> None:
    session = fight("arm A club ready=no", "split A 30,20", "attack A B 90")
    refused(session, "draw A club", "has split this round's attacks; left: share 2.")
    session = fight("split A 30,20", "attack A B 90", "attack A B 90")
    refused(session, "attack A B 90", "used all shares of the split.")


def test_a_hopeless_attack_is_not_called_a_called_shot() -> None:
    assert "only a critical" not in last(fight("attack A B 5 shift=-200")).text
    assert (
        "To hit the arm takes 40, and a success is 5 or less" in last(fight("attack A B 5 called=arm shift=-50")).text
    )


def test_only_what_proposes_a_shift_is_named() -> None:
    said = last(fight("arm A gun", "cover B partial", "attack A B 90")).text
    assert said.endswith("Optional: shift=-10 for partial cover.")
    session = fight("arm A gun", "cover B heavy", "range A B far", "attack A B 90")
    assert last(session).text.endswith("Optional: shift=-30 for far and heavy cover.")


def test_who_is_out_or_up_by_hand_is_told() -> None:
    session = fight("hurt B 55")
    assert last(session).text == "B: −55 body (60 → 5). B is unconscious."
    session.do("heal B 3")
    assert last(session).text == "B: +3 body (5 → 8). B is up again."
    session.do("hurt B 60")
    assert last(session).text.endswith("B is dead.")


@pytest.mark.parametrize("line", ["attack A B", "sucker A B x", "attack A B 30 dodge=x"])
def test_what_is_no_roll_says_what_is(line: str) -> None:
    with pytest.raises(InvalidCommand, match="is not a roll"):
        fight(line)


def test_a_shot_at_the_arm_has_its_own_minimum() -> None:
    refused(fight(), "attack A B 45 called=arm minimum=30", "A called shot at the arm needs 40")


def test_an_act_without_a_roll_says_how_to_ask_for_its_odds() -> None:
    with pytest.raises(InvalidCommand, match="For a roll: roll=roll skill=N"):
        SYSTEM.odds(fight().scene, Act(actor="A", what="run"))


def test_a_split_goes_on_without_the_weapon_that_was_taken_away() -> None:
    session = fight("arm A club bonus=3", "split A 20,20", "disarm A club", "attack A B 12")
    assert "with the fist, 20 or less: 12, success. Damage 3." in last(session).text


def test_the_shares_left_of_a_split_can_be_given_up() -> None:
    session = fight("initiative A 30", "initiative B 10", "next", "split A 30,20", "attack A B 90", "split A 0")
    assert session.story()[-1].text == "A gives up the shares left of the split."
    assert session.do("next").text == "Round 1: B."
    refused(session, "attack A B 90", "used all shares of the split.")
    with pytest.raises(InvalidCommand, match="no shares left to give up"):
        session.do("split A 0")


def test_a_split_of_shares_left_is_refused_with_the_way_to_give_them_up() -> None:
    refused(fight("split A 30,20"), "split A 20,20", "shares left of this round's split. To give them up: split A 0.")
    refused(fight("attack A B 90"), "split A 20,20", "acted this round")


def test_only_an_attack_is_told_of_the_split() -> None:
    session = fight("attack A B 90")
    assert "split A 40,15" in str(refused(session, "attack A B 90", "acted this round").over)
    assert "split" not in str(refused(fight("attack A B 90", "arm A gun ready=no"), "draw A gun", "acted").over)
