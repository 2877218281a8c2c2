"""The real program in a real pty, its screen kept by a terminal emulator. Nothing here sleeps: it waits for text."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

PATIENCE = 20.0
"""So long a text is waited for, in seconds; a machine that runs other tests too may be slow."""

UNPAINTED = 2.0
"""The seconds after which a key counts as handled that changes nothing on the screen."""

PRIVATE = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*\$p|\x1bP[^\x1b]*\x1b\\")
"""Sequences that the emulator does not know and would print in part."""

PART = re.compile(rb"\x1b(\[[0-9;?<>=$]*)?$|\x1bP[^\x1b]*\x1b?$")
"""A sequence that was read only in part."""

ENTER = "\r"
TAB = "\t"
ESCAPE = "\x1b"


class Terminal:
    """A program in a terminal of a given number of columns and lines."""

    def __init__(
        self, argv: Sequence[str], size: tuple[int, int] = (120, 40), env: Mapping[str, str] | None = None
    ) -> None:
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        self.stream: Any = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self.code: int | None = None
        self._part = b""
        self._marks = 0
        self.shown = True
        """Whether what is written is put on the screen, which takes longer than the program needs to write it."""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # The size stands before the program looks for it; what the environment says of it would win.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
            os.execvpe(argv[0], list(argv), {**kept, **COLOURS, **(env or {})})

    # Reading

    @property
    def lines(self) -> list[str]:
        """What stands on the screen, blanks at the ends of lines gone."""
        # Not the emulator's own display, which breaks on characters without width: after a wide one they have no cell.
        columns, buffer = range(self.screen.columns), self.screen.buffer
        return ["".join(buffer[y][x].data for x in columns).rstrip() for y in range(self.screen.lines)]

    @property
    def text(self) -> str:
        """The same as one text."""
        return "\n".join(self.lines)

    def line(self, text: str) -> str:
        """The first line that holds a text."""
        return next((line for line in self.lines if text in line), "")

    def read(self, timeout: float) -> bool:
        """Take in what the program wrote; False once it has ended."""
        ready, _, _ = select.select([self.fd], [], [], timeout)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65_536)
        except OSError:
            data = b""
        if not data:
            return False
        self.raw += data
        if not self.shown:
            return True
        data = self._part + data
        cut = PART.search(data)
        self._part = data[cut.start() :] if cut else b""
        self.stream.feed(PRIVATE.sub(b"", data[: cut.start()] if cut else data))
        return True

    def show_anew(self) -> None:
        """Put what is written from now on onto a blank screen; what was read last may have ended within a sequence."""
        self.screen.reset()
        self.stream = pyte.ByteStream(self.screen)
        self._part = b""
        self.shown = True

    def pending(self) -> bool:
        """Whether something was written that is not taken in yet."""
        return bool(select.select([self.fd], [], [], 0)[0])

    def wait(self, what: str | Callable[[], bool]) -> None:
        """Read until a text stands on the screen, or something holds."""
        met = (lambda: what in self.text) if isinstance(what, str) else what
        end = time.monotonic() + PATIENCE
        while not met():
            if time.monotonic() > end or not self.read(0.5):
                raise AssertionError(f"waited for {what!r}; on the screen was:\n{self.text}")

    # Writing

    def send(self, keys: str) -> None:
        """Write all bytes of these keys at once."""
        data = keys.encode()
        while data:
            data = data[os.write(self.fd, data) :]

    def burst(self, keys: str) -> None:
        """Write keys and, right behind them in the same write, a mark; wait until the mark is there and take it away.

        The mark is typed into the command bar, so it stands on the screen only after every key before it was handled.
        """
        mark = self._mark()
        self.send(f"{keys}:{mark}")
        self.wait(mark)
        self.send(f"\x15{ENTER}")
        self.wait(lambda: mark not in self.text)

    def each(self, keys: Sequence[str]) -> None:
        """Write the keys one after the other, each only when the one before was handled."""
        for key in keys[:-1]:
            before, end = len(self.raw), time.monotonic() + UNPAINTED
            self.send(key)
            while len(self.raw) == before and time.monotonic() < end:
                self.read(0.1)
        self.burst(keys[-1])

    def _mark(self) -> str:
        self._marks += 1
        return f"mark{self._marks:03d}"

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    # The end

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def ended(self) -> int:
        """Read until the program has ended; returns its exit code, or minus the signal that killed it."""
        end = time.monotonic() + PATIENCE
        while self.code is None:
            self.read(0.05)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.code = os.waitstatus_to_exitcode(status)
                while self.read(0.01) and self.pending():
                    pass
            elif time.monotonic() > end:
                raise AssertionError(f"the program did not end; on the screen was:\n{self.text}")
        return self.code

    def close(self) -> None:
        """End the program, however it stands."""
        if self.code is None:
            try:
                os.kill(self.pid, signal.SIGKILL)
                self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            except (ProcessLookupError, ChildProcessError):
                self.code = 0
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


COLOURS = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "LANG": "C.UTF-8",
    "PYTHONPATH": str(Path.cwd()),
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / f"tracker-tests-{os.getuid()}"),
}
"""What the program is told of its terminal; compiled once for all tests, outside of the work tree."""


def tracker(*words: str, size: tuple[int, int] = (120, 40)) -> Terminal:
    """The real program with these words."""
    return Terminal([sys.executable, "-m", "tracker.cli.main", *words], size)
