"""The Reaction Roll, and what its extra buys: counters and protection."""

from functools import partial
from typing import Final, Self

from msgspec.structs import replace

from tracker.combat.records import Reason, total_of
from tracker.combat.scene import HEROES, OPEN, Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions import rolls
from tracker.games.outgunned.harm import grit_lacking, suffer_attack, take_back_loss, take_grit, toll_of
from tracker.games.outgunned.result import Rerolls, Result, ResultParam
from tracker.games.outgunned.state import Reaction, covering_fire_for, set_state, state_of, threat_to
from tracker.games.outgunned.turns import REACTION, is_brawl, is_out_of_reach, pay
from tracker.games.outgunned.weapons import add_base, band_between, default_weapon, limited
from tracker.games.outgunned.words import AS_MANY_AS_POSSIBLE, PoolParam, TimesParam
from tracker.rules.action import ActorAction, OddsOf
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import arrow, band_in_words
from tracker.rules.params import CombatantParam, FoeParam, NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Check, Toll, Way
from tracker.rules.verbs.notes import Count
from tracker.rules.view import Deed


def require_reaction_turn(resolver: Resolver, what: str) -> None:
    """Object outside a Reaction Turn."""
    if is_brawl(resolver.scene):
        resolver.objection(f"A brawl has no {what}: one roll settles both sides.")
    elif resolver.scene.turn.phase != REACTION:
        resolver.objection(f"A {what} belongs to a Reaction Turn. Open one: next, or begin reaction.")


def presumed_attacker(resolver: Resolver, name: str) -> str:
    """Return the default enemy: reacted to, of the threat, or the only one; raises InvalidCommand for several."""
    reaction = state_of(resolver.combatant(name)).reaction
    for enemy in (reaction.vs if reaction else None, threat_to(resolver.scene, name).by):
        if enemy is not None and enemy in resolver.scene.combatants:
            return enemy
    return rolls.only_enemy(resolver, name, "vs")


def successes_left(result: Result, attack: str) -> tuple[str, ...]:
    """Return the successes left after the smallest that meets the attack; if none does, the smallest ones are used."""
    left, missing = list(result.successes), t.need(attack)
    defender = next((level for level in left if t.LEVELS[level] >= missing), None)
    if defender is not None:
        left.remove(defender)
        return tuple(left)
    for level in sorted(left, key=lambda level: t.LEVELS[level] < t.LEVELS[t.level(attack)]):
        if missing > 0:
            left.remove(level)
            missing -= t.LEVELS[level]
    return tuple(left)


def pay_extra(resolver: Resolver, name: str, price: int) -> str:
    """Pay extra successes unless it is free; returns for how many, `` for 3 of 5 extra``, "" for none."""
    if resolver.free or not price:
        return ""
    have = resolver.combatant(name).number("extra")
    resolver.set_field(name, "extra", have - price)
    return f" for {price} of {have} extra"


