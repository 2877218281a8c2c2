"""What a command throws and what its chances are, before it is rolled."""

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
    """The exact chances of one command, and what the rules have against it now; raises InvalidCommand."""
    odds = system.odds(scene, _action(system, scene, command))
    refused = preview(system, scene, (command,)).objections
    return replace(odds, refused=refused) if refused else odds


def throw_of(system: System, scene: Scene, line: str) -> Throw | None:
    """What a line of one command throws; None where it throws nothing, or makes no sense yet."""
    command = only_phrase(line)
    return None if command is None else throw_of_part(system, scene, command)


def throw_of_part(system: System, scene: Scene, command: Part) -> Throw | None:
    """What one command throws; None where it throws nothing, or makes no sense yet."""
    try:
        return system.throw(scene, _action(system, scene, command))
    except InvalidCommand:
        return None


def asked_next(system: System, scene: Scene, line: str) -> tuple[str, ...]:
    """The fields that matter because of the result in a line of one command, by attribute."""
    command = only_phrase(line)
    try:
        return () if command is None else system.asked_next(scene, _action(system, scene, command))
    except InvalidCommand:
        return ()


def only_phrase(line: str) -> Phrase | None:
    """The one command of a line; None where it has several, or cannot be read."""
    try:
        parts = phrases(clean_command(line))
    except InvalidCommand:
        return None
    return parts[0] if len(parts) == 1 else None


def _action(system: System, scene: Scene, command: Part) -> Action:
    return command.action if isinstance(command, Ruled) else read(command, system, scene)
