"""The bytes of a session on the disk: a header, chained lines, and a trailer that every write replaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.combat import limits
from tracker.storage import filesystem, format
from tracker.storage.clock import stamp
from tracker.storage.errors import NotSaved, called
from tracker.storage.filesystem import FileSystem, Stamp
from tracker.storage.format import TRAILER, Header
from tracker.storage.lock import Held


class OpenFile:
    """A file that is written at its end, and its last known state.

    ``stamp`` is the stamp after the last write, None if the disk gave none.
    """

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
        data = b"".join(lines) + TRAILER
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
        self._end, self._h = self._end + len(data) - len(TRAILER), h
        self.look()
        return True

    def _roll_back(self) -> None:
        try:
            # In this order a crash in between leaves a torn end, never a later line that reads well.
            self._disk.truncate(self._fd, self._end)
            filesystem.write_all(self._disk, self._fd, TRAILER, self._end)
        except OSError:
            self.close()
        self.look()

    def replace(self, header: Header, bodies: Iterable[bytes]) -> None:
        """Replace the whole file, and open the new one; raises OSError, and NotSaved if it is too large."""
        self.close()
        filesystem.write(self._disk, self.path, self._lines(header, bodies))
        try:
            self._fd = self._disk.open(self.path)
        except (Held, OSError):
            self._fd = -1
        self.look()

    def _lines(self, header: Header, bodies: Iterable[bytes]) -> Iterator[bytes]:
        first = format.encode_header(header)
        end, h = len(first), format.first_h(first)
        yield first
        for place, body in enumerate(bodies):
            line, h = format.chained(body, h)
            end += len(line) + bool(place)
            self._fits(end)
            yield b"," + line if place else line
        yield TRAILER
        self._end, self._h = end, h

    def cut_tail(self, moment: str) -> str:
        """Back up the file, then cut it after the good lines and add a trailer.

        Returns a sentence that names the backup; raises OSError, Held.
        """
        disk, good = self._disk, self._end
        data, _ = disk.read(self.path)
        copy = filesystem.keep(disk, self.path, f"{self.path}.torn-{stamp(moment)}")
        # The last good line may be complete except for its newline.
        tail = TRAILER if data[good - 1 : good] == b"\n" else b"\n" + TRAILER
        fd = disk.open(self.path)
        try:
            disk.truncate(fd, good)
            self._end = filesystem.write_all(disk, fd, tail, good) - len(TRAILER)
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
            try:
                self._disk.close(fd)
            except OSError:
                return