def strike_back(resolver: Resolver, actor: str, target: str, times: int, lenient: bool) -> int:
    """Counter with the extra, ``times`` or all of it; returns how often. ``lenient``: the impossible is only noted."""
    defense, extra = rolls.difficulty_of(resolver, target, "defense"), resolver.combatant(actor).number("extra")
    need, rule = t.need(defense), str(resolver.setting("counter_size"))
    by_success = rule == "per-success"
    reaction = state_of(resolver.combatant(actor)).reaction or Reaction(None, 0)
    fitting = [level for level in reaction.left if t.LEVELS[level] >= need] if by_success else []
    prices = [t.LEVELS[level] for level in fitting] if by_success else [need] * (extra // need)
    while sum(prices) > extra:
        prices.pop()
    wanted = times or max(1, min(len(prices), resolver.combatant(target).value("grit") or len(prices)))
    if wanted > len(prices):
        price = "takes an extra success that meets it" if by_success else f"costs {need} extra"
        other = f"; with counter_size=units all {extra} extra counts" if extra >= need else ""
        left = f"{len(prices)} left{other}" if by_success else f"{extra}, enough for {len(prices)}"
        too_few = f"A counter against defense {defense} {price}, and {resolver.clause(actor, 'has')} {left}."
        (resolver.note if lenient else resolver.objection)(too_few)
        wanted = len(prices) if lenient else wanted
    if not wanted:
        return 0
    paid = pay_extra(resolver, actor, sum(prices[:wanted]))
    if paid and by_success:
        unspent = list(reaction.left)
        for level in fitting[:wanted]:
            unspent.remove(level)
        set_state(resolver, actor, reaction=replace(reaction, left=tuple(unspent)))
    resolver.note_already_out(target)
    resolver.say(f"{resolver.clause(actor, 'counters')}{paid}.")
    why = f"extra successes of {need} or more" if by_success else f"extra {extra} ÷ need {need}"
    asked = ("times", wanted) if times or wanted > len(prices) else None
    take_grit(resolver, target, len(prices), why, asked, f"counter; setting counter_size={rule}")
    return wanted


_OUT_OF_RANGE: Final = "out of the enemy's range"
_PASS: Final = "lets it pass, without a roll"
_ONESELF: Final = "Nobody protects themselves; name a friend."


def shield_friend(resolver: Resolver, actor: str, friend: str, lenient: bool) -> bool:
    """Take back what a friend's failed reaction cost; returns whether possible. ``lenient``: else it is only noted."""
    if actor == friend:
        raise InvalidCommand(_ONESELF)
    failed, extra = state_of(resolver.combatant(friend)).reaction, resolver.combatant(actor).number("extra")
    attack = failed.attack if failed else t.DIFFICULTIES[0]
    need, half = t.need(attack), t.LEVELS[t.level(attack)]
    price = need if extra >= need or resolver.setting("protect_double") == "full" else half
    against = ""
    if failed is None or not failed.loss:
        against = f"{friend} has not failed a Reaction Roll this turn, so there is nothing to take back."
    elif extra < price:
        costs = f"Protecting against attack {attack} costs {price} extra"
        against = f"{costs}, and {resolver.clause(actor, 'has')} {extra}; lower successes never help a friend."
    if against:
        (resolver.note if lenient and not resolver.ruled else resolver.objection)(against)
        if not resolver.ruled:
            return False
    paid = pay_extra(resolver, actor, price) if failed and failed.loss and extra >= price else ""
    resolver.say(f"{resolver.clause(actor, 'protects')} {friend}{paid}.")
    if failed is None or not failed.loss:
        return False
    left = 0 if price == need or resolver.ruled else max(0, failed.loss - half)
    freed = take_back_loss(resolver, friend, failed, left)
    source = "setting protect_double" if price < need else f"{t.SOURCE}: protect"
    resolver.because("damage", f"{friend} protected", -freed, source)
    if freed:
        grit = resolver.combatant(friend).value("grit")
        resolver.say(f"{friend} +{freed} grit ({arrow(grit - freed, grit)}).")
    return True


def _attacker_of(resolver: Resolver, friend: str) -> str:
    failed = state_of(resolver.combatant(friend)).reaction
    return (failed.vs if failed else None) or ""


class Counter(ActorAction):
    """Strikes back: each extra success that meets the defense takes 1 grit."""

    cost = "extra"
    otherwise = Count
    refused_when = (rolls.NOT_REACTING, "too little extra")

    target: str | None = argument(FoeParam(), "which enemy; the one reacted to if left out")
    times: int | None = option(TimesParam(), "how many; as many as possible if left out")

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: OddsOf) -> "list[Counter]":
        """Return a counter at each enemy for a hero who has extra of a Reaction Roll."""
        able = resolver.scene.turn.phase == REACTION and resolver.combatant(actor).number("extra") > 0
        return [cls(actor=actor, target=to) for to in resolver.system.likely_targets(resolver.scene, actor) if able]

    def with_defaults(self, resolver: Resolver) -> Self:
        return self if self.target else self.copy_with(target=presumed_attacker(resolver, self.actor))

    def check(self, resolver: Resolver) -> Check:
        """Return what the extra takes, for certain."""
        target, trial = resolver.combatant(self.target or ""), resolver.system.silent(resolver.scene)
        times = strike_back(trial, self.actor, target.name, self.times or AS_MANY_AS_POSSIBLE, lenient=True)
        label = f"grit -{rolls.open_boxes(target, times)}" if times else "no counter"
        return Check(None, lambda: (Way(1, label, times > 0, toll_of(target, times)),), target.name)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        return Deed(self.actor, self.target or "", (self.actor, self.verb), hit=True)

    def resolve(self, resolver: Resolver) -> None:
        require_reaction_turn(resolver, "counter")
        strike_back(resolver, self.actor, self.target or "", self.times or AS_MANY_AS_POSSIBLE, lenient=False)


