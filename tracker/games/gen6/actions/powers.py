"""Actions that name their own cost: abilities and items, powers, reloading; and courage."""

from __future__ import annotations

from tracker.combat.records import Reason
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.turn import Restricted, keep_up, take_action
from tracker.games.gen6.result import (
    SUMS,
    ActionWithTest,
    Part,
    Result,
    ResultParam,
    roll_test,
    standing_bonuses,
    sum_of,
    throw_of,
)
from tracker.games.gen6.sheet import COST, WHAT
from tracker.games.gen6.state import MAJOR, MINOR, set_state, set_trouble, state_of, weapon_of
from tracker.rules.action import ActorAction, ByHand
from tracker.rules.check import Check, Way
from tracker.rules.command import RESULT, argument, flag, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.matching import match_name, with_words
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, NameList, TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Activate(ActorAction):
    """Begins to use an ability or item; a built-in weapon attacks by attack."""

    cost = MINOR
    source = "Gen6 S: activate"

    what: str = argument(WHAT, "what", required=True, rest=True)
    ongoing: bool = flag("kept up; ends at 0 health")

    def resolve(self, resolver: Resolver) -> None:
        take_action(resolver, self.actor, self.verb, MINOR)
        if weapon_of(resolver.combatant(self.actor), self.what).integrated:
            resolver.note(f"An attack with weapon={self.what} is its activation: the attack costs the minor action.")
        if self.ongoing:
            keep_up(resolver, self.actor, self.what)
        subject = resolver.clause(self.actor, "activates")
        resolver.say(f"{subject} {self.what}{', and keeps it up' if self.ongoing else ''}.")


def _kept_up(context: Context) -> tuple[str, ...]:
    """Return the effects that the actor keeps up."""
    return state_of(context.actor).kept_up if context.actor else ()


