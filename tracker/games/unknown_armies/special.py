"""Several attacks in a round, and the sucker attack (rules page, Actions)."""

from __future__ import annotations

from typing import Self

from tracker.games.unknown_armies import exchange as x
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.roll import Roll, RollWord, made
from tracker.games.unknown_armies.shifts import cite, focus_of, skill_of, typed, wounds
from tracker.games.unknown_armies.turns import split_of, use_turn
from tracker.games.unknown_armies.words import SHIFT, InHand, SkillWord
from tracker.games.unknown_armies.wounds import kind_of
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.params import CombatantParam, NumbersParam, TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Split(ActorAction):
    """Divides the skill among several attacks: 40,15; each attack takes the next share."""

    cost = "action"
    refused_when = (
        "the shares add up to more than the skill and its shifts",
        f"more than {t.SPLIT_MOST} shares, unless suppressive with a firearm",
        "the weapon is not ready",
        "the actor has acted this round",
        "a sucker attack of the last round worked",
    )

    shares: tuple[int, ...] = argument(NumbersParam(1, 200, "40,15"), "a number for each attack", required=True)
    skill: str | int | None = option(SkillWord(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(InHand(), "the only ready one, else the fist")
    shift: int | None = option(SHIFT, "a shift by the Director's word, into the sum")
    suppressive: bool = flag("suppressive fire with a firearm: any number of attacks")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With weapon and skill."""
        weapon = x.the_weapon(resolver.combatant(self.actor), self.weapon)
        return self.copy_with(weapon=weapon, skill=x.the_skill(resolver, self.actor, weapon, self.skill))

    def resolve(self, resolver: Resolver) -> None:
        """Keep the shares for the attacks to come."""
        weapon, skill = self.weapon or t.FIST, self.skill or 0
        x.must_be_ready(resolver, self.actor, weapon)
        self._count(resolver, weapon)
        if resolver.combatant(self.actor).has("sucker"):
            resolver.objection(
                f"The one die after a sucker attack goes with no split; unmark {quote(self.actor)} sucker ends it."
            )
        most = skill_of(resolver, self.actor, skill, "pool") + wounds(resolver, self.actor, "pool")
        most += typed(resolver, self.shift, "pool")
        wanted = sum(resolver.because("total", f"share {n}", share) for n, share in enumerate(self.shares, 1))
        amount, only = focus_of(resolver.scene, self.actor)
        if wanted <= most or only is None:
            only = None
        else:
            most += resolver.because("pool", f"focus on {only}", amount, cite(resolver, "focus shifts"))
        if wanted > most:
            resolver.objection(f"The shares add up to {wanted}, the skill to split is {most}; lower a share.")
        use_turn(resolver, self.actor)
        kept = {"shares": list(self.shares), "used": [], "skill": skill, "weapon": weapon, "only": only}
        resolver.set_field(self.actor, "split", kept)
        all_at = f", all at {only}" if only else ""
        fire = " Suppressive fire." if self.suppressive else ""
        resolver.say(
            f"{self.actor} splits {most} into {' + '.join(map(str, self.shares))} with {weapon}{all_at}.{fire}"
        )

    def _count(self, resolver: Resolver, weapon: str) -> None:
        if len(self.shares) < t.SPLIT_LEAST:
            resolver.objection("A split makes several attacks: name two shares or more, or just attack.")
        gun = kind_of(resolver, self.actor, weapon) == t.GUN
        if self.suppressive and not gun:
            resolver.objection(f"Suppressive fire needs a firearm, and {weapon} is none; weapon=NAME says which.")
        if len(self.shares) > t.SPLIT_MOST and not (self.suppressive and gun):
            resolver.objection(f"At most {t.SPLIT_MOST} attacks in a round; suppressive with a firearm allows more.")


class Sucker(ActorAction):
    """A feint that does no damage; next round an attack on the same target is one die, a match."""

    cost = "action"
    refused_when = ("the weapon is not ready", "the actor has acted this round", "a split is running")

    target: str | None = argument(CombatantParam(), "whom; the only enemy if not said")
    result: Roll = result(RollWord())
    skill: str | int | None = option(SkillWord(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(InHand(), "the only ready one, else the fist")
    shift: int | None = option(SHIFT, "a shift by the Director's word")
    what: str | None = option(TextParam(), "the feint")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With target, weapon and skill."""
        target = x.the_target(resolver, self.actor, self.target)
        weapon = x.the_weapon(resolver.combatant(self.actor), self.weapon)
        return self.copy_with(target=target, weapon=weapon, skill=x.the_skill(resolver, self.actor, weapon, self.skill))

    def resolve(self, resolver: Resolver) -> None:
        """Roll; a success leaves a marker and no wound."""
        target = self.target or ""
        number = self.number(resolver)
        if self.result.die:
            resolver.objection("The feint itself takes a full roll; the one die comes next round.")
        if split_of(resolver.combatant(self.actor)):
            resolver.objection("A sucker attack does not go with a split.")
        x.note_out(resolver, target)
        use_turn(resolver, self.actor)
        feint = f" ({self.what})" if self.what else ""
        resolver.say(f"{self.actor} feints at {target}{feint} under {number}:")
        roll, what = x.rolled(resolver, self.result, number)
        value = roll.value or 0
        resolver.record_as(result=roll)
        resolver.say(x.told(value, what))
        x.end_sucker(resolver, self.actor)
        if made(value, number):
            resolver.mark(self.actor, "sucker", None, of=target)
            resolver.say(f"No damage; {self.actor}'s attack on {target} next round is one die, read as a match.")
        x.ask_more(resolver, self.actor, what, value)

    def number(self, resolver: Resolver) -> int:
        """The number to roll under; objects to a weapon not in hand."""
        x.must_be_ready(resolver, self.actor, self.weapon or t.FIST)
        return x.under(resolver, self.actor, self.target or "", self.skill or 0, self.shift)
