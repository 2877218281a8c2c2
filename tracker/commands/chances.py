"""The throw and the chances of a command, before it is rolled."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.combat.scene import Scene
from tracker.combat.text import clean_command
from tracker.commands.parser import Part, Ruled, read
from tracker.commands.resolve import preview
from tracker.commands.tokens import Phrase, phrases
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds


def odds_of(system: System, scene: Scene, command: Part) -> Odds:
    """Return the exact chances of a command, and the objections against it now; raises InvalidCommand."""
    odds = system.odds(scene, _action(system, scene, command))
    refused = preview(system, scene, (command,)).objections
    return replace(odds, refused=refused) if refused else odds


def throw_of(system: System, scene: Scene, line: str) -> Throw | None:
    """Return the throw of a line of one command; None if it throws nothing or makes no sense yet."""
    command = only_phrase(line)
    return None if command is None else throw_of_part(system, scene, command)


def throw_of_part(system: System, scene: Scene, command: Part) -> Throw | None:
    """Return the throw of a command; None if it throws nothing or makes no sense yet."""
    try:
        return system.throw(scene, _action(system, scene, command))
    except InvalidCommand:
        return None


def asked_next(system: System, scene: Scene, line: str) -> tuple[str, ...]:
    """Return the fields that the result in a line of one command makes relevant, by attribute."""
    command = only_phrase(line)
    try:
        return () if command is None else system.asked_next(scene, _action(system, scene, command))
    except InvalidCommand:
        return ()


def only_phrase(line: str) -> Phrase | None:
    """Return the only command of a line; None if it has several or is invalid."""
    try:
        parts = phrases(clean_command(line))
    except InvalidCommand:
        return None
    return parts[0] if len(parts) == 1 else None


def _action(system: System, scene: Scene, command: Part) -> Action:
    return command.action if isinstance(command, Ruled) else read(command, system, scene)
