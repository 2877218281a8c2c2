"""What ends the program from outside or from below: signals, a terminal that goes away, exceptions nobody awaits."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from tracker.tui.app import TrackerApp

HANGUP: Final = 128 + 1
"""The exit code after the terminal was closed."""

SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
"""They end the program in order: the terminal given back, the fight saved, 128 and their number as exit code."""

OUTPUT: Final = "textual-output"
"""Textual's name for the thread that writes to the terminal."""


class Watch:
    """Hears of everything that would end the program or be lost in silence, and has the app end in order."""

    def __init__(self, app: TrackerApp) -> None:
        self._app = app
        self._hooks = (threading.excepthook, sys.unraisablehook)

    def begin(self) -> None:
        """Watch the screen's loop, from within it."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._lost)
        for name in SIGNALS if sys.platform != "win32" else ():
            number = getattr(signal, name)
            loop.add_signal_handler(number, self._signalled, number)

    def __enter__(self) -> Self:
        """Watch the threads too, and what is raised where nobody can catch it."""
        self._hooks = (threading.excepthook, sys.unraisablehook)
        threading.excepthook, sys.unraisablehook = self._thread_ended, self._unraisable
        return self

    def __exit__(self, *raised: object) -> None:
        """Leave them to others again."""
        threading.excepthook, sys.unraisablehook = self._hooks

    def _signalled(self, number: int) -> None:
        self._app.exit(return_code=128 + number)

    def _lost(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """What a task or a callback raised counts like any other exception."""
        error = context.get("exception")
        if isinstance(error, Exception):
            self._app.fail(error)

    def _unraisable(self, found: sys.UnraisableHookArgs) -> None:
        """What was raised where nobody can catch it is in the report at the end."""
        if found.exc_value is not None:
            self._app.blame(found.exc_value)

    def _thread_ended(self, found: threading.ExceptHookArgs) -> None:
        """A thread broke; the one that writes to the terminal breaks when the terminal is closed."""
        app, error = self._app, found.exc_value
        if found.thread is not None and found.thread.name == OUTPUT and isinstance(error, OSError):
            app.later(lambda: app.exit(return_code=HANGUP))
            _swallow(found.thread)
        elif isinstance(error, Exception):
            app.blame(error)
            app.later(lambda: app.fail(error))


def _swallow(thread: threading.Thread) -> None:
    """Take what would still be painted out of its queue, which is short: whoever paints would wait for ever."""
    queue = getattr(thread, "_queue", None)
    while queue is not None and queue.get() is not None:
        pass


def terminal_gone() -> bool:
    """Whether the terminal that keys come from was closed."""
    try:
        return not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0)
    except (OSError, ValueError):
        return True


def silence() -> None:
    """Nobody reads what is printed any more: let it go nowhere, so that the end is not about that."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
