"""The sucker attack: a feint now, one die read as a match next round."""

from __future__ import annotations

from typing import Self

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.basics import (
    check_ready,
    default_skill,
    default_target,
    default_weapon,
    end_sucker,
)
from tracker.games.unknown_armies.result import (
    Roll,
    RollParam,
    ask_more,
    check,
    digits,
    in_words,
    is_success,
    judge,
    succeeded,
)
from tracker.games.unknown_armies.state import state_of
from tracker.games.unknown_armies.target import count_target
from tracker.games.unknown_armies.turns import CLOCK
from tracker.games.unknown_armies.words import IN_HAND, SHIFT, SkillParam
from tracker.rules.action import ActorAction
from tracker.rules.check import Check
from tracker.rules.command import argument, option, result
from tracker.rules.grammar import minus
from tracker.rules.params import CombatantParam, TextParam
from tracker.rules.positions import note_already_out
from tracker.rules.resolver import Resolver
from tracker.rules.view import Deed


class Sucker(ActorAction):
    """A feint that does no damage; next round an attack on the same target is one die, a match."""

    cost = "action"
    order = ("result", "target", "weapon", "skill")
    refused_when = ("the weapon is not ready", "the actor has acted this round", "a split is running")

    target: str | None = argument(CombatantParam(), "whom; the only enemy if left out")
    result: Roll = result(RollParam())
    skill: str | int | None = option(SkillParam(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(IN_HAND, "the ready one that reaches and hurts most; the fist if none is ready")
    shift: int | None = option(SHIFT, "a shift by the GM's word")
    what: str | None = option(TextParam(), "the feint")

    def with_defaults(self, resolver: Resolver) -> Self:
        actor = resolver.combatant(self.actor)
        target = default_target(resolver, self.actor, self.target)
        weapon = self.weapon or default_weapon(resolver, self.actor, target)
        return self.copy_with(target=target, weapon=weapon, skill=default_skill(actor, weapon, self.skill))

    def resolve(self, resolver: Resolver) -> None:
        """Roll; a success leaves a marker and does no damage."""
        target = self.target or ""
        number = self.count_number(resolver)
        if self.result.die:
            resolver.objection("The feint itself takes a full roll; the one die comes next round.")
        if state_of(resolver.combatant(self.actor)).split:
            resolver.objection("A sucker attack does not go with a split.")
        note_already_out(resolver, target)
        CLOCK.spend_action(resolver, self.actor)
        feint = f" ({self.what})" if self.what else ""
        resolver.say(f"{resolver.clause(self.actor, 'feints')} at {target}{feint}, {minus(number)} or less:")
        roll, grade = judge(resolver, self.result, number)
        value = roll.value or 0
        resolver.record_as(result=roll)
        resolver.say(f"{digits(value)}, {grade}.")
        end_sucker(resolver, self.actor)
        if is_success(value, number):
            resolver.mark(self.actor, "sucker", None, of=target)
            resolver.say(f"No damage; next round {self.actor}'s attack on {target} is one die, read as a match.")
        ask_more(resolver, self.actor, grade, value)

    def check(self, resolver: Resolver) -> Check:
        return check(resolver, self.actor, self.count_number(resolver))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return succeeded(why)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        otherwise = "fooled" if succeeded(why) else "not fooled"
        return Deed(self.actor, self.target or "", (self.actor, in_words(why)), otherwise, what=self.what or "")

    def count_number(self, resolver: Resolver) -> int:
        """Return the number of the roll; objects to a weapon that is not in hand."""
        check_ready(resolver, self.actor, self.weapon or t.FIST)
        weapon = self.weapon or t.FIST
        return count_target(resolver, self.actor, self.target or "", weapon, self.skill or 0, self.shift)
