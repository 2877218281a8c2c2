"""Windows that follow a fight played in another: the GM's second screen, and the players'."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fights import WAREHOUSE, made
from tracker.players.projection import Sharing
from tracker.players.public import UNREADABLE, Followed
from tracker.session import WATCHED, Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.players_view import PlayersView

PATIENCE = 200
"""How often a picture is waited for, a tenth of a second each time at most."""

STILL = Options(animations=False)


def shown(app: Any) -> str:
    _, height = app.size
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips[:height])


async def until(pilot: Any, app: Any, text: str) -> None:
    for _ in range(PATIENCE):
        if text in shown(app):
            return
        await pilot.pause(0.05)
    raise AssertionError(f"waited for {text!r}; on the screen was:\n{shown(app)}")


def playing(app: Any, play: Callable[[Any], Awaitable[None]], size: tuple[int, int] = (110, 30)) -> None:
    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(run())


def test_the_gms_second_window_follows_and_does_nothing_itself(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    before = path.read_bytes()
    app = TrackerApp(Session.watch(str(path)), saves=str(tmp_path), options=STILL)

    async def play(pilot: Any) -> None:
        await pilot.press("d", "3", "enter")
        await until(pilot, app, WATCHED[:40])
        assert path.read_bytes() == before
        await pilot.press("escape")
        with Session.open(str(path)) as table:
            table.do("hurt Savar 5")
            await until(pilot, app, "7/12")
            table.do("undo")
            await until(pilot, app, "12/12")

    playing(app, play)


def test_a_session_that_is_open_elsewhere_is_followed(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    with Session.open(str(path)) as table:
        app = TrackerApp(Session.open(str(path)), saves=str(tmp_path), options=STILL)

        async def play(pilot: Any) -> None:
            table.do("hurt Savar 5")
            await until(pilot, app, "7/12")
            assert app.session is not None
            assert app.session.unsaved == 0
            app.session.close(5)

        playing(app, play)


def test_the_banner_names_the_window_that_has_taken_the_fight_over(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    with Session.open(str(path)):
        app = TrackerApp(Session.open(str(path)), saves=str(tmp_path), options=STILL)

        async def play(pilot: Any) -> None:
            await until(pilot, app, f"process {os.getpid()} on")
            Path(f"{path}.lock").write_text(f"{os.getppid()} {socket.gethostname()}\n", "utf-8")
            await until(pilot, app, f"process {os.getppid()} on")

        playing(app, play)


@pytest.mark.slow
def test_a_window_that_follows_refuses_commands_in_words_and_takes_over_by_one_key(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    table = Session.open(str(path))
    app = TrackerApp(Session.open(str(path)), saves=str(tmp_path), options=STILL)

    async def play(pilot: Any) -> None:
        await pilot.press(":", *"hurt Savar 1", "enter")
        await until(pilot, app, WATCHED[:40])
        second = app.session
        await pilot.press("escape", "escape", "T")
        await pilot.pause()
        assert app.session is second, "the other one is still open"
        assert second is not None
        assert second.unsaved == 0
        table.do("hurt Savar 5")
        await until(pilot, app, "7/12")
        table.close()
        await until(pilot, app, "T goes on with it here")
        await pilot.press("T")
        await until(pilot, app, "saved")
        await pilot.press(":", *"hurt Savar 1", "enter")
        await until(pilot, app, "6/12")
        assert app.session is not None
        assert app.session.close(5)

    playing(app, play)
    assert Session.load(str(path)).scene["Savar"].value("grit") == 6


@pytest.mark.parametrize("key", ["enter", "e", "v"])
def test_who_was_selected_and_leaves_in_the_other_window_is_no_longer_selected(tmp_path: Path, key: str) -> None:
    path = made(tmp_path, WAREHOUSE)
    app = TrackerApp(Session.watch(str(path)), saves=str(tmp_path), options=STILL)

    async def play(pilot: Any) -> None:
        assert app.controller is not None
        gone = app.controller.selection.selected
        with Session.open(str(path)) as table:
            table.do(f"remove {gone}")
            await until(pilot, app, f"{gone} leaves")
        assert app.controller.selection.selected in app.controller.scene.combatants
        await pilot.press(key)
        await pilot.pause()
        assert app.is_running

    playing(app, play)


@pytest.mark.parametrize("line", ["remove Savar", "remove all"])
def test_odds_of_somebody_who_leaves_in_the_other_window_are_closed(tmp_path: Path, line: str) -> None:
    path = made(tmp_path, WAREHOUSE)
    app = TrackerApp(Session.watch(str(path)), saves=str(tmp_path), options=STILL)

    async def play(pilot: Any) -> None:
        assert app.controller is not None
        app.controller.selection.select("Savar")
        await pilot.press("o")
        with Session.open(str(path)) as table:
            table.do(line)
            await until(pilot, app, "Savar leaves" if line.endswith("Savar") else "leave.")
        assert app.controller.mode is None
        await pilot.press("j", "enter", "o")
        assert app.is_running

    playing(app, play)


def test_what_is_done_here_ends_the_following_and_goes_into_a_copy(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    with Session.open(str(path)) as table:
        second = Session.open(str(path))
        table.do("hurt Savar 5")
        assert second.follow()
        copied = second.rescue(str(tmp_path / "copies"))
        assert Session.load(copied).scene == table.scene
        second.close()


def test_the_rest_of_a_long_line_of_the_players_window_is_indented(tmp_path: Path) -> None:
    more = ("add Cultist side=enemies count=9", "range Savar Cultist long")
    app = PlayersView(Followed(str(made(tmp_path, (*WAREHOUSE, *more))), Sharing(numbers=True)), STILL)

    async def play(pilot: Any) -> None:
        await until(pilot, app, "Cultist 9")
        for size in ((80, 24), (60, 24)):
            await pilot.resize_terminal(*size)
            left_over = re.compile(r"^ {2,6}(?:Cultist \d[,\s]|and )", re.MULTILINE)
            for _ in range(PATIENCE):
                if not left_over.search(shown(app)):
                    break
                await pilot.pause(0.05)
            assert not left_over.search(shown(app)), shown(app)

    playing(app, play)


def test_the_players_window_shows_what_players_may_see(tmp_path: Path) -> None:
    path = made(tmp_path, (*WAREHOUSE, "add Marksman side=enemies hidden"))
    app = PlayersView(Followed(str(path), Sharing(numbers=True)), STILL)

    async def play(pilot: Any) -> None:
        await until(pilot, app, "Savar")
        assert "Marksman" not in shown(app)
        with Session.open(str(path)) as table:
            table.do("next")
            await until(pilot, app, "round 1")
            table.do("reveal Marksman")
            await until(pilot, app, "Marksman appears.")
            path.unlink()
            await until(pilot, app, UNREADABLE[:30])
            assert path.name not in shown(app)
        assert "Savar" in shown(app)

    playing(app, play)
