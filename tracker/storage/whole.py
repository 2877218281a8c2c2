"""Whole files that appear at once or not at all, and the copies kept beside a save."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from tracker.storage.disk import Disk

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
