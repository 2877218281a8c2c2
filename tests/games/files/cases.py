"""Playing a worked case of a game file, and the expectations that it can state."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.system import System
from tracker.session import Done, Session


def check_case(system: System, setup: Sequence[str], lines: str, holds: str) -> None:
    """Play a case: after the setup its lines, with `` / `` between, the last of which makes true what holds."""
    session = Session(system, dice=random.Random(1))
    *before, last = lines.split(" / ")
    for line in (*setup, *before):
        session.do(line)
    if holds.startswith(("error ", "refused ")):
        kind, _, words = holds.partition(" ")
        with pytest.raises(InvalidCommand if kind == "error" else Refused, match=words):
            session.do(last)
        return
    done = session.do(last)
    for fact in holds.split("; "):
        assert holding(session, done, fact), f"{fact}: {done.text} {done.entries[0].why}"


def holding(session: Session, done: Done, fact: str) -> bool:
    """Whether a fact of a case holds."""
    scene, (entry,) = session.scene, done.entries
    subject, _, value = fact.partition(" ")
    name, _, part = subject.partition(".")
    if name in scene.combatants:
        who = scene[name]
        weapon, _, field = part.partition(".")
        if field:
            return str(who.weapons[weapon].get(field)) == value
        if part == "out":
            return str(who.out) == value
        if part in who.tracks:
            return str(who.value(part)) == value
        if part in who.fields:
            return str(who.fields[part]) == value
        condition = f"{part} {value}".strip().removesuffix(" no")
        return who.has(condition) != fact.endswith(" no")
    facts = {
        "says": value in entry.text,
        "asks": any(value in prompt.text for prompt in scene.prompts),
        "spent": any(value in who.spent for who in scene.combatants.values()),
        "turn": scene.turn.name == value,
        "round": str(scene.turn.round) == value,
    }
    if subject in facts:
        return facts[subject]
    return str(sum(reason.value for reason in entry.why if reason.of == subject)) == value
