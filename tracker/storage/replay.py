"""Records played into a history while a file is read, with a look at whether they come out as they once did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from tracker.combat.digest import digest, digest_after, hexed
from tracker.combat.events import Joined, fold
from tracker.combat.history import START, Entry, History, HistoryError, Record
from tracker.combat.scene import Scene
from tracker.storage import limits
from tracker.storage.scan import BadText

Start: TypeAlias = Callable[[str], Scene]
"""From the name of a game to the scene before the first entry."""


Fault: TypeAlias = Callable[[Scene], str]
"""From a scene to what no fight of its game can hold, as part of a sentence; an empty text where all is well."""


class Misfit(BadText):
    """A record that reads well but cannot stand where it does: damage or a foreign hand, never a torn write."""


class Replay:
    """A history that grows record by record.

    ``differs`` is the first entry whose scene is not the one it was written with; from there on the records
    carry the state that is true now.
    """

    def __init__(self, start: Scene) -> None:
        self.history = History(start)
        self.differs: int | None = None
        self._digests = {START: digest(start)}

    def take(self, record: Record) -> None:
        """Take in the next record; raises Misfit."""
        history = self.history
        if record.id > limits.RECORDS:
            raise Misfit(f"there are more than {limits.RECORDS} records")
        if isinstance(record, Entry) and self._crowded(record):
            raise Misfit(f"there are more than {limits.COMBATANTS} combatants")
        try:
            history.add(record)
        except HistoryError:
            raise Misfit("it does not fit what stands before it") from None
        if isinstance(record, Entry):
            self._compare(record)

    def _crowded(self, entry: Entry) -> bool:
        """Whether somebody joins a fight that is full; asked before, since a history forgets nothing."""
        known = entry.parent == START or entry.parent in self.history.entries
        if not known or not any(isinstance(each, Joined) for each in entry.events):
            return False
        return len(fold(self.history.scene_at(entry.parent), entry.events).combatants) > limits.COMBATANTS

    def _compare(self, entry: Entry) -> None:
        history = self.history
        old, new = history.scene_at(entry.parent), history.scene_at(entry.id)
        now = self._digests[entry.id] = digest_after(self._digests[entry.parent], old, new)
        if entry.state != hexed(now):
            if entry.state:
                self.differs = self.differs or entry.id
            history.entries[entry.id] = history.records[-1] = replace(entry, state=hexed(now))
