"""What stands behind ``tracker repair``: the good part of a file, in a new file."""

from __future__ import annotations

from tracker.combat.history import Entry
from tracker.storage.clock import Clock, now
from tracker.storage.disk import Disk, RealDisk
from tracker.storage.errors import called
from tracker.storage.load import load
from tracker.storage.replay import Fault, Start
from tracker.storage.savefile import SaveFile


def repair(
    path: str,
    out: str,
    start: Start | None = None,
    *,
    fault: Fault | None = None,
    clock: Clock = now,
    disk: Disk | None = None,
) -> str:
    """Write the good part of a session to a new file, and say what it holds; raises LoadError and NotSaved.

    The old file is never touched, and no other file is written over.
    """
    disk = disk or RealDisk()
    loaded = load(path, start, disk, fault=fault)
    with SaveFile.create(out, loaded.header.system, clock, loaded.header.id, disk=disk) as save:
        save.append(loaded.records)
    count = sum(1 for each in loaded.records if isinstance(each, Entry))
    lines = "1 line of the log" if count == 1 else f"{count} lines of the log"
    return f"{loaded.what} {called(out)} holds {lines}."
