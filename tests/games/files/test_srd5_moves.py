"""The move of a turn in srd5: who has come up to somebody, stood up or aims steadily is not proposed another one."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.commands.writer import write
from tracker.foresight.choices import actions_of, ranked
from tracker.session import Session

FIGHT = (
    "add Ann hp=40 dex=16 ac=14 attacks=2",
    "arm Ann greatsword",
    "add Gob side=enemies hp=90 ac=13",
    "add Imp side=enemies hp=90 ac=13",
    "range all near",
    "initiative all 10",
    "next",
    "active Ann",
)


def comes_up_to(session: Session) -> set[str]:
    """Whom Ann could come up to and strike, as it is ranked."""
    choices = ranked(session.system, session.scene, "Ann")
    return {choice.victim for choice in choices if " nearer" in write(choice.action) and not choice.far}


def test_who_has_come_up_does_not_come_up_to_another_in_the_same_turn() -> None:
    session = played("srd5", *FIGHT)
    assert comes_up_to(session) == {"Gob", "Imp"}
    session.do("attack Ann Gob 15 nearer damage=3")
    assert comes_up_to(session) == set()
    near = {choice.victim: choice.far for choice in ranked(session.system, session.scene, "Ann")}
    assert near == {"Gob": "", "Imp": "out of reach"}
    session.do("attack Ann Imp 15 nearer damage=3")
    assert session.scene.band("Ann", "Imp") == "reach", "a command is obeyed"


def test_the_next_turn_has_a_move_again() -> None:
    session = played("srd5", *FIGHT, "attack Ann Gob 15 nearer damage=3", "range Ann Gob near")
    assert comes_up_to(session) == set()
    session.do("active Gob ; active Imp ; active Ann")
    assert comes_up_to(session) == {"Gob", "Imp"}


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (("mark Ann prone", "stand Ann"), False),
        (("attack Ann Gob 15 nearer damage=3", "range Ann Gob near", "dash Ann quick"), True),
        (('arm Ann "steady aim" takes=bonus rider="Speed 0." inflicts=aiming', 'act Ann weapon="steady aim"'), False),
    ],
    ids=["who stood up", "who dashes", "who aims"],
)
def test_what_takes_and_gives_a_move(lines: tuple[str, ...], moves: bool) -> None:
    session = played("srd5", *FIGHT, *lines)
    assert bool(comes_up_to(session)) is moves


@pytest.mark.parametrize("spell", ["shocking grasp", "inflict wounds", "thunderwave"])
def test_a_touch_is_out_of_reach_of_who_has_no_move_left(spell: str) -> None:
    session = played("srd5", *FIGHT, f'arm Ann "{spell}" ; set Ann casting=int level=5 slots-1=4')

    def far() -> set[str]:
        choices = ranked(session.system, session.scene, "Ann")
        return {choice.far for choice in choices if spell in write(choice.action) and not choice.each}

    line = f'cast Ann "{spell}" Gob 12'
    said = f"Gob is out of reach of the {spell} (near)."
    assert (far(), said in session.preview(line).notes) == ({""}, False)
    session.do("mark Ann prone ; stand Ann")
    assert (far(), said in session.preview(line).notes) == ({"out of reach"}, True)
    assert not session.preview(line).objections


def test_who_touches_a_friend_comes_up_first() -> None:
    session = played("srd5", *FIGHT, "add Bo hp=3/9", "arm Ann bless", 'arm Ann "cure wounds" ; set Ann casting=wis')
    offered = [write(action) for action in actions_of(session.system, session.scene, "Ann")]
    assert offered[-2:] == ["cast Ann bless Bo roll", 'cast Ann "cure wounds" Bo roll nearer']
    session.do('cast Ann "cure wounds" Bo cure=5 nearer')
    assert session.scene.band("Ann", "Bo") == "reach"
    assert comes_up_to(session) == set(), "that was the move of this turn"


@pytest.mark.parametrize(
    ("who", "act", "told", "verbs"),
    [
        ("goblin warrior", "nimble escape", "The goblin takes the Disengage or Hide action.", "disengage or stealth"),
        ("spy", "cunning action", "The spy takes the Dash, Disengage, or Hide action.", "dash, disengage or stealth"),
        ("vampire spawn", "deathless agility", "The vampire takes the Dash or Disengage action.", "dash or disengage"),
        ("shadow", "shadow stealth", "While in Dim Light or darkness, the shadow takes the Hide action.", "stealth"),
    ],
)
def test_what_makes_another_act_the_bonus_action_names_its_verbs_and_takes_nothing(
    who: str, act: str, told: str, verbs: str
) -> None:
    session = played("srd5", f'bring "{who}" side=enemies as=Foe', "add Ann", "initiative all 10", "next", "active Foe")
    (said,) = session.preview(f'act Foe weapon="{act}"').objections
    assert said == f"{told} Do that by its own verb: {verbs}, with quick."
    for verb in verbs.replace(",", " or").split(" or "):
        line = f"{verb} Foe{' 18' if verb == 'stealth' else ''} quick"
        seen = session.preview(line)
        assert (seen.objections, seen.error, seen.spends) == ((), "", ("bonus",)), line


@pytest.mark.parametrize(("who", "act"), [("clay golem", "hasten"), ("weretiger", "prowl")])
def test_what_does_more_than_one_act_is_an_act_of_its_own(who: str, act: str) -> None:
    session = played("srd5", f'bring "{who}" side=enemies as=Foe', "add Ann", "initiative all 10", "next", "active Foe")
    assert session.preview(f'act Foe weapon="{act}"').objections == ()
