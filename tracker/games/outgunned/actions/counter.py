"""Spending the extra of a reaction: counters and protection."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.rolls import NOT_REACTING, difficulty_of, note_if_out, only_enemy
from tracker.games.outgunned.harm import take_back_loss, take_grit
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import Reaction, reaction_of, set_reaction, threat_to
from tracker.games.outgunned.turns import REACTION, is_brawl
from tracker.games.outgunned.words import AS_MANY_AS_POSSIBLE, TimesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver
from tracker.rules.verbs.notes import Count
from tracker.rules.view import Deed


def require_reaction_turn(resolver: Resolver, what: str) -> None:
    """Object outside a Reaction Turn."""
    if is_brawl(resolver.scene):
        resolver.objection(f"A brawl has no {what}: one roll settles both sides.")
    elif resolver.scene.turn.phase != REACTION:
        resolver.objection(f"A {what} belongs to a Reaction Turn. Open one: next, or begin reaction.")


def presumed_attacker(resolver: Resolver, name: str) -> str:
    """Return the default enemy: the one reacted to, the one of the threat, or the only one.

    Raises InvalidCommand if there could be several.
    """
    reaction = reaction_of(resolver.combatant(name))
    for enemy in (reaction.vs if reaction else None, threat_to(resolver.scene, name).by):
        if enemy is not None and enemy in resolver.scene.combatants:
            return enemy
    return only_enemy(resolver, name, "vs")


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


def strike_back(resolver: Resolver, actor: str, target: str, times: int, lenient: bool) -> int:
    """Counter with the extra, ``times`` or as often as possible; returns how often.

    ``lenient``: the impossible is skipped with a note instead of an objection.
    """
    defense, extra = difficulty_of(resolver, target, "defense"), resolver.combatant(actor).number("extra")
    need, rule = t.need(defense), str(resolver.setting("counter_size"))
    by_success = rule == "per-success"
    reaction = reaction_of(resolver.combatant(actor)) or Reaction(None, 0)
    fitting = [level for level in reaction.left if t.LEVELS[level] >= need] if by_success else []
    prices = [t.LEVELS[level] for level in fitting] if by_success else [need] * (extra // need)
    while sum(prices) > extra:
        prices.pop()
    wanted = times or max(1, min(len(prices), resolver.combatant(target).value("grit") or len(prices)))
    if wanted > len(prices):
        if by_success:
            too_few = f"A counter against defense {defense} takes an extra success that meets it; "
            too_few += f"{actor} has {len(prices)} left (setting counter_size={rule})."
        else:
            too_few = f"A counter against defense {defense} costs {need} extra; "
            too_few += f"{actor} has {extra}, enough for {len(prices)}."
        if lenient:
            resolver.note(too_few)
            wanted = len(prices)
        else:
            resolver.objection(too_few)
    if not wanted:
        return 0
    if not resolver.free:
        resolver.set_field(actor, "extra", extra - sum(prices[:wanted]))
        if by_success:
            left = list(reaction.left)
            for level in fitting[:wanted]:
                left.remove(level)
            set_reaction(resolver, actor, replace(reaction, left=tuple(left)))
    note_if_out(resolver, target)
    resolver.say(f"{actor} counters.")
    why = f"extra successes of {need} or more" if by_success else f"extra {extra} ÷ need {need}"
    asked = ("times", wanted) if times or wanted > len(prices) else None
    take_grit(resolver, target, len(prices), why, asked, f"counter; setting counter_size={rule}")
    return wanted


def shield_friend(resolver: Resolver, actor: str, friend: str, lenient: bool) -> bool:
    """Take back what a friend's failed reaction cost; returns whether that was possible.

    ``lenient``: the impossible is skipped with a note instead of an objection.
    """
    if actor == friend:
        raise InvalidCommand("Nobody protects themselves; name a friend.")
    failed, extra = reaction_of(resolver.combatant(friend)), resolver.combatant(actor).number("extra")
    attack = failed.attack if failed else t.DIFFICULTIES[0]
    need, half = t.need(attack), t.LEVELS[t.level(attack)]
    price = need if extra >= need or resolver.setting("protect_double") == "full" else half
    against = ""
    if failed is None or not failed.loss:
        against = f"{friend} has not failed a Reaction Roll this turn, so there is nothing to take back."
    elif extra < price:
        against = f"Protecting against attack {attack} costs {price} extra, and {actor} has {extra}; "
        against += "lower successes never help a friend."
    if against:
        (resolver.note if lenient and not resolver.ruled else resolver.objection)(against)
        if not resolver.ruled:
            return False
    resolver.say(f"{actor} protects {friend}.")
    if failed is None or not failed.loss:
        return False
    if not resolver.free and extra >= price:
        resolver.set_field(actor, "extra", extra - price)
    left = 0 if price == need or resolver.ruled else max(0, failed.loss - half)
    freed = take_back_loss(resolver, friend, failed, left)
    source = "setting protect_double" if price < need else f"{t.SOURCE}: protect"
    resolver.because("damage", f"{friend} protected", -freed, source)
    if freed:
        resolver.say(f"{friend} +{freed} grit ({resolver.combatant(friend).value('grit')}).")
    return True


class Counter(ActorAction):
    """Strikes back: each extra success that meets the defense takes 1 grit."""

    cost = "extra"
    otherwise = Count
    refused_when = (NOT_REACTING, "too little extra")

    target: str | None = argument(CombatantParam(), "which enemy; the one reacted to if left out")
    times: int | None = option(TimesParam(), "how many; as many as possible if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the enemy they reacted to."""
        return self if self.target else self.copy_with(target=presumed_attacker(resolver, self.actor))

    def resolve(self, resolver: Resolver) -> None:
        """Strike back."""
        require_reaction_turn(resolver, "counter")
        strike_back(resolver, self.actor, self.target or "", self.times or AS_MANY_AS_POSSIBLE, lenient=False)


class Protect(ActorAction):
    """Takes back a friend's loss, for extra that meets the attack."""

    cost = "extra"
    refused_when = (NOT_REACTING, "a friend who has not failed", "too little extra")

    friend: str = argument(CombatantParam(), "whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take back the friend's loss."""
        require_reaction_turn(resolver, "protection")
        shield_friend(resolver, self.actor, self.friend, lenient=False)

    def deed(self, resolver: Resolver, after: Scene, why: tuple[Reason, ...]) -> Deed:
        """Return the protection as something that befalls the friend."""
        return Deed(on=self.friend, how=(f"{self.actor} protects",))
