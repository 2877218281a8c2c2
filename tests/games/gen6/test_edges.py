"""Corner cases: contradictory words, absurd numbers, and effects that end by themselves."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, out, value
from tests.table import last, refused, total
from tracker.games.gen6 import SYSTEM
from tracker.games.gen6.actions.turn import Power
from tracker.rules.errors import InvalidCommand


@pytest.mark.parametrize(
    ("said", "made", "command"),
    [
        ("dice=1,1,1 critical", False, "dice=1,1,1 fumble"),
        ("dice=6,6,6 fumble", True, "dice=6,6,6 critical"),
        ("dice=6,6,6 critical", True, "dice=6,6,6 critical"),
        ("dice=3,3,3 critical", True, "dice=3,3,3 critical"),
        ("dice=6,6,5 fumble", False, "dice=6,6,5 fumble"),
    ],
)
def test_faces_count_before_what_was_said(said: str, made: bool, command: str) -> None:
    session = fight(f"attack Ann Foe {said} damage=5")
    assert value(session, "Foe") == (15 if made else 20)
    assert command in last(session).command
    assert len(session.scene.prompts) == (0 if made else 1)
    assert ("whatever was typed" in last(session).text) is (command.split()[1] not in said)


@pytest.mark.parametrize("line", ["damage Foe -5", "attack Ann Foe 14 damage=-1", "arm Ann club damage=-2"])
def test_damage_is_never_negative(line: str) -> None:
    with pytest.raises(InvalidCommand, match="0 or more"):
        fight(line)


def test_damage_asked_for_is_never_negative() -> None:
    session = fight("attack Ann Foe 14")
    with pytest.raises(InvalidCommand, match="0 or more"):
        session.do("decide 1 -4")
    session.do("decide 1 2d6-20")
    assert value(session, "Foe") == 20


@pytest.mark.parametrize("line", ["initiative roll by=Foe", "initiative roll foe=Ann", "initiative heroes=9 enemies=x"])
def test_who_rolls_stands_on_that_side(line: str) -> None:
    with pytest.raises(InvalidCommand, match=r"by= names the hero|enemies: “x”"):
        fight(line)


def test_sides_that_are_equal_below_the_first_are_named() -> None:
    session = fight("add Cop side=police defense=9")
    entry = refused(session, "initiative heroes=14 enemies=11 police=11", "(11) roll again")
    assert "heroes 14" in entry.text


def test_courage_counts_on_a_typed_initiative_as_on_a_thrown_one() -> None:
    session = fight("courage Ann value=Justice", "initiative by=Ann heroes=9 enemies=11")
    assert "Initiative: heroes 12, enemies 11." in last(session).text
    assert labels(session, "total") == {"heroes": 9, "Ann: courage": 3}
    assert conditions(session, "Ann") == set()


def test_the_line_of_a_thrown_initiative_does_the_same_again() -> None:
    first = fight("courage Ann value=Justice", "initiative roll by=Ann")
    again = fight("courage Ann value=Justice", last(first).command)
    assert again.scene == first.scene


def test_a_charge_is_no_shot() -> None:
    with pytest.raises(InvalidCommand, match="melee attack"):
        fight("charge Ann Foe 4 14 mode=ranged")


def test_a_prone_target_can_be_said_not_to_be() -> None:
    session = fight("mark Foe prone", "attack Ann Foe 11 prone=no damage=1")
    assert total(session, "tn") == 11
    session.do("attack Ann Foe 11 damage=1")
    assert total(session, "tn") == 6
    session.do("attack Ann Ben 11 prone damage=1")
    assert total(session, "tn") == 6


def test_a_trigger_of_nothing_is_told_in_a_whole_sentence() -> None:
    assert last(fight("trigger! Ann")).text.startswith("Ann interrupts. GM ruling, although")


def test_extended_care_is_given_by_another() -> None:
    refused(fight("hurt Ann 9"), "care Ann 13 by=Ann", "somebody else")


def test_courage_is_filled_where_there_is_some() -> None:
    assert last(fight("refresh all")).text == "Ann and Ben: courage is full."
    with pytest.raises(InvalidCommand, match="Foe has no courage"):
        fight("refresh Foe")


def test_who_comes_to_and_who_stops_bleeding_is_told() -> None:
    session = fight("hurt Ann 20", "set Ann con=1", "heal Ann 2")
    assert last(session).text.endswith("Ann stops bleeding.")
    session.do("firstaid Ben Ann 15")
    assert last(session).text.split(". ")[2:4] == ["Ann regains 1: health 0 → 1", "Ann comes to"]


def test_one_answer_settles_what_takes_damage_after_con() -> None:
    session = fight("settings lethality=no-hp", "set Ann dex=4 str=5", "hurt Ann 3", "damage Ann 2", "damage Ann 4")
    assert [prompt.text.partition("?")[2] for prompt in session.scene.prompts] == [
        "",
        " 2 damage waits.",
        " 4 damage waits.",
    ]
    session.do("decide 1 dex")
    assert not session.scene.prompts
    assert (value(session, "Ann", "dex"), value(session, "Ann", "str"), out(session, "Ann")) == (0, 5, "unconscious")
    assert last(session).text.endswith("Ann takes 4 damage: dex 2 → 0. Ann is unconscious.")


def test_conditions_by_hand_end_as_the_games_own_do() -> None:
    session = fight("initiative heroes=9 enemies=8", "mark Ben surprised", "mark Ann defend", "mark Ann guard")
    session.do("attack Ann Foe 12 damage=1")
    assert labels(session, "total") == {"result": 12, "guard": -1}
    session.do("next ; next")
    assert (conditions(session, "Ann"), conditions(session, "Ben")) == (set(), set())
    session.do("mark Ben surprised rounds=2")
    session.do("next ; next")
    assert conditions(session, "Ben") == {"surprised"}


def test_numbers_of_several_are_told_apart() -> None:
    assert labels(fight("damage Ann,Ben 3"), "damage") == {"Ann: damage": 3, "Ben: damage": 3}
    healed = labels(fight("hurt Ann,Ben 9", "breather Ann,Ben"), "outcome")
    assert healed["Ann: con modifier"] == 2
    assert healed["Ben: con modifier"] == 0


def test_a_weapon_built_in_needs_no_activation_of_its_own() -> None:
    session = fight("arm Ann mg kind=ranged integrated=yes damage=3", "activate Ann mg")
    assert "The mg is built in: attack with it" in last(session).text


@pytest.mark.parametrize("line", ["attack Ann Foe Ben", "attack Ann Foe", "firstaid Ann Ben 1x"])
def test_what_is_no_result_says_what_is(line: str) -> None:
    with pytest.raises(InvalidCommand, match="is not a result"):
        fight(line)


def test_the_dying_bleed_in_a_round_that_passes_over_their_place() -> None:
    session = fight("initiative heroes=9 enemies=8", "hurt Ben 20", "next", "next", "active Foe")
    assert (session.scene.turn.round, value(session, "Ben", "con")) == (2, 4)
    session.do("next")
    assert last(session).text.startswith("Ben bleeds: con 4 → 3. Round 3.")
    session.do("next")
    assert value(session, "Ben", "con") == 2


def test_a_chase_asks_for_a_run_every_turn() -> None:
    session = fight(
        "initiative heroes=9 enemies=8", "run Ann 5 chase", "next", "next", "next", "run Ann 6 chase", "next"
    )
    assert "chase" not in last(session).text
    session.do("next ; next")
    session.do("aim Ann")
    session.do("next")
    assert last(session).text.endswith("Ann has not run this turn and is out of the chase.")
    session.do("next ; next ; next")
    assert "chase" not in last(session).text


@pytest.mark.parametrize("line", ["hurt Ann 3 con", "settings lethality=no-hp ; hurt Ann 3 ; hurt Ann 9"])
def test_what_is_kept_up_ends_with_the_one_who_keeps_it_up(line: str) -> None:
    session = fight("activate Ann shield ongoing", line)
    assert "ongoing" not in session.scene["Ann"].fields
    assert "What Ann kept up ends." in last(session).text


def test_a_test_without_a_throw_says_how_to_ask_for_its_odds() -> None:
    with pytest.raises(InvalidCommand, match="For a roll: result=roll"):
        SYSTEM.odds(fight().scene, Power(actor="Ann", what="fire"))


@pytest.mark.parametrize("line", ["run! Ann 60 chase", "prepare Ann run ; run Ann 5 prepared chase"])
def test_a_run_that_costs_nothing_keeps_one_in_the_chase(line: str) -> None:
    session = fight("initiative heroes=9 enemies=8", line, "next")
    assert "chase" not in last(session).text
    session.do("next ; next ; next")
    assert "Ann has not run this turn" in last(session).text


def test_what_interrupts_loses_the_aim() -> None:
    session = fight("prepare Ann power spark", "aim Ann", "trigger Ann", "attack Ann Foe 9")
    assert labels(session, "total") == {"result": 9}
