"""The other hand in srd5: which weapon it strikes with, when it may, and what is told of it."""

from __future__ import annotations

import pytest

from tests.table import last, played, refused, text, total
from tests.tui.skirmish import Room, in_strip
from tracker.foresight.choices import ranked
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller

FIGHT = (
    "add Ann hp=20 dex=16 ac=14",
    "arm Ann shortsword",
    "arm Ann dagger",
    "arm Ann rapier",
    "add Gob side=enemies hp=90 ac=13",
    "range Ann Gob reach",
    "initiative Ann 20",
    "initiative Gob 5",
    "next",
)


def fight(*lines: str) -> Session:
    return played("srd5", *FIGHT, *lines)


@pytest.mark.parametrize(("first", "other"), [("shortsword", "dagger"), ("dagger", "shortsword")])
def test_the_other_hand_strikes_with_the_other_light_weapon(first: str, other: str) -> None:
    session = fight(f"attack Ann Gob miss weapon={first}", "attack Ann Gob 15 offhand")
    assert f"with the {other}" in text(session)
    assert "That was the off hand." in text(session)
    assert "bonus" in session.scene["Ann"].spent


def test_the_reasons_say_why_the_other_hand_adds_no_ability() -> None:
    session = fight("attack Ann Gob miss weapon=shortsword", "attack Ann Gob 15 offhand")
    parts = {reason.label: reason.value for reason in last(session).why if reason.of == "damage"}
    assert parts == {"damage": total(session, "damage"), "ability": 3, "off hand": -3}


def test_the_same_weapon_is_refused_with_the_other_one_named() -> None:
    session = fight("attack Ann Gob miss weapon=shortsword")
    refused(
        session,
        "attack Ann Gob miss offhand weapon=shortsword",
        "The other hand strikes with a different light weapon than the shortsword: weapon=dagger.",
    )


def test_with_one_light_weapon_none_is_left_for_the_other_hand() -> None:
    session = fight("disarm Ann dagger", "attack Ann Gob miss weapon=shortsword")
    refused(session, "attack Ann Gob miss offhand weapon=shortsword", "than the shortsword, and none is carried.")


def test_after_strikes_with_both_either_is_another_one() -> None:
    strikes = ("attack Ann Gob miss weapon=dagger", "attack Ann Gob miss weapon=shortsword")
    for weapon in ("dagger", "shortsword"):
        session = fight("set Ann attacks=2", *strikes, f"attack Ann Gob miss offhand weapon={weapon}")
        assert "bonus" in session.scene["Ann"].spent


LATER = "The other hand strikes after an attack with a light weapon in the same turn."


def test_a_strike_of_an_earlier_turn_does_not_count() -> None:
    session = fight("attack Ann Gob miss weapon=dagger", "next", "next")
    refused(session, "attack Ann Gob miss weapon=dagger offhand", LATER)
    session.do("attack Ann Gob miss weapon=shortsword")
    session.do("attack Ann Gob miss weapon=dagger offhand")
    assert "bonus" in session.scene["Ann"].spent


def test_the_other_hand_waits_for_the_main_attack_and_is_not_ranked_before_it() -> None:
    session = fight()
    refused(session, "attack Ann Gob miss offhand", LATER)
    assert not any(getattr(choice.action, "offhand", False) for choice in ranked(session.system, session.scene, "Ann"))
    session.do("attack Ann Gob miss weapon=shortsword")
    actions = [choice.action for choice in ranked(session.system, session.scene, "Ann")]
    left = [(getattr(action, "weapon", ""), getattr(action, "offhand", False)) for action in actions]
    assert left == [("dagger", True)]


def test_the_other_hand_follows_a_light_weapon_only() -> None:
    session = fight("attack Ann Gob miss weapon=rapier")
    refused(session, "attack Ann Gob miss offhand", "after an attack with a light weapon in the same turn")


def test_a_used_action_names_the_other_hand_where_that_is_open() -> None:
    session = fight("attack Ann Gob miss weapon=shortsword")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn; offhand takes the bonus.")
    session.do("attack Ann Gob miss offhand")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn.")


def test_a_used_action_names_the_opportunity_attack_in_the_turn_of_somebody_else() -> None:
    session = fight("attack Ann Gob miss weapon=shortsword", "next")
    used = "Ann has used the action of this turn"
    refused(session, "attack Ann Gob miss", f"{used}; opportunity takes the reaction.")
    session.do("attack Ann Gob miss opportunity")
    refused(session, "attack Ann Gob miss", f"{used}.")
    refused(session, "dash Ann", f"{used}.")


def test_a_used_action_names_no_other_hand_after_a_heavier_weapon() -> None:
    session = fight("attack Ann Gob miss weapon=rapier")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn.")


def test_a_weapon_of_a_stat_block_names_no_other_hand() -> None:
    session = fight("arm Gob sword hit=4 dice=1d6", "next", "attack Gob Ann miss")
    refused(session, "attack Gob Ann miss", "Gob has used the action of this turn.")


EXTRA = ("set Ann attacks=2", "attack Ann Gob miss weapon=rapier")


def next_weapon(session: Session, more: str = "") -> str:
    """The weapon of an attack that names none."""
    return session.preview(f"attack Ann Gob 15 {more}").text.partition(" with the ")[2].partition(",")[0].rstrip(":.")


def test_the_second_attack_of_an_action_is_made_with_the_weapon_of_the_first() -> None:
    assert next_weapon(fight(*EXTRA[:1])) == "shortsword"
    assert next_weapon(fight(*EXTRA)) == "rapier"
    assert next_weapon(fight(*EXTRA, "next", "next")) == "shortsword"


def test_what_the_other_hand_struck_with_is_not_the_weapon_of_the_next_attack() -> None:
    strikes = ("set Ann attacks=2", "attack Ann Gob miss weapon=shortsword", "attack Ann Gob miss offhand")
    session = fight("disarm Ann shortsword", "arm Ann shortsword", *strikes)
    assert "with the dagger" in text(session)
    assert next_weapon(session) == "shortsword"


@pytest.mark.parametrize("line", ["disarm Ann rapier", "arm Ann rapier ammo=0"])
def test_a_weapon_that_is_gone_or_empty_is_not_proposed(line: str) -> None:
    assert next_weapon(fight(*EXTRA, line)) == "shortsword"


def test_the_form_of_the_second_attack_names_the_weapon_of_the_first() -> None:
    controller = Controller(fight("arm Gob sword hit=4 dice=1d6", *EXTRA), Room())
    controller.selection.select("Ann")
    controller.press("a", "a")
    assert "(ability 3, proficiency 2) with the rapier against 13" in in_strip(controller, 120)


def test_a_stat_block_goes_on_with_its_own_sequence() -> None:
    arms = ("arm Gob bite hit=4 dice=1d6", "arm Gob claw hit=4 dice=1d4", "set Gob multiattack=claw,bite")
    session = fight(*arms, "next", "attack Gob Ann miss weapon=claw")
    assert "with the bite" in session.preview("attack Gob Ann 15").text
