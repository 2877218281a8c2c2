"""Actions that improve the chances to come: defend, guard, aim."""

from __future__ import annotations

from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.cost import Restricted, take_action
from tracker.games.gen6.state import MAJOR, MINOR, state_of
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag
from tracker.rules.grammar import clause
from tracker.rules.params import NumberParam
from tracker.rules.resolver import Resolver


class Defend(Restricted):
    """+2 defense until the actor's next turn."""

    cost = MAJOR
    source = "Gen6 S: defend"
    refused_when = ("after guard in the same round",)

    prepared: bool = flag("as prepared before")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle: guarding in the same round."""
        guards = resolver.combatant(actor).has("guard")
        return (
            f"{clause(actor, resolver.scene, 'is', 'are')} on guard, so the major action of this turn cannot be defend."
            if guards
            else ""
        )

    def resolve(self, resolver: Resolver) -> None:
        """Mark defending."""
        take_action(resolver, self.actor, self.verb, MAJOR, self.prepared)
        resolver.mark(self.actor, "defend", until="start", of=self.actor)
        resolver.say(
            f"{clause(self.actor, resolver.scene, 'defends', 'defend')}: +{t.DEFEND} defense until their next turn."
        )


class Guard(Restricted):
    """1 or 2 more defense, and that much less on the actor's tests, until the round ends."""

    cost = MINOR
    source = "Gen6 S: guard up"
    refused_when = ("after a major action", "more than 2")

    amount: int = argument(NumberParam(t.GUARDS[0], 100), "1 or 2", required=True)

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle: an earlier major action."""
        majors = state_of(resolver.combatant(actor)).majors
        return f"Guard comes before any major action, and {actor} has already used {majors[0]}." if majors else ""

    def resolve(self, resolver: Resolver) -> None:
        """Mark guarding for this round."""
        if self.amount not in t.GUARDS:
            resolver.objection(f"Guard is {t.GUARDS[0]} or {t.GUARDS[-1]}, not {self.amount}.")
        take_action(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "guard", self.amount, rounds=1)
        subject = clause(self.actor, resolver.scene, "is", "are")
        resolver.say(f"{subject} on guard: +{self.amount} defense, −{self.amount} on their tests this round.")


class Aim(ActorAction):
    """+1 if the next action is an attack."""

    cost = MINOR
    source = "Gen6 S: aim"

    def resolve(self, resolver: Resolver) -> None:
        """Mark aiming."""
        take_action(resolver, self.actor, self.verb, MINOR)
        resolver.mark(self.actor, "aim")
        resolver.say(f"{clause(self.actor, resolver.scene, 'aims', 'aim')}: +{t.AIM} if the next action is an attack.")
