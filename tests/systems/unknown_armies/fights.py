"""Fights of Unknown Armies for tests: people, lines, and what came of them."""

from __future__ import annotations

import random

import pytest

from tracker.combat.history import Entry
from tracker.session import Session
from tracker.systems.base import Refused
from tracker.systems.unknown_armies import SYSTEM

PEOPLE = (
    "add A struggle=55 firearms=55 dodge=40 body=60",
    "add B side=enemies struggle=40 dodge=40 body=60",
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


def spent(session: Session, name: str) -> list[str]:
    """What somebody has spent."""
    return list(session.scene[name].spent)


def down(session: Session, name: str = "B") -> str | None:
    """How somebody is out."""
    return session.scene[name].out


def body(session: Session, name: str = "B") -> int:
    """The body somebody has left."""
    return session.scene[name].value("body")


def refused(session: Session, line: str, *words: str) -> Entry:
    """A line that is refused with these words in it, changes nothing, and goes through when ruled; gives that entry."""
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
