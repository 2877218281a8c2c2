"""Holding an action, and triggering it."""

from __future__ import annotations

from tracker.games.contract.state import Held, hold_back_attacks, set_held
from tracker.games.contract.turns import pay, release_held
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.params import TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn


class Hold(ActorAction):
    """Declares an action that waits for its moment; it costs nothing until it happens."""

    refused_when = ("the Action of the round is used",)

    action: str = argument(TextParam(), "what they will do", required=True, rest=True)
    when: str = option(TextParam("text", 200), "what sets it off", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Keep the held action."""
        note_out_of_turn(resolver, self.actor)
        set_held(resolver, self.actor, Held(self.action, self.when))
        resolver.set_scene_field("begun", True)
        resolver.say(f"{self.actor} holds: {self.action}, when {self.when}.")


class Trigger(ActorAction):
    """Carries out the held action before what set it off; it uses the current round's Action."""

    cost = "Action"
    refused_when = ("nothing is held", "the Action of the round is used, for a reaction perhaps")

    by: str | None = option(TextParam("text, a name, or firearm", 200), "what set it off")

    def resolve(self, resolver: Resolver) -> None:
        """Release the held action; what set it off waits."""
        what = release_held(resolver, self.actor)
        pay(resolver, self.actor, "act", held=True)
        by = (self.by or "").casefold()
        when = "after the shot" if by == "firearm" else f"before {self.by}" if self.by else "now"
        resolver.say(f"{self.actor} acts {when}: {what}.")
        for name in resolver.scene.combatants:
            if name.casefold() == by:
                hold_back_attacks(resolver, name)
