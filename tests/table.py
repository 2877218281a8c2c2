"""What tests do at the table, in any game: play lines, and look at what they did."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import cast

import pytest

from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.export.figures import Figures, counting
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.system import System
from tracker.session import Session

CLOCK = "2026-01-01T00:00:00.000Z"
"""The time at which everything is done."""


def played(game: System | str, *lines: str, seed: int = 1) -> Session:
    """A session of a game in which these lines were done, with dice of this seed and a clock that stands."""
    system = find(game) if isinstance(game, str) else game
    session = Session(system, dice=random.Random(seed), clock=lambda: CLOCK)
    for line in lines:
        session.do(line)
    return session


def tried(session: Session, *lines: str) -> int:
    """Do those of the lines that can be done; returns how many these are."""
    done = 0
    for line in lines:
        with suppress(InvalidCommand, Refused):
            session.do(line)
            done += 1
    return done


def last(session: Session) -> Entry:
    """The newest line of the log."""
    return session.story()[-1]


def figures(system: System, history: History, story: Sequence[int] | None = None) -> Figures:
    """The figures of the fight at the end of a story, by default that of the head."""
    steps = counting(system, history, story)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(Figures, end.value)


def text(session: Session) -> str:
    """The sentence of the newest line."""
    return last(session).text


def total(told: Session | Entry, of: str) -> int:
    """What the reasons of a line, by default the newest of a session, add up to for one number."""
    entry = told if isinstance(told, Entry) else last(told)
    return sum(reason.value for reason in entry.why if reason.of == of)


def refused(session: Session, line: str, *words: str) -> Entry:
    """A line that is refused with these words, changes nothing, and goes through when ruled; gives that entry."""
    before = session.scene
    with pytest.raises(Refused) as caught:
        session.do(line)
    assert session.scene is before
    said = str(caught.value)
    assert said.endswith("With ! after the verb it is your ruling.")
    for word in words:
        assert word in said
    assert session.preview(line).objections == caught.value.objections
    verb, _, rest = line.partition(" ")
    session.do(f"{verb}! {rest}")
    entry = last(session)
    assert entry.ruled
    assert set(caught.value.objections) <= set(entry.over)
    return entry


def plain(lines: Iterable[Iterable[tuple[str, str]]]) -> str:
    """Painted lines as text, without their styles and without spaces at their ends."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
