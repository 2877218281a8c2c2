"""The state of a file, and a copy of its good part: for ``tracker check`` and ``tracker repair``."""

from __future__ import annotations

from typing import Literal

from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.storage.errors import FileCondition, LoadError, called
from tracker.storage.filesystem import FileSystem
from tracker.storage.format import Clock, now
from tracker.storage.journal import Journal
from tracker.storage.reader import FaultFinder, Start, load


class Verdict(Model):
    """``code`` 0: clean, 1: a torn end that opening would repair, 2: anything else; ``what`` is a sentence."""

    code: Literal[0, 1, 2]
    condition: FileCondition
    what: str


def check(
    path: str, start: Start | None = None, disk: FileSystem | None = None, *, fault: FaultFinder | None = None
) -> Verdict:
    """Return the state of the file at this path."""
    try:
        loaded = load(path, start, disk, fault=fault)
    except LoadError as error:
        return Verdict(2, error.condition, error.what)
    if loaded.condition == "clean":
        return Verdict(0, "clean", loaded.what)
    if loaded.condition == "torn" and loaded.differs is None:
        return Verdict(1, "torn", f"{loaded.what} Opening it repairs the end.")
    return Verdict(2, loaded.condition, loaded.what)


def repair(
    path: str,
    out: str,
    start: Start | None = None,
    *,
    fault: FaultFinder | None = None,
    clock: Clock = now,
    disk: FileSystem | None = None,
) -> str:
    """Write the good part of a session to a new file; returns what it holds. Raises LoadError and NotSaved.

    The old file is never touched, and no other file is overwritten.
    """
    disk = disk or FileSystem()
    loaded = load(path, start, disk, fault=fault)
    with Journal.create(
        out, loaded.header.system, clock, loaded.header.id, disk=disk, game=loaded.header.game
    ) as journal:
        journal.append(loaded.records)
    count = sum(1 for record in loaded.records if isinstance(record, Entry))
    lines = "1 line of the log" if count == 1 else f"{count} lines of the log"
    return f"{loaded.what} {called(out)} holds {lines}."
