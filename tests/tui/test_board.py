"""How the range board divides its width among lanes, and shortens long names."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tests.tui.skirmish import Room
from tracker.games.registry import find
from tracker.tui.cockpit.controller import Controller
from tracker.tui.panes.range import NARROWEST, RangeBoard, lanes, shortened


@pytest.mark.parametrize(
    ("heads", "names", "space", "made"),
    [
        ([5, 5, 5], [0, 0, 0], 30, [10, 10, 10]),
        ([7, 5, 6], [0, 0, 9], 21, [7, 5, 9]),
        ([7, 5, 6], [0, 12, 9], 24, [7, 9, 8]),
        ([7, 5, 6], [0, 8, 8], 30, [10, 10, 10]),
        ([12, 5, 6], [0, 0, 0], 20, [9, 5, 6]),
        ([5, 5, 6, 4, 3], [0, 14, 0, 0, 0], 32, [5, 14, 6, 4, 3]),
        ([3, 3], [9, 9], 4, [NARROWEST, NARROWEST]),
        ([], [], 40, []),
    ],
    ids=["nobody", "a name", "long names", "room for all", "too little", "one long name", "far too little", "no bands"],
)
def test_names_come_before_empty_lanes(heads: list[int], names: list[int], space: int, made: list[int]) -> None:
    assert lanes(heads, names, space) == made


@pytest.mark.parametrize(
    ("name", "room", "said"),
    [("Guard 12", 8, "Guard 12"), ("Guard 12", 7, "Gua… 12"), ("Guard 12", 5, "Guard 12"), ("Savar", 3, "Savar")],
)
def test_numbers_of_many_stay(name: str, room: int, said: str) -> None:
    assert shortened(name, room) == said


def test_those_who_were_picked_stay_so_from_band_to_band() -> None:
    fight = session("add Sam", "add Ivy", "add Goons side=enemies", system=find("outgunned"))
    controller = Controller(fight, Room())
    for key in ("space", "j", "space", "]", "]"):
        controller.press(key, key if len(key) == 1 else None)
    assert {fight.scene.band(name, "Goons") for name in ("Sam", "Ivy")} == {"out"}
    assert controller.selection.picked == {"Sam", "Ivy"}
    for key in ("d", "1", "enter"):
        controller.press(key, key if len(key) == 1 else None)
    assert not controller.selection.picked


@pytest.mark.parametrize(("down", "whole"), [("Sergeant", "Warehouse Foreman"), ("Foreman", "Old Harbour Sergeant")])
def test_who_is_down_makes_room_before_anybody_standing_is_cut(down: str, whole: str) -> None:
    lines = ["add Sam", *(f'add "{name}" side=enemies' for name in ("Old Harbour Sergeant", "Warehouse Foreman"))]
    lines += ['range Sam "Old Harbour Sergeant" close', f"out {down}"]
    view = Controller(session(*lines, system=find("outgunned")), Room()).view()
    pane, room = RangeBoard(), 46
    pane.prepare(view, room)
    board = " ".join("".join(text for text, _ in pane.line(view, at, room)) for at in range(pane.count(view)))
    assert whole in board
    assert down not in board


def test_who_is_down_is_not_counted_with_those_of_a_group_who_stand() -> None:
    lines = ["add Sam", "add Goon side=enemies count=5", 'out "Goon 1"', 'out "Goon 2"', 'out "Goon 4"']
    view = Controller(session(*lines, system=find("outgunned")), Room()).view()
    pane, room = RangeBoard(), 60
    pane.prepare(view, room)
    board = ["".join(text for text, _ in pane.line(view, at, room)) for at in range(pane.count(view))]
    counted = [line for line in board if "Goon ×" in line]
    assert [" Goon ×2" in counted[0], "×Goon ×3" in counted[1], len(counted)] == [True, True, 2]


def painted(controller: Controller, room: int) -> list[str]:
    """The lines of the board at that width."""
    pane, view = RangeBoard(), controller.view()
    pane.prepare(view, room)
    return ["".join(text for text, _ in pane.line(view, at, room)) for at in range(pane.count(view))]


def test_who_is_out_has_a_mark_where_the_name_is_cut() -> None:
    lines = ["add Sam", 'add "Old Harbour Guard" side=enemies count=2', 'out "Old Harbour Guard 1"']
    view = Controller(session(*lines, system=find("outgunned")), Room()).view()
    pane, room = RangeBoard(), 30
    pane.prepare(view, room)
    board = ["".join(text for text, _ in pane.line(view, at, room)) for at in range(pane.count(view))]
    (cut,) = [line for line in board if "… 1" in line]
    assert view.glyphs.out in cut


def test_each_who_is_out_or_picked_has_a_mark_and_a_folded_group_its_name() -> None:
    lines = ["add Sam", "add Ivy", "add Goon side=enemies count=2", 'out "Goon 1"']
    controller = Controller(session(*lines, system=find("outgunned")), Room())
    controller.selection.turn_fold(False, "Goon 1")
    controller.selection.select("Sam")
    controller.selection.aim("Goon 2")
    board = " ".join(painted(controller, 60))
    assert ["×Goon 1" in board, "◎ Goon 2" in board, "+" in board] == [True, True, False]
    controller.selection.pick("Ivy")
    controller.selection.pick("Goon 2")
    board = " ".join(painted(controller, 60))
    assert ["×Goon 1" in board, "◎+Goon 2" in board, "+Ivy" in board] == [True, True, True]
    controller.selection.select("Goon 2")
    assert RangeBoard().title(controller.view()) == "Range · from Goon 2"
    controller.selection.turn_fold(True, "Goon 1")
    assert RangeBoard().title(controller.view()) == "Range · from Goon 2", "the board is seen from one of them"


def test_who_goes_down_is_marked_on_a_board_that_stands_there() -> None:
    fight = session("add Sam", "add Ivy", "add Boss side=enemies", system=find("outgunned"))
    controller, pane = Controller(fight, Room()), RangeBoard()
    for line in ("", "out Boss"):
        controller.attempt(line) if line else None
        pane.prepare(controller.view(), 60)
    view = controller.view()
    assert "×Boss" in "".join(text for at in range(pane.count(view)) for text, _ in pane.line(view, at, 60))


@pytest.mark.parametrize("room", range(30, 80))
@pytest.mark.parametrize("folded", [False, True], ids=["each", "folded"])
def test_whoever_is_out_or_picked_is_marked_at_every_width(room: int, folded: bool) -> None:
    lines = ["add Sam", 'add "Goblin Warrior" side=enemies count=3', "add Foreman side=enemies"]
    lines += ["add Cain side=enemies", 'range Sam "Goblin Warrior" close', 'out "Goblin Warrior"', "out Cain"]
    controller = Controller(session(*lines, system=find("outgunned")), Room())
    controller.selection.turn_fold(folded, "Goblin Warrior 1")
    controller.selection.pick("Foreman")
    board = " ".join(painted(controller, room))
    assert [board.count("×G"), "×Cain" in board, "+Fore" in board] == [1 if folded else 3, True, True]
