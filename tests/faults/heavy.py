"""Heavy mode: everything is saved, read back and compared after every single step.

Give a session a ``HeavySaver`` as its writer, and each of its steps also proves that the file holds it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import clock
from tracker.combat.digest import digest
from tracker.combat.history import History
from tracker.combat.records import START, Record
from tracker.storage.format import checked
from tracker.storage.journal import Journal
from tracker.storage.reader import Loaded, Rules, load

PATH = "heavy.json"


class HeavySaver:
    """Takes records as the saving thread does, and raises an error when they do not come back the same."""

    def __init__(self, system: str, rules: Rules) -> None:
        self.rules = rules
        self.disk = SimDisk()
        self.save = Journal.create(PATH, system, clock, "heavy", disk=self.disk)
        self.records: list[Record] = []

    def put(self, records: Sequence[Record], bodies: Sequence[bytes] = ()) -> None:
        """Save these, read everything back, compare records and digests."""
        for record in records:
            checked(record)
        self.records += records
        self.save.append(records, bodies)
        found = self.read()
        assert found.condition == "clean", found.what
        assert list(found.records) == self.records
        same(found.history)

    def read(self) -> Loaded:
        """The file as it is now."""
        return load(PATH, self.rules, self.disk)


def same(history: History) -> int:
    """The scene at the head is the one its entry was written with; returns its digest."""
    entry = digest(history.scene)
    if history.head != START:
        assert f"{entry:016x}" == history.entries[history.head].state
    return entry
