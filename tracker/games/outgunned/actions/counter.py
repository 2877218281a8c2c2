"""What the extra of a reaction buys: counters and protection."""

from __future__ import annotations

from typing import Self

from tracker.combat.scene import Plain
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.rolls import NOT_REACTING, difficulty_of, note_if_out, only_enemy
from tracker.games.outgunned.harm import take_back_loss, take_grit
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import asked, reacted
from tracker.games.outgunned.turns import REACTION, is_brawl
from tracker.games.outgunned.words import AS_MANY_AS_POSSIBLE, TimesParam
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam
from tracker.rules.resolver import Resolver


def require_reaction_turn(resolver: Resolver, what: str) -> None:
    """Object outside a Reaction Turn."""
    if is_brawl(resolver.scene):
        resolver.objection(f"A brawl has no {what}: one roll settles both sides.")
    elif resolver.scene.turn.phase != REACTION:
        resolver.objection(f"A {what} belongs to a Reaction Turn; next or begin reaction opens one.")


def presumed_attacker(resolver: Resolver, name: str) -> str:
    """The enemy meant when none is named: the one reacted to, the threat, or the only one; raises InvalidCommand."""
    for enemy in (reacted(resolver.combatant(name)).get("vs"), asked(resolver.scene, name, "by")):
        if enemy in resolver.scene.combatants:
            return str(enemy)
    return only_enemy(resolver, name, "vs")


def successes_left(found: Result, attack: str) -> list[Plain]:
    """The successes left when the smallest that meets the attack has defended; where none does, the smallest ones."""
    left, missing = list(found.successes), t.need(attack)
    one = next((each for each in left if t.LEVELS[each] >= missing), None)
    if one is not None:
        left.remove(one)
        return [*left]
    for each in sorted(left, key=lambda each: t.LEVELS[each] < t.LEVELS[t.level(attack)]):
        if missing > 0:
            left.remove(each)
            missing -= t.LEVELS[each]
    return [*left]


def strike_back(resolver: Resolver, actor: str, target: str, times: int, lenient: bool) -> int:
    """Counters out of the extra, 0 ``times`` for as many as possible; gives their number.

    ``lenient``: what is not possible is left out with a note, else it is objected to.
    """
    defense, extra, outcome = (
        difficulty_of(resolver, target, "defense"),
        resolver.combatant(actor).number("extra"),
        reacted(resolver.combatant(actor)),
    )
    need, by_success = t.need(defense), resolver.setting("counter_size") == "per-success"
    fit = [each for each in outcome.get("left") or () if t.LEVELS[each] >= need] if by_success else ["units"]
    prices = [t.LEVELS[each] for each in fit] if by_success else [need] * (extra // need)
    while sum(prices) > extra:
        prices.pop()
    wanted = times or max(1, min(len(prices), resolver.combatant(target).value("grit") or len(prices)))
    if wanted > len(prices):
        what = f"A counter against defense {defense} costs {t.extra_units(need)}"
        what += " in one success" if by_success else ""
        have = f"{actor} has {extra}, enough for {len(prices)}"
        if lenient:
            resolver.note(f"{what}; {have}.")
            wanted = len(prices)
        else:
            resolver.objection(f"{what}; {have}.")
    if not wanted:
        return 0
    if not resolver.ruled:
        resolver.set_field(actor, "extra", extra - sum(prices[:wanted]))
        if by_success:
            left = list(outcome.get("left") or ())
            for each in fit[:wanted]:
                left.remove(each)
            resolver.set_field(actor, "reacted", {**outcome, "left": left})
    note_if_out(resolver, target)
    resolver.say(f"{actor} counters.")
    why = f"successes of {need} or more" if by_success else f"extra {extra} ÷ need {need}"
    by = f"counter; setting counter_size={resolver.setting('counter_size')}"
    said = ("times", wanted) if times or wanted > len(prices) else None
    take_grit(resolver, target, len(prices), why, said, by)
    return wanted


def shield_friend(resolver: Resolver, actor: str, friend: str, lenient: bool) -> bool:
    """Take back what a friend's failed reaction cost; whether that was possible.

    ``lenient``: what is not possible is left out with a note, else it is objected to.
    """
    if actor == friend:
        raise InvalidCommand("Nobody protects themselves; name a friend.")
    failed, extra = reacted(resolver.combatant(friend)), resolver.combatant(actor).number("extra")
    attack = str(failed.get("attack", t.DIFFICULTIES[0]))
    need, half = t.need(attack), t.LEVELS[t.level(attack)]
    price = need if extra >= need or resolver.setting("protect_double") == "full" else half
    against = ""
    if not failed.get("loss"):
        against = f"{friend} has failed no Reaction Roll this turn; protection takes one back."
    elif extra < price:
        against = f"Protecting against attack {attack} costs {t.extra_units(price)}, and {actor} has {extra}; "
        against += "lower successes never help a friend."
    if against:
        (resolver.note if lenient and not resolver.ruled else resolver.objection)(against)
        if not resolver.ruled:
            return False
    resolver.say(f"{actor} protects {friend}.")
    if not failed.get("loss"):
        return False
    if not resolver.ruled:
        resolver.set_field(actor, "extra", extra - price)
    left = 0 if price == need or resolver.ruled else max(0, int(failed["loss"]) - half)
    freed = take_back_loss(resolver, friend, failed, left)
    resolver.set_field(friend, "reacted", {**failed, "loss": left})
    source = "setting protect_double" if price < need else f"{t.SOURCE}: protect"
    resolver.because("damage", f"{friend} protected", -freed, source)
    resolver.say(f"{friend} +{freed} grit ({resolver.combatant(friend).value('grit')}).")
    return True


class Counter(ActorAction):
    """Each need(defense) of extra units is −1 grit."""

    cost = "extra"
    refused_when = (NOT_REACTING, "too little extra")

    target: str | None = argument(CombatantParam(), "which enemy; the one reacted to if not said")
    times: int | None = option(TimesParam(), "how many; as many as possible if not said")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the enemy they reacted to."""
        return self if self.target else self.copy_with(target=presumed_attacker(resolver, self.actor))

    def resolve(self, resolver: Resolver) -> None:
        """Strike back."""
        require_reaction_turn(resolver, "counter")
        strike_back(resolver, self.actor, self.target or "", self.times or AS_MANY_AS_POSSIBLE, lenient=False)


class Protect(ActorAction):
    """Pays need(attack) of extra: the friend's loss is taken back."""

    cost = "extra"
    refused_when = (NOT_REACTING, "a friend who has not failed", "too little extra")

    friend: str = argument(CombatantParam(), "whom", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take the friend's loss back."""
        require_reaction_turn(resolver, "protection")
        shield_friend(resolver, self.actor, self.friend, lenient=False)
