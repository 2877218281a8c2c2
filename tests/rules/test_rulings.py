"""The cost of a ruling: nothing, or by the setting what can be paid; ``!!`` is free in every game."""

from __future__ import annotations

from typing import Final

import pytest

from tests.rules.test_settings import ARMIES, CONTRACT, GEN6, OUTGUNNED
from tests.table import last, played
from tests.tui.skirmish import Room
from tracker.combat.scene import Combatant
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.cockpit.controller import Controller


def left(combatant: Combatant) -> tuple[object, ...]:
    """What somebody has to pay with."""
    loaded = tuple(weapon.get("loaded") for weapon in combatant.weapons.values())
    tracks = tuple((name, track.value) for name, track in combatant.tracks.items())
    paid = combatant.fields.get("next_penalty"), combatant.fields.get("extra")
    return tuple(combatant.spent), loaded, tracks, paid


OVER: Final = {
    "covering fire after the Quick Action": (
        "outgunned",
        (*OUTGUNNED, "begin action", "quick Savar runs"),
        "covering{} Savar sniper-rifle",
        "Savar",
    ),
    "a second attack, on full auto": (
        "outgunned",
        (*OUTGUNNED, "begin action", "attack Savar Foe c"),
        "attack{} Savar Foe c full-auto weapon=sniper-rifle",
        "Savar",
    ),
    "a desperate reaction with the Action left": (
        "contract",
        (*CONTRACT, "attack Bert Anna 3 weapon=brawl"),
        "desperate{} Anna dodge 3",
        "Anna",
    ),
    "body exerted twice": ("contract", (*CONTRACT, "exert Anna body outcome"), "exert{} Anna mind outcome", "Anna"),
    "courage without a value": ("gen6", GEN6, "courage{} Ann", "Ann"),
    "more yards than the speed": ("gen6", (*GEN6, "initiative heroes=9 enemies=3"), "run{} Ann 99", "Ann"),
    "a weapon that is not in the hand": (
        "unknown-armies",
        (*ARMIES, "arm A gun ready=no", "initiative A 9", "next"),
        "attack{} A B 30 weapon=gun",
        "A",
    ),
}


@pytest.mark.parametrize("case", OVER)
def test_a_ruling_is_free_unless_the_setting_says_that_it_pays(case: str) -> None:
    game, before, line, who = OVER[case]

    def after(price: str, ruling: str) -> tuple[Session, tuple[object, ...], tuple[object, ...]]:
        session = played(find(game), *before, f"settings rulings={price}")
        had = left(session.scene.combatants[who])
        session.do(line.format(ruling))
        assert last(session).ruled
        assert last(session).command.split()[0].endswith(ruling)
        return session, had, left(session.scene.combatants[who])

    for price, ruling in (("free", "!"), ("free", "!!"), ("paid", "!!")):
        _, had, has = after(price, ruling)
        assert has == had, (price, ruling)
    session, had, has = after("paid", "!")
    assert has != had
    assert "The ruling pays what can be paid." in last(session).text
    again = played(find(game), *(entry.command for entry in session.story()))
    assert again.scene == session.scene


def test_what_cannot_be_paid_is_not_owed() -> None:
    session = played(find("outgunned"), *OUTGUNNED, "settings rulings=paid", "begin action", "extra! Savar full")
    assert session.scene.combatants["Savar"].fields.get("extra", 0) == 0


def test_where_rulings_cost_the_form_shows_the_costs_before_they_are_paid() -> None:
    for key, verb in (("enter", "attack!"), ("!", "attack!!")):
        fight = (*OUTGUNNED, "begin action", "attack Savar Foe c", "settings rulings=paid")
        session = played(find("outgunned"), *fight)
        controller = Controller(session, Room())
        controller.open_form("attack", {"actor": "Savar", "target": "Foe", "weapon": "sniper-rifle"})
        before = len(session.story())
        for sign in "c full-auto!":
            controller.press("space" if sign == " " else sign, sign)
        assert controller.mode is not None
        assert len(session.story()) == before
        shown = "".join(bit for line in controller.mode.lines(controller, 200, 8) for bit, _ in line)
        assert "without the costs" in shown
        assert "The sniper rifle is empty." in shown
        controller.press(key, key if len(key) == 1 else None)
        assert controller.mode is None
        assert last(session).command.startswith(f"{verb} Savar")
