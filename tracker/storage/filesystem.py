"""The few things asked of a disk, so that a simulated one can stand in for it.

Whole files that appear at once or not at all, and the copies kept beside a save.
"""

from __future__ import annotations

import errno
import importlib
import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

from tracker.combat import limits
from tracker.combat.frozen import frozen
from tracker.storage import lock
from tracker.storage.errors import LoadError, called

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
_QUIET: Final[int] = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_NO_FOLDER_SYNC: Final = (errno.EBADF, errno.EINVAL, errno.ENOTSUP)
"""What file systems answer that have no sync for folders: nothing is wrong, and nothing more can be done."""


@frozen
class Seen:
    """What tells whether a file is still the one we know: which it is, how long, when last written to."""

    inode: int
    size: int
    written: int


class Lock(Protocol):
    """A lock that is held."""

    def lost(self) -> bool:
        """Whether it holds no more."""

    def release(self) -> None:
        """Give it up."""


class Disk(Protocol):
    """What storage needs of a disk. Everything raises OSError as the system does."""

    def resolve(self, path: str) -> str:
        """The path behind all links, absolute."""

    def exists(self, path: str) -> bool:
        """Whether anything has this name, a link to nowhere included."""

    def see(self, path: str) -> Seen:
        """A look at a file without opening it."""

    def read(self, path: str) -> tuple[bytes, Seen]:
        """A whole file; raises LoadError for what is no regular file or is too large."""

    def edit(self, path: str) -> int:
        """Open an existing file for writing."""

    def new(self, path: str) -> int:
        """Make a file that nobody else may read, and open it; refuses an existing name."""

    def write(self, fd: int, data: bytes | memoryview, at: int) -> int:
        """Write at a place; returns how many bytes were taken, perhaps not all."""

    def cut(self, fd: int, size: int) -> None:
        """Make the file exactly this long."""

    def sync(self, fd: int) -> None:
        """Come back when everything written is on the disk."""

    def look(self, fd: int) -> Seen:
        """A look at an open file."""

    def close(self, fd: int) -> None:
        """Close it."""

    def replace(self, old: str, new: str) -> None:
        """Give a file another name, in place of what has it."""

    def remove(self, path: str) -> None:
        """Take a name away."""

    def sync_folder(self, path: str) -> None:
        """Come back when the names in the folder of this file are on the disk."""

    def lock(self, path: str) -> Lock:
        """Take the lock of this name; raises lock.Held."""


