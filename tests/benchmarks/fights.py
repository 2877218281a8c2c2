"""The fights for the benchmarks."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal

GAME = "outgunned"
CLOCK = "2026-01-01T00:00:00.000Z"
TITLE = "The Warehouse"


def fight(people: int, game: str = GAME) -> Session:
    """A hero against all the others."""
    session = Session(find(game), clock=lambda: CLOCK)
    for line in (f"title {TITLE}", "add Sam side=heroes", f"add Goon side=enemies count={people - 1}"):
        session.do(line)
    return session


def long_session(entries: int, people: int = 20) -> Session:
    """A fight with that many lines in its log, the last ones a hurt and a heal in turn."""
    session = fight(people)
    hurt, healed = (session.do(line).entries[0] for line in ("hurt Sam 1", "heal Sam 1"))
    history = session.history
    while len(history.entries) < entries:
        model = (hurt, healed)[len(history.entries) % 2 == 0]
        history.add(again(history, model))
    return session


ROUND = (
    "hurt Sam 1",
    "heal Sam 1",
    'range Sam "Goon 3" close',
    'range Sam "Goon 3" medium',
    'mark "Goon 5" prone',
    'unmark "Goon 5" prone',
    "note The lights go out.",
    "cover Sam partial what=crate",
    "cover Sam none",
    'hide "Goon 7"',
    'reveal "Goon 7"',
    "undo",
    "redo",
    "title Elsewhere",
    f"title {TITLE}",
    'hurt "Goon 9","Goon 10","Goon 11" 1',
    'heal "Goon 9","Goon 10","Goon 11" 1',
)
"""Lines of many kinds, after which the fight is as it was before."""


def mixed_session(entries: int, people: int = 500, distances: int = 600) -> Session:
    """A large fight with this many records of many kinds, after distances that were stated one by one."""
    session = fight(people)
    for number in range(distances):
        one, other = f"Goon {number % (people - 2) + 1}", f"Goon {number * 7 % (people - 2) + 2}"
        if one != other:
            session.do(f'range "{one}" "{other}" long')
    session.do('range Sam "Goon 3" medium')
    history = session.history
    first = len(history.records)
    for line in ROUND:
        session.do(line)
    model = history.records[first:]
    while len(history.records) < entries:
        by = len(history.records) - first
        for record in model:
            if isinstance(record, Entry):
                history.add(replace(record, id=record.id + by, parent=record.parent + by))
            else:
                history.add(replace(record, id=record.id + by, to=record.to + by))
    return session


def again(history: History, model: Entry) -> Entry:
    """The same thing done once more at the head."""
    return Entry(
        history.next_id, history.head, CLOCK, model.command, model.text, model.events, model.why, state=model.state
    )


def saved(session: Session, folder: Path, name: str, disk: FileSystem | None = None) -> Path:
    """The session in a file."""
    path = folder / f"{name}.json"
    with Journal.create(str(path), session.system.name, lambda: CLOCK, f"{len(name):032x}", disk=disk) as save:
        save.append(session.history.records)
    return path
