"""Spells of srd5 that add to hits, and the word that kills: what is typed, what is told, and what dies."""

from __future__ import annotations

import pytest

from tests.table import last, played, text
from tests.tui.skirmish import Room, in_strip
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller

SPELLS = ("divine smite", "searing smite", "shining smite", "hex", "hunter's mark", "power word kill")
PEOPLE = (
    *("add Ann hp=20 level=17 casting=cha slots-1=2 slots-2=2 slots-3=2 slots-9=2", "arm Ann longsword"),
    *(f'arm Ann "{spell}"' for spell in SPELLS),
    *("add Gob side=enemies hp=100/150 ac=13", "add Zed ; range Ann Gob reach"),
    *("initiative Ann 20 ; initiative Gob 5", "next"),
)


def cast(spell: str, more: str = "", *before: str) -> Session:
    return played("srd5", *PEOPLE, *before, f'cast Ann "{spell}" Gob {more}')


@pytest.mark.parametrize(
    ("spell", "dice"),
    [
        (
            "divine smite",
            "2d8 radiant is added to the hit, 1d8 more for each slot level above 1 and for a fiend or undead",
        ),
        ("searing smite", "1d6 fire is added to the hit, 1d6 more for each slot level above 1"),
        ("shining smite", "2d6 radiant is added to the hit, 1d6 more for each slot level above 2"),
    ],
)
def test_a_smite_asks_for_the_damage_that_it_adds_and_throws_none(spell: str, dice: str) -> None:
    told = f"{dice}: damage=N here, or in the damage of the attack. A critical hit doubles the dice."
    assert told in last(cast(spell)).remarks
    assert cast(spell).scene["Gob"].value("hp") == 100
    session = cast(spell, "damage=6", "set Gob resist=radiant,fire")
    assert session.scene["Gob"].value("hp") == 97
    assert told not in last(session).remarks
    controller = Controller(played("srd5", *PEOPLE), Room())
    controller.open("cast", {"weapon": spell})
    shown = in_strip(controller, 200)
    assert "Gob  damage ▁" in shown
    assert "leaves it to the dice" not in shown
    controller.open("cast", {"weapon": "fireball"})
    controller.press("1", "1")
    controller.press("tab", None)
    assert "leaves it to the dice" in in_strip(controller, 200)


@pytest.mark.parametrize(
    ("spell", "said"),
    [
        ("hex", "hexed: 1d6 necrotic more on a hit, by hand"),
        ("hunter's mark", "hunted: 1d6 force more on a hit, by hand"),
    ],
)
def test_a_curse_is_told_before_each_attack_of_who_cast_it(spell: str, said: str) -> None:
    session = cast(spell)
    assert not last(session).remarks
    controller = Controller(session, Room())
    for who, told in (("Ann", True), ("Zed", False)):
        controller.selection.select(who)
        controller.open("attack")
        assert (said in in_strip(controller, 300)) == told
    session.do("unmark Ann concentrating")
    controller.selection.select("Ann")
    controller.open("attack")
    assert said not in in_strip(controller, 300)


def test_the_word_kills_up_to_100_hit_points_and_else_does_damage() -> None:
    session = cast("power word kill")
    assert session.scene["Gob"].out == "dead"
    assert "12d12" not in text(session)
    session = cast("power word kill", "damage=70", "heal Gob 1")
    assert (session.scene["Gob"].out, session.scene["Gob"].value("hp")) == (None, 31)
    session = cast("power word kill", "", "heal Gob 50")
    assert 12 <= 150 - session.scene["Gob"].value("hp") <= 144
