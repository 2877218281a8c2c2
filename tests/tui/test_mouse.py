"""The mouse: what looks like a button is one; dragging and double-clicking do nothing more than look."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.table import played
from tests.tui.test_keys_of_acts import SHOOTOUT
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.line_widget import LineWidget

Play = Callable[["Mouse"], Awaitable[None]]


class Mouse:
    """A hand on the mouse: it clicks on words where they are painted."""

    def __init__(self, app: TrackerApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    def shown(self, id_: str) -> list[str]:
        """The lines of a part of the screen."""
        assert self.app.main is not None
        part = self.app.main.query_one(f"#{id_}", LineWidget)
        return ["".join(text for text, _ in line) for line, _ in part._shown]

    async def click(self, id_: str, word: str, times: int = 1, after: str = "") -> None:
        """Click on a word, the first one behind ``after`` in its line."""
        lines = self.shown(id_)
        y = next(at for at, line in enumerate(lines) if word in line and after in line)
        x = lines[y].index(word, lines[y].index(after) + len(after))
        await self.pilot.click(f"#{id_}", offset=(x, y), times=times)
        await self.pilot.pause()

    @property
    def controller(self) -> Any:
        """The cockpit's controller."""
        return self.app.controller

    @property
    def last(self) -> str:
        """The last command of the story."""
        assert self.app.session is not None
        return self.app.session.story()[-1].command


def play(play: Play, *more: str, size: tuple[int, int] = (120, 40)) -> None:
    """A shoot-out on the screen, and somebody at the mouse."""

    async def run() -> None:
        session = played("outgunned", *SHOOTOUT, *more)
        app = TrackerApp(session, options=Options(animations=False))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(Mouse(app, pilot))

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_key_line_is_a_row_of_buttons(size: tuple[int, int]) -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "next")
        assert mouse.last == "next"
        await mouse.click("keys", "undo")
        assert mouse.last == "begin action"
        await mouse.click("keys", "attack")
        assert mouse.controller.mode.verb == "attack"
        await mouse.click("keys", "leave")
        assert mouse.controller.mode is None

    play(act, "begin action", size=size)


def test_a_menu_line_is_taken() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "actions")
        await mouse.click("strip", "covering")
        assert mouse.controller.mode.verb == "covering"

    play(act, "begin action")


def test_an_answer_is_given() -> None:
    async def act(mouse: Mouse) -> None:
        assert "1" in mouse.shown("status")[0]
        await mouse.click("keys", "questions")
        await mouse.click("strip", "3", after="answer:")
        assert mouse.last == "threat by=Goons 3"

    play(act, "begin reaction")


def test_fields_and_short_choices_of_a_form() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("strip", "pistol")
        assert mouse.controller.mode.fields[mouse.controller.mode.at].spec.name == "weapon"
        await mouse.click("keys", "leave")
        await mouse.click("keys", "cover")
        await mouse.click("strip", "artial")
        assert mouse.last == "cover Vega partial"

    play(act)


def test_the_rows_of_a_sheet() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "react")
        await mouse.click("strip", "John")
        assert mouse.controller.mode.row == 1

    play(act, "begin reaction")


def test_the_board_aims_and_asks_where_to() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("range", "John")
        assert mouse.controller.selection.chosen == "John"
        await mouse.click("range", "melee")
        assert "range Vega John melee" in mouse.shown("strip")[1]
        assert mouse.last == "begin action"
        await mouse.pilot.press("enter")
        assert mouse.last == "range Vega John melee"

    play(act, "begin action")


def test_rows_panes_and_log_lines() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("combatants", "Goons")
        assert mouse.controller.selection.selected == "Goons"
        await mouse.click("cover", "John")
        assert mouse.controller.selection.selected == "John"
        await mouse.click("range", "Range")
        assert mouse.controller.selection.pane == "range"
        await mouse.click("log", "Action Turn")
        assert mouse.controller.selection.pane == "log"

    play(act, "cover John partial", "begin action")


def test_a_double_click_is_one_click_and_a_drag_none() -> None:
    async def act(mouse: Mouse) -> None:
        before = len(mouse.app.session.story()) if mouse.app.session else 0
        await mouse.click("keys", "next", times=2)
        assert mouse.app.session is not None
        assert len(mouse.app.session.story()) == before + 1
        place = mouse.shown("keys")[0].index("undo")
        await mouse.pilot.mouse_down("#keys", offset=(1, 0))
        await mouse.pilot.hover("#keys", offset=(place, 0))
        await mouse.pilot.mouse_up("#keys", offset=(place, 0))
        await mouse.pilot.pause()
        assert len(mouse.app.session.story()) == before + 1

    play(act, "begin action")


def test_what_lies_beside_an_open_form_means_nothing() -> None:
    async def act(mouse: Mouse) -> None:
        await mouse.click("keys", "attack")
        await mouse.click("range", "John")
        assert mouse.controller.mode.verb == "attack"
        assert mouse.controller.selection.chosen is None

    play(act, "begin action")


async def test_in_a_small_terminal_the_log_names_the_panes_it_hides_and_a_click_shows_them() -> None:
    session = played("outgunned", *SHOOTOUT)
    program = TrackerApp(session, options=Options(animations=False))
    async with program.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        heading = _heading(program, "#log")
        assert "2 range ─ 3 cover" in heading
        await pilot.click("#log", offset=(heading.index("2 range"), 0))
        await pilot.pause()
        assert program.controller is not None
        assert program.controller.selection.pane == "range"
        assert "3 cover ─ 4 log" in _heading(program, "#range")


def _heading(program: TrackerApp, pane: str) -> str:
    picture = program.screen.query_one(pane, LineWidget).picture(80, 9)
    return "".join(text for text, _ in picture[0][0]) if picture else ""
