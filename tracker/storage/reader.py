"""Reading a save, strictly and in a fixed order, and following one that another program writes; nothing here writes.

The order: a regular file of acceptable size; the header; line by line with the chain; the meaning of a bad line (a torn
write, damage, an edit by hand); the replay into a history, and the comparison of its results.
"""

import gc
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, Final, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.digest import digest, digest_after, digest_of_draft, hexed
from tracker.combat.events import named
from tracker.combat.history import History, HistoryError, Worn
from tracker.combat.model import Model
from tracker.combat.records import START, Entry, Record
from tracker.combat.scene import Scene, finished
from tracker.combat.text import clean_line
from tracker.storage import format as records
from tracker.storage.errors import FileCondition, LoadError, because, called
from tracker.storage.filesystem import FileSystem, Stamp
from tracker.storage.format import TRAILER, BadText, Header

_BOM: Final = b"\xef\xbb\xbf"
_VERSION: Final = rb'\s*\{\s*"format"\s*:\s*"combat-tracker/session"\s*,\s*"version"\s*:\s*([0-9]{1,9})[,\s]'
_APP: Final = rb'"app"\s*:\s*"([^"\\]{1,80})"'
_LINE: Final = rb'\n,?(\{"seq":[0-9]{1,7},"t":"[a-z]{1,9}",[^\n]*,"h":"[0-9a-f]{16}"\})(?=\n|\Z)'
_MOST_TRIES: Final = 10_000
_TOGETHER: Final = 200
"""How many lines are read before they are replayed: one by one, each drives the other out of the processor's caches."""


class Rules(Protocol):
    """The rules of the game that a file is a session of."""

    def start(self, game: str) -> Scene:
        """Return the scene before the first entry for a game, by name or by the text in a header."""

    def fault(self, scene: Scene) -> str:
        """Return what in a scene no fight of the game can contain, as part of a sentence; "" if there is nothing."""


