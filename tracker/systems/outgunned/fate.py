"""The roulette, points to spend, rest (rules page, Actions)."""

from __future__ import annotations

from typing import Any

from tracker.combat.scene import HEROES
from tracker.systems.base import Action, Deed, Look, Nonsense, Play, flag, named, place
from tracker.systems.outgunned import tables as t
from tracker.systems.outgunned.loss import face_roulette, remember, thrown_or
from tracker.systems.outgunned.words import SPOTLIGHT, ChangeWord
from tracker.systems.people import crowd
from tracker.systems.words import Choice, Names, Number, Who, Whos


class Roulette(Deed):
    """A die over the lethal bullets survives, else left for dead."""

    source = "G"
    against = ("grit above 0",)

    die: int | None = named(Number(1, t.SIDES_OF_DIE), "the die; thrown if not said")

    def resolve(self, play: Play) -> None:
        """Throw it; the question that asked for it is answered by it."""
        grit = play.one(self.actor).value("grit")
        if grit > 0:
            play.object_(f"{self.actor} has {grit} grit; the roulette is for a loss at 0.")
        play.settle()
        fell = thrown_or(play, self.die)
        play.means(die=fell)
        asked = next((e for e in play.scene.prompts if (e.kind, e.name) == ("roulette", self.actor)), None)
        if asked is not None:
            play.close(asked.id, str(fell))
        came = face_roulette(play, self.actor, fell)
        if asked is not None:
            remember(play, asked, came)


def _conditions(look: Look) -> tuple[str, ...]:
    actor = look.scene.combatants.get(str(look.values.get("actor")))
    return tuple(each.name for each in actor.conditions) if actor is not None else ()


class Spotlight(Deed):
    """Spends one: saves a friend, clears a condition, or pays an extreme."""

    verb = SPOTLIGHT
    cost = SPOTLIGHT
    source = "G"
    against = ("none left", "save= a friend who is up")

    save: str | None = named(Who(), "a friend who is left for dead")
    clear: str | None = named(Choice(_conditions, "condition they have"), "a condition of their own")
    extreme: bool = flag("only pays; type the result as e")

    def resolve(self, play: Play) -> None:
        """Spend it."""
        if [self.save is not None, self.clear is not None, self.extreme].count(True) != 1:
            raise Nonsense("Say one of save=FRIEND, clear=CONDITION or extreme.")
        have = play.one(self.actor).value(SPOTLIGHT)
        if have < 1:
            play.object_(f"{self.actor} has no spotlight left; adrenaline {self.actor} spotlight turns six into one.")
        elif not play.ruled:
            play.track(self.actor, SPOTLIGHT, have - 1)
        if self.save is not None:
            self._save(play, self.save)
        elif self.clear is not None:
            play.unmark(self.actor, self.clear)
            play.say(f"{self.actor} is no longer {self.clear}.")
        else:
            play.say(f"{self.actor} takes the spotlight for an extreme success.")

    def _save(self, play: Play, friend: str) -> None:
        one = play.one(friend)
        if one.side != HEROES:
            raise Nonsense(f"{friend} is no hero, and only heroes are saved by a spotlight; back {friend} does it.")
        if one.out is None:
            play.object_(f"{friend} is up; a spotlight saves one who is out.")
        play.out(friend, None)
        play.track(friend, "grit", 0)
        play.track(friend, "bullets", one.value("bullets") + 1, t.BULLETS[1])
        play.say(f"{self.actor} saves {friend}: back at 0 grit, bullets {play.one(friend).value('bullets')}.")


class Adrenaline(Deed):
    """Gained or spent; spotlight turns six into one."""

    by_hand = True
    source = "G"
    against = ("more than there is", "spotlight for one who has three")

    change: Any = place(ChangeWord(), "how much", required=True)

    def resolve(self, play: Play) -> None:
        """Count it."""
        one, lights = play.one(self.actor), play.one(self.actor).value(SPOTLIGHT)
        have, most = one.value("adrenaline"), t.ADRENALINE[1]
        change = -most if self.change == SPOTLIGHT else self.change
        if have + change < 0:
            play.object_(f"{self.actor} has {have} adrenaline, not {-change}.")
        if not (play.ruled and change < 0):
            play.track(self.actor, "adrenaline", have + change, most)
        now = f"{self.actor}: adrenaline {have} → {play.one(self.actor).value('adrenaline')}"
        if self.change == SPOTLIGHT:
            if SPOTLIGHT not in one.tracks:
                raise Nonsense(f"{self.actor} is no hero and has no spotlight; adrenaline {self.actor} -N spends some.")
            if lights >= t.SPOTLIGHT[1]:
                play.object_(f"{self.actor} has {lights} spotlight already, the most there is.")
            play.track(self.actor, SPOTLIGHT, lights + 1)
            now += f", spotlight {lights} → {play.one(self.actor).value(SPOTLIGHT)}"
        play.say(f"{now}.")


class Rest(Action):
    """All grit back; rest all for every hero."""

    by_hand = True
    source = "G"

    actor: Names = place(Whos(everybody=True), "who, or all", required=True)

    def resolve(self, play: Play) -> None:
        """Empty the boxes."""
        names = list(self.actor)
        if self.actor.text == "all":
            names = [each.name for each in play.scene.of_side(HEROES) if each.out is None]
        for name in names:
            grit = play.one(name).tracks["grit"]
            play.track(name, "grit", grit.max)
        play.say(f"{crowd(names, play.scene) or 'Nobody'}: all grit back.")
