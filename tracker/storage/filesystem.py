"""The file system operations that storage needs, with POSIX names, and atomic replacement of whole files.

Tests replace it by a simulated disk: a subclass of ``FileSystem`` that loses, tears and refuses data.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from tracker.combat import limits
from tracker.storage import lock, platform
from tracker.storage.errors import LoadError, called

_PIECE: Final = 1 << 20  # the bytes to read or write at once


class Stamp(NamedTuple):
    """The identity, length and modification time of a file, to detect changes by others."""

    inode: int
    size: int
    written: int


class FileSystem:
    """The file system of this machine. Every method raises OSError as the system does."""

    def realpath(self, path: str) -> str:
        """Return the absolute path with all links resolved."""
        return os.path.realpath(path)

    lexists = staticmethod(os.path.lexists)
    truncate = staticmethod(os.ftruncate)
    fsync = staticmethod(platform.sync)
    replace = staticmethod(platform.replace)
    unlink = staticmethod(platform.unlink)
    fsync_folder = staticmethod(platform.sync_name)
    lock = staticmethod(lock.acquire)
    close = staticmethod(os.close)

    def stat(self, path: str) -> Stamp:
        """Return the stamp of a file, without opening it."""
        return _stamp(os.stat(path))

    def fstat(self, fd: int) -> Stamp:
        """Return the stamp of an open file."""
        return _stamp(os.fstat(fd))

    def read(self, path: str, at: int = 0) -> tuple[bytes, Stamp]:
        """Return a file, from a position on; raises LoadError if it is not a regular file or too large."""
        _regular(os.stat(path), path)
        fd = os.open(path, os.O_RDONLY | platform.BINARY | platform.QUIET)
        try:
            status = os.fstat(fd)
            _regular(status, path)
            if at:
                os.lseek(fd, at, os.SEEK_SET)
            # A single read returns a single buffer, so the file is never in memory twice.
            parts, size = list[bytes](), at
            while size <= limits.FILE and (part := os.read(fd, max(_PIECE, status.st_size + 1 - size))):
                parts.append(part)
                size += len(part)
        finally:
            os.close(fd)
        if size > limits.FILE:
            raise _too_large(path)
        return b"".join(parts), _stamp(status)

    def open(self, path: str) -> int:
        """Open an existing file for writing, locked under all its names; raises lock.Held."""
        fd = os.open(path, os.O_RDWR | platform.BINARY | platform.QUIET)
        with suppress(OSError):  # a disk without locks: the lock beside the file has to do
            if not lock.take(fd):
                os.close(fd)
                raise lock.Held("another tracker")
        return fd

    def create(self, path: str) -> int:
        """Create and open a file that nobody else may read; refuses an existing name."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | platform.BINARY, 0o600)

    def pwrite(self, fd: int, data: bytes | memoryview, at: int) -> int:
        """Write at a position; returns how many bytes were written, perhaps not all."""
        if hasattr(os, "pwrite"):
            return os.pwrite(fd, data, at)
        os.lseek(fd, at, os.SEEK_SET)
        return os.write(fd, data)

    def copy_access(self, path: str, fd: int) -> None:
        """Copy group, owner and permissions of another file to an open one, as far as the system permits."""
        status = os.stat(path)
        with suppress(OSError, AttributeError):
            os.fchown(fd, -1, status.st_gid)
            os.fchmod(fd, stat.S_IMODE(status.st_mode))
            os.fchown(fd, status.st_uid, -1)


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(status.st_ino, status.st_size, status.st_mtime_ns)


def _regular(status: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise LoadError(f"{called(path)} is a folder; name a session file in it.", "unreadable")
    if not stat.S_ISREG(status.st_mode):
        raise LoadError(f"{called(path)} is not an ordinary file; name a session file.", "unreadable")
    if status.st_size > limits.FILE:
        raise _too_large(path)


def _too_large(path: str) -> LoadError:
    most = limits.FILE // (1024 * 1024)
    return LoadError(f"{called(path)} is too large for a session: at most {most} MiB.", "unreadable")


def write_all(disk: FileSystem, fd: int, data: bytes | bytearray, at: int) -> int:
    """Write all of it, in as many writes as needed; returns the position after it."""
    rest = memoryview(data)
    while rest:
        taken = disk.pwrite(fd, rest, at)
        at, rest = at + taken, rest[taken:]
    return at


def write(disk: FileSystem, path: str, parts: Iterable[bytes | bytearray]) -> None:
    """Write a whole new file in place of an existing one; after an OSError it is the old or the new one."""
    temporary = f"{path}.{os.urandom(4).hex()}.tmp"
    fd = disk.create(temporary)
    try:
        try:
            if disk.lexists(path):
                disk.copy_access(path, fd)
            at, held = 0, bytearray()
            for part in parts:
                held += part
                if len(held) >= _PIECE:
                    at, held = write_all(disk, fd, held, at), bytearray()
            write_all(disk, fd, held, at)
            disk.fsync(fd)
        finally:
            disk.close(fd)
        disk.replace(temporary, path)
        disk.fsync_folder(path)
    except BaseException:
        discard(disk, temporary)
        raise


def discard(disk: FileSystem, path: str) -> None:
    """Remove a file if possible."""
    with suppress(OSError):
        if disk.lexists(path):
            disk.unlink(path)


def keep(disk: FileSystem, path: str, name: str) -> str:
    """Return the name of a synced copy beside the file, numbered if taken; one with the same content is reused."""
    data, _ = disk.read(path)
    copy, number = name, 2
    while disk.lexists(copy):
        with suppress(LoadError):
            if disk.read(copy)[0] == data:
                return copy
        copy, number = f"{name}-{number}", number + 1
    write(disk, copy, [data])
    return copy


def keep_generation(disk: FileSystem, path: str) -> None:
    """Copy the current file to .bak1, unless it already is; the two before it become .bak2 and .bak3."""
    data, _ = disk.read(path)
    names = [f"{path}.bak{number}" for number in (1, 2, 3)]
    if disk.lexists(names[0]) and disk.read(names[0])[0] == data:
        return
    fresh = f"{path}.bak0"
    write(disk, fresh, [data])
    try:
        for older, newer in ((names[2], names[1]), (names[1], names[0]), (names[0], fresh)):
            if disk.lexists(newer):
                disk.replace(newer, older)
        disk.fsync_folder(path)
    finally:
        discard(disk, fresh)
