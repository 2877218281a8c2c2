"""Actions: commands with the rule that carries them out."""

from __future__ import annotations

from typing import Self

from tracker.rules.command import Command, argument
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver


class Action(Command):
    """A command and its rule: ``with_defaults`` fills in what was left out, ``resolve`` says what becomes true."""

    def with_defaults(self, resolver: Resolver) -> Self:
        """The same action with what was left out filled in; may object through ``resolver``."""
        return self

    def resolve(self, resolver: Resolver) -> None:
        """Say through ``resolver`` what becomes true; called with the filled action."""
        raise TypeError(f"{type(self).__name__} has no rule of its own")


class ActorAction(Action):
    """Something one combatant does; from the seed unless it says otherwise."""

    source = "S"

    actor: str = argument(CombatantParam(), "who", required=True)


def perform(resolver: Resolver, action: Action) -> Action:
    """Resolve an action; gives the action as it must be written to do the same again.

    Raises Refused, InvalidCommand, or NotThrown where dice are needed and there are none.
    """
    actor = getattr(action, "actor", None)
    if isinstance(actor, str):
        resolver.system.check(resolver, type(action), actor)
    filled = action.with_defaults(resolver)
    resolver.action = filled
    filled.resolve(resolver)
    resolver.check_objections()
    return resolver.action
