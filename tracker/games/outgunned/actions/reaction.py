"""The Reaction Roll."""

from __future__ import annotations

from functools import partial
from typing import Self

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.answer import note_throw
from tracker.games.outgunned.actions.counter import (
    presumed_attacker,
    require_reaction_turn,
    shield_friend,
    strike_back,
    successes_left,
)
from tracker.games.outgunned.actions.rolls import (
    ALL_IN,
    FREE_REROLL,
    GAMBLE,
    NOT_REACTING,
    ONES,
    REROLL,
    count_units,
    difficulty_of,
    extra_of,
    faces_in_sets,
    in_words,
    keep_extra,
    note_if_out,
    ones_of,
    open_boxes,
    sets_for,
    settle_gamble,
    throw_of,
    total,
    ways_of,
)
from tracker.games.outgunned.dice import reaction_pool
from tracker.games.outgunned.harm import grit_lacking, suffer_attack, toll_of
from tracker.games.outgunned.result import Rerolls, Result, ResultParam
from tracker.games.outgunned.state import Reaction, covering_fire_for, set_reaction, threat_to
from tracker.games.outgunned.turns import is_out_of_reach, pay
from tracker.games.outgunned.words import AS_MANY_AS_POSSIBLE, PoolParam, TimesParam
from tracker.rules.action import ActorAction
from tracker.rules.check import Check, Toll, Way
from tracker.rules.command import flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.view import Deed


