"""A session's file, open for writing: what ``append`` has come back from is on the disk.

Saved bytes are never touched again. What could not be written stays in memory and goes out with the next
success, or to another file with ``save_as``.

The one thing a program may mend by itself: an end that was cut off in the middle of a write.

What stands behind ``tracker repair``: the good part of a file, in a new file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from threading import RLock
from types import TracebackType
from typing import Self

from tracker.combat import limits
from tracker.combat.history import Entry, Record
from tracker.storage import filesystem as whole
from tracker.storage import format as records
from tracker.storage.errors import LoadError, NotSaved, because, called
from tracker.storage.filesystem import Disk, Lock, RealDisk, Seen
from tracker.storage.format import TRAILER, Header
from tracker.storage.library import Clock, now, stamp
from tracker.storage.lock import Held
from tracker.storage.reader import Fault, Loaded, Start, load


class SaveFile:
    """One session on the disk, and who may write to it.

    ``notice`` is a sentence worth telling once (a repair, a backup that could not be made), empty otherwise.
    Every method may be called from any thread; they wait for each other.
    """

    def __init__(self, disk: Disk, path: str, header: Header) -> None:
        self.path = path
        self.header = header
        self.notice = ""
        self._disk = disk
        self._records: list[Record] = []
        self._saved = 0
        self._why = ""
        self._lock: Lock | None = None
        self._fd = -1
        self._end = 0
        self._h = ""
        self._seen: Seen | None = None
        self._backup = False
        self._differs = False
        self._mutex = RLock()

    @classmethod
    def create(cls, path: str, system: str, clock: Clock, id: str, *, disk: Disk | None = None) -> Self:
        """A new, empty session under a name that nothing has yet; raises NotSaved."""
        disk = disk or RealDisk()
        save = cls(disk, path, records.header(system, id, clock()))
        save._settle(path)
        return save

    @classmethod
    def open(
        cls,
        path: str,
        *,
        start: Start | None = None,
        fault: Fault | None = None,
        clock: Clock = now,
        disk: Disk | None = None,
    ) -> tuple[Self, Loaded]:
        """An existing session, mended where its end was cut off, and how it was found; raises LoadError.

        It is read-only where it must not be touched: damaged, replayed differently, open elsewhere, or in a
        place that cannot be written to.
        """
        disk = disk or RealDisk()
        loaded = load(path, start, disk, fault=fault)
        save = cls(disk, disk.resolve(path), loaded.header)
        save._take_lock()
        try:
            if save._lock is not None and save._look() != loaded.seen:
                loaded = load(path, start, disk, fault=fault)
            save._found(loaded, clock)
        except BaseException:
            save.close()
            raise
        return save, loaded

    def _take_lock(self) -> None:
        name = called(self.path)
        try:
            self._lock = self._disk.lock(self.path + ".lock")
        except Held as held:
            self._why = f"{name} is open in {held}; here it can only be read. Save a copy to go on with it."
        except OSError as error:
            self._why = f"{name} can only be read here: {because(error)}. Save a copy elsewhere to go on with it."

    def _found(self, loaded: Loaded, clock: Clock) -> None:
        """Take over what was loaded, and mend what may be mended."""
        self._records, self.header = list(loaded.records), replace(loaded.header, version=records.VERSION)
        self._saved, self._seen = len(self._records), loaded.seen
        self._end, self._h = loaded.good, loaded.last_h
        self._differs = loaded.differs is not None
        self._backup = loaded.condition == "clean"
        found = "" if loaded.condition == "clean" else f"{loaded.what} "
        if loaded.condition == "damaged":
            self._why = f"{found}Save a copy to go on from there."
        elif self._why:
            self._why = found + self._why
        if self._why:
            return
        name = called(self.path)
        try:
            if loaded.condition == "torn":
                self._end, self.notice = cut_tail(self._disk, self.path, loaded.good, clock())
                self._seen = self._look()
            elif loaded.condition == "edited" and not self._differs:
                self._rewrite_keeping()
                self.notice = f"{loaded.what} It was written anew. {self.notice}"
            if self._differs:
                self._why = f"{loaded.what} It can only be read until you accept that, or save a copy."
            elif loaded.header.version == records.VERSION and self._fd < 0:
                self._fd = self._disk.edit(self.path)
        except OSError as error:
            why = f"{name} can only be read here: {because(error)}. Save a copy elsewhere to go on with it."
            self._why = found + why

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written to this file."""
        return bool(self._why)

    @property
    def why_read_only(self) -> str:
        """Why it is read-only and what to do, in a sentence; empty if it is not."""
        return self._why

    @property
    def differs(self) -> bool:
        """Whether this version replays it differently, which ``accept`` puts an end to."""
        return self._differs

    @property
    def unsaved(self) -> int:
        """How many records are in memory only."""
        return len(self._records) - self._saved

    @property
    def saved(self) -> int:
        """The number of the last record that is on the disk."""
        return self._saved

    def append(self, new: Iterable[Record] = ()) -> None:
        """Write these records, and those not yet saved before them, and sync; raises NotSaved.

        The cost does not depend on how many there are already.
        """
        with self._mutex:
            self._records.extend(new)
            if self.unsaved:
                if self._why:
                    raise NotSaved(self._why)
                self._check()
                self._keep_backup()
                if self._fd < 0:
                    self._rewrite()
                else:
                    self._write()

    def accept(self) -> None:
        """Take this version's replay as the true one: a copy is kept, the file written anew; raises NotSaved."""
        with self._mutex:
            if self._differs:
                self._check()
                try:
                    self._rewrite_keeping()
                except OSError as error:
                    raise self._not_saved(error) from error
                self._differs, self._why = False, ""

    def save_as(self, path: str) -> None:
        """Write everything, saved or not, to a new file and go on in that one; raises NotSaved."""
        with self._mutex:
            other = type(self)(self._disk, path, self.header)
            other._records = self._records
            other._settle(path)
            self.close()
            self.path, self._lock, self._fd = other.path, other._lock, other._fd
            self._end, self._h, self._seen, self._saved = other._end, other._h, other._seen, other._saved
            self._why, self._differs, self._backup = "", False, False

    def close(self) -> None:
        """Let the file and its lock go; calling it again does nothing."""
        with self._mutex:
            self._let_go()
            self._drop_lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # One write

    def _write(self) -> None:
        """The new lines in place of the trailer, with a new trailer behind them, in one write and one sync."""
        lines, h = [], self._h
        for place, record in enumerate(self._records[self._saved :], self._saved):
            line, h = records.encode(record, h)
            lines.append(b"," + line if place else line)
        data = b"".join(lines) + TRAILER
        self._fits(self._end + len(data))
        try:
            whole.write_all(self._disk, self._fd, data, self._end)
        except OSError as error:
            self._roll_back()
            raise self._not_saved(error) from error
        try:
            self._disk.sync(self._fd)
        except OSError:
            # The system may have forgotten that these bytes are still to be written: this handle is done with.
            self._rewrite()
        else:
            self._end, self._h, self._saved = self._end + len(data) - len(TRAILER), h, len(self._records)
            self._seen = self._look()

    def _roll_back(self) -> None:
        try:
            # In this order an end of the program in between leaves a cut-off end, never a later line that reads well.
            self._disk.cut(self._fd, self._end)
            whole.write_all(self._disk, self._fd, TRAILER, self._end)
        except OSError:
            self._let_go()
        self._seen = self._look()

    def _rewrite(self) -> None:
        """A whole new file from memory; raises NotSaved."""
        try:
            self._replace()
        except OSError as error:
            self._seen = self._look()
            raise self._not_saved(error) from error

    def _rewrite_keeping(self) -> None:
        copy = whole.keep(self._disk, self.path, self.path + ".bak")
        self.notice = f"The file as it was found is kept as {called(copy)}."
        self._replace()

    def _replace(self) -> None:
        self._let_go()
        whole.write(self._disk, self.path, self._lines())
        self._saved = len(self._records)
        try:
            self._fd = self._disk.edit(self.path)
        except OSError:
            self._fd = -1
        self._seen = self._look()

    def _lines(self) -> Iterator[bytes]:
        first = records.encode_header(self.header)
        end, h = len(first), records.first_h(first)
        yield first
        for place, record in enumerate(self._records):
            line, h = records.encode(record, h)
            end += len(line) + bool(place)
            self._fits(end)
            yield b"," + line if place else line
        yield TRAILER
        self._end, self._h = end, h

    # What must hold before a write

    def _check(self) -> None:
        """Still ours, and still as we left it; raises NotSaved."""
        name = called(self.path)
        if self._lock is None or self._lock.lost():
            self._drop_lock()
            try:
                self._lock = self._disk.lock(self.path + ".lock")
            except Held as held:
                raise NotSaved(f"{name} was taken over by {held}. Save a copy under another name.") from None
            except OSError as error:
                raise self._not_saved(error) from error
        try:
            there = self._disk.see(self.path)
        except FileNotFoundError:
            raise NotSaved(f"{name} was removed or renamed. Save a copy under another name.") from None
        except OSError as error:
            raise self._not_saved(error) from error
        if self._seen is not None and there != self._seen:
            raise NotSaved(f"{name} was changed by another program. Save a copy under another name.")

    def _fits(self, size: int) -> None:
        if size > limits.FILE:
            raise NotSaved(f"{called(self.path)} is full. Begin a new session.")

    def _keep_backup(self) -> None:
        if self._backup:
            self._backup = False
            try:
                whole.keep_generation(self._disk, self.path)
            except (OSError, LoadError) as error:
                reason = because(error) if isinstance(error, OSError) else error.what.rstrip(".")
                self.notice = f"No backup of {called(self.path)} could be made: {reason}."

    def _settle(self, path: str) -> None:
        """Make the file at a new place, with a lock; leaves nothing behind on failure. Raises NotSaved."""
        name = called(path)
        try:
            self.path = self._disk.resolve(path)
            self._lock = self._disk.lock(self.path + ".lock")
            # Not the path behind links: a link to nowhere is there too, and nothing is made where it leads.
            if self._disk.exists(path):
                raise NotSaved(f"{name} exists already. Choose another name.")
            self._replace()
        except BaseException as error:
            self.close()
            if isinstance(error, Held):
                raise NotSaved(f"{name} is open in {error}. Choose another name.") from None
            if isinstance(error, OSError | ValueError):
                reason = because(error) if isinstance(error, OSError) else "this name cannot be used"
                raise NotSaved(f"{name} cannot be written: {reason}. Choose another place.") from error
            raise

    def _not_saved(self, error: OSError) -> NotSaved:
        return NotSaved(f"{called(self.path)} could not be written: {because(error)}.")

    def _look(self) -> Seen | None:
        try:
            return self._disk.look(self._fd) if self._fd >= 0 else self._disk.see(self.path)
        except OSError:
            return None

    def _drop_lock(self) -> None:
        if self._lock is not None:
            lock, self._lock = self._lock, None
            lock.release()

    def _let_go(self) -> None:
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            try:
                self._disk.close(fd)
            except OSError:
                return


