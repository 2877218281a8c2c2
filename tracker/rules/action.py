"""Actions: commands with the rule that carries them out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.rules.command import Command, argument
from tracker.rules.counters import renew
from tracker.rules.ending import sides_down
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver


class Revision(Model):
    """What an action changes in the latest entry in which ``actor`` did ``verb``, where it makes no entry itself."""

    verb: str
    actor: str
    change: Callable[[Any], Action]


class Action(Command):
    """A command with its rule.

    ``otherwise`` is the action that the same verb means where the words do not fit this one; with
    ``once_for_a_group`` the dice of the first of a group count for all of it.
    """

    otherwise: ClassVar[type[Action] | None] = None
    once_for_a_group: ClassVar[bool] = False

    def revision(self, scene: Scene) -> Revision | None:
        """What it changes in an entry that is already there; None for all that make their own."""
        return None

    def with_defaults(self, resolver: Resolver) -> Self:
        """The action with what was left out filled in; it may object."""
        return self

    @abstractmethod
    def resolve(self, resolver: Resolver) -> None:
        """Say through ``resolver`` what becomes true; nothing is left out any more that ``with_defaults`` fills in."""


class ActorAction(Action):
    """Something that one combatant does; its rule is from the seed (S) unless it says otherwise."""

    source = "S"

    actor: str = argument(CombatantParam(), "who", required=True)


def perform(resolver: Resolver, action: Action) -> Action:
    """Resolve an action, and return it as it is to be recorded, so that it does the same again.

    Raises Refused, InvalidCommand, and NotThrown where dice are needed in a preview.
    """
    before, done = resolver.scene, len(resolver.events)
    actor = getattr(action, "actor", None)
    if isinstance(actor, str):
        resolver.system.check(resolver, type(action), actor)
    complete = action.with_defaults(resolver)
    resolver.action = complete
    complete.resolve(resolver)
    renew(resolver, before, done)
    _note_sides_down(resolver, before)
    resolver.check_objections()
    return resolver.action


def _note_sides_down(resolver: Resolver, before: Scene) -> None:
    """Point out that nobody of a side is up any more, and what comes next, at the moment the last of them goes down."""
    if resolver.scene.combatants is before.combatants:
        return
    for side in sides_down(resolver.scene):
        if any(member.out is None for member in before.of_side(side)):
            resolver.note(f"All {side} are down; end closes the fight.")
