"""The other hand in srd5: which weapon it strikes with, when it may, and what is told of it."""

from __future__ import annotations

import pytest

from tests.table import last, played, refused, text, total
from tracker.session import Session

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


def test_a_strike_of_an_earlier_turn_does_not_count() -> None:
    session = fight("attack Ann Gob miss weapon=dagger", "next", "next", "attack Ann Gob miss weapon=dagger offhand")
    assert "bonus" in session.scene["Ann"].spent


def test_the_other_hand_follows_a_light_weapon_only() -> None:
    session = fight("attack Ann Gob miss weapon=rapier")
    refused(session, "attack Ann Gob miss offhand", "after an attack with a light weapon in the same turn")


def test_a_used_action_names_the_other_hand_where_that_is_open() -> None:
    session = fight("attack Ann Gob miss weapon=shortsword")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn; offhand takes the bonus.")
    session.do("attack Ann Gob miss offhand")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn.")


def test_a_used_action_names_no_other_hand_after_a_heavier_weapon() -> None:
    session = fight("attack Ann Gob miss weapon=rapier")
    refused(session, "attack Ann Gob miss", "Ann has used the action of this turn.")


def test_a_weapon_of_a_stat_block_names_no_other_hand() -> None:
    session = fight("arm Gob sword hit=4 dice=1d6", "attack Gob Ann miss")
    refused(session, "attack Gob Ann miss", "Gob has used the action of this turn.")
