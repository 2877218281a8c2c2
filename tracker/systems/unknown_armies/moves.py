"""What is declared, drawn, dodged and done apart from attacks (rules page, Actions)."""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from tracker.systems.base import Deed, Nonsense, Play, named, place, result
from tracker.systems.quoting import quote
from tracker.systems.unknown_armies import exchange as x
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.dodging import defend, forget, give_back
from tracker.systems.unknown_armies.roll import Roll, RollWord, shown
from tracker.systems.unknown_armies.shifts import skill_of, wounds
from tracker.systems.unknown_armies.turns import ACT, acting, declaring, use_turn
from tracker.systems.unknown_armies.words import SkillWord
from tracker.systems.unknown_armies.wounds import hits
from tracker.systems.words import Carried, Number, Text, Who


def may_declare(play: Play) -> None:
    """Object to a focus after the beginning of the round (S)."""
    if play.scene.turn.phase == ACT:
        play.object_("A focus shift is declared at the beginning of a round; next goes on to the next one.")


class Focus(Deed):
    """A shift on attacks at one target this round, and for everybody who attacks the actor."""

    against = ("the declaring is over", "an amount other than 10, 20 or 30")

    target: str | None = place(Who(), "whom; the only enemy if not said")
    amount: int = place(Number(1, 100, "10, 20 or 30"), "the shift: 10, 20 or 30", required=True)

    def filled(self, play: Play) -> Self:
        """With the only target."""
        return self.but(target=x.the_target(play, self.actor, self.target))

    def resolve(self, play: Play) -> None:
        """Mark it for everybody to see."""
        if self.amount not in t.FOCUS:
            play.object_(f"A focus shift is {', '.join(f'{each:+d}' for each in t.FOCUS)}, not {self.amount:+d}.")
        declaring(play)
        x.note_out(play, self.target or "")
        play.mark(self.actor, "focus", self.amount, of=self.target)
        play.say(f"{self.actor} focuses on {self.target}: {self.amount:+d}, and as much for attacks on {self.actor}.")


class Draw(Deed):
    """Takes the turn; the weapon is ready from the next round."""

    cost = "action"
    against = ("the weapon is ready", "the actor has acted this round")

    weapon: str = place(Carried(), "the weapon", required=True)

    def resolve(self, play: Play) -> None:
        """Begin to draw it."""
        if self.weapon in x.ready_weapons(play.one(self.actor)):
            away = f"arm {quote(self.actor)} {quote(self.weapon)} ready=no puts it away"
            play.object_(f"{self.actor}'s {self.weapon} is ready already; {away}.")
        use_turn(play, self.actor)
        play.put(self.actor, "drawing", self.weapon)
        play.mark(self.actor, "drawing")
        play.say(f"{self.actor} draws the {self.weapon}; it is ready from the next round.")


class Act(Deed):
    """Any other action: takes the turn."""

    cost = "action"
    against = ("the actor has acted this round",)

    what: str | None = place(Text(), "what they do", rest=True)
    roll: Roll | None = named(RollWord(), "the roll")
    skill: str | int | None = named(SkillWord(), "against which skill")

    def resolve(self, play: Play) -> None:
        """Take the turn, and roll where a roll is given."""
        what = f": {self.what}" if self.what else " acts"
        if self.roll is None:
            use_turn(play, self.actor)
            play.say(f"{self.actor}{what}.")
            return
        number = self.number(play)
        use_turn(play, self.actor)
        play.say(f"{self.actor}{what}, under {number}:")
        roll, how = x.rolled(play, self.roll, number)
        play.means(roll=replace(roll, die=False))
        play.say(x.told(roll.value or 0, how))
        x.ask_more(play, self.actor, how, roll.value or 0)

    def number(self, play: Play) -> int:
        """The number to roll under; raises Nonsense where no skill is named."""
        if self.skill is None:
            raise Nonsense("A roll goes against a skill: say skill=NAME or skill=N.")
        return skill_of(play, self.actor, self.skill) + wounds(play, self.actor)


class Dodge(Deed):
    """Against the latest hit of this round: no damage, half of it, or all."""

    cost = "action"
    source = "G"
    against = ("the actor has acted this round", "setting dodge is off")

    result: Roll = result(RollWord())
    against_: str | None = named(Who(), "whose attack; the latest if not said")

    def filled(self, play: Play) -> Self:
        """With the latest attacker; raises Nonsense where nobody hit them."""
        found = [each["by"] for each in hits(play, self.actor) if self.against_ in (None, each["by"])]
        if not found:
            who = f"{self.against_} has not" if self.against_ else "Nobody has"
            raise Nonsense(f"{who} hit {self.actor} this round, so there is nothing to dodge.")
        return self.but(against_=found[-1])

    def resolve(self, play: Play) -> None:
        """Correct the damage of that hit."""
        acting(play)
        taken = hits(play, self.actor)
        at = max(n for n, each in enumerate(taken) if each["by"] == self.against_)
        hit = taken[at]
        play.because("damage", f"{self.against_}'s hit", hit["damage"], t.SOURCE)
        play.because("total", "attack roll", hit["roll"])
        play.say(f"Against {self.against_}'s {shown(hit['roll'])}:")
        left, roll = defend(play, self.actor, self.result, hit["roll"], hit["damage"], hit["before"])
        play.means(result=roll)
        back = min(hit["damage"], hit["before"]) - min(left, hit["before"])
        if back:
            give_back(play, self.actor, back, hit["fell"])
        if not left:
            forget(play, self.actor, hit["by"], hit["dropped"])
        play.put(self.actor, "hits", [*taken[:at], *taken[at + 1 :]] or None)
