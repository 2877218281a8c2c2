"""Reading a save, strictly and in a fixed order; nothing here ever writes.

The order: an ordinary file of bearable size; the header; line by line with the chain; what a bad line means
(a write that was cut off, damage, a hand that edited); the replay.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any, Final

from tracker.combat.frozen import frozen
from tracker.combat.history import Entry, History, Record
from tracker.combat.scene import Scene
from tracker.storage import limits, records, scan
from tracker.storage.clean import clean_line
from tracker.storage.disk import Disk, RealDisk, Seen
from tracker.storage.errors import Condition, LoadError, because, called
from tracker.storage.records import TRAILER, Header
from tracker.storage.replay import Fault, Misfit, Replay, Start
from tracker.storage.scan import BadText

_BOM: Final = b"\xef\xbb\xbf"
_VERSION: Final = re.compile(
    rb'\s*\{\s*"format"\s*:\s*"combat-tracker/session"\s*,\s*"version"\s*:\s*([0-9]{1,9})[,\s]'
)
_APP: Final = re.compile(rb'"app"\s*:\s*"([^"\\]{1,80})"')
_LINE: Final = re.compile(rb'\n,?(\{"seq":[0-9]{1,7},"t":"[a-z]{1,9}",[^\n]*,"h":"[0-9a-f]{16}"\})(?=\n|\Z)')
_MOST_TRIES: Final = 10_000
_SAID: Final = 300
"""So many signs of what a game cannot make sense of are said."""

_FRAME: Final = '"records":['


@frozen
class Loaded:
    """A file as it was found.

    ``history`` holds the good records, replayed; ``what`` is a plain sentence on the condition. ``good`` is the
    length in bytes of header and good lines, ``last_h`` the chain's end there, ``line`` the number of the first
    bad line (the header is 1), ``differs`` the first entry that this version replays differently.
    """

    path: str
    header: Header
    history: History
    condition: Condition
    what: str
    good: int
    last_h: str
    seen: Seen
    line: int | None = None
    differs: int | None = None

    @property
    def records(self) -> tuple[Record, ...]:
        """The good records, in the order of the file."""
        return tuple(self.history.records)


@dataclass(slots=True)
class _Found:
    """What came out of reading line by line: how far it went, and why no further."""

    replay: Replay
    good: int
    last_h: str
    problem: str = ""
    misfit: bool = False

    @property
    def line(self) -> int:
        return len(self.replay.history.records) + 2


def load(path: str, start: Start | None = None, disk: Disk | None = None, *, fault: Fault | None = None) -> Loaded:
    """Read a session; raises LoadError when there is nothing that could be shown.

    ``start`` gives the scene before the first entry for the game of the header; ``fault`` tells what in a scene its
    game cannot make sense of, and is asked where somebody edited the file.
    """
    try:
        data, seen = (disk or RealDisk()).read(path)
    except (OSError, ValueError) as error:
        reason = because(error, "reading") if isinstance(error, OSError) else "its name cannot be used"
        raise LoadError(f"{called(path)} cannot be read: {reason}.", "unreadable") from None
    return _Reading(path, data, seen, start or Scene, fault).judged()


class _Reading:
    def __init__(self, path: str, data: bytes, seen: Seen, start: Start, fault: Fault | None) -> None:
        self.path, self.data, self.seen, self.start, self.fault = path, data, seen, start, fault
        self.name = called(path)
        self.base = len(_BOM) if data.startswith(_BOM) else 0
        self.broken = "its first line cannot be read"

    def judged(self) -> Loaded:
        """The whole order of loading."""
        self._refuse_newer()
        end = self.data.find(b"\n", self.base, self.base + limits.LINE)
        line = self.data[self.base : end if end >= 0 else self.base + limits.LINE]
        header = _header(line)
        if header is None:
            return self._edited() or self._no_session()
        found = self._lines(header, line, self.base + len(line) + 1)
        if not found.problem:
            return self._whole(header, found)
        rest = self.data[found.good :]
        cut = TRAILER.startswith(rest)
        edited = None if cut or found.misfit else self._edited()
        if edited is not None and (edited.line is None or len(edited.records) > len(found.replay.history.records)):
            return edited
        if found.misfit or (not cut and (rest.endswith(TRAILER) or self._later(found.good))):
            return self._damaged(header, found)
        steps = _steps(found.replay)
        what = f"{self.name} was cut off in the middle of a write; {steps} before it are whole."
        return self._loaded(header, found, "torn", what, found.line)

    def _refuse_newer(self) -> None:
        version = _VERSION.match(self.data, self.base, self.base + limits.NOTE)
        if version is not None and int(version[1]) > records.VERSION:
            app = _APP.search(self.data, self.base, self.base + limits.NOTE)
            raise _newer(self.name, int(version[1]), app[1].decode("utf-8", "replace") if app else "")

    def _lines(self, header: Header, line: bytes, place: int) -> _Found:
        """As far as everything is as this program writes it."""
        found = _Found(Replay(self.start(header.system)), min(place, len(self.data)), records.first_h(line))
        data, size = self.data, len(self.data)
        while data[place : place + len(TRAILER) + 1] != TRAILER:
            end = data.find(b"\n", place, place + limits.LINE + 2)
            stop = end if end >= 0 else min(size, place + limits.LINE + 2)
            try:
                record, h = _line(data[place:stop], found.last_h, not found.replay.history.records, header)
                found.replay.take(record)
            except BadText as error:
                found.problem, found.misfit = str(error), isinstance(error, Misfit)
                return found
            found.good, found.last_h = (place := min(stop + 1, size)), h
        return found

    def _later(self, good: int) -> bool:
        """Whether a line behind the first bad one reads well: then it was no cut-off write."""
        for tried, found in enumerate(_LINE.finditer(self.data, good)):
            try:
                records.decode(found[1])
            except BadText:
                # So many lines that only look like ours are no cut-off write either.
                if tried < _MOST_TRIES:
                    continue
            return True
        return False

    def _edited(self) -> Loaded | None:
        """The file as somebody laid it out anew, or None where it is no JSON with our header."""
        if not self.data[-limits.NOTE :].rstrip().endswith(b"}"):
            return None
        try:
            head, texts = scan.outline(self.data[self.base :].decode())
            header = self._known(head)
        except (BadText, UnicodeDecodeError) as error:
            self.broken = str(error) if isinstance(error, BadText) else self.broken
            return None
        found = _Found(Replay(self.start(header.system)), 0, records.first_h(records.encode_header(header)))
        chained = 0
        for text in texts:
            try:
                record, body, h = _loose(text, header)
                found.last_h = records.next_h(found.last_h, body)
                chained += h is not None
                if chained and h != found.last_h:
                    raise Misfit("its hash is not right")
                found.replay.take(record)
            except BadText as error:
                found.problem = str(error)
                return self._damaged(header, found)
        if not chained:
            found.replay.differs = None
        if found.replay.differs is None and self.fault is not None:
            found = self._sensible(header, found, self.fault)
            if found.problem:
                return self._damaged(header, found)
        what = f"{self.name} was edited by hand or laid out anew by another program."
        return self._loaded(header, found, "edited", what, None)

    def _sensible(self, header: Header, found: _Found, fault: Fault) -> _Found:
        """What was found, up to the first record behind which the game cannot make sense of the fight."""
        taken = list(found.replay.history.records)

        def upto(count: int) -> Replay:
            replay = Replay(self.start(header.system))
            for record in taken[:count]:
                replay.take(record)
            return replay

        def wrong(replay: Replay) -> str:
            return clean_line(fault(replay.history.scene_at(replay.history.head)), _SAID)

        if not wrong(found.replay):
            return found
        # What cannot be made sense of stays so until it is set right: halving finds where it came in.
        good = bisect_left(range(len(taken)), True, key=lambda count: bool(wrong(upto(count + 1))))
        return _Found(upto(good), 0, found.last_h, wrong(upto(good + 1)))

    def _known(self, head: str) -> Header:
        found = records.plain(head.encode())
        version = found.get("version")
        if found.get("format") == records.FORMAT and type(version) is int and version > records.VERSION:
            raise _newer(self.name, version, str(found.get("app", "")))
        header = records.decode_header(head)
        if header.format != records.FORMAT or not 1 <= header.version <= records.VERSION:
            raise BadText("its first line is not that of a session")
        return header

    def _whole(self, header: Header, found: _Found) -> Loaded:
        what = f"{self.name} is whole: {_steps(found.replay)}."
        return self._loaded(header, found, "clean", what, None)

    def _damaged(self, header: Header, found: _Found) -> Loaded:
        before = f"{_steps(found.replay)} before it are whole"
        what = f"{self.name} is damaged in line {found.line}: {found.problem}; {before}. Nothing was changed."
        found.replay.differs = None
        return self._loaded(header, found, "damaged", what, found.line)

    def _loaded(self, header: Header, found: _Found, condition: Condition, what: str, line: int | None) -> Loaded:
        history, differs = found.replay.history, found.replay.differs
        if differs is not None:
            text = clean_line(history.entries[differs].text, 120)
            what = f"{what} But this version of the program replays line {differs} of the log differently: “{text}”."
            condition = "differs" if condition == "clean" else condition
        return Loaded(self.path, header, history, condition, what, found.good, found.last_h, self.seen, line, differs)

    def _no_session(self) -> Loaded:
        if records.FORMAT.encode() in self.data[: limits.NOTE]:
            raise LoadError(f"{self.name} is damaged and cannot be opened: {self.broken}.", "damaged")
        raise LoadError(f"{self.name} is no session of this program.", "foreign")


def _header(line: bytes) -> Header | None:
    """The header from a first line that is exactly as this program writes it."""
    try:
        text = line.decode()
        if not text.endswith("," + _FRAME):
            return None
        header = records.decode_header(text[: -len(_FRAME) - 1] + "}")
    except (BadText, UnicodeDecodeError):
        return None
    known = header.format == records.FORMAT and 1 <= header.version <= records.VERSION
    return header if known and records.encode_header(header) == line + b"\n" else None


def _line(line: bytes, previous: str, first: bool, header: Header) -> tuple[Record, str]:
    if line.startswith(b",") == first:
        raise BadText("its comma is not in its place")
    record, body, h = records.decode(line[0 if first else 1 :], header.version)
    if records.next_h(previous, body) != h:
        raise Misfit("its hash is not right")
    return record, h


def _loose(text: str, header: Header) -> tuple[Record, bytes, Any]:
    """A record in any layout: itself, its JSON as this program lays it out, and its ``h`` if it has one."""
    found = records.plain(text.encode())
    scan.check(text)
    h = found.pop("h", None)
    try:
        body = records.dumped(found)
    except ValueError:
        # Digits enough to be no number any more.
        raise BadText("it cannot be read") from None
    if len(body) + records.CHAIN >= limits.LINE:
        raise BadText("it is too long")
    return records.decode_body(body, header.version), body, h


def _newer(name: str, version: int, app: str) -> LoadError:
    by = f" by version {clean_line(app)} of the program" if clean_line(app) else ""
    what = f"{name} was made{by} in a newer format ({version}); this program reads up to {records.VERSION}."
    return LoadError(what + " Open it with the newer program; it was not changed.", "newer")


def _steps(replay: Replay) -> str:
    count = sum(1 for each in replay.history.records if isinstance(each, Entry))
    return "1 line of the log" if count == 1 else f"{count} lines of the log"
