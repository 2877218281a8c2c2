"""A session's file, open for writing: when ``append`` returns, the records are on the disk.

Saved bytes are never touched again. Unwritten records stay in memory and are written with the next success, or to
another file with ``save_as``. The only automatic repair is that of an end torn in the middle of a write.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import RLock
from typing import Final, Self

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.records import Record
from tracker.storage import filesystem, format
from tracker.storage.errors import LoadError, NameTaken, NotSaved, because, called
from tracker.storage.filesystem import FileSystem, Stamp
from tracker.storage.lock import FileLock, Held, named
from tracker.storage.reader import Loaded, Rules, lines_of_log, load

DIFFERS: Final = "It can only be read. Save a copy to go on with what is shown here."
"""The advice for a file that this version of the program replays differently."""


class Journal:
    """A session on the disk, open for writing.

    ``notice`` is a sentence to show once (a repair, a backup that could not be made), empty otherwise;
    ``why_read_only`` says why the file cannot be written and what to do, and is empty if it can. Every method may be
    called from any thread; they wait for each other.
    """

    def __init__(self, disk: FileSystem, path: str, header: format.Header) -> None:
        self.path = path
        self.header = header
        self.notice = ""
        self.why_read_only = ""
        self.elsewhere = False  # whether another program writes to this file
        self._writer = ""  # that program, in words
        self.saved = 0  # the number of the last record that is on the disk
        self._disk = disk
        self._file = OpenFile(disk, path)
        self._records: list[Record] = []
        self._bodies: dict[int, bytes] = {}
        self._lock: FileLock | None = None
        self._backup = False
        self._unverified: Loaded | None = None
        self._mutex = RLock()

    @classmethod
    def create(
        cls,
        path: str,
        system: str,
        clock: format.Clock,
        id: str,
        *,
        records: Iterable[Record] = (),
        disk: FileSystem | None = None,
        game: str = "",
    ) -> Self:
        """Create a session under an unused name, with these records and the text of its game file; raises NotSaved."""
        disk = disk or FileSystem()
        journal = cls(disk, path, format.header(system, id, clock(), game))
        journal._records = list(records)
        journal._settle(path)
        return journal

    @classmethod
    def open(
        cls,
        path: str,
        rules: Rules | None = None,
        *,
        clock: format.Clock = format.now,
        why_read_only: str = "",
        disk: FileSystem | None = None,
        verify_later: bool = False,
    ) -> tuple[Self, Loaded]:
        """Open an existing session, repair a torn end, and return how it was found; raises LoadError.

        It is read only if it must not be touched: because the caller says so, or it is damaged, replayed differently,
        open elsewhere, or in a place that cannot be written. With ``verify_later`` the states of an otherwise sound
        file are not compared yet; see ``verify``.
        """
        disk = disk or FileSystem()

        def read() -> Loaded:
            loaded = load(path, rules, disk, verify=not verify_later)
            return loaded if loaded.condition == "clean" else loaded.verified()

        loaded = read()
        journal = cls(disk, disk.realpath(path), loaded.header)
        journal.why_read_only = why_read_only
        if not why_read_only:
            try:
                journal._lock = disk.lock(journal.path + ".lock")
            except (Held, OSError) as error:
                journal.why_read_only = journal._closed(error)
        try:
            if journal._lock is not None and journal._file.look() != loaded.seen:
                loaded = read()
            journal._take_over(loaded, clock)
            journal._unverified = loaded if verify_later and loaded.condition == "clean" else None
        except BaseException:
            journal.close()
            raise
        return journal, loaded

    def _closed(self, error: Held | OSError) -> str:
        name = called(self.path)
        if isinstance(error, Held):
            self.elsewhere, self._writer = True, str(error)
            return f"{name} is open in {error}; here it is only followed. Save a copy to go on with it."
        return f"{name} can only be read here: {because(error)}. Save a copy elsewhere to go on with it."

    def _take_over(self, loaded: Loaded, clock: format.Clock) -> None:
        self._records, self.header = list(loaded.records), replace(loaded.header, version=format.VERSION)
        self.saved = len(self._records)
        self._file.take_over(loaded.good, loaded.last_h, loaded.seen)
        self._backup = loaded.condition == "clean"
        differs = loaded.differs is not None
        how = "" if loaded.condition == "clean" else f"{loaded.what} "
        if loaded.condition == "damaged":
            self.why_read_only = f"{how}Save a copy to go on from there."
        elif self.why_read_only:
            self.why_read_only = how + self.why_read_only
        if self.why_read_only:
            return
        try:
            if loaded.condition == "torn":
                self.notice = self._file.cut_tail(clock())
            elif loaded.condition == "edited" and not differs:
                copy = filesystem.keep(self._disk, self.path, self.path + ".bak")
                self._replace()
                kept = f"The file as it was found is kept as {called(copy)}."
                self.notice = f"{loaded.what} It was rewritten. {kept}"
            if differs:
                self.why_read_only = f"{loaded.what} {DIFFERS}"
            elif loaded.header.version == format.VERSION:
                self._file.open()
        except (Held, OSError) as error:
            self.why_read_only = how + self._closed(error)

    def verify(self, most: int = limits.RECORDS) -> bool:
        """Compare the states of up to this many more records with the replay; returns True once all are compared.

        A difference makes the file read only. Nothing is written before all are compared.
        """
        loaded = self._unverified
        if loaded is None:  # checked before each change, which must not wait for a running write
            return True
        with self._mutex:
            if not loaded.states.check(most):
                return False
            self._unverified = None
            loaded = loaded.verified()
            self._records[: self.saved] = loaded.records[: self.saved]
            if loaded.differs is not None:
                self._file.close()
                self._backup = False
                self.why_read_only = f"{loaded.what} {self.why_read_only or DIFFERS}"
            return True

    @property
    def read_only(self) -> bool:
        """Return whether the file cannot be written."""
        return bool(self.why_read_only)

    @property
    def unsaved(self) -> int:
        """Return how many records are in memory only."""
        return len(self._records) - self.saved

    def append(self, new: Iterable[Record] = (), bodies: Iterable[bytes] = ()) -> None:
        """Write these records, after earlier unsaved ones, and sync; raises NotSaved.

        ``bodies`` are the records' JSON, if the caller has it. The cost does not depend on how many records there are.
        """
        with self._mutex:
            added = list(new)
            self._records.extend(added)
            self._bodies.update(zip((record.id for record in added), bodies, strict=False))
            if self.unsaved:
                self.verify()
                if self.why_read_only:
                    raise NotSaved(self.why_read_only)
                self._check()
                self._keep_backup()
                if self._file.is_open:
                    self._write()
                else:
                    self._rewrite()
                self._bodies.clear()

    def follows_another(self) -> bool:
        """Return whether yet another program has taken the file over; ``why_read_only`` names it from now on."""
        writer = named(self.path + ".lock") if self.elsewhere else ""
        if not writer or writer == self._writer:
            return False
        self.why_read_only, self._writer = self.why_read_only.replace(self._writer, writer), writer
        return True

    def take_in(self, written: Iterable[Record]) -> None:
        """Add what another program wrote to this file."""
        with self._mutex:
            self._records.extend(written)
            self.saved = len(self._records)

    def save_as(self, path: str) -> None:
        """Write everything, saved or not, to a new file and continue there; raises NotSaved."""
        with self._mutex:
            self.verify()
            other = type(self)(self._disk, path, self.header)
            other._records = self._records
            other._settle(path)
            self.close()
            self.path, self._lock, self._file, self.saved = other.path, other._lock, other._file, other.saved
            self.why_read_only, self.elsewhere, self._backup = "", False, False
            self._bodies.clear()

    def close(self) -> None:
        """Close the file and release its lock; calling it again does nothing."""
        with self._mutex:
            self._file.close()
            self._drop_lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _bodies_from(self, place: int) -> Iterator[bytes]:
        for record in self._records[place:]:
            yield self._bodies.get(record.id) or format.body(record)

    def _write(self) -> None:
        """Append what is not saved yet; raises NotSaved."""
        try:
            synced = self._file.append(self._bodies_from(self.saved), first=not self.saved)
        except OSError as error:
            raise self._not_saved(error) from error
        if synced:
            self.saved = len(self._records)
        else:
            self._rewrite()

    def _rewrite(self) -> None:
        """Write a whole new file from memory; raises NotSaved."""
        try:
            self._replace()
        except OSError as error:
            self._file.look()
            raise self._not_saved(error) from error

    def _replace(self) -> None:
        self._file.replace(self.header, self._bodies_from(0))
        self.saved = len(self._records)

    def _check(self) -> None:
        """Check that the file is still ours and unchanged; raises NotSaved."""
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
            there = self._disk.stat(self.path)
        except FileNotFoundError:
            raise NotSaved(f"{name} was removed or renamed. Save a copy under another name.") from None
        except OSError as error:
            raise self._not_saved(error) from error
        if self._file.stamp is not None and there != self._file.stamp:
            raise NotSaved(f"{name} was changed by another program. Save a copy under another name.")

    def _keep_backup(self) -> None:
        if self._backup:
            self._backup = False
            try:
                filesystem.keep_generation(self._disk, self.path)
            except (OSError, LoadError) as error:
                reason = because(error) if isinstance(error, OSError) else error.what.rstrip(".")
                self.notice = f"No backup of {called(self.path)} could be made: {reason}."

    def _settle(self, path: str) -> None:
        """Create and lock the file at a new place; leaves nothing behind on failure. Raises NotSaved, NameTaken."""
        name, ours = called(path), False
        try:
            self.path = self._file.path = self._disk.realpath(path)
            self._lock = self._disk.lock(self.path + ".lock")
            # Not the resolved path: a dangling link exists too, and nothing is created at its target.
            if self._disk.lexists(path):
                raise NameTaken(f"{name} exists already. Choose another name.")
            ours = True
            self._replace()
        except BaseException as error:
            if ours and isinstance(error, Exception):
                filesystem.discard(self._disk, self.path)
            self.close()
            if isinstance(error, Held):
                raise NameTaken(f"{name} is open in {error}. Choose another name.") from None
            if isinstance(error, OSError | ValueError):
                reason = because(error) if isinstance(error, OSError) else "this name cannot be used"
                raise NotSaved(f"{name} cannot be written: {reason}. Choose another place.") from error
            raise

    def _not_saved(self, error: OSError) -> NotSaved:
        return NotSaved(f"{called(self.path)} could not be written: {because(error)}.")

    def _drop_lock(self) -> None:
        if self._lock is not None:
            lock, self._lock = self._lock, None
            lock.release()


class OpenFile:
    """A file written at its end, its last known state, and the ``stamp`` after the last write, if the disk gave one."""

    def __init__(self, disk: FileSystem, path: str) -> None:
        self.path = path
        self.stamp: Stamp | None = None
        self._disk = disk
        self._fd = -1
        self._end = 0
        self._h = ""

    @property
    def is_open(self) -> bool:
        """Return whether lines can be appended; otherwise the file has to be replaced as a whole."""
        return self._fd >= 0

    def take_over(self, end: int, h: str, seen: Stamp) -> None:
        """Continue a file that was read: its trailer is at ``end``, and ``h`` is the end of the chain there."""
        self._end, self._h, self.stamp = end, h, seen

    def open(self) -> None:
        """Open it for appending, unless it is open; raises OSError, Held."""
        if self._fd < 0:
            self._fd = self._disk.open(self.path)

    def look(self) -> Stamp | None:
        """Read the file's stamp, and store it."""
        try:
            self.stamp = self._disk.fstat(self._fd) if self._fd >= 0 else self._disk.stat(self.path)
        except OSError:
            self.stamp = None
        return self.stamp

    def append(self, bodies: Iterable[bytes], *, first: bool) -> bool:
        """Replace the trailer by new lines and a new trailer, in one write and one sync.

        ``first`` says that there is no line yet. Returns False if the sync failed: this file must be replaced. Raises
        OSError, and then the file is unchanged; NotSaved if it is full.
        """
        lines, h = [], self._h
        for place, body in enumerate(bodies):
            line, h = format.chained(body, h)
            lines.append(line if first and not place else b"," + line)
        data = b"".join(lines) + format.TRAILER
        self._fits(self._end + len(data))
        try:
            filesystem.write_all(self._disk, self._fd, data, self._end)
        except OSError:
            self._roll_back()
            raise
        try:
            self._disk.fsync(self._fd)
        except OSError:
            # The system may have forgotten these unwritten bytes: this handle can no longer be used.
            return False
        self._end, self._h = self._end + len(data) - len(format.TRAILER), h
        self.look()
        return True

    def _roll_back(self) -> None:
        try:
            # In this order a crash in between leaves a torn end, never a later line that reads well.
            self._disk.truncate(self._fd, self._end)
            filesystem.write_all(self._disk, self._fd, format.TRAILER, self._end)
        except OSError:
            self.close()
        self.look()

    def replace(self, header: format.Header, bodies: Iterable[bytes]) -> None:
        """Replace the whole file, and open the new one; raises OSError, and NotSaved if it is too large."""
        self.close()
        filesystem.write(self._disk, self.path, self._lines(header, bodies))
        with suppress(Held, OSError):
            self._fd = self._disk.open(self.path)
        self.look()

    def _lines(self, header: format.Header, bodies: Iterable[bytes]) -> Iterator[bytes]:
        first = format.encode_header(header)
        end, h = len(first), format.first_h(first)
        yield first
        for place, body in enumerate(bodies):
            line, h = format.chained(body, h)
            end += len(line) + bool(place)
            self._fits(end)
            yield b"," + line if place else line
        yield format.TRAILER
        self._end, self._h = end, h

    def cut_tail(self, moment: str) -> str:
        """Back up the file, cut it after the good lines, add a trailer; returns a sentence. Raises OSError, Held."""
        disk, good = self._disk, self._end
        data, _ = disk.read(self.path)
        copy = filesystem.keep(disk, self.path, f"{self.path}.torn-{format.stamp(moment)}")
        # The last good line may be complete except for its newline.
        tail = format.TRAILER if data[good - 1 : good] == b"\n" else b"\n" + format.TRAILER
        fd = disk.open(self.path)
        try:
            disk.truncate(fd, good)
            self._end = filesystem.write_all(disk, fd, tail, good) - len(format.TRAILER)
            disk.fsync(fd)
        finally:
            disk.close(fd)
        self.look()
        mended = f"The end of {called(self.path)} was cut off in the middle of a write; it was mended."
        return f"{mended} The file as it was found is kept as {called(copy)}."

    def _fits(self, size: int) -> None:
        if size > limits.FILE:
            raise NotSaved(f"{called(self.path)} is full. Begin a new session.")

    def close(self) -> None:
        """Close the file; calling it again does nothing."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with suppress(OSError):
                self._disk.close(fd)


def repair(
    path: str, out: str, rules: Rules | None = None, *, clock: format.Clock = format.now, disk: FileSystem | None = None
) -> str:
    """Write the good part of a session to another, new file; returns what it holds. Raises LoadError and NotSaved."""
    disk = disk or FileSystem()
    loaded = load(path, rules, disk)
    head = loaded.header
    with Journal.create(out, head.system, clock, head.id, disk=disk, game=head.game) as journal:
        journal.append(loaded.records)
    return f"{loaded.what} {called(out)} holds {lines_of_log(loaded.records)}."
