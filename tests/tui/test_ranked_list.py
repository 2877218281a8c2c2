"""The list of what somebody could do: a key typed right behind it takes the line that stands there in the end."""

from __future__ import annotations

import pytest
from textual import events

from tests.small_game import session
from tests.tui.pages import Hands, at
from tests.tui.skirmish import Room, in_strip
from tracker.games.registry import find
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.controller import Controller
from tracker.tui.look.preferences import Options

SRD5 = find("srd5")
WIZARD = 'bring "wizard 3" as=Dee'
FOES = (
    WIZARD,
    *(f'bring "{foe}" side=enemies' for foe in ("ghoul", "wolf", "ogre")),
)


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step at a time, however fast the machine is."""
    monkeypatch.setattr("tracker.tui.cockpit.actions.AT_ONCE", 0.0)
    monkeypatch.setattr("tracker.tui.slices.SLICE", 0.0)


def table() -> TrackerApp:
    return TrackerApp(session(*FOES, system=SRD5), options=Options(animations=False))


@pytest.mark.parametrize("keys", ["enter", "down enter"])
def test_a_key_behind_it_waits_for_the_order(keys: str) -> None:
    said = []

    async def at_once(hands: Hands) -> None:
        await hands.type(f"o {keys}")
        said.append(hands.line("will: ") or hands.line("cast "))

    async def slowly(hands: Hands) -> None:
        await hands.type("o")
        for key in keys.split():
            await hands.type(key)
        said.append(hands.line("will: ") or hands.line("cast "))

    for play in (at_once, slowly):
        at(table(), play)
    assert said[0] == said[1] != ""


def test_escape_waits_for_nothing() -> None:
    async def play(hands: Hands) -> None:
        hands.app.post_message(events.Key("o", "o"))
        hands.app.post_message(events.Key("escape", None))
        await hands.settle()
        assert hands.app.controller.mode is None

    at(table(), play)


class Patient(Room):
    """A room in which work goes on when the test says so."""

    def work(self, step: object) -> None:
        self.step = step


def test_it_says_how_far_it_is_and_then_stays_as_it_is() -> None:
    controller = Controller(session(*FOES, system=SRD5), room := Patient())
    controller.press("o", "o")
    assert "Working out the odds: 1 of " in in_strip(controller)
    controller.press("enter", None)
    assert in_strip(controller).startswith("attack  Dee   Working out the odds: 1 of "), "nothing is taken unseen"
    while not room.step(0.0):  # type: ignore[operator]
        assert len(in_strip(controller).splitlines()) == 1
    assert "▌" in in_strip(controller).splitlines()[1]


def test_where_the_fight_changes_beneath_it_the_order_is_that_of_the_new_one() -> None:
    controller = Controller(session(*FOES, system=SRD5), Patient())
    controller.press("o", "o")
    controller.session.do("hurt Wolf 10")
    assert "Working out" not in (told := in_strip(controller, most=60))
    assert "of 1  out" in told
