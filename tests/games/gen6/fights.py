"""Fights of Gen6 for tests: combatants, lines, and their results."""

from __future__ import annotations

from tests.table import last, played
from tracker.games.gen6 import SYSTEM
from tracker.session import Session

PEOPLE = (
    "add Ann health=20 con=3 defense=11 speed=8 con_mod=2 int_mod=1 medicine=2 quickness=2 values=Justice",
    "add Ben health=20 con=4 defense=11 speed=7",
    "add Foe side=enemies health=20 con=3 defense=11 speed=8 quickness=1",
)


def fight(*lines: str, people: tuple[str, ...] = PEOPLE, seed: int = 1) -> Session:
    """A fight in which these lines were done."""
    return played(SYSTEM, *people, *lines, seed=seed)


def labels(session: Session, of: str) -> dict[str, int]:
    """The reasons of the newest line for one number."""
    return {reason.label: reason.value for reason in last(session).why if reason.of == of}


def value(session: Session, name: str, track: str = "health") -> int:
    """What somebody has left of a track."""
    return session.scene[name].value(track)


def conditions(session: Session, name: str) -> set[str]:
    """The conditions somebody is in."""
    return {condition.name for condition in session.scene[name].conditions}


def out(session: Session, name: str) -> str | None:
    """How somebody is out."""
    return session.scene[name].out
