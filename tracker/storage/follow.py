"""Following a session that another program writes; nothing here ever writes or locks."""

from __future__ import annotations

from tracker.combat.history import History
from tracker.storage.errors import LoadError
from tracker.storage.filesystem import FileSystem, Stamp
from tracker.storage.format import TRAILER, BadText, Header
from tracker.storage.reader import Fault, Loaded, Replay, Start, load, read_line


class Follower:
    """The history in a file. ``trouble`` is a plain sentence while the file cannot be read, "" otherwise."""

    def __init__(
        self, path: str, start: Start | None = None, *, fault: Fault | None = None, disk: FileSystem | None = None
    ) -> None:
        """Read the file once; raises LoadError if there is nothing to show."""
        self.path = path
        self.trouble = ""
        self._start = start
        self._fault = fault
        self._disk = disk or FileSystem()
        self._seen: Stamp | None = None
        self._take(load(path, start, self._disk, fault=fault, verify=False))

    @property
    def loaded(self) -> Loaded:
        """Return the result of the last complete read."""
        return self._loaded

    @property
    def header(self) -> Header:
        """Return the header of the file."""
        return self._loaded.header

    @property
    def history(self) -> History:
        """Return the history; the same object grows, unless the file was rewritten."""
        return self._loaded.history

    def look(self) -> bool:
        """Read what is new; returns whether there was anything.

        Lines appended to the file are read alone. A file that changed otherwise is read as a whole; while that is
        impossible, the last result stays.
        """
        try:
            stamp = self._disk.stat(self.path)
        except OSError:
            self.trouble = "The file is not there any more."
            return False
        if stamp == self._seen and not self.trouble:
            return False
        before = len(self.history.records)
        if not self._grew(stamp):
            try:
                self._take(load(self.path, self._start, self._disk, fault=self._fault, verify=False))
            except LoadError as bad:
                self.trouble, self._seen = bad.what, stamp
                return False
            self.trouble = ""
            return True
        self.trouble = ""
        return len(self.history.records) != before

    def _take(self, loaded: Loaded) -> None:
        self._loaded = loaded
        self._seen = loaded.seen
        self._good, self._h = loaded.good, loaded.last_h
        self._replay = Replay(loaded.history)

    def _grew(self, stamp: Stamp) -> bool:
        """Read the lines after the good ones; returns False if the file did not simply grow.

        A new line contains the hash of all before it, so only lines that really continue the file count.
        """
        if self._loaded.condition not in ("clean", "torn") or self._seen is None or stamp.inode != self._seen.inode:
            return False
        try:
            data, stamp = self._disk.read(self.path, self._good)
        except (OSError, LoadError):
            return False
        if stamp.size < self._good:
            return False
        records, at = self.history.records, 0
        while not data.startswith(TRAILER, at) and (end := data.find(b"\n", at)) >= 0:
            try:
                record, self._h = read_line(data[at:end], self._h, not records, self.header, False)
                self._replay.take(record)
            except BadText:
                return False
            self._good += end + 1 - at
            at = end + 1
        self._seen = stamp
        return True
