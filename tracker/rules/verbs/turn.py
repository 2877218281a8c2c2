"""Whose turn it is, and changes of it by hand."""

from __future__ import annotations

from tracker.combat.events import OrderBecame
from tracker.rules.action import Action
from tracker.rules.command import argument
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause, possessive
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import full_order


class Next(Action):
    """The next turn, phase or actor."""

    by_hand = True

    def resolve(self, resolver: Resolver) -> None:
        """Let the game go on."""
        resolver.system.advance(resolver)


class Active(Action):
    """It is this one's turn now."""

    by_hand = True

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Make them active."""
        resolver.system.make_active(resolver, self.name)
        resolver.say(f"It is {possessive(self.name, resolver.scene)} turn.")


class Before(Action):
    """Comes right before the other in the order."""

    by_hand = True

    name: str = argument(CombatantParam(), "who", required=True)
    other: str = argument(CombatantParam(), "before whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Put the one before the other."""
        if self.name == self.other:
            raise InvalidCommand("Nobody comes before themselves; name two combatants.")
        order = [name for name in full_order(resolver.scene) if name != self.name]
        order.insert(order.index(self.other), self.name)
        resolver.emit(OrderBecame(tuple(order)))
        resolver.system.on_reordered(resolver, self.name)
        resolver.say(f"{clause(self.name, resolver.scene, 'comes', 'come')} before {self.other}.")


class Delay(Action):
    """Waits: last in the order, and the turn passes on."""

    by_hand = True

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Put them last; if it was their turn, it passes to the next."""
        order = full_order(resolver.scene)
        later = order[order.index(self.name) + 1 :]
        resolver.emit(OrderBecame((*(name for name in order if name != self.name), self.name)))
        resolver.system.on_reordered(resolver, self.name)
        if resolver.scene.turn.name == self.name:
            next_up = next((name for name in later if resolver.system.takes_turn(resolver.scene, name)), None)
            if next_up is not None:
                resolver.system.make_active(resolver, next_up)
        resolver.say(f"{clause(self.name, resolver.scene, 'waits', 'wait')}.")
