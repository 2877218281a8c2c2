"""Preparing a major action, and triggering it."""

from __future__ import annotations

from typing import Final

from tracker.games.gen6.actions.cost import Restricted, nothing_prepared, take_action
from tracker.games.gen6.actions.defense import Defend
from tracker.games.gen6.state import MAJOR, MINOR, set_state, state_of
from tracker.rules.action import ActorAction
from tracker.rules.command import argument
from tracker.rules.declarations import Context
from tracker.rules.grammar import clause
from tracker.rules.params import ChoiceParam, TextParam
from tracker.rules.resolver import Resolver

MAJOR_VERBS: Final = ("attack", "charge", "defend", "firstaid", "run")
"""Major actions that can be prepared and carried out by their own verb."""

_TO_PREPARE: Final = TextParam("what", 200, (*MAJOR_VERBS, "power", "reload"))


class Prepare(ActorAction):
    """Prepares a major action: it is spent now, and trigger carries it out at any time."""

    cost = f"{MINOR}+{MAJOR}"
    source = "Gen6 S: prepare"
    refused_when = ("defend after guard",)

    action: str = argument(_TO_PREPARE, "which, and when: attack whoever opens the door", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Mark it until the actor's next turn."""
        typed_verb, _, rest = self.action.strip().partition(" ")
        known = ChoiceParam(_TO_PREPARE.begins, "major action to prepare")
        prepared = f"{known.read(typed_verb, Context(resolver.system, resolver.scene))} {rest}".strip()
        if prepared.startswith(Defend.verb):
            resolver.system.check_actor(resolver, Defend, self.actor)
        take_action(resolver, self.actor, self.verb, MINOR)
        take_action(resolver, self.actor, self.verb, MAJOR)
        resolver.mark(self.actor, "prepared", until="start", of=self.actor)
        set_state(resolver, self.actor, prepared=prepared)
        resolver.say(f"{clause(self.actor, resolver.scene, 'prepares', 'prepare')}: {prepared}.")


class Trigger(Restricted):
    """Interrupts with the prepared action; an attack is typed as attack ... prepared."""

    source = "Gen6 S: prepare"
    refused_when = ("nothing was prepared",)

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle: nothing is prepared."""
        return nothing_prepared(resolver, actor)

    def resolve(self, resolver: Resolver) -> None:
        """Carry it out, or report how to type it."""
        state = state_of(resolver.combatant(self.actor))
        if state.prepared_verb == Defend.verb:
            Defend(actor=self.actor, prepared=True).resolve(resolver)
            return
        if state.prepared_verb in MAJOR_VERBS:
            resolver.note(f"Type it as {state.prepared_verb} {self.actor} ... prepared.")
        else:
            take_action(resolver, self.actor, state.prepared_verb, MAJOR, prepared=True)
        subject = clause(self.actor, resolver.scene, "interrupts", "interrupt")
        resolver.say(f"{subject}{f': {state.prepared}' if state.prepared else ''}.")
