"""Benchmarks without a screen: undo, appending to a file, the boards of large fights."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.benchmarks.fights import again, fight, long_session, saved
from tests.benchmarks.measure import Row, Size, paired, row
from tracker.combat.records import Entry
from tracker.games.registry import SHIPPED
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal


def timed(do: Callable[[], object]) -> float:
    """The milliseconds that something takes."""
    before = time.perf_counter()
    do()
    return (time.perf_counter() - before) * 1000


def undo(folder: Path, size: Size) -> Iterator[Row]:
    """Undo in a long session and in a short one; as many one after the other as the short one has."""
    sessions = [long_session(size.entries), long_session(100)]

    def one(session: Session) -> float:
        if len(session.story()) < 5:
            session.do(f"goto {max(session.history.entries)}")
        return timed(lambda: (session.do("undo"), session.scene))

    pairs = paired(lambda: one(sessions[0]), lambda: one(sessions[1]), size.calls)
    yield row(f"undo with {size.entries:,} entries", pairs, "ms", "the same with 100 entries", 5, "ours")
    far = paired(lambda: _far(sessions[0], size.entries), lambda: _far(sessions[1], 100), max(3, size.calls // 20))
    yield row("- to the beginning and back in one step each", far, "ms", "the same with 100 entries")


def _far(session: Session, entries: int) -> float:
    session.do(f"goto {max(session.history.entries)}")
    return timed(lambda: (session.do(f"undo {entries}"), session.scene, session.do(f"redo {entries}"), session.scene))


class NoSync(FileSystem):
    """A disk that is not waited for, so that our own work is seen."""

    def fsync(self, fd: int) -> None:
        """Come back at once."""


def append(folder: Path, size: Size) -> Iterator[Row]:
    """One entry more in a long file and in a short one, with and without waiting for the disk."""
    for name, disk in (("append", FileSystem()), ("- without waiting for the disk", NoSync())):
        with (
            Appended(folder, size.entries, disk) as long,
            Appended(folder, 100, disk) as short,
        ):
            full = f"append with {size.entries:,} entries" if name == "append" else name
            yield row(full, paired(long.one, short.one, size.calls), "ms", "the same with 100 entries", 1.2)


class Appended:
    """A file with a number of entries, and one more each time."""

    def __init__(self, folder: Path, entries: int, disk: FileSystem) -> None:
        self.session = long_session(entries)
        path = saved(self.session, folder, f"{type(disk).__name__}{entries}", disk)
        self.save, _ = Journal.open(str(path), RulesOf(), disk=disk)
        self.save.append(())

    def one(self) -> float:
        """The milliseconds of one entry more."""
        history = self.session.history
        model = history.entries[history.story[-2]]
        record: Entry = again(history, model)
        history.add(record)
        return timed(lambda: self.save.append((record,)))

    def __enter__(self) -> Appended:
        return self

    def __exit__(self, *_: object) -> None:
        self.save.close()


def boards(folder: Path, size: Size) -> Iterator[Row]:
    """What each game says of range and cover for many, against a few."""
    for game in SHIPPED:
        many, few = fight(size.people, game), fight(20, game)
        for word, ask in (("board", _board), ("shelter", _shelter)):
            pairs = paired(partial(ask, many), partial(ask, few), size.calls // 4 + 1)
            yield row(f"{word} of {size.people}, {game}", pairs, "ms", "the same with 20")


def _board(session: Session) -> float:
    return timed(lambda: session.system.band_table(session.scene, "Sam"))


def _shelter(session: Session) -> float:
    return timed(lambda: [session.system.cover_row(session.scene, each) for each in session.scene.listed()])
