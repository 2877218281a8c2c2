"""The Reaction Roll and what its extra buys: counters and protection (rules page, Actions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tracker.combat.scene import Plain
from tracker.systems.base import Action, Look, Nonsense, Play, flag, listed, named, place, result
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.attack import keep, take_grit
from tracker.systems.outgunned.pool import need_pool, reaction_pool
from tracker.systems.outgunned.result import Rerolls, Result, ResultWord, finished
from tracker.systems.outgunned.sheet import PoolWord
from tracker.systems.outgunned.turns import REACTION, is_brawl, pay
from tracker.systems.words import Number, Who, number

MOST = 0
"""A counter with no number: as many as possible."""


@dataclass(frozen=True, slots=True)
class TimesWord:
    """How many counters; ``most`` is as many as possible."""

    hint: str = "a number, or most"

    def read(self, text: str, look: Look, alias: str = "") -> int:
        """The number, MOST for as many as possible."""
        return MOST if text.casefold() == "most" else number(text, 1, 1000)

    def write(self, value: Any) -> str:
        """The number or ``most``."""
        return "most" if value == MOST else str(value)

    def complete(self, look: Look) -> tuple[str, ...]:
        """The common ones."""
        return ("most", "1", "2")


def outcome(play: Play, name: str) -> dict[str, Any]:
    """What came of somebody's reaction this turn; empty where they have not reacted."""
    found = play.one(name).fields.get("reacted")
    return dict(found) if isinstance(found, dict) else {}


def asked(play: Play, name: str) -> Mapping[str, Plain]:
    """What the Reaction Turn asks of somebody."""
    fields = play.scene.fields
    special = fields.get("threat_for")
    if isinstance(special, dict) and name in special:
        return dict(special[name])
    threat = fields.get("threat")
    return threat if isinstance(threat, dict) else {}


def attacker(play: Play, name: str) -> str:
    """The enemy meant when none is named: that of the threat, else the only one; else Nonsense."""
    by = play.scene.fields.get("threat_by")
    if isinstance(by, str) and by in play.scene.combatants:
        return by
    found = play.system.targets(play.scene, name)
    if len(found) == 1:
        return found[0]
    raise Nonsense(
        f"Against whom? Say vs= one of {listed(found)}." if found else "There is no enemy up; name one with vs=."
    )


