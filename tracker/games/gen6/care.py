"""Damage from elsewhere, and everything that heals: first aid, breathers, sleep, care."""

from __future__ import annotations

from typing import Self

from tracker.games.gen6 import health
from tracker.games.gen6 import tables as t
from tracker.games.gen6.damage import Hit, amount_of, strike
from tracker.games.gen6.rest import alive, breathe, close_fight, of_one, patients, skill, treat
from tracker.games.gen6.sheet import DAMAGE, SOURCE, TYPE
from tracker.games.gen6.throw import Tested, Thrown, ThrownWord
from tracker.games.gen6.turns import MAJOR, act
from tracker.rules.action import Action
from tracker.rules.command import argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.params import CombatantParam, CombatantsParam, NameList, NumberParam
from tracker.rules.resolver import Resolver


class FirstAid(Tested):
    """TN 15: medicine + int back, at least 1; stops bleeding."""

    cost = MAJOR
    source = "Gen6 S: first aid"
    helps = True
    refused_when = ("on oneself", "again before new damage", "on the dead")

    actor: str = argument(CombatantParam(), "who helps", required=True)
    target: str | None = argument(CombatantParam(), "whom; the only one hurt if not said")
    result: Thrown = result(ThrownWord())
    prepared: bool = flag("as prepared before")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only friend who is hurt."""
        found = patients(resolver.scene, self.actor)
        if self.target is None and len(found) != 1:
            raise InvalidCommand(f"Say whom: {comma_list(found)}." if found else "No friend is hurt; say whom.")
        return self if self.target else self.copy_with(target=found[0])

    def resolve(self, resolver: Resolver) -> None:
        """Throw, and heal."""
        name, one = self.target or "", resolver.combatant(self.actor)
        alive(resolver, name)
        if name == self.actor:
            resolver.objection("First aid is for somebody else, not oneself.")
        elif resolver.scene.band(self.actor, name) != t.ADJACENT:
            resolver.note(f"{name} is not adjacent to {self.actor}.")
        if resolver.combatant(name).has("treated"):
            resolver.objection(f"{name} has had first aid; it helps again only after new damage.")
        act(resolver, self.actor, self.verb, MAJOR, self.prepared)
        if treat(resolver, self, self.actor, name, t.FIRST_AID_TN, skill(one, self.source), t.FIRST_AID_LEAST):
            resolver.mark(name, "treated")


class Damage(Action):
    """Damage through cover, armor and toughness; without a source no armor helps."""

    source = "Gen6 S: damage"
    by_hand = True

    target: NameList = argument(CombatantsParam(), "whom", required=True)
    amount: str = argument(DAMAGE, "how much", required=True)
    source_: str | None = option(SOURCE, "of the damage")
    type_: str | None = option(TYPE, "of the damage; wound if not said")
    through: bool = flag("through the cover's material")
    no_armor: bool = flag("armor does not help")

    def resolve(self, resolver: Resolver) -> None:
        """Let it arrive."""
        amount, label = amount_of(resolver, self.amount)
        resolver.record_as(amount=str(amount))
        for name in self.target:
            whose = f"{name}: {label}" if len(self.target) > 1 else label
            strike(
                resolver, name, amount, whose, Hit(self.source_, self.type_ or t.TYPES[0], self.through, self.no_armor)
            )


class Breather(Action):
    """5 minutes after the fight: 5 + con back, once."""

    source = "Gen6 S: breather"
    by_hand = True
    refused_when = ("a second one after the same fight", "at 0 health when the fight ended")

    target: NameList = argument(CombatantsParam(), "who rests", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Rest."""
        close_fight(resolver)
        for name in self.target:
            alive(resolver, name)
            breathe(resolver, name)
            con = resolver.combatant(name).number("con_mod")
            parts = (("breather", t.BREATHER_HEALS, self.source), ("con modifier", con, self.source))
            health.healed(resolver, name, of_one(name, self.target, parts))


class Sleep(Action):
    """6 hours or more: 10 + con back."""

    source = "Gen6 S: sleep"
    by_hand = True
    refused_when = ("dead",)

    target: NameList = argument(CombatantsParam(), "who sleeps", required=True)
    hours: int | None = option(NumberParam(0, 1000), "how long; 6 if not said")

    def resolve(self, resolver: Resolver) -> None:
        """Sleep."""
        close_fight(resolver)
        way = resolver.setting("sleep_con")
        for name in self.target:
            alive(resolver, name)
            if self.hours is not None and self.hours < t.SLEEP_HOURS:
                resolver.say(f"{name} sleeps {self.hours} hours: too short to help.")
                continue
            one = resolver.combatant(name)
            con = one.number("con_mod") if way == "mod" else one.value("con")
            parts = (("sleep", t.SLEEP_HEALS, self.source), (f"con {way}", con, f"Gen6 G: setting sleep_con={way}"))
            health.healed(resolver, name, of_one(name, self.target, parts))


class Care(Tested):
    """An hour with tools, or beside sleep; TN 13: 5 + int + medicine of the healer back."""

    source = "Gen6 S: extended care"
    by_hand = True
    refused_when = ("oneself", "a healer who is out", "dead")

    target: str = argument(CombatantParam(), "who is cared for", required=True)
    result: Thrown = result(ThrownWord())
    by: str = option(CombatantParam(), "who heals", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Throw, and heal."""
        alive(resolver, self.target)
        healer = resolver.combatant(self.by)
        if self.by == self.target:
            resolver.objection("Extended care is given by somebody else, not by oneself.")
        if healer.out is not None:
            resolver.objection(f"{self.by} is out ({healer.out}) and cannot care for anybody.")
        close_fight(resolver)
        own = (
            ("int modifier", healer.number("int_mod"), self.source),
            ("medicine", healer.number("medicine"), self.source),
        )
        treat(resolver, self, self.by, self.target, t.CARE_TN, (("care", t.CARE_HEALS, self.source), *own))
