"""Replaying records into a history while a file is read, and comparing the results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.digest import digest, digest_after, digest_of_draft, hexed
from tracker.combat.events import EncounterBegan, Joined, Left
from tracker.combat.history import History, HistoryError, Worn
from tracker.combat.limits import TooMany
from tracker.combat.records import START, Entry, Record
from tracker.combat.scene import Combatant, Scene, finished
from tracker.storage import format as records
from tracker.storage.format import BadText, Header

Start: TypeAlias = Callable[[str], Scene]
"""Returns the scene before the first entry for a game, by name or by the text in a header."""


Fault: TypeAlias = Callable[[Scene], str]
"""Returns what in a scene no fight of its game can contain, as part of a sentence; "" if there is nothing."""


class Misfit(BadText):
    """A well-formed record in an impossible place: damage or a foreign edit, never a torn write."""


def read_line(line: bytes, previous: str, first: bool, header: Header, clean: bool) -> tuple[Record, str]:
    """Return the record of a line with its comma, and its hash, chained to the one before; raises BadText.

    ``clean``: ``format.is_clean`` was asked already.
    """
    if line.startswith(b",") == first:
        raise BadText("its comma is not in its place")
    record, body, h = records.decode(line[0 if first else 1 :], header.version, clean=clean)
    if records.next_h(previous, body) != h:
        raise Misfit("its hash does not match")
    return record, h


class Replay:
    """A history that grows record by record, within the limits of a session."""

    def __init__(self, history: History) -> None:
        self.history = history

    def take(self, record: Record) -> None:
        """Add the next record; raises Misfit."""
        if record.id > limits.RECORDS:
            raise Misfit(f"there are more than {limits.RECORDS} records")
        try:
            self.history.add(record)
        except Worn as worn:
            raise Misfit(str(worn)) from None
        except HistoryError:
            raise Misfit("it does not fit the lines before it") from None
        except TooMany as many:
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
        self._again = history.rewound()

    def check(self, most: int = limits.RECORDS) -> bool:
        """Compare up to this many more records; returns True once all are compared."""
        records = self.history.records
        end = min(self._count, self._place + most)
        for place in range(self._place, end):
            record = records[place]
            if isinstance(record, Entry):
                self._compare(place, record)
        self._place = end
        if end == self._count:
            self._digests.clear()
        return end == self._count

    def _compare(self, place: int, entry: Entry) -> None:
        history, before = self.history, self._digests[entry.parent]
        draft = self._again.draft_of(entry.parent)
        touched = _touched(entry, draft)
        if touched is None:
            old = finished(draft)
            now = digest_after(before, old, self._again.reread(entry, draft))
        else:
            now = digest_of_draft(before, draft, touched, self._again.reread(entry, draft))
        self._digests[entry.id] = now
        state = hexed(now)
        if entry.state != state:
            if entry.state and self._trusted and self.differs is None:
                self.differs = entry.id
            history.entries[entry.id] = history.records[place] = replace(entry, state=state)


_WHO_IS_THERE: Final = (Joined, Left, EncounterBegan)
"""The events that change who is in the fight; all others change only combatants whom they name."""


def _touched(entry: Entry, scene: Scene) -> dict[str, Combatant | None] | None:
    """Return the combatants that the events of an entry may change; None if others join or leave."""
    touched: dict[str, Combatant | None] = {}
    for event in entry.events:
        if isinstance(event, _WHO_IS_THERE):
            return None
        for name in getattr(event, "names", ()):
            touched[name] = scene.combatants.get(name)
    return touched