class RealDisk:
    """The disk of this machine."""

    def resolve(self, path: str) -> str:
        """The path behind all links, absolute."""
        return os.path.realpath(path)

    def exists(self, path: str) -> bool:
        """Whether anything has this name, a link to nowhere included."""
        return os.path.lexists(path)

    def see(self, path: str) -> Seen:
        """A look at a file without opening it."""
        return _seen(os.stat(path))

    def read(self, path: str) -> tuple[bytes, Seen]:
        """A whole file; raises LoadError for what is no regular file or is too large."""
        _regular(os.stat(path), path)
        fd = os.open(path, os.O_RDONLY | _BINARY | _QUIET)
        try:
            found = os.fstat(fd)
            _regular(found, path)
            data = bytearray()
            while len(data) <= limits.FILE and (part := os.read(fd, 1 << 20)):
                data += part
        finally:
            os.close(fd)
        if len(data) > limits.FILE:
            raise _too_large(path)
        return bytes(data), _seen(found)

    def edit(self, path: str) -> int:
        """Open an existing file for writing."""
        return os.open(path, os.O_RDWR | _BINARY | _QUIET)

    def new(self, path: str) -> int:
        """Make a file that nobody else may read, and open it; refuses an existing name."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)

    def write(self, fd: int, data: bytes | memoryview, at: int) -> int:
        """Write at a place; returns how many bytes were taken, perhaps not all."""
        if hasattr(os, "pwrite"):
            return os.pwrite(fd, data, at)
        os.lseek(fd, at, os.SEEK_SET)
        return os.write(fd, data)

    def cut(self, fd: int, size: int) -> None:
        """Make the file exactly this long."""
        os.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        """Come back when everything written is on the disk, not only in its cache."""
        if sys.platform.startswith("darwin"):
            full_sync(fd, importlib.import_module("fcntl"))
        else:
            os.fsync(fd)

    def look(self, fd: int) -> Seen:
        """A look at an open file."""
        return _seen(os.fstat(fd))

    def close(self, fd: int) -> None:
        """Close it."""
        os.close(fd)

    def replace(self, old: str, new: str) -> None:
        """Give a file another name, in place of what has it."""
        os.replace(old, new)

    def remove(self, path: str) -> None:
        """Take a name away."""
        os.unlink(path)

    def sync_folder(self, path: str) -> None:
        """Come back when the names in the folder of this file are on the disk; nothing where folders have no sync."""
        if not hasattr(os, "O_DIRECTORY"):
            return
        fd = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(fd)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(fd)

    def lock(self, path: str) -> Lock:
        """Take the lock of this name; raises lock.Held."""
        return lock.acquire(path)


def full_sync(fd: int, fcntl: Any) -> None:
    """Where a plain sync stops at the cache of the drive: the full one, or the plain one if the drive lacks it."""
    try:
        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    except OSError:
        os.fsync(fd)


def _seen(found: os.stat_result) -> Seen:
    return Seen(found.st_ino, found.st_size, found.st_mtime_ns)


def _regular(found: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise LoadError(f"{called(path)} is a folder; name a session file in it.", "unreadable")
    if not stat.S_ISREG(found.st_mode):
        raise LoadError(f"{called(path)} is no ordinary file; name a session file.", "unreadable")
    if found.st_size > limits.FILE:
        raise _too_large(path)


def _too_large(path: str) -> LoadError:
    most = limits.FILE // (1024 * 1024)
    return LoadError(f"{called(path)} is too large for a session: at most {most} MiB.", "unreadable")


_PIECE: Final = 1 << 20


def write_all(disk: Disk, fd: int, data: bytes, at: int) -> int:
    """Write all of it, however little is taken at once; returns the place behind it."""
    rest = memoryview(data)
    while rest:
        taken = disk.write(fd, rest, at)
        at, rest = at + taken, rest[taken:]
    return at


def write(disk: Disk, path: str, parts: Iterable[bytes]) -> None:
    """A whole new file under this name, in place of what was there; after an OSError it is the old or the new one."""
    temporary = path + ".tmp"
    if disk.exists(temporary):
        disk.remove(temporary)
    try:
        fd = disk.new(temporary)
        try:
            at, held, size = 0, [], 0
            for part in parts:
                held.append(part)
                size += len(part)
                if size >= _PIECE:
                    at, held, size = write_all(disk, fd, b"".join(held), at), [], 0
            write_all(disk, fd, b"".join(held), at)
            disk.sync(fd)
        finally:
            disk.close(fd)
        disk.replace(temporary, path)
        disk.sync_folder(path)
    except BaseException:
        _discard(disk, temporary)
        raise


def _discard(disk: Disk, path: str) -> None:
    with suppress(OSError):
        if disk.exists(path):
            disk.remove(path)


def free(disk: Disk, path: str) -> str:
    """This name, or the first with a number behind it that nothing has yet."""
    found, number = path, 2
    while disk.exists(found):
        found, number = f"{path}-{number}", number + 1
    return found


def keep(disk: Disk, path: str, name: str) -> str:
    """A synced copy of a file beside it, under a name that is free; returns that name."""
    data, _ = disk.read(path)
    copy = free(disk, name)
    write(disk, copy, [data])
    return copy


def keep_generation(disk: Disk, path: str) -> None:
    """The file as it is now becomes .bak1, unless it already is; the two before it become .bak2 and .bak3."""
    data, _ = disk.read(path)
    names = [f"{path}.bak{number}" for number in (1, 2, 3)]
    if disk.exists(names[0]) and disk.read(names[0])[0] == data:
        return
    fresh = f"{path}.bak0"
    write(disk, fresh, [data])
    try:
        for older, newer in ((names[2], names[1]), (names[1], names[0]), (names[0], fresh)):
            if disk.exists(newer):
                disk.replace(newer, older)
        disk.sync_folder(path)
    finally:
        _discard(disk, fresh)
