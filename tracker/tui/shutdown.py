"""Shutdown: signals, a terminal that goes away, unhandled exceptions, the last messages, crash reports.

After the screen is closed, the file is closed, and messages are printed only if something went wrong. A crash report
names places in the code, and nothing of the fight.
"""

import asyncio
import errno
import os
import platform
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Self

from tracker.storage.folders import state_folder
from tracker.storage.platform import ending_signals, hear_closing, quoted
from tracker.tui.host import Host
from tracker.tui.keys import TerminalGone
from tracker.tui.look.text import plain
from tracker.version import __version__

HANGUP: Final = 128 + 1  # the exit code after the terminal was closed
OUTPUT: Final = "textual-output"  # the name of Textual's thread that writes to the terminal
INPUT: Final = "textual-input"  # the name of Textual's thread that reads from the terminal

FAULT_OF_GAME: Final = "This file contains something that the game cannot make sense of."
"""The message after an error in a game, rather than in the program."""


class ExitHandler:
    """Catches everything that would end the program or be lost silently, and has the app end in order."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self._hooks = (threading.excepthook, sys.unraisablehook)
        self._unheard: Callable[[], None] = lambda: None
        self.signalled = 0  # the signal that ends the program; from then on keys mean nothing

    def begin(self) -> None:
        """Watch the screen's loop, from inside it."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._lost)

        def signalled(number: int, frame: object) -> None:
            self.signalled = self.signalled or number
            loop.call_soon_threadsafe(lambda: self._app.exit(return_code=128 + self.signalled))

        # Not the loop's own handlers: asyncio reads signals from a pipe that a flood of keys fills.
        # They end the program in order: terminal restored, fight saved, exit code 128 plus the signal's number.
        for number in ending_signals():
            signal.signal(number, signalled)
        self._unheard = hear_closing(self._closing)

    def end(self) -> None:
        """Restore the default signal handlers after the loop has ended."""
        self._unheard()
        for number in ending_signals():
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

    def __enter__(self) -> Self:
        """Watch threads and unraisable exceptions, too."""
        self._hooks = (threading.excepthook, sys.unraisablehook)
        threading.excepthook, sys.unraisablehook = self._thread_ended, self._unraisable
        return self

    def __exit__(self, *raised: object) -> None:
        """Restore their hooks."""
        threading.excepthook, sys.unraisablehook = self._hooks

    def _closing(self, seconds: float) -> None:
        if self._app.session is not None:
            self._app.file.flush(seconds)

    def _lost(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, TerminalGone):
            self._app.exit(return_code=HANGUP)
        elif isinstance(error, Exception):
            self._app.fail(error)

    def _unraisable(self, raised: "sys.UnraisableHookArgs") -> None:
        if raised.exc_value is not None:
            self._app.blame(raised.exc_value)

    def _thread_ended(self, ended: threading.ExceptHookArgs) -> None:
        """Handle a broken thread; those that read from and write to the terminal break when it is closed."""
        app, error = self._app, ended.exc_value
        name = ended.thread.name if ended.thread is not None else ""
        if ended.thread is not None and name == OUTPUT and isinstance(error, OSError):
            app.later(lambda: app.exit(return_code=HANGUP))
            # The short queue of unwritten frames is drained, so that no painter blocks forever.
            frames = getattr(ended.thread, "_queue", None)
            while frames is not None and frames.get() is not None:
                pass
        elif name == INPUT and terminal_gone():
            app.later(lambda: app.exit(return_code=HANGUP))
        elif isinstance(error, Exception):
            app.blame(error)
            app.later(lambda: app.fail(error))


def terminal_gone() -> bool:
    """Return whether the controlling terminal was closed."""
    try:
        return not os.isatty(sys.__stdin__.fileno() if sys.__stdin__ is not None else 0)
    except (OSError, ValueError):
        return True


