"""Runs of a save on the simulated disk that end in a crash, and the checks afterwards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, Protocol

from tests.faults.simdisk import Crash, SimDisk
from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.records import Record
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.journal import Journal, repair
from tracker.storage.reader import load

PATH = "fight.json"

End = Literal["kill", "power"]


class Saver(Protocol):
    """What is under test: something that saves records."""

    def append(self, new: Sequence[Record]) -> None: ...


Opener = Callable[[SimDisk], Saver]
"""Makes a new save on a disk."""


def good(disk: SimDisk) -> Saver:
    return Journal.create(PATH, GAME, clock, "id", disk=disk)


@dataclass(slots=True)
class Told:
    """What a run has said: every record put, and how many of them were acknowledged."""

    put: list[Record] = field(default_factory=list)
    acknowledged: int = -1


@dataclass(slots=True)
class Tally:
    """What many runs came to. ``bad``: sentences on what must not be."""

    runs: int = 0
    second: int = 0
    found: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)


def length(seed: int, opener: Opener = good, kind: type[SimDisk] = SimDisk) -> int:
    """How many operations the whole run of this seed takes."""
    disk = kind(random.Random(seed))
    _play(disk, seed, opener, Told())
    return disk.operations


def crash(seed: int, at: int, end: End, tally: Tally, opener: Opener = good, kind: type[SimDisk] = SimDisk) -> None:
    """One run that ends at an operation, perhaps a second end while it is opened again, and the look at it all."""
    disk = kind(random.Random(seed))
    disk.crash_at, told = at, Told()
    with suppress(Crash):
        _play(disk, seed, opener, told)
    tally.runs += 1
    disk.rng = random.Random(f"{seed} {at} {end}")
    _end(disk, end)
    if disk.rng.random() < 0.5:
        _interrupted(disk, end, tally)
    problem = _problem(disk, told, tally)
    if problem:
        tally.bad.append(f"seed {seed}, operation {at}, {end}: {problem}")


def crashes(count: int, end: End, opener: Opener = good, first_seed: int = 0, kind: type[SimDisk] = SimDisk) -> Tally:
    """Many runs, each ending at another operation of another evening."""
    tally, seed = Tally(), first_seed
    while tally.runs < count:
        operations = length(seed, opener, kind)
        step = max(1, operations // 25)
        for at in range(1 + seed % step, operations + 2, step):
            crash(seed, at, end, tally, opener, kind)
        seed += 1
    return tally


def _end(disk: SimDisk, end: End) -> None:
    if end == "power":
        disk.power_cut()
    else:
        disk.killed()


def _play(disk: SimDisk, seed: int, opener: Opener, told: Told) -> None:
    """A short evening: some steps, the file closed and opened again in between where that can be done."""
    rng, story = random.Random(seed), Story()
    saver = opener(disk)
    told.acknowledged = 0
    disk.trouble = 0.1 if seed % 3 == 0 else 0.0
    for _ in range(rng.randint(2, 7)):
        batch = [record for _ in range(rng.choice((1, 1, 1, 3))) for record in story.step(rng)]
        told.put += batch
        try:
            saver.append(batch)
            told.acknowledged = len(told.put)
        except NotSaved:
            continue
        if isinstance(saver, Journal) and rng.random() < 0.2:
            saver.close()
            saver, _ = Journal.open(PATH, clock=clock, disk=disk)
    if isinstance(saver, Journal):
        saver.close()


def _interrupted(disk: SimDisk, end: End, tally: Tally) -> None:
    """Open it, and crash again on the way."""
    before = disk.operations
    disk.crash_at = before + disk.rng.randint(1, 12)
    try:
        save, _ = Journal.open(PATH, clock=clock, disk=disk)
        save.close()
    except (Crash, LoadError):
        pass
    tally.second += disk.crashed
    _end(disk, end)


def _problem(disk: SimDisk, told: Told, tally: Tally) -> str:
    """What is wrong with what is found afterwards; empty if nothing is."""
    path = PATH
    try:
        save, loaded = Journal.open(path, clock=clock, disk=disk)
    except LoadError as error:
        tally.found[f"not there: {error.condition}"] += 1
        return f"nothing can be opened: {error.what}" if told.acknowledged >= 0 else ""
    tally.found[loaded.condition] += 1
    if loaded.condition == "damaged":
        # Never mended by itself; the way out is a repaired copy.
        save.close()
        path = "repaired.json"
        repair(PATH, path, clock=clock, disk=disk)
        save, loaded = Journal.open(path, clock=clock, disk=disk)
    count = len(loaded.records)
    if loaded.records != tuple(told.put[:count]):
        return "the records found are not the beginning of those put"
    if count < told.acknowledged:
        return f"{told.acknowledged} records were acknowledged, {count} are there"
    story = Story()
    for record in loaded.records:
        story.history.add(record)
    story.digests = dict.fromkeys((0, *story.history.entries), story.digests[0])
    more = story.move(0, "goto")
    save.append([more])
    save.close()
    again = load(path, disk=disk)
    if again.condition != "clean" or again.records != (*loaded.records, more):
        return f"appending afterwards does not work: {again.what}"
    return ""
