"""The Reaction Roll and what its extra buys: counters and protection (rules page, Actions)."""

from __future__ import annotations

from typing import Any, Self

from tracker.combat.scene import Plain
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.loss import suffer
from tracker.games.outgunned.pool import reaction_pool
from tracker.games.outgunned.result import Rerolls, Result, ResultWord
from tracker.games.outgunned.spare import asked, attacker, counters, only_reacting, shield, spare
from tracker.games.outgunned.strike import NO_GAMBLE, difficulty_of, keep, note_out, said_units
from tracker.games.outgunned.turns import pay
from tracker.games.outgunned.words import MOST, PoolWord, TimesWord
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, NumberParam
from tracker.rules.resolver import Resolver

_WHEN = "outside a Reaction Turn, or in a brawl"


class React(ActorAction):
    """A Reaction Roll: meet the enemy's attack or lose what is missing."""

    cost = "reaction"
    refused_when = (_WHEN, "a second time in a turn")

    result: Result | None = result(ResultWord(), required=False)
    vs: str | None = option(CombatantParam(), "which enemy")
    pool: str | None = option(PoolWord(), "the dice; what the threat asks if not said")
    counter: int | None = option(TimesWord(), "counter with the extra", bare="most")
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
        return self if self.vs or self.passes(resolver) else self.copy_with(vs=attacker(resolver, self.actor))

    def dice(self, resolver: Resolver, roll: bool) -> int | None:
        """How many dice are thrown, None where that is not known and not needed."""
        return reaction_pool(resolver, self.actor, self.pool or asked(resolver.scene, self.actor, "pool"), roll)

    def resolve(self, resolver: Resolver) -> None:
        """Roll and see what is missing."""
        only_reacting(resolver, "Reaction Roll")
        pay(resolver, self.actor, "reaction")
        why = self.passes(resolver)
        if why:
            if self.result is not None:
                resolver.note("The typed result does not count.")
            resolver.set_field(self.actor, "reacted", {"vs": self.vs, "loss": 0})
            resolver.say(f"{self.actor} is safe, {why}.")
        elif self.result is None:
            raise InvalidCommand(f"react needs {self.actor}'s result ({ResultWord().hint}), or pass.")
        else:
            self._roll(resolver, self.vs or "", self.result)
        lenient = why != "" or (self.result is not None and self.result.roll)
        if self.protect is not None and not shield(resolver, self.actor, self.protect, lenient):
            resolver.record_as(protect=None)
        if self.counter is not None:
            target = self.vs or attacker(resolver, self.actor)
            made = counters(resolver, self.actor, target, self.counter, lenient or self.counter == MOST)
            resolver.record_as(counter=self.counter if made and self.counter == MOST else made or None)

    def _roll(self, resolver: Resolver, enemy: str, typed: Result) -> None:
        attack = difficulty_of(resolver, enemy, "attack")
        need = resolver.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        dice = self.dice(resolver, typed.roll)
        if self.ones is not None:
            resolver.note(NO_GAMBLE)
        note_out(resolver, enemy)
        found = Rerolls(self.reroll, self.free_reroll, self.all_in).finish(resolver, typed, dice)
        resolver.record_as(result=found)
        units = said_units(resolver, found)
        if resolver.combatant(self.actor).fields.get("covered"):
            resolver.set_field(self.actor, "covered", False)
        resolver.say(f"{self.actor} reacts to {enemy}: {found.said}.")
        if units >= need:
            resolver.set_field(self.actor, "reacted", {"vs": enemy, "loss": 0, "left": spare(found, attack)})
            resolver.say("Safe.")
            keep(resolver, self.actor, units - need)
        else:
            self._fail(resolver, enemy, attack, units)

    def _fail(self, resolver: Resolver, enemy: str, attack: str, units: int) -> None:
        """Loss, and what came of it, so that a friend may take it back."""
        before, known = resolver.combatant(self.actor), {each.id for each in resolver.scene.prompts}
        loss = suffer(resolver, self.actor, attack, units, "grit")
        came: list[Plain] = [each.id for each in resolver.scene.prompts if each.id not in known]
        gained = resolver.combatant(self.actor).value("adrenaline") - before.value("adrenaline")
        lost: dict[str, Any] = {"vs": enemy, "attack": attack, "loss": loss, "had": before.value("grit")}
        resolver.set_field(self.actor, "reacted", {**lost, "gained": gained, "prompts": came})


class Counter(ActorAction):
    """Each need(defense) of extra units is −1 grit."""

    cost = "extra"
    refused_when = (_WHEN, "too little extra")

    target: str | None = argument(CombatantParam(), "which enemy; the one reacted to if not said")
    times: int | None = option(TimesWord(), "how many; as many as possible if not said")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the enemy they reacted to."""
        return self if self.target else self.copy_with(target=attacker(resolver, self.actor))

    def resolve(self, resolver: Resolver) -> None:
        """Strike back."""
        only_reacting(resolver, "counter")
        counters(resolver, self.actor, self.target or "", self.times or MOST, lenient=False)


class Protect(ActorAction):
    """Pays need(attack) of extra: the friend's loss is taken back."""

    cost = "extra"
    refused_when = (_WHEN, "a friend who has not failed", "too little extra")

    friend: str = argument(CombatantParam(), "whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take the friend's loss back."""
        only_reacting(resolver, "protection")
        shield(resolver, self.actor, self.friend, lenient=False)
