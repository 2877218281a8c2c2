"""The program with a real file, played without a terminal."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.panes.chrome import Banner
from tracker.tui.panes.line_widget import LineWidget
from tracker.tui.shutdown import close_and_report

Play = Callable[[Any, TrackerApp], Awaitable[None]]


def played(path: Path, play: Play, size: tuple[int, int] = (100, 30), *, verify_later: bool = False) -> TrackerApp:
    """The program with a session's file, played with; its writer is closed at the end."""
    session = Session.open(str(path), verify_later=verify_later)
    app = TrackerApp(session, saves=str(path.parent), options=Options(animations=False))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot, app)
            if app.session is not None:
                app.session.close(5)

    asyncio.run(run())
    return app


def kind(app: TrackerApp) -> str:
    """How the record stands."""
    assert app.controller is not None
    return app.controller.saving.kind


async def settled(pilot: Any, app: TrackerApp) -> None:
    """Wait until every key was taken, and what was asked of the writer is done and shown."""
    while app.key_queue._held or app.key_queue._busy:
        await pilot.pause()
    assert app.session is not None
    app.session.flush(5)
    await pilot.pause()
    await pilot.pause()


def finished(app: TrackerApp) -> int:
    """What the program does after its screen was closed, with the signals of the tests left as they are."""
    before = signal.getsignal(signal.SIGHUP)
    try:
        return close_and_report(app)
    finally:
        signal.signal(signal.SIGHUP, before)


def banner(app: TrackerApp) -> str:
    """What the banner shows, as it is painted; nothing while there is none."""
    assert app.main is not None
    lines = app.main.query_one(Banner)._shown
    return " ".join(" ".join("".join(text for text, _ in line) for line, _ in lines).split())


def strip(app: TrackerApp) -> str:
    """What the strip of a form shows, as it is painted."""
    assert app.main is not None
    lines = app.main.query_one("#strip", LineWidget)._shown
    return " ".join(" ".join("".join(text for text, _ in line) for line, _ in lines).split())
