"""Prepared actions that interrupt and lapse, built-in weapons, powers and reloading, postures."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, value
from tests.table import last, total
from tracker.games.gen6 import SYSTEM
from tracker.rules.errors import InvalidCommand


def test_a_prepared_attack_interrupts_and_costs_nothing_more() -> None:
    session = fight("initiative heroes=9 enemies=8", "prepare Ann attack whoever comes near")
    assert session.scene["Ann"].spent == ("minor", "major")
    assert conditions(session, "Ann") == {"prepared"}
    (held,) = SYSTEM.pending(session.scene)
    assert (held.name, held.text, held.verbs) == ("Ann", "prepared: attack whoever comes near. Now?", ("attack",))
    session.do("next")
    session.do("next")
    session.do("trigger Ann")
    assert last(session).text == "Ann interrupts: attack whoever comes near. Type it as attack Ann ... prepared."
    session.do("attack Ann Foe 15 damage=4 prepared")
    assert value(session, "Foe") == 16
    assert "turn of" not in last(session).text
    assert conditions(session, "Ann") == set()
    assert not SYSTEM.pending(session.scene)


def test_what_was_prepared_is_lost_at_the_own_next_turn() -> None:
    session = fight("initiative heroes=9 enemies=8", "prepare Ann charge", "next", "next")
    assert conditions(session, "Ann") == {"prepared"}
    session.do("next")
    assert conditions(session, "Ann") == set()
    assert "Ann loses the prepared action" in last(session).text
    assert not SYSTEM.pending(session.scene)


@pytest.mark.parametrize(
    ("prepared", "line"),
    [
        ("charge", "charge Ann Foe 4 15 damage=2 prepared"),
        ("firstaid Ben", "firstaid Ann Ben 15 prepared"),
        ("defend", "defend Ann prepared"),
        ("run to the car", "run Ann 10 prepared"),
        ("defend", "trigger Ann"),
        ("power fireball", "trigger Ann"),
        ("reload bow", "trigger Ann"),
    ],
)
def test_every_major_action_can_be_prepared(prepared: str, line: str) -> None:
    session = fight("hurt Ben 3", "initiative heroes=9 enemies=8", f"prepare Ann {prepared}", "next", "next", line)
    assert "prepared" not in conditions(session, "Ann")
    assert "held" not in session.scene["Ann"].fields
    assert ("defend" in conditions(session, "Ann")) is prepared.startswith("defend")


def test_a_weapon_built_in_costs_the_minor_action() -> None:
    session = fight('arm Ann "machine gun" kind=ranged integrated=yes damage=5 source=ballistic', "attack Ann Foe 15")
    assert session.scene["Ann"].spent == ("minor",)
    session.do("guard Ann 1")
    assert "no minor" not in last(session).text


def test_activate_keeps_up_what_is_ongoing() -> None:
    session = fight("activate Ann the night glasses ongoing")
    assert session.scene["Ann"].spent == ("minor",)
    assert session.scene["Ann"].fields["ongoing"] == ["the night glasses"]
    assert any(mark.word == "the night glasses" for mark in SYSTEM.state_badges(session.scene, session.scene["Ann"]))
    assert last(session).text == "Ann activates the night glasses, and keeps it up."


@pytest.mark.parametrize(
    ("line", "spent"),
    [
        ("power Ann fireball", ("major",)),
        ("power Ann fireball cost=minor", ("minor",)),
        ("power Ann fireball cost=free", ()),
        ("reload Ann bow", ("minor",)),
        ("reload Ann bow cost=free", ()),
        ("reload Ann bo", ("minor",)),
        ("reload Ann BOW", ("minor",)),
        ("reload Ann sling", ("major",)),
    ],
)
def test_powers_and_reloading_cost_what_they_say(line: str, spent: tuple[str, ...]) -> None:
    session = fight("arm Ann bow kind=ranged reload=minor", "arm Ann sling kind=ranged", line)
    assert session.scene["Ann"].spent == spent


def test_reloading_names_the_weapon_that_is_carried() -> None:
    session = fight("arm Ann bow kind=ranged reload=minor", 'arm Ann "bow gun" kind=ranged', "reload Ann gu")
    assert last(session).text == "Ann reloads the bow gun (major action)."
    assert fight("arm Ann bow reload=free", "arm Ann boat", "reload Ann bow").scene["Ann"].spent == ()
    with pytest.raises(InvalidCommand, match="could be bow, boat"):
        fight("arm Ann bow kind=ranged", "arm Ann boat kind=ranged", "reload Ann bo")


def test_the_only_empty_weapon_is_reloaded_without_its_name() -> None:
    guns = ("arm Ann gun kind=ranged reload=minor trouble=empty", "arm Ann bow kind=ranged")
    session = fight(*guns, "reload Ann")
    assert last(session).command == "reload Ann gun"
    assert (last(session).text, session.scene["Ann"].spent) == ("Ann reloads the gun (minor action).", ("minor",))
    with pytest.raises(InvalidCommand, match="Say which weapon is reloaded; none is empty or jammed"):
        session.do("reload Ann")
    with pytest.raises(InvalidCommand, match="Say which weapon is reloaded: gun, bow"):
        fight(*guns, "arm Ann bow trouble=jammed", "reload Ann")


@pytest.mark.parametrize("word", ["a", "axe", "sling", "the door"])
def test_what_cannot_be_reloaded_is_refused_with_what_can(word: str) -> None:
    with pytest.raises(InvalidCommand, match=f"“{word}” is not a weapon that can be reloaded. Known: bow, gun."):
        fight("arm Ann axe damage=2d6", "arm Ann bow kind=ranged", "arm Ann gun reload=free", f"reload Ann {word}")
    with pytest.raises(InvalidCommand, match=f"“{word}” is not a weapon that can be reloaded"):
        fight("arm Ann axe damage=2d6", f"reload Ann {word}")


def test_a_ruling_says_that_no_action_was_left_unless_it_is_free() -> None:
    lines = "settings rulings=paid", "defend Ann"
    assert "Ann has no major action left this turn." in last(fight(*lines, "attack! Ann Foe 3")).text
    assert "action left" not in last(fight(*lines, "attack!! Ann Foe 3")).text


def test_a_power_may_ask_a_test() -> None:
    session = fight("guard Ann 2", "power Ann mind reading result=12 on=Foe ongoing bonus=1")
    assert total(session, "total") == 11
    assert last(session).text == "Ann uses mind reading on Foe, and keeps it up (major action): 11."
    session = fight("power Ann fireball dice=1,1,1")
    assert session.scene.prompts[0].kind == "fumble"
    session = fight("power Ann fireball result=roll")
    assert 'result="dice=' in last(session).command
    again = fight(last(session).command)
    assert total(again, "total") == total(session, "total")


def test_postures_come_with_a_move() -> None:
    session = fight("move Ann 4 with=prone")
    assert conditions(session, "Ann") == {"prone"}
    session.do("move Ann 0 with=stand,mount")
    assert conditions(session, "Ann") == {"mounted"}
    assert last(session).text.startswith("Ann stands up and mounts.")


def test_a_charge_puts_the_actor_where_the_target_stands() -> None:
    session = fight(
        "range Foe Ben long", "range Ann Ben medium", "arm Ann bow kind=ranged", "charge Ann Foe 2 15 damage=3"
    )
    assert session.scene.band("Ann", "Foe") == "adjacent"
    assert session.scene.band("Ann", "Ben") == "long"
    assert last(session).command == "charge Ann Foe 2 15 mode=melee damage=3"


def test_aiming_at_one_who_is_out_is_noted() -> None:
    session = fight("out Foe", "attack Ann Foe 15 damage=2")
    assert "already out" in last(session).text


def test_every_command_can_be_done_again() -> None:
    first = fight(
        "arm Ann pistol kind=ranged damage=2d6+3 source=ballistic bonus=1",
        "initiative roll",
        "aim Ann",
        "attack Ann roll",
        "attack Foe Ben 15",
        "decide 1 2d6",
        "damage Foe 1d6",
        "firstaid Ann Ben roll",
        "move Ben 1 with=prone",
        "prepare Ben attack whoever comes",
        "next",
        seed=2,
    )
    again = fight(*(entry.command for entry in first.story()), people=(), seed=99)
    assert again.scene == first.scene
    assert [entry.command for entry in again.story()] == [entry.command for entry in first.story()]
