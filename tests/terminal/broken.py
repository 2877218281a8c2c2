"""The program with a deliberate error: ``python -m tests.terminal.broken WHERE FILE``.

It breaks at the key ``j``. What is raised names somebody of the fight and stands beside a secret, as it well may.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable

from textual.geometry import Region
from textual.strip import Strip

from tracker.session import Session
from tracker.storage.journal import Journal
from tracker.tui import app
from tracker.tui import shutdown as watch
from tracker.tui.cockpit.controller import Controller
from tracker.tui.panes.combatants import Combatants

SECRET = "the butler did it"


def breaks() -> None:
    """Raise something that tells more than it should."""
    note = f"Savar: {SECRET}"
    raise ValueError(note)


async def breaks_later() -> None:
    await asyncio.sleep(0)
    breaks()


def in_a_task(program: app.TrackerApp) -> None:
    asyncio.get_running_loop().create_task(breaks_later())


def in_a_thread(program: app.TrackerApp) -> None:
    threading.Thread(target=breaks).start()


def in_painting(program: app.TrackerApp) -> None:
    def render_lines(self: Combatants, crop: Region) -> list[Strip]:
        breaks()
        return []

    Combatants.render_lines = render_lines  # type: ignore[method-assign]
    program.screen.query_one(Combatants).refresh()


class Doomed:
    """Its end goes wrong, where nobody can catch it."""

    def __del__(self) -> None:
        breaks()


def everywhere_at_once(program: app.TrackerApp) -> None:
    in_a_task(program)
    in_a_thread(program)
    breaks()


def stalling(write: Callable[[Journal], None], file: str) -> Callable[[Journal], None]:
    """A disk that hangs over this file until somebody opens the pipe beside it."""

    def wait(save: Journal) -> None:
        if save.path == file:
            os.close(os.open(f"{file}.pipe", os.O_RDONLY))
        write(save)

    return wait


PLACES: dict[str, Callable[[app.TrackerApp], object]] = {
    "key": lambda program: breaks(),
    "task": in_a_task,
    "callback": lambda program: asyncio.get_running_loop().call_soon(breaks),
    "timer": lambda program: program.set_timer(0.01, breaks),
    "worker": lambda program: program.run_worker(breaks_later()),
    "thread": in_a_thread,
    "painting": in_painting,
    "everywhere": everywhere_at_once,
}


def main(where: str, file: str) -> int:
    """Open a session that breaks there."""
    programs: list[app.TrackerApp] = []
    started = app.TrackerApp.on_load

    def on_load(self: app.TrackerApp) -> None:
        programs.append(self)
        started(self)

    app.TrackerApp.on_load = on_load  # type: ignore[method-assign]
    usual = Controller.press

    def press(self: Controller, key: str, sign: str | None = None) -> None:
        if key == "j" and self.mode is None and where in PLACES:
            PLACES[where](programs[0])
        elif key == "j" and where == "end of an object":
            Doomed()
        else:
            usual(self, key, sign)

    Controller.press = press  # type: ignore[method-assign]
    if where == "writer":
        usual_write = Journal._write
        Journal._write = lambda self: breaks() if self.path == file else usual_write(self)  # type: ignore[method-assign]
    if where == "every writer":
        Journal._write = lambda self: breaks()  # type: ignore[method-assign]
        Journal._replace = lambda self: breaks()  # type: ignore[method-assign]
    if where == "stalls":
        Journal._write = stalling(Journal._write, file)  # type: ignore[method-assign]
    if where == "copying stalls":
        usual_copy = Journal.save_as

        def save_as(self: Journal, path: str) -> None:
            os.close(os.open(f"{file}.pipe", os.O_RDONLY))
            usual_copy(self, path)

        Journal.save_as = save_as  # type: ignore[method-assign]
    if where == "unheard":
        # No signal tells of the closed terminal: only reading and writing fail.
        watch.ending_signals = tuple  # type: ignore[assignment]
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return app.run_app(Session.open(file))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
