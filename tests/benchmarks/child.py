"""A program in a real terminal of 120x40: one byte of a key in, the bytes of the frame out."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import socket
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
LAUNCH = Path(__file__).with_name("launch.py")

PATIENCE = 60.0
"""So long anything is waited for, in seconds."""

ASKED = b"\x1b[?2026$p"
"""Textual asks whether the terminal shows whole pictures only; most do, and so does this one."""

ANSWER = b"\x1b[?2026;1$y"

FRAME_END = b"\x1b[?2026l"
"""The end of a picture."""

COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}


UNSET = (
    *("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONDEVMODE", "PYTHONWARNINGS"),
)
"""Without these: an installed program is compiled, so ours is to be compiled too, by the run that does not count."""

OURS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "PYTHONPYCACHEPREFIX")
"""Folders that are the benchmark's own, so that nothing is left behind."""


class Child:
    """A program under ``launch.py``; ``started`` is the moment right before it was started, in seconds."""

    def __init__(self, folder: Path, what: str, *words: str, probed: bool = False) -> None:
        self._mine, theirs = socket.socketpair()
        environment = {key: value for key, value in os.environ.items() if key not in UNSET}
        environment |= COLOURS | {our: str(folder) for our in OURS}
        if probed:
            theirs.set_inheritable(True)
            environment["BENCHMARK_PROBE"] = str(theirs.fileno())
        self._raw = bytearray()
        self._mark = 0
        self._answered = False
        argv = [sys.executable, str(LAUNCH), what, *words]
        leader, terminal = pty.openpty()
        fcntl.ioctl(leader, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.started = time.perf_counter()
        self._pid = os.fork()
        if self._pid == 0:
            os.login_tty(terminal)
            os.execve(argv[0], argv, environment)
        os.close(terminal)
        theirs.close()
        self._fd = leader
        self.cpu_at_end = 0.0

    # ------------------------------------------------------------------ what comes out

    def _read(self, timeout: float) -> bool:
        if not select.select([self._fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            data = b""
        if not data:
            raise RuntimeError(f"The program ended; the last it wrote was {bytes(self._raw[-600:])!r}.")
        self._raw += data
        if not self._answered and ASKED in self._raw:
            self._answered = True
            os.write(self._fd, ANSWER)
        return True

    def _since(self, text: bytes, place: int) -> int:
        """The place behind a text that is not before this place; waits for it."""
        end = time.perf_counter() + PATIENCE
        while (found := self._raw.find(text, place)) < 0:
            if time.perf_counter() > end:
                raise RuntimeError(f"Waited in vain for {text!r}.")
            self._read(1.0)
        return found + len(text)

    def paint(self, *marks: str) -> float:
        """Wait until all of these texts were painted; the moment, in seconds."""
        for mark in marks:
            self._since(mark.encode(), self._mark)
        return time.perf_counter()

    def settle(self, quiet: float) -> None:
        """Read until nothing has come for ``quiet`` seconds."""
        while self._read(quiet):
            pass

    # ------------------------------------------------------------------ what goes in

    def press(self, keys: str, mark: str) -> float:
        """Write keys; the milliseconds until the end of the picture with this text."""
        self._mark = len(self._raw)
        before = time.perf_counter()
        os.write(self._fd, keys.encode())
        self._since(FRAME_END, self._since(mark.encode(), self._mark))
        return (time.perf_counter() - before) * 1000

    def sent(self) -> int:
        """How many bytes came since the last key."""
        return len(self._raw) - self._mark

    def spend(self, keys: str, quiet: float) -> float:
        """Write keys; the milliseconds of processor time until nothing has come for ``quiet`` seconds."""
        self._mark = len(self._raw)
        before = self.cpu()
        os.write(self._fd, keys.encode())
        self.settle(quiet)
        return self.cpu() - before

    def memory(self) -> float:
        """The resident memory, in megabytes."""
        pages = int(Path(f"/proc/{self._pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu(self) -> float:
        """The processor time used so far, in milliseconds."""
        self._mine.sendall(b"?")
        return int.from_bytes(self._mine.recv(8), "big") / 1e6

    # ------------------------------------------------------------------ the end

    def close(self) -> None:
        """End the program; ``cpu_at_end`` is what it used, in milliseconds."""
        os.kill(self._pid, signal.SIGKILL)
        used = os.wait4(self._pid, 0)[2]
        self.cpu_at_end = (used.ru_utime + used.ru_stime) * 1000
        os.close(self._fd)
        self._mine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
