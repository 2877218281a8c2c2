"""A recorded line as it would be typed: without the numbers that the game fills in by itself."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from tracker.combat.dice import NotThrown, no_dice
from tracker.combat.scene import Scene
from tracker.commands.parser import read
from tracker.commands.tokens import Phrase, phrases
from tracker.commands.writer import write
from tracker.rules.command import parameters
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.params import NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System


def unfilled(system: System, scene: Scene, command: str) -> str:
    """A recorded line without the numbers that the game would fill in anyway in the scene before it.

    Which numbers it fills in depends on the result: those that belong to the faces thrown then must not be added to a
    total that is put in their place.
    """
    try:
        return " ; ".join(_unfilled(system, scene, part) for part in phrases(command))
    except (InvalidCommand, Refused, NotThrown):
        return command


def _unfilled(system: System, scene: Scene, part: Phrase) -> str:
    action = read(part, system, scene)
    for spec in parameters(type(action)):
        if spec.kind == "option" and isinstance(spec.type, NumberParam) and getattr(action, spec.attr) is not None:
            without = replace(action, **{spec.attr: None})
            with suppress(InvalidCommand, Refused, NotThrown):
                if getattr(without.with_defaults(Resolver(system, scene, no_dice())), spec.attr) == getattr(
                    action, spec.attr
                ):
                    action = without
    return write(action, part.ruling)
