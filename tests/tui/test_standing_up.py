"""The way up from prone is found in the menu of every game."""

from __future__ import annotations

import pytest

from tests.table import last, played
from tests.tui.skirmish import Room, in_strip
from tracker.games.registry import names
from tracker.tui.cockpit.controller import Controller
from tracker.tui.strip.menu import Menu


def menu(game: str, *lines: str) -> Controller:
    controller = Controller(played(game, "add Ann", "add Foe side=enemies", *lines), Room())
    controller.selection.select("Ann")
    controller.act("menu")
    return controller


def find(controller: Controller, word: str) -> str:
    """Type a word into the menu and take the first line; returns what the strip shows in between."""
    for sign in word:
        controller.press(sign, sign)
    shown = in_strip(controller)
    controller.press("enter", None)
    if controller.mode is not None:  # the form of the game's own action, with nothing to fill in
        controller.press("enter", None)
    return shown


@pytest.mark.parametrize("word", ["stand", "stand up", "up"])
@pytest.mark.parametrize("game", names())
def test_somebody_prone_stands_up_by_the_menu(game: str, word: str) -> None:
    controller = menu(game, "mark Ann prone")
    assert "nothing is called" not in find(controller, word)
    assert not controller.scene["Ann"].has("prone")


def test_only_those_who_are_prone_stand_up() -> None:
    controller = menu("cairn", "add Bo", "add Cy", "mark Ann,Cy prone")
    assert isinstance(controller.mode, Menu)
    controller.selection.picked = frozenset({"Ann", "Bo", "Cy"})
    controller.act("menu")
    find(controller, "stand")
    assert last(controller.session).command == "unmark Ann,Cy prone"


def test_nobody_who_stands_is_offered_to_stand_up() -> None:
    for game in ("contract", "cairn"):
        controller = menu(game)
        assert isinstance(controller.mode, Menu)
        assert all(item.word != "stand up" for item in controller.mode.items())


def test_srd5_stands_up_with_half_the_speed_and_not_without_any() -> None:
    controller = menu("srd5", "mark Ann prone")
    find(controller, "stand")
    assert last(controller.session).text == "Ann: half the speed of this turn. Ann: no longer prone."
    assert controller.session.preview("stand Ann").objections == ("Ann is not prone.",)
    held = played("srd5", "add Ann", "mark Ann prone", "mark Ann restrained").preview("stand Ann")
    assert held.objections == ("With a speed of 0 nobody stands up.",)


@pytest.mark.parametrize(
    ("game", "way"), [("srd5", "stand Ann"), ("gen6", "move Ann 0 with=stand"), ("cairn", ""), ("outgunned", "")]
)
def test_who_is_stood_up_by_hand_is_told_the_way_that_the_game_has_for_it(game: str, way: str) -> None:
    fight = played(game, "add Ann", "add Foe side=enemies", "mark Ann prone", "mark Foe prone")
    assert not fight.preview("unmark Ann prone").notes, "before the fight nothing has a cost"
    fight.do("next")
    notes = fight.preview("unmark Ann prone").notes
    assert notes == ((f"This costs nothing; the game's own way is {way}.",) if way else ())
    fight.do("unmark Ann prone")
    assert not fight.scene["Ann"].has("prone")