def cut_tail(disk: Disk, path: str, good: int, moment: str) -> tuple[int, str]:
    """Copy the file as it is, then cut it to its good part and close it with a trailer; raises OSError.

    Returns the place of the trailer, and a sentence that names the copy.
    """
    data, _ = disk.read(path)
    copy = whole.free(disk, f"{path}.torn-{stamp(moment)}")
    whole.write(disk, copy, [data])
    # The last good line may stand there whole but for its newline.
    tail = TRAILER if data[good - 1 : good] == b"\n" else b"\n" + TRAILER
    fd = disk.edit(path)
    try:
        disk.cut(fd, good)
        end = whole.write_all(disk, fd, tail, good)
        disk.sync(fd)
    finally:
        disk.close(fd)
    found = f"The end of {called(path)} was cut off in the middle of a write; it was mended."
    return end - len(TRAILER), f"{found} The file as it was found is kept as {called(copy)}."


def repair(
    path: str,
    out: str,
    start: Start | None = None,
    *,
    fault: Fault | None = None,
    clock: Clock = now,
    disk: Disk | None = None,
) -> str:
    """Write the good part of a session to a new file, and say what it holds; raises LoadError and NotSaved.

    The old file is never touched, and no other file is written over.
    """
    disk = disk or RealDisk()
    loaded = load(path, start, disk, fault=fault)
    with SaveFile.create(out, loaded.header.system, clock, loaded.header.id, disk=disk) as save:
        save.append(loaded.records)
    count = sum(1 for each in loaded.records if isinstance(each, Entry))
    lines = "1 line of the log" if count == 1 else f"{count} lines of the log"
    return f"{loaded.what} {called(out)} holds {lines}."
