"""The right to write: a lock beside the save, released by the system when its holder dies.

A lock on the save itself is lost when a whole new file replaces it; the one beside it is not, and names its holder.
Only lock files of the tracker are ever written or deleted.
"""

import errno
import os
import re
import stat
from contextlib import suppress
from typing import Final

from tracker.combat.text import clean_line
from tracker.storage import platform
from tracker.storage.errors import NO_LOCK, called

_TRIES: Final = 1000  # how often an obsolete lock is taken again

_SIGNATURE: Final = re.compile(rb"(?:(\d{1,10}) ([^\n]+)\n)?")


class Held(Exception):
    """Another process holds the lock; the text names it."""


class FileLock:
    """An exclusive lock held through the open file at ``path``."""

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self._fd = fd

    def lost(self) -> bool:
        """Return whether the file at the path is no longer the one this lock holds."""
        return self._fd < 0 or not _same(self._fd, self.path)

    def release(self) -> None:
        """Release the lock; calling it again does nothing."""
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
        fd = os.open(path, os.O_RDWR | os.O_CREAT | platform.CAREFULLY, 0o600)
        try:
            if not take(fd):
                raise Held(_in_words(_SIGNATURE.match(os.read(fd, 300))))
            status = os.fstat(fd)
            ours = status.st_nlink <= 1 and status.st_uid == getattr(os, "getuid", int)()
            if not (ours and stat.S_ISREG(status.st_mode) and _SIGNATURE.fullmatch(os.read(fd, 300))):
                raise OSError(f"{called(path)} is not a lock of this program; move it away")
            if _same(fd, path):
                _sign(fd)
                return FileLock(path, fd)
        except BaseException as error:
            if isinstance(error, OSError) and error.errno in NO_LOCK and os.fstat(fd).st_size == 0:
                os.unlink(path)
            os.close(fd)
            raise
        # Its last holder deleted the file before we locked it: this lock is worthless.
        os.close(fd)
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


def left_behind(path: str) -> bool:
    """Return whether the holder of the lock at ``path`` was killed: the lock names a process that no longer runs.

    The check locks and writes nothing. A process of another machine counts as running.
    """
    process = _signed_here(path)
    return process is not None and not platform.runs(process)


def holder(path: str) -> int | None:
    """Return the running process of this machine that holds the lock at ``path``, None if there is none."""
    process = _signed_here(path)
    return process if process is not None and platform.runs(process) else None


def named(path: str) -> str:
    """Return who holds the lock at ``path``, in words; "" if it does not say."""
    signature = _signature(path)
    return _in_words(signature) if signature is not None and signature[1] is not None else ""


def _signature(path: str) -> re.Match[bytes] | None:
    """Return what a lock says; it is neither locked nor written."""
    try:
        return _SIGNATURE.fullmatch(platform.beginning(path, 300))
    except OSError:
        return None


def _signed_here(path: str) -> int | None:
    """Return the process of this machine that a lock names."""
    import socket

    signature = _signature(path)
    if signature is None or signature[1] is None or signature[2].decode("utf-8", "replace") != socket.gethostname():
        return None
    return int(signature[1])


def take(fd: int) -> bool:
    """Lock an open file without waiting; returns False if another process has locked it.

    Raises OSError if files cannot be locked, unless TRACKER_NO_LOCK is set: then the GM is responsible.
    """
    try:
        return platform.lock(fd)
    except OSError as error:
        if error.errno not in NO_LOCK or not os.environ.get("TRACKER_NO_LOCK"):
            raise
    return True


def _sign(fd: int) -> None:
    """Write who holds the lock; on a full disk it is held without that."""
    import socket

    with suppress(OSError):
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, f"{os.getpid()} {socket.gethostname()}\n".encode())


def _in_words(signature: re.Match[bytes] | None) -> str:
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
