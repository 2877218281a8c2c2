"""Approaching, retreating and taking cover."""

from __future__ import annotations

from typing import ClassVar

from tracker.combat.events import CoverBecame
from tracker.combat.scene import OPEN, Cover
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.state import Journey, set_state, state_of
from tracker.games.outgunned.turns import ONLY_REACT, SPENT, Cost, actions_cost, buy_action, pay, use_bought_action
from tracker.games.outgunned.weapons import band_between, usable_bands
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, TextParam
from tracker.rules.positions import move_to_band
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.verbs.cover import CoverDegreeParam
from tracker.rules.verbs.range import BandParam


def _price(now: str, to: str) -> Cost | None:
    """Return the cost of going from one band to another; None across long range, which takes several whole turns."""
    if {now, to} & {"long", "out"}:
        return None
    return "whole" if "medium" in (now, to) else "quick"


class _Move(ActorAction):
    """The part shared by approaching and retreating."""

    cost: ClassVar[str] = "way"
    refused_when: ClassVar[tuple[str, ...]] = (
        SPENT,
        ONLY_REACT,
        "to= a band of another price",
        "nearer from out of range",
    )

    target: str = argument(CombatantParam(), "to or from whom", required=True)
    to: str | None = option(BandParam(), "another band of the same price")
    extra: bool = flag("pay with extra")

    step: ClassVar[int] = -1

    def resolve(self, resolver: Resolver) -> None:
        if self.actor == self.target:
            raise InvalidCommand("Nobody walks to themselves; name somebody else.")
        names = usable_bands(resolver)
        now = band_between(resolver.system, resolver.scene, self.actor, self.target)
        journey = state_of(resolver.combatant(self.actor)).journey
        if journey is not None and (journey.target, journey.step) != (self.target, self.step):
            journey = None
        usual = names[0] if self.step < 0 else names[min(names.index(now) + 1, len(names) - 1)]
        to = self.to or (journey.to if journey is not None and journey.to in names else usual)
        if to not in names or (names.index(to) - names.index(now)) * self.step <= 0:
            side, where = (
                "nearer" if self.step < 0 else "farther",
                "out of range" if now == "out" else f"at {now} range",
            )
            rest = f"already; there is none {side}" if to == now and self.to is None else f"now; {to} is not {side}"
            raise InvalidCommand(f"{self.actor} and {self.target} are {where} {rest}.")
        if self.step < 0 and now == "out":
            who = f"{quote(self.actor)} {quote(self.target)}"
            resolver.objection(
                f"{self.target} is out of range and cannot be reached. Set the distance by hand: range {who} long."
            )
        cost = _price(now, to)
        if actions_cost(resolver.scene, self.actor):
            if cost != _price(now, usual):
                resolver.objection(f"From {now} to {to} does not cost the same as to {usual}. Go to {usual} first.")
            pay(resolver, self.actor, cost or "whole", self.extra)
            if cost is None and not resolver.ruled and self._goes_on(resolver, now, to, journey.left if journey else 0):
                return
        self._leave_cover(resolver)
        set_state(resolver, self.actor, journey=None)
        move_to_band(resolver, (self.actor,), (self.target,), to)
        resolver.say(f"{self.actor}: {now} → {to} with {self.target}.")

    def _leave_cover(self, resolver: Resolver) -> None:
        """Leave the cover by walking off, for its own price (S); where it cannot be paid, both ways out are named."""
        degree = resolver.combatant(self.actor).cover.degree
        if degree == OPEN:
            return
        if actions_cost(resolver.scene, self.actor):
            refused = len(resolver.objections)
            pay(resolver, self.actor, "quick")
            if len(resolver.objections) > refused:
                who = quote(self.actor)
                resolver.objections[refused:] = [
                    f"{self.actor} walks out of {degree} cover, which takes a Quick Action of its own. Leave it first "
                    f"and walk later: cover {who} none; or buy one more for {t.EXTRA_COST['quick']} extra: "
                    f"extra {who} quick."
                ]
        resolver.emit(CoverBecame((self.actor,), Cover()))
        resolver.say(f"{self.actor}: out of {degree} cover.")

    def _goes_on(self, resolver: Resolver, now: str, to: str, left: int) -> bool:
        """Go one turn of a long way; returns whether it continues."""
        left = (left or int(str(resolver.setting("long_turns")))) - 1
        if left:
            self._leave_cover(resolver)
            set_state(resolver, self.actor, journey=Journey(self.target, to, left, self.step))
            resolver.because("need", "whole turns left", left, "setting long_turns")
            rest = f"{left} whole turn{'s' * (left > 1)} left"
            resolver.say(f"{self.actor} is on the way: {now} → {to} with {self.target}, {rest}.")
        return left > 0


class Approach(_Move):
    """Approaches into melee: quick from close, the whole turn from medium, several from long."""


class Retreat(_Move):
    """Retreats one band: quick to close, the whole turn to medium, several to long."""

    step = 1


def _require_friends(resolver: Resolver, actor: str, *others: str | None) -> None:
    for other in others:
        if other is not None and resolver.combatant(other).side != resolver.combatant(actor).side:
            raise InvalidCommand(f"{other} is not a friend of {actor}; by= and with= name one.")


class TakeCover(ActorAction):
    """Partial: Quick; total: the whole turn or an extra Full; leaving: Quick."""

    verb = "cover"
    cost = "cover"
    refused_when = (SPENT, ONLY_REACT, "with= and less than 9 extra")

    degree: str = argument(CoverDegreeParam(), "how much", required=True)
    what: str | None = option(TextParam("text", 80), "behind what")
    by: str | None = option(CombatantParam(), "the friend who pushes, and pays")
    with_: str | None = option(CombatantParam(), "a friend taken along: a Cool Action")
    extra: bool = flag("pay with extra")

    def resolve(self, resolver: Resolver) -> None:
        if self.with_ == self.actor:
            raise InvalidCommand("with= names the friend who is taken along; name somebody else.")
        _require_friends(resolver, self.actor, self.by, self.with_)
        payer = self.by or self.actor
        if actions_cost(resolver.scene, payer):
            self._pay(resolver, payer)
        behind = self.what if self.degree != OPEN else None
        both = (self.actor, *((self.with_,) if self.with_ else ()))
        resolver.emit(CoverBecame(both, Cover(self.degree, behind)))
        to = "out of cover" if self.degree == OPEN else f"{self.degree} cover"
        thing, by = f" ({behind})" if behind else "", f", pushed by {self.by}" if self.by else ""
        resolver.say(f"{' and '.join(both)}: {to}{thing}{by}.")

    def _pay(self, resolver: Resolver, payer: str) -> None:
        if payer != self.actor:
            resolver.system.check_actor(resolver, type(self), payer)
        if resolver.combatant(self.actor).cover.degree == self.degree == OPEN:
            resolver.objection(f"{self.actor} is out of cover already.")
        if self.with_ is None:
            pay(resolver, payer, "whole" if self.degree == "total" else "quick", self.extra)
        elif self.extra or resolver.free or not use_bought_action(resolver, payer, "cool"):
            buy_action(resolver, payer, "cool")
