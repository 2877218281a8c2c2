"""What a reaction left to spend, and how it is spent on counters and friends (rules page, Actions)."""

from __future__ import annotations

from typing import Any

from tracker.combat.scene import Combatant, Plain, Scene
from tracker.systems.base import Nonsense, Play
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.loss import take_back
from tracker.systems.outgunned.result import Result
from tracker.systems.outgunned.strike import difficulty_of, note_out, only_enemy, take_grit
from tracker.systems.outgunned.turns import REACTION, is_brawl


def only_reacting(play: Play, what: str) -> None:
    """Object outside a Reaction Turn."""
    if is_brawl(play.scene):
        play.object_(f"A brawl has no {what}: one roll settles both sides.")
    elif play.scene.turn.phase != REACTION:
        play.object_(f"A {what} belongs to a Reaction Turn; next or begin reaction opens one.")


def reacted(one: Combatant) -> dict[str, Any]:
    """What came of somebody's reaction this turn; empty where they have not reacted."""
    found = one.fields.get("reacted")
    return found if isinstance(found, dict) else {}


def asked(scene: Scene, name: str, what: str) -> str | None:
    """What the threat of this turn says for somebody: its ``pool``, or whom it is ``by``; their own word first."""
    special, threat = scene.fields.get("threat_for"), scene.fields.get("threat")
    own = special.get(name) if isinstance(special, dict) else None
    said = (each.get(what) for each in (own, threat) if isinstance(each, dict))
    return next((str(each) for each in said if each), None)


def attacker(play: Play, name: str) -> str:
    """The enemy meant when none is named: the one reacted to, that of the threat, else the only one; or Nonsense."""
    for enemy in (reacted(play.one(name)).get("vs"), asked(play.scene, name, "by")):
        if enemy in play.scene.combatants:
            return str(enemy)
    return only_enemy(play, name, "vs")


def spare(found: Result, attack: str) -> list[Plain]:
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


def counters(play: Play, actor: str, target: str, times: int, lenient: bool) -> int:
    """Counters out of the extra, 0 ``times`` for as many as possible; gives their number.

    ``lenient``: what is not possible is left out with a note, else it is objected to.
    """
    defense, extra, outcome = (
        difficulty_of(play, target, "defense"),
        play.one(actor).number("extra"),
        reacted(play.one(actor)),
    )
    need, by_success = t.need(defense), play.setting("counter_size") == "per-success"
    fit = [each for each in outcome.get("left") or () if t.LEVELS[each] >= need] if by_success else ["units"]
    prices = [t.LEVELS[each] for each in fit] if by_success else [need] * (extra // need)
    while sum(prices) > extra:
        prices.pop()
    wanted = times or max(1, min(len(prices), play.one(target).value("grit") or len(prices)))
    if wanted > len(prices):
        what = f"A counter against defense {defense} costs {t.extra_units(need)}"
        what += " in one success" if by_success else ""
        have = f"{actor} has {extra}, enough for {len(prices)}"
        if lenient:
            play.note(f"{what}; {have}.")
            wanted = len(prices)
        else:
            play.object_(f"{what}; {have}.")
    if not wanted:
        return 0
    if not play.ruled:
        play.put(actor, "extra", extra - sum(prices[:wanted]))
        if by_success:
            left = list(outcome.get("left") or ())
            for each in fit[:wanted]:
                left.remove(each)
            play.put(actor, "reacted", {**outcome, "left": left})
    note_out(play, target)
    play.say(f"{actor} counters.")
    why = f"successes of {need} or more" if by_success else f"extra {extra} ÷ need {need}"
    by = f"counter; setting counter_size={play.setting('counter_size')}"
    said = ("times", wanted) if times or wanted > len(prices) else None
    take_grit(play, target, len(prices), why, said, by)
    return wanted


def shield(play: Play, actor: str, friend: str, lenient: bool) -> bool:
    """Take back what a friend's failed reaction cost; whether that was possible.

    ``lenient``: what is not possible is left out with a note, else it is objected to.
    """
    if actor == friend:
        raise Nonsense("Nobody protects themselves; name a friend.")
    failed, extra = reacted(play.one(friend)), play.one(actor).number("extra")
    attack = str(failed.get("attack", t.DIFFICULTIES[0]))
    need, half = t.need(attack), t.LEVELS[t.level(attack)]
    price = need if extra >= need or play.setting("protect_double") == "full" else half
    against = ""
    if not failed.get("loss"):
        against = f"{friend} has failed no Reaction Roll this turn; protection takes one back."
    elif extra < price:
        against = f"Protecting against attack {attack} costs {t.extra_units(price)}, and {actor} has {extra}; "
        against += "lower successes never help a friend."
    if against:
        (play.note if lenient and not play.ruled else play.object_)(against)
        if not play.ruled:
            return False
    play.say(f"{actor} protects {friend}.")
    if not failed.get("loss"):
        return False
    if not play.ruled:
        play.put(actor, "extra", extra - price)
    left = 0 if price == need or play.ruled else max(0, int(failed["loss"]) - half)
    freed = take_back(play, friend, failed, left)
    play.put(friend, "reacted", {**failed, "loss": left})
    source = "setting protect_double" if price < need else f"{t.SOURCE}: protect"
    play.because("damage", f"{friend} protected", -freed, source)
    play.say(f"{friend} +{freed} grit ({play.one(friend).value('grit')}).")
    return True
