"""Damage from elsewhere, and everything that heals: first aid, breathers, sleep, care."""

from __future__ import annotations

from typing import Self

from tracker.systems.base import Action, Nonsense, Play, flag, listed, named, place, result
from tracker.systems.gen6 import health
from tracker.systems.gen6 import tables as t
from tracker.systems.gen6.damage import Hit, amount_of, strike
from tracker.systems.gen6.rest import alive, breathe, close_fight, of_one, patients, skill, treat
from tracker.systems.gen6.sheet import DAMAGE, SOURCE, TYPE
from tracker.systems.gen6.throw import Tested, Thrown, ThrownWord
from tracker.systems.gen6.turns import MAJOR, act
from tracker.systems.words import Names, Number, Who, Whos


class FirstAid(Tested):
    """TN 15: medicine + int back, at least 1; stops bleeding."""

    cost = MAJOR
    source = "Gen6 S: first aid"
    helps = True
    against = ("on oneself", "again before new damage", "on the dead")

    actor: str = place(Who(), "who helps", required=True)
    target: str | None = place(Who(), "whom; the only one hurt if not said")
    result: Thrown = result(ThrownWord())
    prepared: bool = flag("as prepared before")

    def filled(self, play: Play) -> Self:
        """With the only friend who is hurt."""
        found = patients(play.scene, self.actor)
        if self.target is None and len(found) != 1:
            raise Nonsense(f"Say whom: {listed(found)}." if found else "No friend is hurt; say whom.")
        return self if self.target else self.but(target=found[0])

    def resolve(self, play: Play) -> None:
        """Throw, and heal."""
        name, one = self.target or "", play.one(self.actor)
        alive(play, name)
        if name == self.actor:
            play.object_("First aid is for somebody else, not oneself.")
        elif play.scene.band(self.actor, name) != t.ADJACENT:
            play.note(f"{name} is not adjacent to {self.actor}.")
        if play.one(name).has("treated"):
            play.object_(f"{name} has had first aid; it helps again only after new damage.")
        act(play, self.actor, self.verb, MAJOR, self.prepared)
        if treat(play, self, self.actor, name, t.FIRST_AID_TN, skill(one, self.source), t.FIRST_AID_LEAST):
            play.mark(name, "treated")


class Damage(Action):
    """Damage through cover, armor and toughness; without a source no armor helps."""

    source = "Gen6 S: damage"
    by_hand = True

    target: Names = place(Whos(), "whom", required=True)
    amount: str = place(DAMAGE, "how much", required=True)
    source_: str | None = named(SOURCE, "of the damage")
    type_: str | None = named(TYPE, "of the damage; wound if not said")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")

    def resolve(self, play: Play) -> None:
        """Let it arrive."""
        amount, label = amount_of(play, self.amount)
        play.means(amount=str(amount))
        for name in self.target:
            whose = f"{name}: {label}" if len(self.target) > 1 else label
            strike(play, name, amount, whose, Hit(self.source_, self.type_ or t.TYPES[0], self.through, self.no_armor))


class Breather(Action):
    """5 minutes after the fight: 5 + con back, once."""

    source = "Gen6 S: breather"
    by_hand = True
    against = ("a second one after the same fight", "at 0 health when the fight ended")

    target: Names = place(Whos(), "who rests", required=True)

    def resolve(self, play: Play) -> None:
        """Rest."""
        close_fight(play)
        for name in self.target:
            alive(play, name)
            breathe(play, name)
            con = play.one(name).number("con_mod")
            parts = (("breather", t.BREATHER_HEALS, self.source), ("con modifier", con, self.source))
            health.healed(play, name, of_one(name, self.target, parts))


class Sleep(Action):
    """6 hours or more: 10 + con back."""

    source = "Gen6 S: sleep"
    by_hand = True
    against = ("dead",)

    target: Names = place(Whos(), "who sleeps", required=True)
    hours: int | None = named(Number(0, 1000), "how long; 6 if not said")

    def resolve(self, play: Play) -> None:
        """Sleep."""
        close_fight(play)
        way = play.setting("sleep_con")
        for name in self.target:
            alive(play, name)
            if self.hours is not None and self.hours < t.SLEEP_HOURS:
                play.say(f"{name} sleeps {self.hours} hours: too short to help.")
                continue
            one = play.one(name)
            con = one.number("con_mod") if way == "mod" else one.value("con")
            parts = (("sleep", t.SLEEP_HEALS, self.source), (f"con {way}", con, f"Gen6 G: setting sleep_con={way}"))
            health.healed(play, name, of_one(name, self.target, parts))


class Care(Tested):
    """An hour with tools, or beside sleep; TN 13: 5 + int + medicine of the healer back."""

    source = "Gen6 S: extended care"
    by_hand = True
    against = ("oneself", "a healer who is out", "dead")

    target: str = place(Who(), "who is cared for", required=True)
    result: Thrown = result(ThrownWord())
    by: str = named(Who(), "who heals", required=True)

    def resolve(self, play: Play) -> None:
        """Throw, and heal."""
        alive(play, self.target)
        healer = play.one(self.by)
        if self.by == self.target:
            play.object_("Extended care is given by somebody else, not by oneself.")
        if healer.out is not None:
            play.object_(f"{self.by} is out ({healer.out}) and cannot care for anybody.")
        close_fight(play)
        own = (
            ("int modifier", healer.number("int_mod"), self.source),
            ("medicine", healer.number("medicine"), self.source),
        )
        treat(play, self, self.by, self.target, t.CARE_TN, (("care", t.CARE_HEALS, self.source), *own))
