"""Fights of Gen6 for tests: people, lines, and what came of them."""

from __future__ import annotations

import random

import pytest

from tracker.combat.history import Entry
from tracker.session import Session
from tracker.systems.base import Refused
from tracker.systems.gen6 import SYSTEM

PEOPLE = (
    "add Ann health=20 con=3 defense=11 speed=8 con_mod=2 int_mod=1 medicine=2 quickness=2 values=Justice",
    "add Ben health=20 con=4 defense=11 speed=7",
    "add Foe side=enemies health=20 con=3 defense=11 speed=8 quickness=1",
)


def fight(*lines: str, people: tuple[str, ...] = PEOPLE, seed: int = 1) -> Session:
    """A fight in which these lines were done."""
    session = Session(SYSTEM, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z")
    for line in (*people, *lines):
        session.do(line)
    return session


def last(session: Session) -> Entry:
    """The newest line of the log."""
    return session.story()[-1]


def counted(session: Session, of: str) -> int:
    """What the reasons of the newest line add up to for one number."""
    return sum(each.value for each in last(session).why if each.of == of)


def labels(session: Session, of: str) -> dict[str, int]:
    """The reasons of the newest line for one number."""
    return {each.label: each.value for each in last(session).why if each.of == of}


def value(session: Session, name: str, track: str = "health") -> int:
    """What somebody has left of a track."""
    return session.scene[name].value(track)


def conditions(session: Session, name: str) -> set[str]:
    """The conditions somebody is in."""
    return {each.name for each in session.scene[name].conditions}


def out(session: Session, name: str) -> str | None:
    """How somebody is out."""
    return session.scene[name].out


def refused(session: Session, line: str, *words: str) -> Entry:
    """A line that is refused with these words, changes nothing, and goes through when ruled; gives that entry."""
    before = session.scene
    with pytest.raises(Refused) as caught:
        session.do(line)
    assert session.scene is before
    said = str(caught.value)
    assert said.endswith("! rules it")
    for word in words:
        assert word in said
    assert session.preview(line).objections == caught.value.objections
    verb, _, rest = line.partition(" ")
    session.do(f"{verb}! {rest}")
    entry = last(session)
    assert entry.ruled
    assert set(caught.value.objections) <= set(entry.over)
    return entry
