"""Fights for tests in any game: lines and their results."""

from __future__ import annotations

import random

import pytest

from tracker.combat.records import Entry
from tracker.rules.errors import Refused
from tracker.rules.system import System
from tracker.session import Session


def played(system: System, *lines: str, seed: int = 1) -> Session:
    """A fight in which these lines were done."""
    session = Session(system, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00Z")
    for line in lines:
        session.do(line)
    return session


def last(session: Session) -> Entry:
    """The newest line of the log."""
    return session.story()[-1]


def counted(session: Session, of: str) -> int:
    """What the reasons of the newest line add up to for one number."""
    return sum(reason.value for reason in last(session).why if reason.of == of)


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
