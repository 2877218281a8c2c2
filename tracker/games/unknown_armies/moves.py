"""What is declared, drawn, dodged and done apart from attacks (rules page, Actions)."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from tracker.games.unknown_armies import exchange as x
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.dodging import defend, forget, give_back
from tracker.games.unknown_armies.roll import Roll, RollWord, shown
from tracker.games.unknown_armies.shifts import skill_of, wounds
from tracker.games.unknown_armies.turns import ACT, acting, declaring, use_turn
from tracker.games.unknown_armies.words import SkillWord
from tracker.games.unknown_armies.wounds import hits
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import CombatantParam, NumberParam, TextParam, WeaponParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


def may_declare(resolver: Resolver) -> None:
    """Object to a focus after the beginning of the round (S)."""
    if resolver.scene.turn.phase == ACT:
        resolver.objection("A focus shift is declared at the beginning of a round; next goes on to the next one.")


class Focus(ActorAction):
    """A shift on attacks at one target this round, and for everybody who attacks the actor."""

    refused_when = ("the declaring is over", "an amount other than 10, 20 or 30")

    target: str | None = argument(CombatantParam(), "whom; the only enemy if not said")
    amount: int = argument(NumberParam(1, 100, "10, 20 or 30"), "the shift: 10, 20 or 30", required=True)

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the only target."""
        return self.copy_with(target=x.the_target(resolver, self.actor, self.target))

    def resolve(self, resolver: Resolver) -> None:
        """Mark it for everybody to see."""
        if self.amount not in t.FOCUS:
            resolver.objection(f"A focus shift is {', '.join(f'{each:+d}' for each in t.FOCUS)}, not {self.amount:+d}.")
        declaring(resolver)
        x.note_out(resolver, self.target or "")
        resolver.mark(self.actor, "focus", self.amount, of=self.target)
        resolver.say(
            f"{self.actor} focuses on {self.target}: {self.amount:+d}, and as much for attacks on {self.actor}."
        )


class Draw(ActorAction):
    """Takes the turn; the weapon is ready from the next round."""

    cost = "action"
    refused_when = ("the weapon is ready", "the actor has acted this round")

    weapon: str = argument(WeaponParam(), "the weapon", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Begin to draw it."""
        if self.weapon in x.ready_weapons(resolver.combatant(self.actor)):
            away = f"arm {quote(self.actor)} {quote(self.weapon)} ready=no puts it away"
            resolver.objection(f"{self.actor}'s {self.weapon} is ready already; {away}.")
        use_turn(resolver, self.actor)
        resolver.set_field(self.actor, "drawing", self.weapon)
        resolver.mark(self.actor, "drawing")
        resolver.say(f"{self.actor} draws the {self.weapon}; it is ready from the next round.")


class Act(ActorAction):
    """Any other action: takes the turn."""

    cost = "action"
    refused_when = ("the actor has acted this round",)

    what: str | None = argument(TextParam(), "what they do", rest=True)
    roll: Roll | None = option(RollWord(), "the roll")
    skill: str | int | None = option(SkillWord(), "against which skill")

    def resolve(self, resolver: Resolver) -> None:
        """Take the turn, and roll where a roll is given."""
        what = f": {self.what}" if self.what else " acts"
        if self.roll is None:
            use_turn(resolver, self.actor)
            resolver.say(f"{self.actor}{what}.")
            return
        number = self.number(resolver)
        use_turn(resolver, self.actor)
        resolver.say(f"{self.actor}{what}, under {number}:")
        roll, how = x.rolled(resolver, self.roll, number)
        resolver.record_as(roll=replace(roll, die=False))
        resolver.say(x.told(roll.value or 0, how))
        x.ask_more(resolver, self.actor, how, roll.value or 0)

    def number(self, resolver: Resolver) -> int:
        """The number to roll under; raises InvalidCommand where no skill is named."""
        if self.skill is None:
            raise InvalidCommand("A roll goes against a skill: say skill=NAME or skill=N.")
        return skill_of(resolver, self.actor, self.skill) + wounds(resolver, self.actor)


class Dodge(ActorAction):
    """Against the latest hit of this round: no damage, half of it, or all."""

    cost = "action"
    source = "G"
    refused_when = ("the actor has acted this round", "setting dodge is off")

    result: Roll = result(RollWord())
    against_: str | None = option(CombatantParam(), "whose attack; the latest if not said")

    def with_defaults(self, resolver: Resolver) -> Self:
        """With the latest attacker; raises InvalidCommand where nobody hit them."""
        found = [each["by"] for each in hits(resolver, self.actor) if self.against_ in (None, each["by"])]
        if not found:
            who = f"{self.against_} has not" if self.against_ else "Nobody has"
            raise InvalidCommand(f"{who} hit {self.actor} this round, so there is nothing to dodge.")
        return self.copy_with(against_=found[-1])

    def resolve(self, resolver: Resolver) -> None:
        """Correct the damage of that hit."""
        acting(resolver)
        taken = hits(resolver, self.actor)
        at = max(n for n, each in enumerate(taken) if each["by"] == self.against_)
        hit = taken[at]
        resolver.because("damage", f"{self.against_}'s hit", hit["damage"], t.SOURCE)
        resolver.because("total", "attack roll", hit["roll"])
        resolver.say(f"Against {self.against_}'s {shown(hit['roll'])}:")
        left, roll = defend(resolver, self.actor, self.result, hit["roll"], hit["damage"], hit["before"])
        resolver.record_as(result=roll)
        back = min(hit["damage"], hit["before"]) - min(left, hit["before"])
        if back:
            give_back(resolver, self.actor, back, hit["fell"])
        if not left:
            forget(resolver, self.actor, hit["by"], hit["dropped"])
        resolver.set_field(self.actor, "hits", [*taken[:at], *taken[at + 1 :]] or None)
