"""The fights that are measured."""

from __future__ import annotations

from pathlib import Path

from tracker.combat.history import Entry, History
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


def long_session(entries: int) -> Session:
    """A small fight with so many lines in its log, the last ones a hurt and a heal in turn."""
    session = fight(20)
    hurt, healed = (session.do(line).entries[0] for line in ("hurt Sam 1", "heal Sam 1"))
    history = session.history
    while len(history.entries) < entries:
        model = (hurt, healed)[len(history.entries) % 2 == 0]
        history.add(again(history, model))
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
