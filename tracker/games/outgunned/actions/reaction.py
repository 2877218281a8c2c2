"""The Reaction Roll."""

from __future__ import annotations

from typing import Any, Self

from tracker.combat.scene import Plain
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.counter import (
    presumed_attacker,
    require_reaction_turn,
    shield_friend,
    strike_back,
    successes_left,
)
from tracker.games.outgunned.actions.rolls import (
    NO_GAMBLE,
    NOT_REACTING,
    count_units,
    difficulty_of,
    keep_extra,
    note_if_out,
)
from tracker.games.outgunned.dice import reaction_pool
from tracker.games.outgunned.harm import suffer_attack
from tracker.games.outgunned.result import Rerolls, Result, ResultParam
from tracker.games.outgunned.state import asked
from tracker.games.outgunned.turns import pay
from tracker.games.outgunned.words import AS_MANY_AS_POSSIBLE, PoolParam, TimesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, NumberParam
from tracker.rules.resolver import Resolver


class React(ActorAction):
    """A Reaction Roll: meet the enemy's attack or lose what is missing."""

    cost = "reaction"
    refused_when = (NOT_REACTING, "a second time in a turn")

    result: Result | None = result(ResultParam(), required=False)
    vs: str | None = option(CombatantParam(), "which enemy")
    pool: str | None = option(PoolParam(), "the dice; what the threat asks if not said")
    counter: int | None = option(TimesParam(), "counter with the extra", bare="most")
    protect: str | None = option(CombatantParam(), "a friend who failed")
    pass_: bool = flag("out of the enemy's range: no roll")
    ones: int | None = option(NumberParam(0, 40), "how many ones showed")
    reroll: bool = flag("re-roll: needs a success, may cost the smallest")
    free_reroll: bool = flag("free re-roll: costs nothing")
    all_in: bool = flag("all-in after a bettering re-roll")

    def passes(self, resolver: Resolver) -> str:
        """Why no roll is needed, "" where it is."""
        total = resolver.combatant(self.actor).cover.degree == "total"
        return "out of the enemy's range" if self.pass_ else "behind total cover" if total else ""

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the enemy."""
        if self.vs == self.actor:
            raise InvalidCommand("Nobody reacts to themselves; say vs= an enemy.")
        return self if self.vs or self.passes(resolver) else self.copy_with(vs=presumed_attacker(resolver, self.actor))

    def dice(self, resolver: Resolver, roll: bool) -> int | None:
        """How many dice are thrown, None where that is not known and not needed."""
        return reaction_pool(resolver, self.actor, self.pool or asked(resolver.scene, self.actor, "pool"), roll)

    def resolve(self, resolver: Resolver) -> None:
        """Roll and see what is missing."""
        require_reaction_turn(resolver, "Reaction Roll")
        pay(resolver, self.actor, "reaction")
        why = self.passes(resolver)
        if why:
            if self.result is not None:
                resolver.note("The typed result does not count.")
            resolver.set_field(self.actor, "reacted", {"vs": self.vs, "loss": 0})
            resolver.say(f"{self.actor} is safe, {why}.")
        elif self.result is None:
            raise InvalidCommand(f"react needs {self.actor}'s result ({ResultParam().hint}), or pass.")
        else:
            self._roll(resolver, self.vs or "", self.result)
        lenient = why != "" or (self.result is not None and self.result.roll)
        if self.protect is not None and not shield_friend(resolver, self.actor, self.protect, lenient):
            resolver.record_as(protect=None)
        if self.counter is not None:
            target = self.vs or presumed_attacker(resolver, self.actor)
            made = strike_back(
                resolver, self.actor, target, self.counter, lenient or self.counter == AS_MANY_AS_POSSIBLE
            )
            resolver.record_as(counter=self.counter if made and self.counter == AS_MANY_AS_POSSIBLE else made or None)

    def _roll(self, resolver: Resolver, enemy: str, typed: Result) -> None:
        attack = difficulty_of(resolver, enemy, "attack")
        need = resolver.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        dice = self.dice(resolver, typed.roll)
        if self.ones is not None:
            resolver.note(NO_GAMBLE)
        note_if_out(resolver, enemy)
        found = Rerolls(self.reroll, self.free_reroll, self.all_in).finish(resolver, typed, dice)
        resolver.record_as(result=found)
        units = count_units(resolver, found)
        if resolver.combatant(self.actor).fields.get("covered"):
            resolver.set_field(self.actor, "covered", False)
        resolver.say(f"{self.actor} reacts to {enemy}: {found.said}.")
        if units >= need:
            resolver.set_field(self.actor, "reacted", {"vs": enemy, "loss": 0, "left": successes_left(found, attack)})
            resolver.say("Safe.")
            keep_extra(resolver, self.actor, units - need)
        else:
            self._fail(resolver, enemy, attack, units)

    def _fail(self, resolver: Resolver, enemy: str, attack: str, units: int) -> None:
        """Loss, and what came of it, so that a friend may take it back."""
        before, known = resolver.combatant(self.actor), {each.id for each in resolver.scene.prompts}
        loss = suffer_attack(resolver, self.actor, attack, units, "grit")
        came: list[Plain] = [each.id for each in resolver.scene.prompts if each.id not in known]
        gained = resolver.combatant(self.actor).value("adrenaline") - before.value("adrenaline")
        lost: dict[str, Any] = {"vs": enemy, "attack": attack, "loss": loss, "had": before.value("grit")}
        resolver.set_field(self.actor, "reacted", {**lost, "gained": gained, "prompts": came})
