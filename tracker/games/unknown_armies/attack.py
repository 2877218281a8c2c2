"""Attacks and called shots (rules page, Actions)."""

from __future__ import annotations

from typing import Self

from tracker.combat.scene import Plain
from tracker.games.unknown_armies import exchange as x
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.dodging import defend
from tracker.games.unknown_armies.hit import Aim, drops
from tracker.games.unknown_armies.roll import Roll, RollWord, made
from tracker.games.unknown_armies.shifts import cite, focus, propose
from tracker.games.unknown_armies.turns import acting, shares_left, split_of, use_turn
from tracker.games.unknown_armies.words import PART, SHIFT, InHand, SkillWord
from tracker.games.unknown_armies.wounds import blow, record, say_damage, take
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, NumberParam
from tracker.rules.resolver import Resolver


class Attack(ActorAction):
    """Rolls under the skill, the higher the better; by hand the digits hurt, a gun with the roll."""

    cost = "action"
    source = "S; damage G"
    refused_when = (
        "the weapon is not ready",
        "the actor has acted this round and no share of a split is left",
        "a full roll where a sucker attack worked last round, or one die where none did",
        "a called shot or a split with that one die",
    )

    target: str | None = argument(CombatantParam(), "whom; the only enemy if not said")
    result: Roll = result(RollWord(), "the roll, die=FACE for one die, or roll")
    skill: str | int | None = option(SkillWord(), "struggle by hand, firearms with a gun")
    weapon: str | None = option(InHand(), "the only ready one, else the fist")
    called: str | None = option(PART, "which part: leg, arm, hand, foot, head, or any with minimum=")
    minimum: int | None = option(NumberParam(1, 100), "the least roll that hits any other small target")
    share: int | None = option(NumberParam(1, 100), "which share of a split; the first left if not said")
    shift: int | None = option(SHIFT, "a shift by the Director's word")
    dodge: Roll | None = option(RollWord(), "the target's dodge roll")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With target, weapon, skill and share."""
        target = x.the_target(resolver, self.actor, self.target)
        split, left = split_of(resolver.combatant(self.actor)), shares_left(resolver.combatant(self.actor))
        if self.share is not None and (split is None or self.share > len(split["shares"])):
            raise InvalidCommand(f"{self.actor} has no share {self.share}; split {self.actor} 40,15 makes two.")
        share = self.share or (left[0] if left else None)
        held = split if share is not None and split else {}
        weapon = self.weapon or held.get("weapon") or x.the_weapon(resolver.combatant(self.actor), None)
        skill = self.skill if self.skill is not None else held.get("skill")
        return self.copy_with(
            target=target, weapon=weapon, skill=x.the_skill(resolver, self.actor, weapon, skill), share=share
        )

    def resolve(self, resolver: Resolver) -> None:
        """Roll; on a hit the target loses body."""
        target, weapon = self.target or "", self.weapon or t.FIST
        acting(resolver, self.actor)
        aim = self.aim(resolver)
        x.note_out(resolver, target)
        called = f" ({self.called})" if self.called else ""
        resolver.say(f"{self.actor} attacks {target}{called} with {weapon} under {aim.under}:")
        roll, what = x.rolled(resolver, self.result, aim.under, aim.die)
        value = roll.value or 0
        resolver.record_as(result=roll)
        resolver.say(x.told(value, what))
        if made(value, aim.under) and not aim.passes(value):
            resolver.say(f"Under {aim.minimum}: {'the body instead' if aim.body else 'a miss'}.")
        if aim.hits(value):
            self._hit(resolver, aim, value)
        elif self.dodge is not None:
            resolver.note("There is nothing to dodge.")
        x.ask_more(resolver, self.actor, what, value, attack=True)
        x.end_sucker(resolver, self.actor)
        self._spend(resolver)

    def aim(self, resolver: Resolver) -> Aim:
        """The number to roll under and all that goes with it; objects to what the rules forbid."""
        target, weapon = self.target or "", self.weapon or t.FIST
        x.must_be_ready(resolver, self.actor, weapon)
        die = self._die(resolver, target)
        number = self._shared(resolver, target, weapon) if self.share else None
        if number is None:
            skill = x.the_skill(resolver, self.actor, weapon, self.skill)
            number = x.under(resolver, self.actor, target, skill, self.shift)
        part = t.CALLED.get(self.called or "")
        if part is not None and part.shift:
            number += resolver.because(
                "target", f"called shot: {self.called}", part.shift, cite(resolver, "called shots")
            )
        least = self._minimum(resolver, part)
        if self.called and least > number:
            resolver.note(f"{self.called} needs {least}, and this rolls under {number}: only a critical hits.")
        return Aim(number, least, resolver.setting("called_miss") == "body", blow(resolver, self.actor, weapon), die)

    def _minimum(self, resolver: Resolver, part: t.Part | None) -> int:
        if self.called is None:
            if self.minimum is not None:
                raise InvalidCommand("minimum= goes with called=: say which part.")
            return 0
        if part is None and self.minimum is None:
            raise InvalidCommand(f"“{self.called}” is none of {', '.join(t.CALLED)}; minimum=N makes it a target.")
        if part is not None and self.minimum not in (None, part.minimum):
            resolver.objection(f"A called shot at the {self.called} needs {part.minimum}; leave minimum= out.")
        least = self.minimum if self.minimum is not None else part.minimum if part else 0
        setting = "called_miss" if resolver.setting("called_miss") == "body" else ""
        return resolver.because("need", f"called shot: {self.called}", least, cite(resolver, "called shots", setting))

    def _die(self, resolver: Resolver, target: str) -> bool:
        """Whether the roll is one die, and what is against it."""
        due = x.fooled(resolver, self.actor, target)
        if due and self.result.value is not None and not self.result.die:
            resolver.objection(f"{target} fell for the sucker attack: this attack is one die, die=0 to die=9.")
        if self.result.die and not due:
            resolver.objection(f"{self.actor} did not fool {target} last round; the attack takes a full roll.")
        if due and (self.called or self.share):
            what = "called shot" if self.called else "split"
            resolver.objection(f"The one die after a sucker attack does not go with a {what}.")
        return due or self.result.die

    def _shared(self, resolver: Resolver, target: str, weapon: str) -> int:
        """The number of one share: it stands as it is, but for the target's own focus."""
        split = split_of(resolver.combatant(self.actor)) or {}
        shares, share = split["shares"], self.share or 1
        if share in split["used"]:
            left = ", ".join(map(str, shares_left(resolver.combatant(self.actor)))) or "none"
            resolver.objection(f"Share {share} is used; left: {left}.")
        if split["only"] not in (None, target):
            resolver.objection(f"The split counts the focus on {split['only']}, so every attack goes there.")
        if (weapon, self.skill) != (split["weapon"], split["skill"]):
            resolver.objection(f"The split is of {split['skill']} with {split['weapon']}; every attack uses that.")
        number: int = resolver.because(
            "target", f"share {share} of {len(shares)}", shares[share - 1], cite(resolver, "split")
        )
        if self.shift:
            resolver.objection("Typed shifts go into the sum of a split: split ... shift=, not into a share.")
            number += resolver.because("target", "typed shift", self.shift, "shift=")
        propose(resolver, self.actor, target, self.shift)
        return number + focus(resolver, self.actor, target, in_share=True, counted=split["only"] is not None)

    def _hit(self, resolver: Resolver, aim: Aim, value: int) -> None:
        target, before = self.target or "", resolver.combatant(self.target or "")
        damage = say_damage(resolver, aim.blow.parts(value))
        resolver.say(f"Damage {damage}.")
        if self.dodge is not None:
            damage, roll = defend(resolver, target, self.dodge, value, damage)
            resolver.record_as(dodge=roll)
        if damage:
            resolver.say(take(resolver, target, damage).strip())
        fell = before.out is None and resolver.combatant(target).out is not None
        falls = drops(resolver, self.actor, target) if damage and self.called == t.HOLDS and aim.passes(value) else None
        hit = {"by": self.actor, "roll": value, "damage": damage, "before": before.value("body")}
        record(resolver, target, **hit, fell=fell, dropped=falls)
        if value == t.CRITICAL and damage:
            asks, choices = f"{self.actor} hit {target} with 01: what more?", ("as-rolled", "maximum", "out", "dead")
            data: dict[str, Plain] = {
                "by": self.actor,
                "target": target,
                "dealt": damage,
                "maximum": aim.blow.most(aim.under),
            }
            resolver.ask("critical", self.actor, asks, choices, **data)

    def _spend(self, resolver: Resolver) -> None:
        split = split_of(resolver.combatant(self.actor))
        if split is None or self.share is None:
            use_turn(resolver, self.actor)
        elif not resolver.ruled:
            use_turn(resolver, self.actor)
            resolver.set_field(self.actor, "split", {**split, "used": [*split["used"], self.share]})
