"""The Reaction Roll and what its extra buys: counters and protection (rules page, Actions)."""

from __future__ import annotations

from typing import Any, Self

from tracker.combat.scene import Plain
from tracker.systems.base import Deed, Nonsense, Play, flag, named, place, result
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.loss import suffer
from tracker.systems.outgunned.pool import reaction_pool
from tracker.systems.outgunned.result import Rerolls, Result, ResultWord
from tracker.systems.outgunned.spare import asked, attacker, counters, only_reacting, shield, spare
from tracker.systems.outgunned.strike import NO_GAMBLE, difficulty_of, keep, note_out, said_units
from tracker.systems.outgunned.turns import pay
from tracker.systems.outgunned.words import MOST, PoolWord, TimesWord
from tracker.systems.words import Number, Who

_WHEN = "outside a Reaction Turn, or in a brawl"


class React(Deed):
    """A Reaction Roll: meet the enemy's attack or lose what is missing."""

    cost = "reaction"
    against = (_WHEN, "a second time in a turn")

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

    def passes(self, play: Play) -> str:
        """Why no roll is needed, "" where it is."""
        total = play.one(self.actor).cover.degree == "total"
        return "out of the enemy's range" if self.pass_ else "behind total cover" if total else ""

    def filled(self, play: Play) -> Self:
        """With the enemy."""
        if self.vs == self.actor:
            raise Nonsense("Nobody reacts to themselves; say vs= an enemy.")
        return self if self.vs or self.passes(play) else self.but(vs=attacker(play, self.actor))

    def dice(self, play: Play, roll: bool) -> int | None:
        """How many dice are thrown, None where that is not known and not needed."""
        return reaction_pool(play, self.actor, self.pool or asked(play.scene, self.actor, "pool"), roll)

    def resolve(self, play: Play) -> None:
        """Roll and see what is missing."""
        only_reacting(play, "Reaction Roll")
        pay(play, self.actor, "reaction")
        why = self.passes(play)
        if why:
            if self.result is not None:
                play.note("The typed result does not count.")
            play.put(self.actor, "reacted", {"vs": self.vs, "loss": 0})
            play.say(f"{self.actor} is safe, {why}.")
        elif self.result is None:
            raise Nonsense(f"react needs {self.actor}'s result ({ResultWord().hint}), or pass.")
        else:
            self._roll(play, self.vs or "", self.result)
        lenient = why != "" or (self.result is not None and self.result.roll)
        if self.protect is not None and not shield(play, self.actor, self.protect, lenient):
            play.means(protect=None)
        if self.counter is not None:
            target = self.vs or attacker(play, self.actor)
            made = counters(play, self.actor, target, self.counter, lenient or self.counter == MOST)
            play.means(counter=self.counter if made and self.counter == MOST else made or None)

    def _roll(self, play: Play, enemy: str, typed: Result) -> None:
        attack = difficulty_of(play, enemy, "attack")
        need = play.because("need", f"Attack {attack}", t.need(attack), f"{t.SOURCE}: reaction")
        dice = self.dice(play, typed.roll)
        if self.ones is not None:
            play.note(NO_GAMBLE)
        note_out(play, enemy)
        found = Rerolls(self.reroll, self.free_reroll, self.all_in).finish(play, typed, dice)
        play.means(result=found)
        units = said_units(play, found)
        if play.one(self.actor).fields.get("covered"):
            play.put(self.actor, "covered", False)
        play.say(f"{self.actor} reacts to {enemy}: {found.said}.")
        if units >= need:
            play.put(self.actor, "reacted", {"vs": enemy, "loss": 0, "left": spare(found, attack)})
            play.say("Safe.")
            keep(play, self.actor, units - need)
        else:
            self._fail(play, enemy, attack, units)

    def _fail(self, play: Play, enemy: str, attack: str, units: int) -> None:
        """Loss, and what came of it, so that a friend may take it back."""
        before, known = play.one(self.actor), {each.id for each in play.scene.prompts}
        loss = suffer(play, self.actor, attack, units, "grit")
        came: list[Plain] = [each.id for each in play.scene.prompts if each.id not in known]
        gained = play.one(self.actor).value("adrenaline") - before.value("adrenaline")
        lost: dict[str, Any] = {"vs": enemy, "attack": attack, "loss": loss, "had": before.value("grit")}
        play.put(self.actor, "reacted", {**lost, "gained": gained, "prompts": came})


class Counter(Deed):
    """Each need(defense) of extra units is −1 grit."""

    cost = "extra"
    against = (_WHEN, "too little extra")

    target: str | None = place(Who(), "which enemy; the one reacted to if not said")
    times: int | None = named(TimesWord(), "how many; as many as possible if not said")

    def filled(self, play: Play) -> Self:
        """With the enemy they reacted to."""
        return self if self.target else self.but(target=attacker(play, self.actor))

    def resolve(self, play: Play) -> None:
        """Strike back."""
        only_reacting(play, "counter")
        counters(play, self.actor, self.target or "", self.times or MOST, lenient=False)


class Protect(Deed):
    """Pays need(attack) of extra: the friend's loss is taken back."""

    cost = "extra"
    against = (_WHEN, "a friend who has not failed", "too little extra")

    friend: str = place(Who(), "whom", required=True)

    def resolve(self, play: Play) -> None:
        """Take the friend's loss back."""
        only_reacting(play, "protection")
        shield(play, self.actor, self.friend, lenient=False)
