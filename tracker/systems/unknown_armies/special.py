"""Several attacks in a round, and the sucker attack (rules page, Actions)."""

from __future__ import annotations

from typing import Self

from tracker.systems.base import Deed, Play, flag, named, place, result
from tracker.systems.quoting import quote
from tracker.systems.unknown_armies import exchange as x
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.roll import Roll, RollWord, made
from tracker.systems.unknown_armies.shifts import cite, focus_of, skill_of, typed, wounds
from tracker.systems.unknown_armies.turns import split_of, use_turn
from tracker.systems.unknown_armies.words import SHIFT, InHand, SkillWord
from tracker.systems.unknown_armies.wounds import kind_of
from tracker.systems.words import Numbers, Text, Who


class Split(Deed):
    """Divides the skill among several attacks: 40,15; each attack takes the next share."""

    cost = "action"
    against = (
        "the shares add up to more than the skill and its shifts",
        f"more than {t.SPLIT_MOST} shares, unless suppressive with a firearm",
        "the weapon is not ready",
        "the actor has acted this round",
        "a sucker attack of the last round worked",
    )

    shares: tuple[int, ...] = place(Numbers(1, 200, "40,15"), "a number for each attack", required=True)
    skill: str | int | None = named(SkillWord(), "struggle by hand, firearms with a gun")
    weapon: str | None = named(InHand(), "the only ready one, else the fist")
    shift: int | None = named(SHIFT, "a shift by the Director's word, into the sum")
    suppressive: bool = flag("suppressive fire with a firearm: any number of attacks")

    def filled(self, play: Play) -> Self:
        """With weapon and skill."""
        weapon = x.the_weapon(play.one(self.actor), self.weapon)
        return self.but(weapon=weapon, skill=x.the_skill(play, self.actor, weapon, self.skill))

    def resolve(self, play: Play) -> None:
        """Keep the shares for the attacks to come."""
        weapon, skill = self.weapon or t.FIST, self.skill or 0
        x.must_be_ready(play, self.actor, weapon)
        self._count(play, weapon)
        if play.one(self.actor).has("sucker"):
            play.object_(
                f"The one die after a sucker attack goes with no split; unmark {quote(self.actor)} sucker ends it."
            )
        most = skill_of(play, self.actor, skill, "pool") + wounds(play, self.actor, "pool")
        most += typed(play, self.shift, "pool")
        wanted = sum(play.because("total", f"share {n}", share) for n, share in enumerate(self.shares, 1))
        amount, only = focus_of(play.scene, self.actor)
        if wanted <= most or only is None:
            only = None
        else:
            most += play.because("pool", f"focus on {only}", amount, cite(play, "focus shifts"))
        if wanted > most:
            play.object_(f"The shares add up to {wanted}, the skill to split is {most}; lower a share.")
        use_turn(play, self.actor)
        kept = {"shares": list(self.shares), "used": [], "skill": skill, "weapon": weapon, "only": only}
        play.put(self.actor, "split", kept)
        all_at = f", all at {only}" if only else ""
        fire = " Suppressive fire." if self.suppressive else ""
        play.say(f"{self.actor} splits {most} into {' + '.join(map(str, self.shares))} with {weapon}{all_at}.{fire}")

    def _count(self, play: Play, weapon: str) -> None:
        if len(self.shares) < t.SPLIT_LEAST:
            play.object_("A split makes several attacks: name two shares or more, or just attack.")
        gun = kind_of(play, self.actor, weapon) == t.GUN
        if self.suppressive and not gun:
            play.object_(f"Suppressive fire needs a firearm, and {weapon} is none; weapon=NAME says which.")
        if len(self.shares) > t.SPLIT_MOST and not (self.suppressive and gun):
            play.object_(f"At most {t.SPLIT_MOST} attacks in a round; suppressive with a firearm allows more.")


class Sucker(Deed):
    """A feint that does no damage; next round an attack on the same target is one die, a match."""

    cost = "action"
    against = ("the weapon is not ready", "the actor has acted this round", "a split is running")

    target: str | None = place(Who(), "whom; the only enemy if not said")
    result: Roll = result(RollWord())
    skill: str | int | None = named(SkillWord(), "struggle by hand, firearms with a gun")
    weapon: str | None = named(InHand(), "the only ready one, else the fist")
    shift: int | None = named(SHIFT, "a shift by the Director's word")
    what: str | None = named(Text(), "the feint")

    def filled(self, play: Play) -> Self:
        """With target, weapon and skill."""
        target = x.the_target(play, self.actor, self.target)
        weapon = x.the_weapon(play.one(self.actor), self.weapon)
        return self.but(target=target, weapon=weapon, skill=x.the_skill(play, self.actor, weapon, self.skill))

    def resolve(self, play: Play) -> None:
        """Roll; a success leaves a marker and no wound."""
        target = self.target or ""
        number = self.number(play)
        if self.result.die:
            play.object_("The feint itself takes a full roll; the one die comes next round.")
        if split_of(play.one(self.actor)):
            play.object_("A sucker attack does not go with a split.")
        x.note_out(play, target)
        use_turn(play, self.actor)
        feint = f" ({self.what})" if self.what else ""
        play.say(f"{self.actor} feints at {target}{feint} under {number}:")
        roll, what = x.rolled(play, self.result, number)
        value = roll.value or 0
        play.means(result=roll)
        play.say(x.told(value, what))
        x.end_sucker(play, self.actor)
        if made(value, number):
            play.mark(self.actor, "sucker", None, of=target)
            play.say(f"No damage; {self.actor}'s attack on {target} next round is one die, read as a match.")
        x.ask_more(play, self.actor, what, value)

    def number(self, play: Play) -> int:
        """The number to roll under; objects to a weapon not in hand."""
        x.must_be_ready(play, self.actor, self.weapon or t.FIST)
        return x.under(play, self.actor, self.target or "", self.skill or 0, self.shift)
