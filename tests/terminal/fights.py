"""Fights of the first game in a file, ready to be played by keys."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tracker.combat.scene import Scene
from tracker.games.registry import find
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.journal import Journal
from tracker.storage.reader import load

CLOCK = "2026-01-01T00:00:00.000Z"

WAREHOUSE = (
    "title The Warehouse",
    "add Savar pool=6",
    "add Sam pool=5",
    "add Goons side=enemies grit=6 attack=basic defense=basic",
    "arm Savar pistol",
    "arm Sam smg",
)
"""The seed's fight: two heroes against a gang, basic against basic, six grit."""


def made(folder: Path, lines: Iterable[str] = WAREHOUSE, game: str = "outgunned", name: str = "fight") -> Path:
    """A session's file in which these lines were done."""
    session = Session(find(game), clock=lambda: CLOCK)
    for line in lines:
        session.do(line)
    path = folder / f"{name}.json"
    with Journal.create(str(path), game, lambda: CLOCK, f"{name:0>32}") as save:
        save.append(session.history.records)
    return path


def scene(path: Path) -> Scene:
    """The fight in a file, as it is at its head."""
    return load(str(path), RulesOf()).history.scene


def commands(path: Path, after: int = 0) -> list[str]:
    """The commands of the story in a file, without its first lines."""
    history = load(str(path), RulesOf()).history
    return [history.entries[entry].command for entry in history.story][after:]
