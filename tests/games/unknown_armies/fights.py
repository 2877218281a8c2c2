"""Fights of Unknown Armies for tests: combatants, lines, and their results."""

from __future__ import annotations

from tests.table import played
from tracker.games.unknown_armies import SYSTEM
from tracker.session import Session

PEOPLE = (
    "add A struggle=55 firearms=55 dodge=40 body=60",
    "add B side=enemies struggle=40 dodge=40 body=60",
)


def fight(*lines: str, people: tuple[str, ...] = PEOPLE, seed: int = 1) -> Session:
    """A fight in which these lines were done."""
    return played(SYSTEM, *people, *lines, seed=seed)


def spent(session: Session, name: str) -> list[str]:
    """What somebody has spent."""
    return list(session.scene[name].spent)


def down(session: Session, name: str = "B") -> str | None:
    """How somebody is out."""
    return session.scene[name].out


def body(session: Session, name: str = "B") -> int:
    """The body somebody has left."""
    return session.scene[name].value("body")