def silence() -> None:
    """Discard further output, since nobody reads it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)


def close_and_report(app: Host) -> int:
    """Close the file, and print messages after the screen was closed; returns the exit code."""
    if hasattr(signal, "SIGHUP"):
        # A closing terminal may report it twice; unsaved changes come first.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        kept = app.session is None or app.session.close(10)
    except KeyboardInterrupt:
        # Do not wait for a disk that hangs.
        kept = False
    except Exception as error:
        app.blame(error)
        kept = False
    said = closing_lines(app, kept)
    try:
        for line in said:
            print(line, file=sys.stderr)  # noqa: T201
        for stream in (sys.__stdout__, sys.__stderr__):
            if stream is not None:
                stream.flush()
    except OSError:
        silence()
    return app.return_code or int(app.failure is not None or not (kept or app.forgone))


def closing_lines(app: Host, kept: bool) -> list[str]:
    """Return plain sentences: the error, the place of the report, the place of the session, what is unsaved."""
    said: list[str] = []
    path = plain(app.file.path)
    if app.failure is not None:
        own = "The tracker stopped because of a mistake of its own."
        said.append(FAULT_OF_GAME if of_the_game(app.failure) else own)
        said += filter(None, [kept_report(app.failure)])
        if path:
            said.append(f"The session is in {path}; open it again with: tracker {quoted(path)}")
    count = app.file.unsaved
    if not kept and count:
        missing = f"the last {count} changes are" if count != 1 else "the last change is"
        said.append(f"NOT SAVED: {missing} not in {path}.")
        if not app.forgone or app.failure is not None:
            said += _rescued(app)
    return said


def _rescued(app: Host) -> list[str]:
    """Save the whole session under another name, without asking; in the state folder, perhaps on another disk."""
    if app.session is None:
        return []
    try:
        copy = app.session.rescue(str(state_folder() / "rescued"))
    except Exception:  # whatever broke saving may break this too; the sentence is printed all the same
        return ["They could not be kept anywhere else either."]
    return [f"All of it is in a copy; go on there with: tracker {quoted(plain(copy))}"]


MOST: Final = 100  # the most chained errors in a report, and the most places of each


def report(error: BaseException) -> str:
    """Return the kinds of error and their places in the code; no values or messages, which may contain names."""
    lines = [f"tracker {__version__} · Python {sys.version.split()[0]} · {platform.system()}"]
    seen: set[int] = set()
    pending: list[BaseException | None] = [error]
    while pending and len(seen) < MOST:
        current = pending.pop(0)
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        number = f" {errno.errorcode.get(current.errno or 0, '')}" if isinstance(current, OSError) else ""
        lines.append(f"{type(current).__module__}.{type(current).__qualname__}{number}".rstrip())
        for frame, line in list(traceback.walk_tb(current.__traceback__))[-MOST:]:
            lines.append(f"  {_short(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}")
        inside = getattr(current, "error", None)  # Textual wraps exceptions of workers
        pending += [current.__cause__ or current.__context__, inside if isinstance(inside, BaseException) else None]
        pending += current.exceptions if isinstance(current, BaseExceptionGroup) else ()
    return "\n".join(lines) + "\n"


def kept_report(error: BaseException) -> str:
    """Write the report to the state folder; returns a sentence with its path, or "" if it could not be written."""
    file = write(error, state_folder())
    return f"What broke is in {plain(str(file))}; nothing of the fight is in it." if file is not None else ""


def of_the_game(error: BaseException) -> bool:
    """Return whether the error came from a game or its rules, as with a session made elsewhere."""
    files = (Path(frame.f_code.co_filename).parts for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(("tracker", room) in pairwise(parts) for parts in files for room in ("games", "rules"))


def _short(file: str) -> str:
    parts = Path(file).parts
    for package in ("tracker", "textual", "rich", "asyncio"):
        if package in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(package) :])
    return parts[-1] if parts else file


def write(error: BaseException, folder: Path) -> Path | None:
    """Write the report to a folder; returns its path, or None if it could not be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = 1
        while (file := folder / f"crash-{number}.txt").exists() and number < 1000:
            number += 1
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
            opened.write(report(error))
    except OSError:
        return None
    return file
