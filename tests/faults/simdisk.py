"""A disk that forgets: it distinguishes written from synced data, and simulates crashes.

Killing the program loses nothing the system already took. Cutting the power loses, tears, zeroes, reorders and repeats
whatever was not synced, of names as well as of bytes.
"""

from __future__ import annotations

import errno
import random
from dataclasses import dataclass, field

from tracker.storage.errors import LoadError
from tracker.storage.filesystem import FileSystem, Stamp
from tracker.storage.lock import Held

SECTOR = 512


class Crash(BaseException):
    """The program ends here; nothing it would still do happens."""


@dataclass(slots=True)
class Inode:
    """A file: as programs see it, as it is on the platter, and what was written in between."""

    number: int
    seen: bytearray = field(default_factory=bytearray)
    durable: bytes = b""
    pending: list[tuple[int, bytes] | int] = field(default_factory=list)
    written: int = 0


@dataclass(slots=True)
class SimLock:
    """A lock of the simulated disk, held by one program."""

    disk: SimDisk
    path: str

    def lost(self) -> bool:
        return self.disk.locks.get(self.path) is not self

    def release(self) -> None:
        if not self.lost():
            del self.disk.locks[self.path]


class SimDisk(FileSystem):
    """A file system in memory.

    ``crash_at``: the operation at which the program ends, counted from 1. ``trouble``: how often writing and
    syncing fail. After a failed sync the system forgets what was to be written, as systems do.
    """

    def __init__(self, rng: random.Random | None = None) -> None:
        self.rng = rng or random.Random(0)
        self.names: dict[str, Inode] = {}
        self.durable_names: dict[str, Inode] = {}
        self.pending_names: list[dict[str, Inode | None]] = []
        self.locks: dict[str, SimLock] = {}
        self.open_: dict[int, Inode] = {}
        self.operations = 0
        self.crash_at = 0
        self.crashed = False
        self.trouble = 0.0
        self._next = 10
        self._time = 0

    # What the storage asks for

    def realpath(self, path: str) -> str:
        return path

    def lexists(self, path: str) -> bool:
        self._alive()
        return path in self.names

    def stat(self, path: str) -> Stamp:
        self._alive()
        return _seen(self._named(path))

    def read(self, path: str, at: int = 0) -> tuple[bytes, Stamp]:
        self._alive()
        if path.endswith("/"):
            raise LoadError("a folder", "unreadable")
        inode = self._named(path)
        return bytes(inode.seen[at:]), _seen(inode)

    def open(self, path: str) -> int:
        self._alive()
        return self._opened(self._named(path))

    def create(self, path: str) -> int:
        self._step()
        if path in self.names:
            raise FileExistsError(errno.EEXIST, "there is one", path)
        self._next += 1
        inode = Inode(self._next)
        self._rename({path: inode})
        return self._opened(inode)

    def pwrite(self, fd: int, data: bytes | memoryview, at: int) -> int:
        inode, data = self.open_[fd], bytes(data)
        # Systems take less than all of it now and then.
        part = data[: self.rng.randint(1, len(data))] if self.rng.random() < 0.1 else data
        try:
            self._step()
        except Crash:
            if self.operations == self.crash_at:
                self._put(inode, part[: self.rng.randint(0, len(part))], at)
            raise
        if self.rng.random() < self.trouble:
            raise OSError(errno.ENOSPC, "full")
        self._put(inode, part, at)
        return len(part)

    def truncate(self, fd: int, size: int) -> None:
        self._step()
        inode = self.open_[fd]
        _resize(inode.seen, size)
        inode.pending.append(size)
        inode.written = self._tick()

    def fsync(self, fd: int) -> None:
        self._step()
        inode = self.open_[fd]
        if self.rng.random() < self.trouble:
            inode.durable, inode.pending = self._survived(inode), []
            raise OSError(errno.EIO, "failed")
        found = bytearray(inode.durable)
        for change in inode.pending:
            if isinstance(change, int):
                _resize(found, change)
            else:
                _place(found, *change)
        inode.durable, inode.pending = bytes(found), []

    def fstat(self, fd: int) -> Stamp:
        self._alive()
        return _seen(self.open_[fd])

    def close(self, fd: int) -> None:
        self._alive()
        del self.open_[fd]

    def replace(self, old: str, new: str) -> None:
        self._step()
        self._rename({new: self._named(old), old: None})

    def unlink(self, path: str) -> None:
        self._step()
        self._named(path)
        self._rename({path: None})

    def copy_access(self, path: str, fd: int) -> None:
        self._alive()

    def fsync_folder(self, path: str) -> None:
        self._step()
        if self.rng.random() < self.trouble:
            raise OSError(errno.EIO, "failed")
        self.durable_names, self.pending_names = dict(self.names), []

    def lock(self, path: str) -> SimLock:
        self._alive()
        if path in self.locks:
            raise Held("another tracker (process 1 on elsewhere)")
        self.locks[path] = SimLock(self, path)
        return self.locks[path]

    # What a test does to it

    def put(self, path: str, data: bytes) -> None:
        """A file that has always been there."""
        self._next += 1
        inode = Inode(self._next, bytearray(data), data, written=self._tick())
        self.names[path] = self.durable_names[path] = inode

    def killed(self) -> None:
        """The program is gone; what it wrote is with the system."""
        self.crash_at, self.crashed, self.trouble = 0, False, 0.0
        self.locks.clear()
        self.open_.clear()

    def power_cut(self) -> None:
        """The machine is gone; only what was synced is sure."""
        self.killed()
        names = dict(self.durable_names)
        for change in self.pending_names:
            if self.rng.random() < 0.5:
                for path, inode in change.items():
                    names.pop(path, None)
                    if inode is not None:
                        names[path] = inode
        for inode in {id(name): name for name in (*names.values(), *self.durable_names.values())}.values():
            inode.durable = self._survived(inode)
            inode.pending = []
            inode.seen = bytearray(inode.durable)
        self.names, self.durable_names, self.pending_names = names, dict(names), []

    # Inside

    def _survived(self, inode: Inode) -> bytes:
        """The bytes on the platter after the power went."""
        rng, mood = self.rng, self.rng.random()
        if not inode.pending or mood < 0.15:
            return inode.durable
        if mood < 0.25:
            return bytes(inode.seen)
        found, changes = bytearray(inode.durable), list(inode.pending)
        if rng.random() < 0.3:
            rng.shuffle(changes)
        if rng.random() < 0.2:
            changes.insert(rng.randint(0, len(changes)), rng.choice(changes))
        for change in changes:
            if rng.random() < 0.25:
                continue
            if isinstance(change, int):
                _resize(found, change)
            else:
                self._tear(found, *change)
        return bytes(found)

    def _tear(self, found: bytearray, at: int, data: bytes) -> None:
        """Write some sectors of it, one perhaps in part, some perhaps as zeros."""
        rng = self.rng
        how = rng.random()
        if how < 0.3:
            data = data[: rng.randint(0, len(data))]
        keep, zero = (1.0, 0.0) if how < 0.5 else (0.6, 0.3)
        place = at
        while place < at + len(data):
            end = min(at + len(data), (place // SECTOR + 1) * SECTOR)
            if rng.random() < keep:
                part = data[place - at : end - at]
            elif rng.random() < zero:
                part = bytes(end - place)
            else:
                place = end
                continue
            _place(found, place, part)
            place = end

    def _put(self, inode: Inode, data: bytes, at: int) -> None:
        _place(inode.seen, at, data)
        inode.pending.append((at, data))
        inode.written = self._tick()

    def _rename(self, change: dict[str, Inode | None]) -> None:
        self.pending_names.append(change)
        for path, inode in change.items():
            self.names.pop(path, None)
            if inode is not None:
                self.names[path] = inode

    def _named(self, path: str) -> Inode:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, "there is none", path)
        return self.names[path]

    def _opened(self, inode: Inode) -> int:
        self._next += 1
        self.open_[self._next] = inode
        return self._next

    def _step(self) -> None:
        self._alive()
        self.operations += 1
        if self.operations == self.crash_at:
            self.crashed = True
            raise Crash

    def _alive(self) -> None:
        if self.crashed:
            raise Crash

    def _tick(self) -> int:
        self._time += 1
        return self._time


class WindowsDisk(SimDisk):
    """A disk as Windows has it: no sync of folders, and no other name for a file that is open.

    The file system keeps a log of names in their order: syncing a file writes down all that stands in it before, and
    a power cut loses the rest from some place on.
    """

    def fsync(self, fd: int) -> None:
        super().fsync(fd)
        self.durable_names, self.pending_names = dict(self.names), []

    def fsync_folder(self, path: str) -> None:
        fd = self._opened(self._named(path))
        try:
            self.fsync(fd)
        finally:
            self.open_.pop(fd, None)

    def replace(self, old: str, new: str) -> None:
        self._refuse_open(old)
        self._refuse_open(new)
        super().replace(old, new)

    def unlink(self, path: str) -> None:
        self._refuse_open(path)
        super().unlink(path)

    def power_cut(self) -> None:
        kept = self.rng.randint(0, len(self.pending_names))
        names = dict(self.durable_names)
        for change in self.pending_names[:kept]:
            for path, inode in change.items():
                names.pop(path, None)
                if inode is not None:
                    names[path] = inode
        self.durable_names, self.pending_names = names, []
        super().power_cut()

    def _refuse_open(self, path: str) -> None:
        self._alive()
        inode = self.names.get(path)
        if inode is not None and any(opened is inode for opened in self.open_.values()):
            raise PermissionError(errno.EACCES, "it is open", path)


def _seen(inode: Inode) -> Stamp:
    return Stamp(inode.number, len(inode.seen), inode.written)


def _place(found: bytearray, at: int, data: bytes) -> None:
    if len(found) < at:
        _resize(found, at)
    found[at : at + len(data)] = data


def _resize(found: bytearray, size: int) -> None:
    if len(found) > size:
        del found[size:]
    else:
        found.extend(bytes(size - len(found)))
