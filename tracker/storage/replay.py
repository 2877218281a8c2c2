"""Records played into a history while a file is read, and whether they come out as they once did."""

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
"""From a game, by its name or by the text that a header keeps of it, to the scene before the first entry."""


Fault: TypeAlias = Callable[[Scene], str]
"""From a scene to what no fight of its game can hold, as part of a sentence; an empty text where all is well."""


class Misfit(BadText):
    """A record that reads well but cannot stand where it does: damage or a foreign hand, never a torn write."""


def read_line(line: bytes, previous: str, first: bool, header: Header, clean: bool) -> tuple[Record, str]:
    """The record of a line with its comma, and its hash, chained to the one before; raises BadText.

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
        """Take in the next record; raises Misfit."""
        if record.id > limits.RECORDS:
            raise Misfit(f"there are more than {limits.RECORDS} records")
        try:
            self.history.add(record)
        except Worn as worn:
            raise Misfit(str(worn)) from None
        except HistoryError:
            raise Misfit("it does not fit what stands before it") from None
        except TooMany as many:
            raise Misfit(f"after it, {many}") from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise Misfit("what it says cannot come true") from None


class States:
    """Compares the state each entry was written with to the one it has when it is replayed.

    ``differs`` is the first entry with another one, where the file is ``trusted``; afterwards every entry carries
    the state that is true now.
    """

    def __init__(self, history: History, *, trusted: bool = True) -> None:
        self.history = history
        self.differs: int | None = None
        self._trusted = trusted
        self._place, self._count = 0, len(history.records)
        self._digests = {START: digest(history.scene_at(START))}
        self._again = history.rewound()

    def check(self, most: int = limits.RECORDS) -> bool:
        """Compare up to this many records more; True when all that were read are compared."""
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
"""The events after which others are in the fight; all others change only combatants whom they name."""


def _touched(entry: Entry, scene: Scene) -> dict[str, Combatant | None] | None:
    """Those whom the events of an entry may change, as they are before it; None where others come or go."""
    touched: dict[str, Combatant | None] = {}
    for event in entry.events:
        if isinstance(event, _WHO_IS_THERE):
            return None
        for name in getattr(event, "names", ()):
            touched[name] = scene.combatants.get(name)
    return touched
