"""Turns, and changing them by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.combat.events import OrderBecame
from tracker.rules.action import ByHand
from tracker.rules.command import argument
from tracker.rules.ending import is_over
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import possessive
from tracker.rules.params import CombatantParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import end_fight, full_order, go_on

if TYPE_CHECKING:
    from tracker.rules.system import System


class Next(ByHand):
    """The next turn, phase or actor."""

    def resolve(self, resolver: Resolver) -> None:
        if is_over(resolver.scene):
            resolver.objection(_ways_on(resolver.system))
            go_on(resolver)
        resolver.system.clock.advance(resolver)


def _ways_on(system: System) -> str:
    """Return the sentence that the fight is over, and by which commands people rest or fight again."""
    again = f"encounter TITLE, or {system.opens_fight}" if system.opens_fight else "encounter TITLE"
    rest = f" To rest: {system.after_fight[0]} NAME." if system.after_fight else ""
    return f"The fight is over. The next one: {again}.{rest}"


class End(ByHand):
    """Ends the fight, for whatever reason; undo takes it back, encounter begins the next one."""

    why: str | None = argument(TextParam("text", 200), "how it ended", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        if is_over(resolver.scene) and self.why is None:
            resolver.say("The fight is already over.")
        end_fight(resolver, self.why)


class Active(ByHand):
    """Gives somebody the turn now."""

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        go_on(resolver)
        resolver.system.clock.give(resolver, self.name)
        resolver.say(f"It is {possessive(self.name, resolver.scene)} turn.")


class Before(ByHand):
    """Moves somebody right before another in the order."""

    name: str = argument(CombatantParam(), "who", required=True)
    other: str = argument(CombatantParam(), "before whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        if self.name == self.other:
            raise InvalidCommand("Nobody comes before themselves; name two combatants.")
        order = [name for name in full_order(resolver.scene) if name != self.name]
        order.insert(order.index(self.other), self.name)
        resolver.emit(OrderBecame(tuple(order)))
        resolver.system.clock.moved(resolver, self.name)
        resolver.say(f"{resolver.clause(self.name, 'comes')} before {self.other}.")


class Delay(ByHand):
    """Waits: last in the order, and the turn passes on."""

    name: str = argument(CombatantParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Put them last; if it was their turn, it passes to the next."""
        order = full_order(resolver.scene)
        later = order[order.index(self.name) + 1 :]
        resolver.emit(OrderBecame((*(name for name in order if name != self.name), self.name)))
        resolver.system.clock.moved(resolver, self.name)
        if resolver.scene.turn.name == self.name:
            next_up = next((name for name in later if resolver.system.clock.takes_turn(resolver.scene, name)), None)
            if next_up is not None:
                resolver.system.clock.give(resolver, next_up)
        resolver.say(f"{resolver.clause(self.name, 'waits')}.")
