"""Actions other than attacks, and the place in the order."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from tracker.combat.expressions import parse
from tracker.combat.records import Reason
from tracker.games.unknown_armies.result import Roll, RollParam, ask_more, check, digits, judge, succeeded
from tracker.games.unknown_armies.state import holstered_weapons, ready_weapons, set_state
from tracker.games.unknown_armies.target import count_skill, count_wounds
from tracker.games.unknown_armies.turns import CLOCK
from tracker.games.unknown_armies.words import HolsteredParam, PlaceParam, SkillParam
from tracker.rules.action import ActorAction
from tracker.rules.check import Check
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.grammar import minus
from tracker.rules.params import TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import place_in_order


class Initiative(ActorAction):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    by_hand = True
    once_for_a_group = True

    number: int | str = argument(PlaceParam(), "the number, or dice to throw for it", required=True)

    def resolve(self, resolver: Resolver) -> None:
        CLOCK.begin_declaring(resolver)
        place = self._place(resolver)
        set_state(resolver, self.actor, place=place)
        if resolver.setting("order") == "skill":
            CLOCK.sort_by_skill(resolver)
        else:
            place_in_order(resolver, self.actor, "place")
        resolver.say(f"{self.actor}: initiative {place}.")

    def _place(self, resolver: Resolver) -> int:
        """Return the number, thrown if it is given as dice."""
        if isinstance(self.number, int):
            return self.number
        rolled = parse(self.number).roll(resolver.dice, f"{self.actor}'s initiative")
        resolver.because("total", self.number, rolled.total)
        resolver.record_as(number=rolled.total)
        return rolled.total


class Draw(ActorAction):
    """Draws a weapon: takes the turn, and the weapon is ready from the next round."""

    cost = "action"
    refused_when = ("the weapon is ready", "the actor has acted this round")

    weapon: str | None = argument(HolsteredParam(), "the weapon; the only one not in hand if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        if self.weapon is not None:
            return self
        holstered = holstered_weapons(resolver.combatant(self.actor))
        if len(holstered) != 1:
            which = f"Say which: {comma_list(holstered)}." if holstered else f"{self.actor} has nothing to draw."
            raise InvalidCommand(which)
        return self.copy_with(weapon=holstered[0])

    def resolve(self, resolver: Resolver) -> None:
        weapon = self.weapon or ""
        if weapon in ready_weapons(resolver.combatant(self.actor)):
            away = f"arm {quote(self.actor)} {quote(weapon)} ready=no"
            resolver.objection(f"{self.actor}'s {self.weapon} is already in hand. To put it away: {away}.")
        CLOCK.spend_action(resolver, self.actor)
        set_state(resolver, self.actor, drawing=self.weapon)
        resolver.mark(self.actor, "drawing")
        resolver.say(f"{resolver.clause(self.actor, 'draws')} the {self.weapon}, ready from the next round.")


class Act(ActorAction):
    """Any other action: takes the turn."""

    cost = "action"
    to_throw = "roll=roll skill=N"
    refused_when = ("the actor has acted this round",)

    what: str | None = argument(TextParam(), "what they do", rest=True)
    roll: Roll | None = option(RollParam(), "the roll")
    skill: str | int | None = option(SkillParam(), "against which skill")

    def resolve(self, resolver: Resolver) -> None:
        what = f": {self.what}" if self.what else " acts"
        if self.roll is None:
            CLOCK.spend_action(resolver, self.actor)
            resolver.say(f"{self.actor}{what}.")
            return
        number = self.count_number(resolver)
        CLOCK.spend_action(resolver, self.actor)
        resolver.say(f"{self.actor}{what}, {minus(number)} or less:")
        roll, grade = judge(resolver, self.roll, number)
        resolver.record_as(roll=replace(roll, die=False))
        resolver.say(f"{digits(roll.value or 0)}, {grade}.")
        ask_more(resolver, self.actor, grade, roll.value or 0)

    def check(self, resolver: Resolver) -> Check | None:
        return None if self.roll is None else check(resolver, self.actor, self.count_number(resolver))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return None if self.roll is None else succeeded(why)

    def count_number(self, resolver: Resolver) -> int:
        """Return the number of the roll; raises InvalidCommand if no skill is named."""
        if self.skill is None:
            raise InvalidCommand("A roll needs a skill. Say skill=NAME or skill=N.")
        return count_skill(resolver, self.actor, self.skill) + count_wounds(resolver, self.actor)