class Drop(ActorAction):
    """Ends effects that somebody keeps up: a single one, or all of them."""

    source = "Gen6 G: ongoing effects"
    by_hand = True

    what: str | None = argument(ChoiceParam(_kept_up, "effect kept up"), "which; all if left out", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        kept_up = state_of(resolver.combatant(self.actor)).kept_up
        if not kept_up:
            raise InvalidCommand(f"{resolver.clause(self.actor, 'keeps')} nothing up.")
        dropped = (self.what,) if self.what else kept_up
        set_state(resolver, self.actor, kept_up=tuple(effect for effect in kept_up if effect not in dropped))
        resolver.say(f"{resolver.clause(self.actor, 'drops')} {', '.join(dropped)}.")


class Power(ActionWithTest):
    """A power: major, minor or free as typed, with a test if it has one."""

    cost = "major/minor/free"
    source = "Gen6 S: use a power"

    actor: str = argument(CombatantParam(), "who", required=True)
    what: str = argument(WHAT, "which", required=True, rest=True)
    cost_: str | None = option(COST, "what it costs; a major action if nothing says so")
    result: Result | None = option(ResultParam(), "of the test it asks for", aliases=RESULT)
    on: str | None = option(CombatantParam(), "on whom")
    ongoing: bool = flag("kept up; ends at 0 health")

    def price(self, resolver: Resolver) -> str:
        """Return its cost: as typed, else major."""
        return self.cost_ or MAJOR

    to_throw = "result=roll"

    def check(self, resolver: Resolver) -> Check | None:
        """Return the test, if there is one; only a fumble fails it."""
        if self.result is None:
            return None
        own, added = Part("bonus", self.bonus or 0, ""), standing_bonuses(resolver, self.actor)
        more = sum_of((own, *added))
        ways = (Way(share, f"total {total + more}", total > t.DICE) for total, share in sorted(SUMS.items()))
        return Check(throw_of(resolver, self.actor, None, own, added), lambda: ways)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        """Return None: what its total is worth, the table says."""
        return None

    def resolve(self, resolver: Resolver) -> None:
        price = self.price(resolver)
        take_action(resolver, self.actor, self.verb, price)
        if self.ongoing:
            keep_up(resolver, self.actor, self.what)
        on, kept = f" on {self.on}" if self.on else "", ", and keeps it up" if self.ongoing else ""
        resolver.say(f"{self.actor}: {self.verb} {self.what}{on}{kept} ({price}).")
        if self.result is not None:
            resolver.say(f"{roll_test(resolver, self, self.actor, None)}.")


class _CarriedParam(TextParam):
    """A weapon that the actor carries, by any word of its name; other text stays as it is typed."""

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the weapon's full name; raises InvalidCommand for a word of several."""
        text, carried = super().read(text, context, alias), self.complete(context)
        return match_name(text, carried, "weapon carried", context.exact) if with_words(text, carried) else text

    def complete(self, context: Context) -> tuple[str, ...]:
        return tuple(context.actor.weapons) if context.actor else ()


class Reload(Power):
    """Reloads a weapon, at the cost the weapon says."""

    source = "Gen6 S: reload"

    what: str = argument(_CarriedParam("a weapon carried", 200), "which", required=True, rest=True)

    def price(self, resolver: Resolver) -> str:
        return self.cost_ or weapon_of(resolver.combatant(self.actor), self.what).reload or MAJOR

    def resolve(self, resolver: Resolver) -> None:
        """Spend the cost; a weapon that nobody gave them is remarked."""
        super().resolve(resolver)
        set_trouble(resolver, self.actor, self.what, None)
        if self.what not in resolver.combatant(self.actor).weapons:
            resolver.note(f"{resolver.clause(self.actor, 'carries')} no {self.what}.")


def _values(context: Context) -> tuple[str, ...]:
    """Return the values on the actor's sheet."""
    values = context.actor.fields.get("values") if context.actor else None
    return tuple(map(str, values)) if isinstance(values, list) else ()


class Courage(Restricted):
    """+3 on the next roll, in the name of one of the hero's values."""

    source = "Gen6 S: courage"
    refused_when = ("no point left", "no value named", "one already waits for a roll")
    asks = ("value",)

    value: str | None = option(ChoiceParam(_values, "value", other=True), "which value; one is needed")

    @classmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle: no point left, or one already waiting for a roll."""
        combatant = resolver.combatant(actor)
        if combatant.has("courage"):
            return f"A roll takes one point of courage, and {actor} already has one waiting."
        if "courage" not in combatant.tracks:
            return resolver.missing(actor, "courage")
        return (
            ""
            if combatant.value("courage")
            else f"{resolver.clause(actor, 'has')} no courage left. A new play session: refresh all."
        )

    def resolve(self, resolver: Resolver) -> None:
        combatant = resolver.combatant(self.actor)
        values = combatant.fields.get("values")
        if not self.value:
            resolver.objection(f"Courage is spent in the name of a value: courage {quote(self.actor)} value=TEXT.")
        elif not isinstance(values, list) or self.value.casefold() not in [str(value).casefold() for value in values]:
            resolver.note(f"“{self.value}” is not one of {self.actor}'s values.")
        if not resolver.free and combatant.value("courage"):
            resolver.set_track(self.actor, "courage", combatant.value("courage") - 1)
        resolver.mark(self.actor, "courage")
        named = f" ({self.value})" if self.value else ""
        resolver.say(f"{resolver.clause(self.actor, 'takes')} courage: +{t.COURAGE} on the next roll{named}.")


class Refresh(ByHand):
    """Fills courage up: a new play session."""

    source = "Gen6 S: courage"

    actor: NameList = argument(CombatantsParam(), "who, or all", required=True)

    def resolve(self, resolver: Resolver) -> None:
        names = [name for name in self.actor if "courage" in resolver.combatant(name).tracks]
        if not names:
            raise InvalidCommand(resolver.missing(self.actor[0], "courage"))
        for name in names:
            resolver.set_track(name, "courage", resolver.combatant(name).tracks["courage"].max)
        resolver.say(f"{join_names(names, resolver.scene)}: courage is full.")
