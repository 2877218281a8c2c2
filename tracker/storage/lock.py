"""Who may write: a lock beside the save, freed by the system when its holder dies.

The lock on the save itself is lost when a whole new file takes its place; the one beside it is not, and names its
holder. Only a file that is a lock of ours is ever written to or deleted.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from typing import Final

from tracker.combat.text import clean_line
from tracker.storage import platform
from tracker.storage.errors import NO_LOCK, called

_TRIES: Final = 1000
"""How often a lock is taken again that turned out to be worth nothing."""

_FLAGS: Final[int] = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | platform.BINARY

_SIGNATURE: Final = re.compile(rb"(?:(\d{1,10}) ([^\n]+)\n)?")


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
            if _same(fd, self.path):
                platform.unlink_closed(fd, self.path)
            else:
                with suppress(OSError):
                    os.close(fd)


def acquire(path: str) -> FileLock:
    """Take the lock at ``path`` without waiting; raises Held with its holder, or OSError."""
    for _ in range(_TRIES):
        fd = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o600)
        try:
            if not take(fd):
                raise Held(_holder(fd))
            _refuse_foreign(fd, path)
            if _same(fd, path):
                _sign(fd)
                return FileLock(path, fd)
        except OSError as error:
            if error.errno in NO_LOCK and os.fstat(fd).st_size == 0:
                os.unlink(path)
            os.close(fd)
            raise
        except BaseException:
            os.close(fd)
            raise
        # Its last holder deleted the file between our opening and our locking it: this lock is worth nothing.
        os.close(fd)
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


def left_behind(path: str) -> bool:
    """Whether the lock at ``path`` was its holder's until that was killed: it names a process that runs no more.

    Nothing is locked or written for the answer. A process of another machine counts as one that runs.
    """
    import socket

    try:
        fd = os.open(path, os.O_RDONLY | _FLAGS)
    except OSError:
        return False
    try:
        signature = _SIGNATURE.fullmatch(os.read(fd, 300))
    except OSError:
        return False
    finally:
        os.close(fd)
    if signature is None or signature[1] is None or signature[2].decode("utf-8", "replace") != socket.gethostname():
        return False
    return not platform.runs(int(signature[1]))


def take(fd: int) -> bool:
    """Lock an open file without waiting; False where somebody else has it locked.

    Raises OSError where files cannot be locked, unless TRACKER_NO_LOCK is set: then the GM answers for it.
    """
    try:
        return platform.lock(fd)
    except OSError as error:
        if error.errno not in NO_LOCK or not os.environ.get("TRACKER_NO_LOCK"):
            raise
    return True


def _refuse_foreign(fd: int, path: str) -> None:
    """Raise OSError if the file holds anything except the signature of a tracker."""
    status = os.fstat(fd)
    ours = stat.S_ISREG(status.st_mode) and status.st_nlink <= 1 and status.st_uid == getattr(os, "getuid", int)()
    if not ours or not _SIGNATURE.fullmatch(os.read(fd, 300)):
        raise OSError(f"{called(path)} is not a lock of this program; move it away")


def _sign(fd: int) -> None:
    """Write down who holds the lock; on a full disk it is held without that."""
    import socket

    with suppress(OSError):
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, f"{os.getpid()} {socket.gethostname()}\n".encode())


def _holder(fd: int) -> str:
    signature = _SIGNATURE.match(os.read(fd, 300))
    if signature is None or signature[1] is None:
        return "another tracker"
    process, host = signature[1].decode(), signature[2].decode("utf-8", "replace")
    return f"another tracker (process {process} on {clean_line(host)})"


def _same(fd: int, path: str) -> bool:
    try:
        here, there = os.fstat(fd), os.stat(path)
    except OSError:
        return False
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
