"""Courage: a point for a roll, and all points back in a new play session."""

from __future__ import annotations

from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.cost import Restricted
from tracker.rules.action import Action
from tracker.rules.command import argument, option
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause, join_names
from tracker.rules.params import ChoiceParam, CombatantsParam, NameList
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


def _values(context: Context) -> tuple[str, ...]:
    """Return the values on the actor's sheet."""
    actor = context.scene.combatants.get(str(context.values.get("actor")))
    values = actor.fields.get("values") if actor else None
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
            subject = clause(actor, resolver.scene, "has", "have")
            return f"{subject} no courage on the sheet. Give it: set {quote(actor)} courage=N."
        return (
            ""
            if combatant.value("courage")
            else f"{clause(actor, resolver.scene, 'has', 'have')} no courage left. A new play session: refresh all."
        )

    def resolve(self, resolver: Resolver) -> None:
        """Spend the point."""
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
        resolver.say(
            f"{clause(self.actor, resolver.scene, 'takes', 'take')} courage: +{t.COURAGE} on the next roll{named}."
        )


class Refresh(Action):
    """Fills courage up: a new play session."""

    source = "Gen6 S: courage"
    by_hand = True

    actor: NameList = argument(CombatantsParam(), "who, or all", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Fill the track."""
        names = [name for name in self.actor if "courage" in resolver.combatant(name).tracks]
        if not names:
            name = self.actor[0]
            subject = clause(name, resolver.scene, "has", "have")
            raise InvalidCommand(f"{subject} no courage on the sheet. Give it: set {quote(name)} courage=N.")
        for name in names:
            resolver.set_track(name, "courage", resolver.combatant(name).tracks["courage"].max)
        resolver.say(f"{join_names(names, resolver.scene)}: courage is full.")
