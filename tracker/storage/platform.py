"""Differences between Windows, macOS and other POSIX systems: flags, locks, syncs, names, signals, quotes.

Everything else is written for POSIX and calls this module. ``WINDOWS`` is read on each use, so tests can set it.
"""

import errno
import importlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

WINDOWS: bool = os.name == "nt"

BINARY: Final[int] = getattr(os, "O_BINARY", 0)  # binary mode: without it Windows converts line breaks

QUIET: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Open without blocking, and without acquiring a terminal."""

CAREFULLY: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | BINARY  # where others write

TRIES: Final = 20
PAUSE: Final = 0.05
"""How often, and after how many seconds, an operation is retried on Windows."""

FAR: Final = 1 << 30  # the locked byte where files are locked by bytes, far beyond everything that is read
CLOSING: Final = 4.0  # the seconds that the program uses to end when its window is closed; Windows allows five

_NO_FOLDER_SYNC: Final = (errno.EBADF, errno.EINVAL, errno.ENOTSUP)
"""The errors of file systems that cannot sync folders: nothing is wrong, and nothing more can be done."""


def lock(fd: int) -> bool:
    """Lock an open file without waiting; returns False if another process has locked it. Raises OSError."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return _lock_byte(fd, importlib.import_module("msvcrt"))
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _lock_byte(fd: int, msvcrt: Any) -> bool:
    os.lseek(fd, FAR, os.SEEK_SET)
    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(fd, 0, os.SEEK_SET)
    return True


def beginning(path: str, most: int) -> bytes:
    """Return the first bytes of a file, without following a link; raises OSError."""
    fd = os.open(path, os.O_RDONLY | CAREFULLY | QUIET)
    try:
        return os.read(fd, most)
    finally:
        os.close(fd)


def sync(fd: int) -> None:
    """Wait until all data is on the disk, not only in its cache."""
    if sys.platform.startswith("darwin"):
        # A plain sync stops at the cache of the drive there; not every drive has the full one.
        fcntl: Any = importlib.import_module("fcntl")
        with suppress(OSError):
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
    os.fsync(fd)


def sync_name(path: str) -> None:
    """Wait until the name of a file is on the disk: POSIX syncs its folder; Windows, which cannot, the file itself."""
    if WINDOWS:
        # A folder's own name is written with that of the first file in it.
        with suppress(PermissionError, IsADirectoryError):
            fd = os.open(path, os.O_RDWR | BINARY)
            try:
                os.fsync(fd)
            finally:
                os.close(fd)
        return
    fd = os.open(os.path.dirname(path) or ".", os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(fd)


def replace(old: str, new: str) -> None:
    """Rename a file, replacing an existing one; retries if the file is open on Windows."""
    _patiently(lambda: os.replace(old, new))


def unlink(path: str) -> None:
    """Remove a name; retries if the file is open on Windows."""
    _patiently(lambda: os.unlink(path))


def _patiently(do: Callable[[], None]) -> None:
    for _ in range(TRIES if WINDOWS else 0):
        try:
            do()
        except PermissionError:
            time.sleep(PAUSE)
        else:
            return
    do()


def unlink_closed(fd: int, path: str) -> None:
    """Close a lock's file and remove its name: Windows keeps the name of an open file."""
    steps: list[Callable[[], None]] = [lambda: os.unlink(path), lambda: os.close(fd)]
    for step in reversed(steps) if WINDOWS else steps:
        with suppress(OSError):
            step()


def ending_signals() -> tuple[int, ...]:
    """Return the signals that end the program in order, as far as this system has them."""
    names = ("SIGINT", "SIGTERM", "SIGBREAK") if WINDOWS else ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def hear_closing(end: Callable[[float], object]) -> Callable[[], None]:
    """Have a function called, with the seconds it may take, when Windows closes the console or logs off.

    Windows calls it in a separate thread and ends the program when it returns. Returns a function that removes it.
    """
    if not WINDOWS:
        return lambda: None
    ctypes: Any = importlib.import_module("ctypes")

    def closing(event: int) -> bool:
        if event not in (2, 5, 6):  # closed, log-off, shut-down
            return False
        end(CLOSING)
        return True

    handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)(closing)
    ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, True)
    return lambda: ctypes.windll.kernel32.SetConsoleCtrlHandler(handler, False)


def quoted(path: str) -> str:
    """Return a path quoted as one word for the system's shell."""
    import shlex

    return subprocess.list2cmdline([path]) if WINDOWS else shlex.quote(path)


def nobody_reads(error: OSError) -> bool:
    """Return whether printing failed because the reader has gone."""
    return isinstance(error, BrokenPipeError) or (WINDOWS and error.errno == errno.EINVAL)


def runs(process: int) -> bool:
    """Return whether a process of this machine runs; if that cannot be checked safely, it counts as running."""
    if WINDOWS:
        return True
    try:
        os.kill(process, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True