def _phase(play: Play, what: str) -> None:
    if is_brawl(play.scene):
        play.object_(f"A brawl has no {what}: one roll settles both sides.")
    elif play.scene.turn.phase != REACTION:
        play.object_(f"A {what} belongs to a Reaction Turn; next or begin reaction opens one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class React(Action):
    """A Reaction Roll, always dangerous."""

    verb: ClassVar[str] = "react"
    help: ClassVar[str] = "Reaction Roll: meet the enemy's attack or lose what is missing"
    cost: ClassVar[str] = "reaction"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    result: Result | None = result(ResultWord(), required=False)
    vs: str | None = named(Who(), "which enemy")
    pool: str | None = named(PoolWord(), "the dice; what the threat asks if not said")
    counter: int | None = named(TimesWord(), "counter with the extra", bare="most")
    protect: str | None = named(Who(), "a friend who failed")
    pass_: bool = flag("out of the enemy's range: no roll")
    ones: int | None = named(Number(0, 40), "how many ones showed")
    reroll: bool = flag("re-roll: needs a success, may cost the smallest")
    free_reroll: bool = flag("free re-roll: costs nothing")
    all_in: bool = flag("all-in after a bettering re-roll")

    def filled(self, play: Play) -> Self:
        """With the enemy."""
        return self if self.vs else self.but(vs=attacker(play, self.actor))

    def resolve(self, play: Play) -> None:
        """Roll and see what is missing."""
        _phase(play, "Reaction Roll")
        pay(play, self.actor, "reaction")
        one = play.one(self.actor)
        if self.pass_ or one.cover.degree == "total":
            why = "out of the enemy's range" if self.pass_ else "behind total cover"
            if self.result is not None:
                play.note("The typed result does not count.")
            play.put(self.actor, "reacted", {"vs": self.vs, "loss": 0})
            play.say(f"{self.actor} is safe, {why}.")
            return
        self._roll(play)
        if self.counter is not None:
            counters(play, self.actor, self.vs or "", self.counter)
        if self.protect is not None:
            shield(play, self.actor, self.protect)

    def _roll(self, play: Play) -> None:
        threat = asked(play, self.actor)
        pool = self.pool or (str(threat["pool"]) if threat.get("pool") else None)
        dice = reaction_pool(play, self.actor, pool)
        attack = str(play.one(self.vs or "").fields.get("attack") or t.DIFFICULTIES[0])
        need = play.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        if self.result is None:
            raise Nonsense(f"react needs {self.actor}'s result ({ResultWord().hint}), or pass.")
        if self.result.roll:
            need_pool(play, self.actor, pool, dice)
        found = finished(play, self.result, dice, Rerolls(self.reroll, self.free_reroll, self.all_in))
        play.means(result=found)
        for each in found.successes:
            play.because("units", each, t.LEVELS[each])
        if play.one(self.actor).fields.get("covered"):
            play.put(self.actor, "covered", False)
        play.say(f"{self.actor} reacts to {self.vs}: {found.said}.")
        if found.units >= need:
            play.put(self.actor, "reacted", {"vs": self.vs, "loss": 0, "left": _spare(found, attack)})
            play.say("Safe.")
            keep(play, self.actor, found.units - need)
        else:
            loss = play.one(self.actor).value("grit") if attack == "impossible" else need - found.units
            self._fail(
                play, loss, f"need {need} − {found.units} units" if attack != "impossible" else "attack impossible"
            )

    def _fail(self, play: Play, loss: int, why: str) -> None:
        """Loss, and how all was before it, so that a friend may take it back."""
        one = play.one(self.actor)
        asked_before = {each.id for each in play.scene.prompts}
        before: dict[str, Plain] = {track: value.value for track, value in one.tracks.items()}
        play.because("grit", why, -loss, f"{t.SOURCE}: damage control")
        if loss > one.value("grit"):
            play.because("grit", f"only {one.value('grit')} left", loss - one.value("grit"))
        play.say(f"−{loss} grit ({one.value('grit')} → {max(0, one.value('grit') - loss)}).")
        play.system.lose(play, self.actor, loss, "grit")
        new: list[Plain] = [each.id for each in play.scene.prompts if each.id not in asked_before]
        lost = {"vs": self.vs, "loss": loss, "before": before, "prompts": new}
        play.put(self.actor, "reacted", lost)


def _spare(found: Result, attack: str) -> list[Plain]:
    """The physical successes left when the smallest that meets the attack has defended."""
    left = list(found.successes)
    missing = t.need(attack)
    for each in found.successes:
        if missing > 0 and t.LEVELS[each] >= t.LEVELS[t.level(attack)]:
            left.remove(each)
            missing -= t.LEVELS[each]
    while missing > 0 and left:
        missing -= t.LEVELS[left.pop(0)]
    return list(left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Action):
    """Extra of a reaction turned against the enemy."""

    verb: ClassVar[str] = "counter"
    help: ClassVar[str] = "each need(defense) of extra units is −1 grit"
    cost: ClassVar[str] = "extra"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    target: str | None = place(Who(), "which enemy")
    times: int | None = named(TimesWord(), "how many; as many as possible if not said")

    def filled(self, play: Play) -> Self:
        """With the enemy they reacted to."""
        return (
            self if self.target else self.but(target=outcome(play, self.actor).get("vs") or attacker(play, self.actor))
        )

    def resolve(self, play: Play) -> None:
        """Strike back."""
        _phase(play, "counter")
        counters(play, self.actor, self.target or "", self.times or MOST)


def counters(play: Play, actor: str, target: str, times: int) -> None:
    """Counters out of the extra; objects where it does not reach."""
    defense = str(play.one(target).fields.get("defense") or t.DIFFICULTIES[0])
    need, extra, reacted = t.need(defense), play.one(actor).number("extra"), outcome(play, actor)
    by_success = play.setting("counter_size") == "per-success"
    fit = [each for each in reacted.get("left") or () if t.LEVELS[each] >= need]
    possible = len(fit) if by_success else extra // need
    if possible < max(1, times):
        what = "successes that meet it" if by_success else "extra units"
        play.object_(
            f"A counter against defense {defense} costs {need}; {actor} has {len(fit) if by_success else extra} {what}."
        )
    wanted = times or max(1, possible)
    if not play.ruled:
        used = fit[:wanted] if by_success else []
        cost = sum(t.LEVELS[each] for each in used) if by_success else wanted * need
        play.put(actor, "extra", max(0, extra - cost))
        if used:
            left = list(reacted["left"])
            for each in used:
                left.remove(each)
            play.put(actor, "reacted", {**reacted, "left": left})
    play.say(f"{actor} counters.")
    source = "setting counter_size" if by_success else f"extra {extra} ÷ need {need}"
    take_grit(play, target, wanted, source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Protect(Action):
    """Extra of a reaction given to a friend who failed."""

    verb: ClassVar[str] = "protect"
    help: ClassVar[str] = "pays need(attack) of extra: the friend's loss is taken back"
    cost: ClassVar[str] = "extra"
    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
    friend: str = place(Who(), "whom", required=True)

    def resolve(self, play: Play) -> None:
        """Take the friend's loss back."""
        _phase(play, "protection")
        shield(play, self.actor, self.friend)


def shield(play: Play, actor: str, friend: str) -> None:
    """Take back what a friend's failed reaction cost; objects where the extra does not reach."""
    if actor == friend:
        raise Nonsense("Nobody protects themselves; name a friend.")
    failed = outcome(play, friend)
    extra = play.one(actor).number("extra")
    if not failed.get("loss"):
        play.object_(f"{friend} has not failed a reaction this turn; react comes first.")
        play.say(f"{actor} protects {friend}.")
        return
    attack = str(play.one(failed["vs"]).fields.get("attack")) if failed["vs"] in play.scene.combatants else "basic"
    need, half = t.need(attack), t.LEVELS[t.level(attack)]
    whole = extra >= need or play.ruled
    if not whole and (need == half or extra < half or play.setting("protect_double") == "full"):
        play.object_(
            f"Protecting against attack {attack} costs {need} extra units; {actor} has {extra}; "
            "lower successes do not help a friend."
        )
    cost = need if whole else half
    if not play.ruled:
        play.put(actor, "extra", max(0, extra - cost))
    play.say(f"{actor} protects {friend}.")
    if whole:
        _undo_loss(play, friend, failed)
        play.put(friend, "reacted", {"vs": failed["vs"], "loss": 0})
    else:
        spared = min(half, int(failed["loss"]))
        play.because("grit", "protect_double half", spared, "setting protect_double")
        _undo_loss(play, friend, failed)
        left = int(failed["loss"]) - spared
        if left:
            play.system.lose(play, friend, left, "grit")
        play.put(friend, "reacted", {**failed, "loss": left})
    play.say(f"Grit of {friend}: {play.one(friend).value('grit')}.")


def _undo_loss(play: Play, friend: str, failed: Mapping[str, Any]) -> None:
    """All that came of the loss: grit, adrenaline, bullets, the prompts, the condition decided, being out."""
    for number_ in failed.get("prompts", ()):
        if play.scene.prompt(number_):
            play.close(number_, "protected")
    for track, value in failed.get("before", {}).items():
        if play.one(friend).value(track) != value:
            play.track(friend, track, value)
    if failed.get("condition"):
        play.unmark(friend, failed["condition"])
    if failed.get("out"):
        play.out(friend, None)
