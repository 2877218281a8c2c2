"""Dodges: their effect on a hit, and undoing its consequences (G)."""

from typing import Self

from tracker.combat.records import Reason, total_of
from tracker.combat.scene import Scene
from tracker.games.unknown_armies import result as r
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.health import after_dodge, set_body
from tracker.games.unknown_armies.state import Hit, hit_prompt, set_ready, set_state, state_of
from tracker.games.unknown_armies.target import cite, count_skill, count_wounds
from tracker.games.unknown_armies.turns import ACTION, CLOCK
from tracker.rules.action import ActorAction
from tracker.rules.command import option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Way
from tracker.rules.view import Deed


def dodge_number(resolver: Resolver, name: str, body: int | None = None) -> int:
    """Return the number of somebody's dodge, with the wounds from before the hit (``body`` then)."""
    return count_skill(resolver, name, t.DODGE, "tn") + count_wounds(resolver, name, "tn", body)


def check_may_dodge(resolver: Resolver, name: str) -> None:
    """Object to a dodge by somebody who has none or has acted: it is the only action of the round (G)."""
    if resolver.setting("dodge") == "off":
        resolver.objection("The setting dodge=off allows no dodging. Allow it: settings dodge=on.")
    if ACTION in resolver.combatant(name).spent:
        resolver.objection(f"{resolver.clause(name, 'has')} acted this round; a dodge is the only action of the round.")


def dodge_hit(
    resolver: Resolver, name: str, given: r.Roll, hit_roll: int, damage: int, body: int | None = None
) -> tuple[int, r.Roll]:
    """Roll a dodge against a hit; returns the damage left and the roll."""
    check_may_dodge(resolver, name)
    combatant = resolver.combatant(name)
    if combatant.out is not None and not state_of(combatant).was_felled:
        resolver.objection(f"{resolver.clause(name, 'is')} out ({combatant.out}) and cannot dodge.")
    number = dodge_number(resolver, name, body)
    resolver.say(f"{resolver.clause(name, 'dodges')}, {minus(number)} or less:")
    roll = r.rolled(resolver, given)
    value = resolver.because("outcome", "dodge roll", roll.value or 0)
    left = after_dodge(hit_roll, damage, value, number)
    if left != damage:
        label = "dodged" if not left else r.IN_PART
        resolver.because("damage", label, left - damage, cite(resolver, "dodge", "dodge"))
    outcome = "no damage" if not left else "half damage" if left < damage else "full damage"
    result = r.grade(value, number)
    too_low = " but too low" if left and r.is_success(value, number) else ""
    resolver.say(f"{r.digits(value)}, {result}{too_low}, {outcome}.")
    r.ask_more(resolver, name, result, value)
    resolver.spend(name, ACTION)
    return left, roll


class Dodge(ActorAction):
    """A dodge of the latest hit of this round: no damage, half of it, or all."""

    cost = "action"
    source = "G"
    refused_when = ("the actor has acted this round", "setting dodge is off")

    result: r.Roll = result(r.RollParam())
    against_: str | None = option(CombatantParam(), "whose attack; the latest if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        hits = state_of(resolver.combatant(self.actor)).hits
        attackers = [hit.by for hit in hits if self.against_ in (None, hit.by)]
        if not attackers:
            who = f"{self.against_} has not" if self.against_ else "Nobody has"
            raise InvalidCommand(f"{who} hit {self.actor} this round, so there is nothing to dodge.")
        return self.copy_with(against_=attackers[-1])

    def _latest(self, resolver: Resolver) -> tuple[int, Hit]:
        hits = state_of(resolver.combatant(self.actor)).hits
        return max((place, hit) for place, hit in enumerate(hits) if hit.by == self.against_)

    def check(self, resolver: Resolver) -> Check:
        """Return the roll against the dodge; a dodge must also beat the attack's roll."""
        _, hit = self._latest(resolver)
        number = dodge_number(resolver, self.actor, hit.before)

        def left(roll: int) -> int:
            return after_dodge(hit.roll, hit.damage, roll, number)

        throw = r.throw_of(resolver, self.actor, number, hit.roll, "tn", f"against {r.digits(hit.roll)}")
        return Check(throw, lambda: (Way(1, f"damage {left(roll)}", not left(roll)) for roll in r.ROLLS))

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool:
        return total_of(why, "damage") == 0

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        how = (f"vs {self.against_}", f"dodge {r.in_words(why, 'outcome', 'tn')}")
        return Deed(on=self.actor, how=how, otherwise="hit all the same", averts=self.against_ or "")

    def resolve(self, resolver: Resolver) -> None:
        CLOCK.begin_acting(resolver)
        hits = state_of(resolver.combatant(self.actor)).hits
        place, hit = self._latest(resolver)
        resolver.because("damage", f"{resolver.whose(self.against_ or '')} hit", hit.damage, t.SOURCE)
        resolver.because("total", "attack roll", hit.roll)
        resolver.say(f"Against {resolver.whose(self.against_ or '')} {r.digits(hit.roll)}:")
        left, roll = dodge_hit(resolver, self.actor, self.result, hit.roll, hit.damage, hit.before)
        resolver.record_as(result=roll)
        back = min(hit.damage, hit.before) - min(left, hit.before)
        if back:
            before = resolver.combatant(self.actor)
            if hit.felled and before.out is not None:
                resolver.set_out(self.actor, None)
            set_body(resolver, self.actor, before.value("body") + back)
            now = resolver.combatant(self.actor)
            up = f", {now.out or 'up again'}" if now.out != before.out else ""
            resolver.say(f"{self.actor} {back:+d} body ({before.value('body')} → {now.value('body')}){up}.")
        if not left:
            # The rest of a fully dodged hit is undone: dropped weapons and open questions.
            if hit.dropped is not None and hit.dropped in resolver.combatant(self.actor).weapons:
                set_ready(resolver, self.actor, hit.dropped, True)
            for prompt in resolver.scene.prompts:
                asked = hit_prompt(prompt)
                if asked.target == self.actor and asked.by == hit.by:
                    resolver.close_prompt(prompt.id, "skip")
        set_state(resolver, self.actor, hits=(*hits[:place], *hits[place + 1 :]))
