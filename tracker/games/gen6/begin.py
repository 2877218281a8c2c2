"""How a fight begins and ends: surprise, initiative, the end, a new play session."""

from __future__ import annotations

from typing import Self

from tracker.combat.events import TurnCame
from tracker.combat.scene import HEROES, Turn
from tracker.games.gen6.rest import OVER, close_fight
from tracker.games.gen6.sides import COUNTS, pass_on, roller, side_total, sides_up
from tracker.games.gen6.turns import afresh, open_order
from tracker.rules.action import Action
from tracker.rules.command import argument, open_fields, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import join_names
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, NameList, TextParam, number
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Surprise(Action):
    """These cannot act in round 1."""

    source = "Gen6 S: determine surprise"
    by_hand = True
    refused_when = ("after round 1",)

    names: NameList = argument(CombatantsParam(), "who", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Mark them until the end of the round."""
        now = 0 if resolver.scene.fields.get(OVER) else resolver.scene.turn.round
        if now > 1:
            resolver.objection("Surprise is for round 1 alone.")
        for name in self.names:
            resolver.mark(name, "surprised", rounds=1)
        resolver.say(f"{join_names(self.names, resolver.scene)}: surprised, no actions in round {now or 1}.")


def _typed(side: str, text: str) -> int:
    try:
        return number(text, -1000, 1000)
    except InvalidCommand as bad:
        raise InvalidCommand(f"{side}: {bad}") from None


def _begin_anew(resolver: Resolver) -> None:
    """After the end of a fight its initiative is that of a new one."""
    if resolver.scene.fields.get(OVER):
        resolver.set_scene_field(OVER, None)
        resolver.emit(TurnCame(Turn()))
        afresh(resolver)


class Initiative(Action):
    """3d6 + quickness for each side, high first; one hero rolls, the next one the next time."""

    source = "Gen6 S: initiative"
    by_hand = True
    refused_when = ("two sides with the same number",)

    how: str | None = argument(ChoiceParam(("roll",), "way; type SIDE=N, or roll"), "roll: the tracker throws")
    by: str | None = option(CombatantParam(), "the hero who rolls; the one whose turn it is if not said")
    foe: str | None = option(CombatantParam(), "who rolls for the enemies; the quickest if not said")
    values: tuple[tuple[str, str], ...] = open_fields("SIDE=N: a side's number")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the hero whose turn it is to roll."""
        for name, hero in ((self.by, True), (self.foe, False)):
            if name is not None and (resolver.combatant(name).side == HEROES) is not hero:
                raise InvalidCommand("by= names the hero who rolls, foe= the one who rolls for another side.")
        return self.copy_with(by=self.by or roller(resolver.scene))

    def chosen(self, side: str) -> str | None:
        """Who is to roll for a side."""
        return self.by if side == HEROES else self.foe

    def resolve(self, resolver: Resolver) -> None:
        """Read or throw every side's number, then put them in order."""
        sides = sides_up(resolver.scene)
        typed = {match(side, sides, "side here"): _typed(side, text) for side, text in self.values}
        missing = [side for side in sides if side not in typed]
        if missing and self.how is None:
            raise InvalidCommand(
                f"Say the number of {comma_list(missing)} too, as {missing[0]}=N, or let the tracker: roll."
            )
        totals: dict[str, int] = {}
        for place_, side in enumerate(sides):
            of = COUNTS[min(place_, len(COUNTS) - 1)]
            totals[side], typed[side] = side_total(resolver, side, self.chosen(side), of, typed.get(side))
        again = {total for total in totals.values() if list(totals.values()).count(total) > 1}
        if again:
            resolver.objection(f"Sides with the same initiative ({max(again)}) roll again.")
        resolver.record_as(how=None, values=tuple((side, str(typed[side])) for side in sides))
        pass_on(resolver, self.by)
        _begin_anew(resolver)
        resolver.say(f"Initiative: {', '.join(f'{side} {n}' for side, n in totals.items())}.")
        open_order(resolver, totals)


class End(Action):
    """The fight is over; a breather, sleep or care says so too."""

    source = "Gen6 S: health & healing"
    by_hand = True

    why: str | None = argument(TextParam("why", 200), "why", rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Close it."""
        if resolver.scene.fields.get(OVER):
            resolver.say("The fight is over already.")
        close_fight(resolver)
        if self.why:
            resolver.say(f"{self.why.rstrip('.')}.")


class Refresh(Action):
    """Courage is full again: a new play session."""

    source = "Gen6 S: courage"
    by_hand = True

    actor: NameList = argument(CombatantsParam(everybody=True), "who, or all", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Fill it."""
        names = [name for name in self.actor if "courage" in resolver.combatant(name).tracks]
        if not names:
            raise InvalidCommand(f"{self.actor[0]} has no courage; set {quote(self.actor[0])} courage=N gives it.")
        for name in names:
            resolver.set_track(name, "courage", resolver.combatant(name).tracks["courage"].max)
        resolver.say(f"{join_names(names, resolver.scene)}: courage is full.")
