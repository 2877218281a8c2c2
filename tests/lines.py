"""What is known of a line's only command before it is carried out: its action, throw, odds, and the next question."""

from __future__ import annotations

from tracker.combat.scene import Scene
from tracker.commands import resolve
from tracker.commands.parser import Phrase, phrases, read
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds


def only_phrase(line: str) -> Phrase:
    """The command of a line of one; raises InvalidCommand."""
    parts = phrases(line)
    if len(parts) != 1:
        raise InvalidCommand("One command is asked for.")
    return parts[0]


def action_of(system: System, scene: Scene, line: str | Phrase) -> Action:
    """The action of a line of one command; raises InvalidCommand."""
    return read(only_phrase(line) if isinstance(line, str) else line, system, scene)


def odds_of(system: System, scene: Scene, line: str | Phrase) -> Odds:
    """The exact chances of a line; raises InvalidCommand."""
    phrase = only_phrase(line) if isinstance(line, str) else line
    return resolve.odds_of(system, scene, read(phrase, system, scene), ruled=bool(phrase.ruling))


def throw_of(system: System, scene: Scene, line: str | Phrase) -> Throw | None:
    """The throw of a line; None if it throws nothing or makes no sense yet."""
    try:
        return resolve.throw_of(system, scene, action_of(system, scene, line))
    except InvalidCommand:
        return None


def asked_next(system: System, scene: Scene, line: str) -> tuple[str, ...]:
    """The fields that the result of a line makes relevant, by attribute."""
    try:
        return system.asked_next(scene, action_of(system, scene, line))
    except InvalidCommand:
        return ()
