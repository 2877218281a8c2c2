"""Magic Missile, which always hits, and hits that are critical whatever the dice show."""

from __future__ import annotations

import pytest

from tests.table import played, text, total
from tracker.commands.parser import phrases, read
from tracker.session import Session

FIGHT = (
    "add Zed hp=20 ac=12 int=18 level=5 casting=int slots-1=3 slots-2=3",
    'arm Zed "magic missile"',
    "arm Zed dagger",
    "add Bo hp=9 ac=14",
    "add Gob side=enemies hp=30 ac=13 count=2",
    'arm "Gob 1" sword hit=4 dice=1d6',
    "range all reach",
)


def fight(*lines: str) -> Session:
    return played("srd5", *FIGHT, *lines)


@pytest.mark.parametrize(("slot", "least", "most"), [("", 6, 15), (" slot=2", 8, 20)])
def test_its_darts_are_thrown(slot: str, least: int, most: int) -> None:
    session = fight(f'cast Zed "magic missile" "Gob 1"{slot}')
    assert least <= total(session, "damage") <= most
    assert session.scene["Gob 1"].value("hp") == 30 - total(session, "damage")


def test_its_form_asks_for_the_damage() -> None:
    session = fight()
    action = read(phrases('cast Zed "magic missile" "Gob 1"')[0], session.system, session.scene)
    assert "damage" in action.asked_next(session.system.silent(session.scene))
    assert "3d4+3 for damage" in session.preview('cast Zed "magic missile" "Gob 1"').throws


def test_typed_damage_is_shared_as_typed() -> None:
    session = fight('cast Zed "magic missile" "Gob 1","Gob 2" damage=4,7')
    assert [session.scene[name].value("hp") for name in ("Gob 1", "Gob 2")] == [26, 23]
    assert "the dice make" not in text(session)


def test_nobody_guesses_how_the_darts_are_shared() -> None:
    session = fight('cast Zed "magic missile" "Gob 1","Gob 2"')
    assert [session.scene[name].value("hp") for name in ("Gob 1", "Gob 2")] == [30, 30]
    assert "Who takes how much of magic missile is typed: damage=4,3." in text(session)


def test_the_shield_stops_it() -> None:
    session = fight('mark "Gob 1" shielded', 'cast Zed "magic missile" "Gob 1" damage=9')
    assert session.scene["Gob 1"].value("hp") == 30
    assert "Gob 1 is shielded from it." in text(session)


def test_a_hit_on_somebody_unconscious_is_the_critical_hit_it_is() -> None:
    session = fight("hurt Bo 9")
    seen = session.preview('attack "Gob 1" Bo hit damage=2')
    assert not seen.objections
    assert "Any hit is a crit here: Bo is unconscious." in seen.notes
    session.do('attack "Gob 1" Bo hit damage=2')
    assert "with the sword: crit." in text(session)
    assert session.scene["Bo"].value("failures") == 2


def test_a_hit_that_cannot_be_is_refused_as_before() -> None:
    session = fight('set "Gob 2" ac=99')
    assert session.preview('attack Zed "Gob 2" hit').objections == ("No throw of 1d20 comes to “hit” here.",)


@pytest.mark.parametrize(
    ("kind", "noted"), [('kind="medium undead, neutral evil"', True), ("kind=humanoid", False), ("", False)]
)
def test_hold_person_on_somebody_who_is_no_humanoid_is_noted(kind: str, noted: bool) -> None:
    session = fight(f'set "Gob 1" {kind}' if kind else "note nothing")
    line = 'cast Zed "hold person" "Gob 1"'
    throw = session.system.throw(session.scene, read(phrases(f"{line} roll")[0], session.system, session.scene))
    assert throw is not None
    assert ("affects a humanoid only, not a medium undead, neutral evil" in throw.remarks) is noted
    session.do(f"{line} saved")
    assert ("Gob 1 is none: medium undead, neutral evil." in text(session)) is noted
