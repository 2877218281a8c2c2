"""Who may write: a lock beside the save, freed by the system when its holder dies.

The save itself is not locked: a lock on it would be lost when a whole new file takes its place.
"""

from __future__ import annotations

import errno
import importlib
import os
import socket
from contextlib import suppress
from typing import Any, Final

from tracker.combat.text import clean_line

_TRIES: Final = 1000
"""So often a lock is taken anew that was worth nothing; then the files there are none that can be told apart."""

_FAR: Final = 1 << 30
"""The byte that is locked where files are locked by bytes, far behind the text that names the holder."""


class Held(Exception):
    """Somebody else holds the lock; the text says who."""


class FileLock:
    """An exclusive lock held through the open file at ``path``."""

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self._fd = fd

    def lost(self) -> bool:
        """Whether the file at the path is no longer the one this lock holds."""
        return self._fd < 0 or not _same(self._fd, self.path)

    def release(self) -> None:
        """Give the lock up; calling it again does nothing."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with suppress(OSError):
                if _same(fd, self.path):
                    os.unlink(self.path)
            with suppress(OSError):
                os.close(fd)


def acquire(path: str) -> FileLock:
    """Take the lock at ``path`` without waiting; raises Held with its holder, or OSError."""
    for _ in range(_TRIES):
        fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o600)
        try:
            if not _take(fd):
                raise Held(_holder(fd))
            if _same(fd, path):
                _sign(fd)
                return FileLock(path, fd)
        except BaseException:
            os.close(fd)
            raise
        # Its last holder took the file away between our opening and our locking it: this lock is worth nothing.
        os.close(fd)
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


def _take(fd: int) -> bool:
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return _take_byte(fd, importlib.import_module("msvcrt"))
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _take_byte(fd: int, msvcrt: Any) -> bool:
    os.lseek(fd, _FAR, os.SEEK_SET)
    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        os.lseek(fd, 0, os.SEEK_SET)
    return True


def _sign(fd: int) -> None:
    """Write down who holds it; on a full disk it holds without that."""
    with suppress(OSError):
        os.ftruncate(fd, 0)
        os.write(fd, f"{os.getpid()} {socket.gethostname()}\n".encode())


def _holder(fd: int) -> str:
    text = os.read(fd, 300).decode("utf-8", "replace")
    process, _, host = text.partition(" ")
    if not process.isdigit() or not host.strip():
        return "another tracker"
    return f"another tracker (process {process} on {clean_line(host)})"


def _same(fd: int, path: str) -> bool:
    try:
        here, there = os.fstat(fd), os.stat(path)
    except OSError:
        return False
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
