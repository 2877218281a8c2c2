"""Quick Actions, and the actions that extra successes buy."""

from __future__ import annotations

from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import bought_actions, set_bought
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, buy_action, open_fight_if_needed, pay
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag
from tracker.rules.params import ChoiceParam, TextParam
from tracker.rules.resolver import Resolver


class Quick(ActorAction):
    """Anything quick: grab, toss, shout."""

    cost = "quick"
    refused_when = (SPENT, ONLY_REACT)

    what: str | None = argument(TextParam(), "what", rest=True)
    extra: bool = flag("pay with extra")

    def resolve(self, resolver: Resolver) -> None:
        """Spend it."""
        open_fight_if_needed(resolver)
        pay(resolver, self.actor, "quick", self.extra)
        resolver.say(f"{self.actor}: {self.what or 'a quick action'}.")


class Extra(ActorAction):
    """Buys one more action this turn."""

    help = f"buys one more action this turn: {', '.join(f'{kind} {cost}' for kind, cost in t.EXTRA_COST.items())}"
    cost = "extra"
    refused_when = ("too little extra",)

    kind: str = argument(ChoiceParam(tuple(t.EXTRA_COST), "action"), "which", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Buy it."""
        buy_action(resolver, self.actor, self.kind)
        set_bought(resolver, self.actor, (*bought_actions(resolver.combatant(self.actor)), self.kind))
        resolver.say(f"{self.actor} has an extra {self.kind.title()} Action.")