class React(ActorAction):
    """A Reaction Roll: meet the enemy's attack or lose the difference."""

    cost = "reaction"
    order = ("result", "vs", "protect", "counter", "pool")
    refused_when = (NOT_REACTING, "a second time in a turn")

    result: Result | None = result(ResultParam(), required=False)
    vs: str | None = option(CombatantParam(), "which enemy")
    pool: str | None = option(PoolParam(), "the dice; what the threat asks if left out")
    counter: int | None = option(TimesParam(), "counter with the extra", bare="most")
    protect: str | None = option(CombatantParam(), "a friend who failed")
    pass_: bool = flag("out of the enemy's range: no roll")
    gamble: bool = flag(GAMBLE)
    ones: int | None = option(NumberParam(0, 40), ONES)
    reroll: bool = flag(REROLL)
    free_reroll: bool = flag(FREE_REROLL)
    all_in: bool = flag(ALL_IN)

    def passes(self, resolver: Resolver) -> str:
        """Return why no roll is needed; "" if one is."""
        if is_out_of_reach(resolver.scene, resolver.combatant(self.actor), self.vs):
            return "behind total cover"
        return "out of the enemy's range" if self.pass_ else ""

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the enemy."""
        if self.vs == self.actor:
            raise InvalidCommand("Nobody reacts to themselves; say vs= an enemy.")
        return self if self.vs or self.passes(resolver) else self.copy_with(vs=presumed_attacker(resolver, self.actor))

    def dice(self, resolver: Resolver, thrown: bool) -> int | None:
        """Return the number of dice; None if it is unknown and not needed."""
        return reaction_pool(resolver, self.actor, self.pool or threat_to(resolver.scene, self.actor).pool, thrown)

    def check(self, resolver: Resolver) -> Check:
        """Return the Reaction Roll: what the attack takes from whoever fails it."""
        if self.passes(resolver):
            return Check(None, lambda: (Way(1, "safe", True),), self.actor)
        dice, actor = self.dice(resolver, thrown=False), resolver.combatant(self.actor)
        attack = difficulty_of(resolver, self.vs or "", "attack")
        need = t.need(attack)
        pool = self.pool or threat_to(resolver.scene, self.actor).pool
        throw = throw_of(resolver, self.actor, dice, pool, f"attack {attack}", sets_for(attack))

        def loss(units: int) -> int:
            return grit_lacking(attack, units) if units < need else 0

        def label(units: int) -> str:
            return "safe" if units >= need else f"grit -{open_boxes(actor, loss(units))}"

        def tolls(units: int, ones: int) -> tuple[Toll, ...]:
            return toll_of(actor, loss(units) + ones)

        endangered = (self.actor,) if self.gamble else ()
        return Check(
            throw,
            partial(ways_of, self, throw, dice, need, label, tolls, self.gamble),
            self.actor,
            partial(ones_of, resolver, self, dice, endangered),
        )

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        """Return whether it met the attack; None without a roll."""
        return total(why, "units") >= total(why, "need") if self.result is not None and why else None

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        """Return the enemy's attack on whoever reacts, with their successes and the extra left."""
        if self.result is None or not why:
            covered = after[self.actor].cover.degree == "total"
            return Deed(on=self.actor, how=("behind total cover" if covered else "out of range",), otherwise="safe")
        failed = total(why, "units") < total(why, "need")
        how, faces = (f"vs {self.vs}", in_words(why), extra_of(after, self.actor)), faces_in_sets(self.result)
        return Deed(self.vs or "", self.actor, how, "hit" if failed else "safe", faces, t.SIDES_OF_DIE, failed)

    def resolve(self, resolver: Resolver) -> None:
        """Roll, and apply the result."""
        require_reaction_turn(resolver, "Reaction Roll")
        pay(resolver, self.actor, "reaction")
        why = self.passes(resolver)
        if why:
            if self.result is not None:
                resolver.note("The typed result does not count.")
            set_reaction(resolver, self.actor, Reaction(self.vs, 0))
            resolver.say(f"{self.actor} is safe, {why}.")
        elif self.result is None:
            raise InvalidCommand(f"What did {self.actor} roll? Type {ResultParam().hint}, or pass.")
        else:
            self._roll(resolver, self.vs or "", self.result)
        lenient = why != "" or (self.result is not None and self.result.roll)
        if self.protect is not None and not shield_friend(resolver, self.actor, self.protect, lenient):
            resolver.record_as(protect=None)
        if self.counter is not None:
            target = self.vs or presumed_attacker(resolver, self.actor)
            as_many = self.counter == AS_MANY_AS_POSSIBLE
            counters = strike_back(resolver, self.actor, target, self.counter, lenient or as_many)
            resolver.record_as(counter=self.counter if counters and as_many else counters or None)

    def _roll(self, resolver: Resolver, enemy: str, typed: Result) -> None:
        attack = difficulty_of(resolver, enemy, "attack")
        need = resolver.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        dice = self.dice(resolver, typed.whole_roll)
        if self.gamble:
            resolver.note(f"A Gamble for {self.actor}.")
        note_if_out(resolver, enemy)
        rolled = Rerolls(self.reroll, self.free_reroll, self.all_in).apply(resolver, typed, dice)
        resolver.record_as(result=rolled)
        units = count_units(resolver, rolled)
        if covering_fire_for(resolver.combatant(self.actor)):
            resolver.set_field(self.actor, "covered", False)
        resolver.say(f"{self.actor} reacts to {enemy}: {rolled.in_words}.")
        if units >= need:
            set_reaction(resolver, self.actor, Reaction(enemy, 0, successes_left(rolled, attack)))
            resolver.say("Safe.")
            keep_extra(resolver, self.actor, units - need)
        else:
            self._fail(resolver, enemy, attack, units)
        settle_gamble(resolver, self.actor, rolled, (self.actor,) if self.gamble else (), self.ones, dice)
        note_throw(resolver, self, self.actor, rolled)

    def _fail(self, resolver: Resolver, enemy: str, attack: str, units: int) -> None:
        """Take the grit, and store the failed reaction so that a friend may undo it."""
        before, open_before = resolver.combatant(self.actor), {prompt.id for prompt in resolver.scene.prompts}
        loss = suffer_attack(resolver, self.actor, attack, units, "grit")
        prompts = tuple(prompt.id for prompt in resolver.scene.prompts if prompt.id not in open_before)
        gained = resolver.combatant(self.actor).value("adrenaline") - before.value("adrenaline")
        failed = Reaction(enemy, loss, (), attack, before.value("grit"), gained, prompts)
        set_reaction(resolver, self.actor, failed)
