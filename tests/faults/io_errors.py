"""An evening in which one operation of the disk fails, or all from some point on, and the state afterwards."""

from __future__ import annotations

import errno
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.faults.simdisk import SimDisk
from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.records import Record
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal, repair
from tracker.storage.reader import load
from tracker.storage.writer import Writer

ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT, errno.EACCES)

_OPERATIONS = frozenset(
    {
        "lexists",
        "stat",
        "read",
        "open",
        "create",
        "pwrite",
        "truncate",
        "fsync",
        "fstat",
        "close",
        "replace",
        "unlink",
        "fsync_folder",
        "lock",
    }
)


class FailingDisk:
    """A disk on which operation ``at`` fails, once or for ever; ``operations`` counts them."""

    def __init__(self, under: SimDisk, at: int, error: int, *, ever: bool) -> None:
        self.under, self.at, self.error, self.ever = under, at, error, ever
        self.operations = 0

    def __getattr__(self, name: str) -> Any:
        real: Callable[..., Any] = getattr(self.under, name)
        if name not in _OPERATIONS:
            return real

        def perhaps(*args: Any) -> Any:
            self.operations += 1
            if self.operations == self.at or (self.ever and self.operations > self.at > 0):
                if name == "close":
                    # What a system does: the handle is gone all the same.
                    real(*args)
                raise OSError(self.error, "failed on purpose")
            return real(*args)

        return perhaps


@dataclass(slots=True)
class Evening:
    """What was done: the records put, how many were acknowledged, and the saves that were in use."""

    story: Story = field(default_factory=Story)
    put: list[Record] = field(default_factory=list)
    acknowledged: int = 0
    problems: list[str] = field(default_factory=list)


def evening(at: int, error: int, *, ever: bool) -> tuple[FailingDisk, Evening]:
    """Create, append, undo, close and open with a backup, a torn end mended, saved elsewhere, repaired."""
    under = SimDisk(random.Random(1))
    disk, told = FailingDisk(under, at, error, ever=ever), Evening()
    rng = random.Random(2)
    try:
        save = Journal.create("a.json", GAME, clock, "id", disk=_as_disk(disk))
    except NotSaved:
        told.problems += _nothing_left(under)
        return disk, told
    save = _some(save, told, rng)
    for path in ("a.json", "a.json", "b.json"):
        save = _again(save, path, disk, told)
        save = _some(save, told, rng)
        if path == "a.json":
            _tear(under, save)
    with suppress(NotSaved, LoadError):
        repair(save.path, "c.json", clock=clock, disk=_as_disk(disk))
    _look_back(save, disk, told)
    return disk, told


def _as_disk(disk: FailingDisk) -> FileSystem:
    return disk


def _some(save: Journal, told: Evening, rng: random.Random) -> Journal:
    for _ in range(3):
        batch = list(told.story.step(rng))
        told.put += batch
        try:
            save.append(batch)
        except NotSaved as error:
            if not str(error).endswith("."):
                told.problems.append(f"no sentence: {error!s}")
        told.acknowledged = max(told.acknowledged, save.saved)
    return save


def _again(save: Journal, path: str, disk: FailingDisk, told: Evening) -> Journal:
    """Go on in the same file after opening it anew, or in another one; whoever has unsaved things stays."""
    try:
        if path != save.path:
            save.save_as(path)
        elif not save.unsaved:
            save.close()
            fresh, loaded = Journal.open(path, clock=clock, disk=_as_disk(disk))
            if loaded.records != tuple(told.put):
                told.problems.append(f"opened with {len(loaded.records)} of {len(told.put)} records")
            return fresh
    except (NotSaved, LoadError):
        pass
    told.acknowledged = max(told.acknowledged, save.saved)
    return save


def _tear(under: SimDisk, save: Journal) -> None:
    """A cut-off write at the end of the file, as another evening might have left it."""
    if not save.unsaved and save.path in under.names:
        save.close()
        data = bytes(under.names[save.path].seen)
        under.put(save.path, data[:-3] + b',{"seq":99,"t":"entr')


def _look_back(save: Journal, disk: FailingDisk, told: Evening) -> None:
    """The disk is well again: what was acknowledged is in the file, and what was not can still be saved."""
    disk.at = 0
    on_disk = load(save.path, disk=disk.under).records
    if on_disk != tuple(told.put[: len(on_disk)]) or len(on_disk) < told.acknowledged:
        told.problems.append(f"{told.acknowledged} records were acknowledged, {len(on_disk)} are there")
    if save.unsaved != len(told.put) - save.saved:
        told.problems.append("what was not saved is not in memory")
    try:
        save.save_as("d.json")
    except NotSaved as error:
        told.problems.append(f"saving elsewhere does not work: {error!s}")
    if load("d.json", disk=disk.under).records != tuple(told.put):
        told.problems.append("the copy does not hold everything")
    if save.unsaved or save.read_only:
        told.problems.append("after saving elsewhere it still counts as not saved")
    save.close()


def _nothing_left(under: SimDisk) -> list[str]:
    left = [name for name in under.names if not name.endswith((".tmp", ".json"))]
    return [f"left behind: {left}"] if left else []


def with_writer(at: int, error: int, *, ever: bool) -> tuple[FailingDisk, list[str]]:
    """A short evening saved by the writer: it says NOT SAVED exactly while something is not saved."""
    disk, problems, story = FailingDisk(SimDisk(random.Random(1)), 0, error, ever=ever), list[str](), Story()
    save = Journal.create("a.json", GAME, clock, "id", disk=_as_disk(disk))
    disk.operations, disk.at = 0, at
    writer, rng = Writer(save, lambda state: None), random.Random(3)
    for _ in range(4):
        writer.put(list(story.step(rng)))
        saved = writer.flush(60)
        if saved == bool(save.unsaved) or (writer.state.kind == "saved") != saved:
            problems.append(f"it says {writer.state} with {save.unsaved} records unsaved")
    operations, disk.at = disk.operations, 0
    writer.put()
    if not writer.flush(60) or writer.state.kind != "saved" or not writer.close(60):
        problems.append(f"a later success does not clear it: {writer.state}")
    if load("a.json", disk=disk.under).records != tuple(story.records):
        problems.append("the file does not hold everything")
    disk.operations = operations
    return disk, problems


@dataclass(slots=True)
class Loop:
    """A whole loop over one error: how many runs, and what was wrong."""

    runs: int = 0
    bad: list[str] = field(default_factory=list)


def loop(error: int, *, ever: bool, step: int = 1) -> Loop:
    """Operation N fails, for N = 1, 1 + step, ... until a run has no such operation any more."""
    found = Loop()
    for run in (_evening_problems, with_writer):
        at = 1
        while True:
            disk, problems = run(at, error, ever=ever)
            found.runs += 1
            found.bad += [f"{errno.errorcode[error]} at {at}, ever={ever}: {problem}" for problem in problems]
            if disk.operations < at:
                break
            at += step
    return found


def _evening_problems(at: int, error: int, *, ever: bool) -> tuple[FailingDisk, list[str]]:
    disk, told = evening(at, error, ever=ever)
    return disk, told.problems