class Loaded(Model):
    """A file as it was found.

    ``history`` holds the good records, replayed; ``what`` is a plain sentence about the condition. ``good`` is the
    length in bytes of header and good lines, ``last_h`` the end of the chain there, ``line`` the number of the first
    bad line (the header is 1), ``differs`` the first entry that this version replays differently.
    """

    path: str
    header: Header
    history: History
    condition: FileCondition
    what: str
    good: int
    last_h: str
    seen: Stamp
    states: "States"
    line: int | None = None
    differs: int | None = None

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the good records, in the order of the file."""
        return tuple(self.history.records)

    def verified(self) -> "Loaded":
        """Return the same after comparing all states: it may turn out to differ. Call it before the first write."""
        self.states.check()
        differs = self.states.differs
        if differs is None or self.differs is not None:
            return self
        text = clean_line(self.history.entries[differs].text, 120)
        condition = "differs" if self.condition == "clean" else self.condition
        but = f"But this version of the program replays line {differs} of the log differently: “{text}”."
        return replace(self, condition=condition, what=f"{self.what} {but}", differs=differs)


class _Found(Struct):
    """The result of reading line by line: how far it went, and why it stopped."""

    history: History
    good: int
    last_h: str
    problem: str = ""
    misfit: bool = False

    @property
    def line(self) -> int:
        return len(self.history.records) + 2


def load(path: str, rules: Rules | None = None, disk: FileSystem | None = None, *, verify: bool = True) -> Loaded:
    """Read a session; raises LoadError if there is nothing to show.

    Without ``verify`` the states are not compared yet: the caller calls ``Loaded.verified()`` before the first write.
    """
    try:
        data, seen = (disk or FileSystem()).read(path)
    except (OSError, ValueError) as error:
        reason = because(error, "reading") if isinstance(error, OSError) else "its name cannot be used"
        raise LoadError(f"{called(path)} cannot be read: {reason}.", "unreadable") from None
    collects = gc.isenabled()
    gc.disable()
    try:
        loaded = _Reading(path, data, seen, rules).judged()
        return loaded.verified() if verify else loaded
    finally:
        if collects:
            gc.enable()


class _Reading:
    def __init__(self, path: str, data: bytes, seen: Stamp, rules: Rules | None) -> None:
        self.path, self.data, self.seen, self.rules = path, data, seen, rules
        self.name = called(path)
        self.base = len(_BOM) if data.startswith(_BOM) else 0
        self.broken = "its first line cannot be read"

    def _first_scene(self, header: Header) -> Scene:
        return self.rules.start(header.game or header.system) if self.rules is not None else Scene(header.system)

    def judged(self) -> Loaded:
        """Carry out the whole order of loading."""
        version = re.compile(_VERSION).match(self.data, self.base, self.base + limits.NOTE)
        if version is not None and int(version[1]) > records.VERSION:
            app = re.compile(_APP).search(self.data, self.base, self.base + limits.NOTE)
            raise _newer(self.name, int(version[1]), app[1].decode("utf-8", "replace") if app else "")
        end = self.data.find(b"\n", self.base, self.base + limits.LINE)
        line = self.data[self.base : end if end >= 0 else self.base + limits.LINE]
        header = records.header_of(line)
        if header is None:
            if (edited := self._edited()) is not None:
                return edited
            if records.FORMAT.encode() in self.data[: limits.NOTE]:
                raise LoadError(f"{self.name} is damaged and cannot be opened: {self.broken}.", "damaged")
            raise LoadError(f"{self.name} is not a session of this program.", "foreign")
        progress = self._lines(header, line, self.base + len(line) + 1)
        if not progress.problem:
            what = f"{self.name} is whole: {lines_of_log(progress.history.records)}."
            return self._sound(header, progress, "clean", what)
        rest = self.data[progress.good :]
        cut = TRAILER.startswith(rest)
        edited = None if cut or progress.misfit else self._edited()
        if edited is not None and (edited.line is None or len(edited.records) > len(progress.history.records)):
            return edited
        if progress.misfit or (not cut and (rest.endswith(TRAILER) or self._later(progress.good))):
            return self._damaged(header, progress)
        what = f"{self.name} was cut off in the middle of a write; {_before(progress.history)}."
        return self._sound(header, progress, "torn", what)

    def _lines(self, header: Header, line: bytes, place: int) -> _Found:
        progress = _Found(History(self._first_scene(header)), min(place, len(self.data)), records.first_h(line))
        lines = self._read(header, progress, place)
        while read := [*islice(lines, _TOGETHER)]:
            for record, h, end in read:
                try:
                    take(progress.history, record)
                except Misfit as error:
                    progress.problem, progress.misfit = str(error), True
                    return progress
                progress.good, progress.last_h = end, h
        return progress

    def _read(self, header: Header, progress: _Found, place: int) -> Iterator[tuple[Record, str, int]]:
        data, size, h, first = self.data, len(self.data), progress.last_h, True
        # One look at the whole file takes a tenth of one at each line; only where it fails, each line is asked.
        clean = records.is_clean(data, place)
        while data[place : place + len(TRAILER) + 1] != TRAILER:
            end = data.find(b"\n", place, place + limits.LINE + 2)
            stop = end if end >= 0 else min(size, place + limits.LINE + 2)
            try:
                record, h = read_line(data[place:stop], h, first, header, clean)
            except BadText as error:
                progress.problem, progress.misfit = str(error), isinstance(error, Misfit)
                return
            place, first = (stop + 1 if stop < size else size), False
            yield record, h, place

    def _later(self, good: int) -> bool:
        """Return whether a line after the first bad one reads well: then this is not a torn write."""
        for tried, progress in enumerate(re.compile(_LINE).finditer(self.data, good)):
            with suppress(BadText):
                records.decode(progress[1])
                return True
            # With this many similar lines it is not a torn write, either.
            if tried >= _MOST_TRIES:
                return True
        return False

    def _edited(self) -> Loaded | None:
        if not self.data[-limits.NOTE :].rstrip().endswith(b"}"):
            return None
        try:
            head, lines = _sections(self.data[self.base :])
            header = self._known(head)
        except BadText as error:
            self.broken = str(error)
            return None
        progress = _Found(History(self._first_scene(header)), 0, records.first_h(records.encode_header(header)))
        chained = 0
        for line in lines:
            try:
                record, body, h = _record_of(line, header)
                progress.last_h = records.next_h(progress.last_h, body)
                chained += h is not None
                if chained and h != progress.last_h:
                    raise Misfit("its hash does not match")
                take(progress.history, record)
            except BadText as error:
                progress.problem = str(error)
                return self._damaged(header, progress)
        what = f"{self.name} was edited by hand or reformatted by another program."
        return self._sound(header, progress, "edited", what, trusted=bool(chained))

    def _sound(
        self, header: Header, progress: _Found, condition: FileCondition, what: str, *, trusted: bool = True
    ) -> Loaded:
        """Return the file in this condition; where its game cannot make sense of it, it is damaged instead."""
        history = progress.history
        if not self._fault(history.scene):
            return self._loaded(header, progress, condition, what, trusted=trusted)
        # A fault stays until it is corrected: bisection finds where it came in.
        heads = list(history.heads())
        good = bisect_left(heads, True, key=lambda head: bool(self._fault(history.scene_at(head))))
        sound = History(self._first_scene(header))
        for record in history.records[:good]:
            take(sound, record)
        found = _Found(sound, 0, progress.last_h, self._fault(history.scene_at(heads[good])))
        return self._damaged(header, found)

    def _fault(self, scene: Scene) -> str:
        try:
            return clean_line(self.rules.fault(scene), 300) if self.rules is not None else ""
        except Exception:
            return "the game cannot make sense of the fight after it"

    def _known(self, head: dict[str, Any]) -> Header:
        version = head.get("version")
        if head.get("format") == records.FORMAT and type(version) is int and version > records.VERSION:
            raise _newer(self.name, version, str(head.get("app", "")))
        header = records.decode_header(records.dumped(head))
        if header.format != records.FORMAT or not 1 <= header.version <= records.VERSION:
            raise BadText("its first line is not that of a session")
        return header

    def _damaged(self, header: Header, progress: _Found) -> Loaded:
        what = f"{self.name} is damaged in line {progress.line}: {progress.problem}; {_before(progress.history)}."
        return self._loaded(header, progress, "damaged", f"{what} Nothing was changed.", trusted=False)

    def _loaded(
        self, header: Header, progress: _Found, condition: FileCondition, what: str, *, trusted: bool
    ) -> Loaded:
        history, good, last_h = progress.history, progress.good, progress.last_h
        states = States(history, trusted=trusted)
        line = progress.line if condition in ("torn", "damaged") else None
        return Loaded(self.path, header, history, condition, what, good, last_h, self.seen, states, line)


def _newer(name: str, version: int, app: str) -> LoadError:
    by = f" by version {clean_line(app)} of the program" if clean_line(app) else ""
    what = f"{name} was made{by} in a newer format ({version}); this program reads up to {records.VERSION}."
    return LoadError(what + " Open it with the newer program; it was not changed.", "newer")


def lines_of_log(records: Iterable[Record]) -> str:
    """Return how many lines of the log these are."""
    count = sum(isinstance(record, Entry) for record in records)
    return "1 line of the log" if count == 1 else f"{count} lines of the log"


def _before(history: History) -> str:
    lines = lines_of_log(history.records)
    return f"{lines} before that {'is' if lines.startswith('1 ') else 'are'} intact"


class Misfit(BadText):
    """A well-formed record in an impossible place: damage or a foreign edit, never a torn write."""


def read_line(line: bytes, previous: str, first: bool, header: Header, clean: bool) -> tuple[Record, str]:
    """Return the record of a line with its comma, and its hash, chained to the one before; raises BadText."""
    if line.startswith(b",") == first:
        raise BadText("its comma is not in its place")
    record, body, h = records.decode(line[0 if first else 1 :], header.version, clean=clean)
    if records.next_h(previous, body) != h:
        raise Misfit("its hash does not match")
    return record, h


def take(history: History, record: Record) -> None:
    """Add the next record of a file to its history, within the limits of a session; raises Misfit."""
    if record.id > limits.RECORDS:
        raise Misfit(f"there are more than {limits.RECORDS} records")
    try:
        history.add(record)
    except Worn as worn:
        raise Misfit(str(worn)) from None
    except HistoryError:
        raise Misfit("it does not fit the lines before it") from None
    except limits.TooMany as many:
        raise Misfit(f"after it, {many}") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise Misfit("what it says cannot come true") from None


class States:
    """Compares the state stored with each entry with that of its replay.

    ``differs`` is the first differing entry, if the file is ``trusted``; afterwards every entry has its current state.
    """

    def __init__(self, history: History, *, trusted: bool = True) -> None:
        self.history = history
        self.differs: int | None = None
        self._trusted = trusted
        self._place, self._count = 0, len(history.records)
        self._digests = {START: digest(history.scene_at(START))}
        self._again = history.scenes.rewound()

    def check(self, most: int = limits.RECORDS) -> bool:
        """Compare up to this many more records; returns True once all are compared."""
        end = min(self._count, self._place + most)
        for place in range(self._place, end):
            record = self.history.records[place]
            if isinstance(record, Entry):
                self._compare(place, record)
        self._place = end
        if end == self._count:
            self._digests.clear()
        return end == self._count

    def _compare(self, place: int, entry: Entry) -> None:
        history, before = self.history, self._digests[entry.parent]
        draft = self._again.draft_of(entry.parent)
        names = named(entry.events)
        if names is None:
            now = digest_after(before, finished(draft), self._again.reread(entry, draft))
        else:
            touched = {name: draft.combatants.get(name) for name in names}
            now = digest_of_draft(before, draft, touched, self._again.reread(entry, draft))
        self._digests[entry.id] = now
        state = hexed(now)
        if entry.state != state:
            if entry.state and self._trusted and self.differs is None:
                self.differs = entry.id
            history.entries[entry.id] = history.records[place] = replace(entry, state=state)


def _sections(data: bytes) -> tuple[dict[str, Any], list[Any]]:
    """Return the header and the records of a file in any layout, as plain data; raises BadText."""
    if len(data) > limits.EDITED or sum(map(data.count, b",{[")) > limits.VALUES:
        raise BadText("it was reformatted and is too large for that")
    head = records.plain(data)
    lines = head.pop("records", [])
    if not isinstance(lines, list) or len(lines) > limits.RECORDS:
        raise BadText("its records are not those of a session")
    return head, lines


def _record_of(line: Any, header: Header) -> tuple[Record, bytes, Any]:
    """Return a record in any layout: itself, its canonical JSON, and its ``h`` if any; raises BadText."""
    if not isinstance(line, dict):
        raise line if isinstance(line, BadText) else BadText("it is not a record")
    h = line.pop("h", None)
    body = records.dumped(line)
    if len(body) + records.CHAIN >= limits.LINE:
        raise BadText("it is too long")
    return records.decode_body(body, header.version), body, h


class Follower:
    """The history in a file: ``loaded`` is its last complete read, ``trouble`` a sentence while it cannot be read."""

    def __init__(self, path: str, rules: Rules | None = None, disk: FileSystem | None = None) -> None:
        """Read the file once; raises LoadError if there is nothing to show."""
        self.path = path
        self.trouble = ""
        self._rules = rules
        self._disk = disk or FileSystem()
        self._seen: Stamp | None = None
        self._take(load(path, rules, self._disk, verify=False))

    @property
    def history(self) -> History:
        """Return the history; the same object grows, unless the file was rewritten."""
        return self.loaded.history

    def look(self) -> bool:
        """Read what is new; returns whether there was anything.

        Appended lines are read alone, a file that changed otherwise as a whole; until that works the last result stays.
        """
        try:
            stamp = self._disk.stat(self.path)
        except OSError:
            self.trouble = "The file is not there any more."
            return False
        if stamp == self._seen and not self.trouble:
            return False
        before = len(self.history.records)
        grew = self._grew(stamp)
        if not grew:
            try:
                self._take(load(self.path, self._rules, self._disk, verify=False))
            except LoadError as bad:
                self.trouble, self._seen = bad.what, stamp
                return False
        self.trouble = ""
        return not grew or len(self.history.records) != before

    def _take(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self._seen = loaded.seen
        self._good, self._h = loaded.good, loaded.last_h

    def _grew(self, stamp: Stamp) -> bool:
        """Read the lines after the good ones; returns False if the file did not simply grow.

        A new line contains the hash of all before it, so only lines that really continue the file count.
        """
        if self.loaded.condition not in ("clean", "torn") or self._seen is None or stamp.inode != self._seen.inode:
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
                record, self._h = read_line(data[at:end], self._h, not records, self.loaded.header, False)
                take(self.history, record)
            except BadText:
                return False
            self._good += end + 1 - at
            at = end + 1
        self._seen = stamp
        return True


class Verdict(Model):
    """``code`` 0: clean, 1: a torn end that opening would repair, 2: anything else; ``what`` is a sentence."""

    code: Literal[0, 1, 2]
    condition: FileCondition
    what: str


def check(path: str, rules: Rules | None = None, disk: FileSystem | None = None) -> Verdict:
    """Return the state of the file at this path."""
    try:
        loaded = load(path, rules, disk)
    except LoadError as error:
        return Verdict(2, error.condition, error.what)
    if loaded.condition == "clean":
        return Verdict(0, "clean", loaded.what)
    if loaded.condition == "torn" and loaded.differs is None:
        return Verdict(1, "torn", f"{loaded.what} Opening it repairs the end.")
    return Verdict(2, loaded.condition, loaded.what)