class Protect(ActorAction):
    """Takes back a friend's loss, for extra that meets the attack."""

    cost = "extra"
    refused_when = (rolls.NOT_REACTING, "a friend who has not failed", "too little extra")

    friend: str = argument(CombatantParam(), "whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        require_reaction_turn(resolver, "protection")
        shield_friend(resolver, self.actor, self.friend, lenient=False)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        paid = resolver.combatant(self.actor).number("extra") - after[self.actor].number("extra")
        how = (f"{self.actor} protects", f"for {paid} extra" if paid else "")
        return Deed(on=self.friend, how=how, averts=_attacker_of(resolver, self.friend))


class React(ActorAction):
    """A Reaction Roll: meet the enemy's attack or lose the difference."""

    cost = "reaction"
    order = ("result", "vs", "protect", "counter", "pool")
    refused_when = (rolls.NOT_REACTING, "a second time in a turn", "a pass within an enemy's reach")

    result: Result | None = result(ResultParam(), required=False)
    vs: str | None = option(FoeParam(), "which enemy")
    pool: str | None = option(PoolParam(), "the dice; what the threat asks if left out")
    counter: int | None = option(TimesParam(), "counter with the extra", bare="most")
    protect: str | None = option(CombatantParam(), "a friend who failed")
    pass_: bool = flag(f"{_OUT_OF_RANGE}: no roll")
    gamble: bool = flag(rolls.GAMBLE_HELP)
    ones: int | None = option(NumberParam(0, 40), rolls.ONES_HELP)
    reroll: bool = flag(rolls.REROLL_HELP)
    free_reroll: bool = flag(rolls.FREE_REROLL_HELP)
    all_in: bool = flag(rolls.ALL_IN_HELP)

    @classmethod
    def offered(cls, resolver: Resolver, actor: str, odds: OddsOf) -> "tuple[React, ...]":
        """Return the Reaction Roll that a hero owes; against whom the threat says, or the only enemy."""
        owed = not resolver.system.objection_to(resolver.scene, cls, actor)
        return (cls(actor=actor, result=Result(roll=True)),) if owed else ()

    def passes(self, resolver: Resolver) -> str:
        """Return what they do without a roll; "" if one is needed."""
        if is_out_of_reach(resolver.scene, resolver.combatant(self.actor), self.vs):
            return "is safe, behind total cover"
        return _PASS if self.pass_ else ""

    def _object_if_reached(self, resolver: Resolver) -> None:
        system, scene = resolver.system, resolver.scene
        by = self.vs or threat_to(scene, self.actor).by
        for foe in (other for other in scene.combatants.values() if other.side != HEROES and by in (None, other.name)):
            band = band_between(system, scene, foe.name, self.actor)
            if foe.out is None and (band == "melee" or default_weapon(system, scene, foe.name, self.actor)):
                reaches = f"{resolver.clause(foe.name, 'reaches')} {self.actor} ({band_in_words(band)})"
                resolver.objection(f"{reaches}; a pass is for who is {_OUT_OF_RANGE}.")

    def with_defaults(self, resolver: Resolver) -> Self:
        if self.vs == self.actor:
            raise InvalidCommand("Nobody reacts to themselves; say vs= an enemy.")
        return self if self.vs or self.passes(resolver) else self.copy_with(vs=presumed_attacker(resolver, self.actor))

    def dice(self, resolver: Resolver, thrown: bool) -> int | None:
        """Return the number of dice; None if it is unknown and not needed."""
        actor, pool = resolver.combatant(self.actor), self.pool or threat_to(resolver.scene, self.actor).pool
        known, cover, covering = add_base(resolver, actor, pool, thrown), actor.cover.degree, covering_fire_for(actor)
        if cover != OPEN:
            source = f"{t.SOURCE}: cover{'; setting cover_in_melee' if cover == 'total' else ''}"
            resolver.because("pool", f"{cover} cover", t.COVER_REACTION[cover], source)
        if covering:
            source = f"{t.SOURCE}: mags; setting covering_stacks"
            resolver.because("pool", "covering fire", t.COVERING * covering, source)
        return limited(resolver, actor, pool, known)

    def check(self, resolver: Resolver) -> Check:
        if self.passes(resolver):
            return Check(None, lambda: (Way(1, "safe", True),), self.actor)
        dice, actor = self.dice(resolver, thrown=False), resolver.combatant(self.actor)
        attack = rolls.difficulty_of(resolver, self.vs or "", "attack")
        need = t.need(attack)
        pool = self.pool or threat_to(resolver.scene, self.actor).pool
        throw = rolls.throw_of(resolver, self.actor, dice, pool, f"attack {attack}", rolls.sets_for(attack))

        def loss(units: int) -> int:
            return grit_lacking(attack, units) if units < need else 0

        def label(units: int) -> str:
            return "safe" if units >= need else f"grit -{rolls.open_boxes(actor, loss(units))}"

        def tolls(units: int, ones: int) -> tuple[Toll, ...]:
            return toll_of(actor, loss(units), ones)

        return Check(
            throw,
            partial(rolls.ways_of, self, throw, dice, need, label, tolls, self.gamble),
            self.actor,
            partial(rolls.ones_of, resolver, self, dice, (self.actor,) if self.gamble else ()),
        )

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return total_of(why, "units") >= total_of(why, "need") if self.result is not None and why else None

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        if self.result is None or not why:
            covered = after[self.actor].cover.degree == "total"
            return Deed(on=self.actor, how=("behind total cover" if covered else "no roll",), otherwise="safe")
        failed = total_of(why, "units") < total_of(why, "need")
        how = (f"vs {self.vs}", rolls.in_words(why), rolls.extra_of(after, self.actor))
        faces = rolls.faces_in_sets(self.result)
        lost = resolver.combatant(self.actor).value("grit") - after[self.actor].value("grit")
        own = {self.actor: lost + total_of(why, "grit")} if failed else {}  # The ones of a Gamble.
        said = "hit" if failed else "safe"
        averts = _attacker_of(resolver, self.protect) if self.protect else ""
        by, back = self.vs or "", "" if self.counter is None else self.actor
        return Deed(by, self.actor, how, said, faces, t.SIDES_OF_DIE, failed, own=own, averts=averts, back=back)

    def resolve(self, resolver: Resolver) -> None:
        require_reaction_turn(resolver, "Reaction Roll")
        if self.protect == self.actor:
            raise InvalidCommand(_ONESELF)
        pay(resolver, self.actor, "reaction")
        without = self.passes(resolver)
        if without:
            if without == _PASS:
                self._object_if_reached(resolver)
            if self.result is not None:
                resolver.note("The typed result does not count.")
            set_state(resolver, self.actor, reaction=Reaction(self.vs, 0))
            resolver.say(f"{resolver.clause(self.actor, without)}.")
        elif self.result is None:
            raise InvalidCommand(f"What did {self.actor} roll? Type {ResultParam().hint}, or pass.")
        else:
            self._roll(resolver, self.vs or "", self.result)
        lenient = without != "" or (self.result is not None and self.result.roll)
        if self.protect is not None and not shield_friend(resolver, self.actor, self.protect, lenient):
            resolver.record_as(protect=None)
        if self.counter is not None:
            target = self.vs or presumed_attacker(resolver, self.actor)
            as_many = self.counter == AS_MANY_AS_POSSIBLE
            counters = strike_back(resolver, self.actor, target, self.counter, lenient or as_many)
            resolver.record_as(counter=self.counter if counters and as_many else counters or None)

    def _roll(self, resolver: Resolver, enemy: str, typed: Result) -> None:
        attack = rolls.difficulty_of(resolver, enemy, "attack")
        need = resolver.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        dice = self.dice(resolver, typed.whole_roll)
        if self.gamble:
            resolver.note(f"A Gamble for {self.actor}.")
        resolver.note_already_out(enemy)
        rolled = Rerolls(self.reroll, self.free_reroll, self.all_in).apply(resolver, typed, dice)
        resolver.record_as(result=rolled)
        units = rolls.count_units(resolver, rolled)
        if covering_fire_for(resolver.combatant(self.actor)):
            resolver.set_field(self.actor, "covered", False)
        resolver.say(f"{resolver.clause(self.actor, 'reacts')} to {enemy}: {rolled.in_words}.")
        if units >= need:
            set_state(resolver, self.actor, reaction=Reaction(enemy, 0, successes_left(rolled, attack)))
            resolver.say("Safe.")
            rolls.keep_extra(resolver, self.actor, units - need)
        else:
            before, asked = resolver.combatant(self.actor), {prompt.id for prompt in resolver.scene.prompts}
            loss = suffer_attack(resolver, self.actor, attack, units, "grit")
            prompts = tuple(prompt.id for prompt in resolver.scene.prompts if prompt.id not in asked)
            gained = resolver.combatant(self.actor).value("adrenaline") - before.value("adrenaline")
            failed = Reaction(enemy, loss, (), attack, before.value("grit"), gained, prompts)
            set_state(resolver, self.actor, reaction=failed)
        rolls.settle_gamble(resolver, self.actor, rolled, (self.actor,) if self.gamble else (), self.ones, dice)
        rolls.note_throw(resolver, self, self.actor, rolled)
