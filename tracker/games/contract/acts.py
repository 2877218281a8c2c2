"""Everything else one does: initiative, evading, acting, powers, quick actions, exerting; injuries by hand."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.games.contract import tables as t
from tracker.games.contract.attack import DIFFICULTY, evade_waiting
from tracker.games.contract.blow import fall_away, pending_on
from tracker.games.contract.body import injure, injuries_of, mend, tell
from tracker.games.contract.defence import dodging
from tracker.games.contract.result import Change, Result, ResultWord
from tracker.games.contract.roll import Roll, ready
from tracker.games.contract.spend import FREE, exert, no_mind, open_held, pay, shares_of
from tracker.games.contract.tables import Arms
from tracker.games.contract.turns import placed
from tracker.rules.action import ActorAction
from tracker.rules.command import RESULT, argument, flag, option, result
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, TextParam
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn

_USED = "the Action of the round is used, or split without a share for this"
_HELD = "held, and nothing is held"
PLAIN = Arms("", "", "", t.STANDARD)
"""A roll of which the sheet says nothing."""


class Initiative(ActorAction):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    refused_when = ("a second time in a fight",)

    outcome: Result = result(ResultWord())

    def resolve(self, resolver: Resolver) -> None:
        """Take the place."""
        if "initiative" in resolver.combatant(self.actor).fields:
            resolver.objection(f"{self.actor} has a place in the order; before {quote(self.actor)} NAME changes it.")
        outcome, found = self.rolling(resolver).thrown(resolver, self.outcome)
        resolver.record_as(outcome=found)
        resolver.say(f"{self.actor} has initiative {t.signed(outcome)}.")
        placed(resolver, self.actor, outcome)

    def rolling(self, resolver: Resolver) -> Roll:
        """The numbers before the dice."""
        return ready(resolver, self.actor, f"{self.actor}'s initiative", PLAIN, None, FREE, self.outcome)


class Evade(ActorAction):
    """Own Action: outcome to spend on attacks until the own next turn."""

    cost = "Action"
    refused_when = (_USED,)

    result: Result = result(ResultWord())
    difficulty: Change | None = option(DIFFICULTY, "in full, or on the usual")

    def rolling(self, resolver: Resolver) -> Roll:
        """The evading paid for, with its numbers, before the dice."""
        paid = pay(resolver, self.actor, "evade")
        arms = dodging(resolver.system, resolver.scene)._replace(
            difficulty=int(str(resolver.setting("evade_difficulty")))
        )
        label = f"{self.actor}'s evading (setting evade_difficulty)"
        return ready(resolver, self.actor, label, arms, self.difficulty, paid, self.result)

    def resolve(self, resolver: Resolver) -> None:
        """Roll it, and spend it on what waits already."""
        outcome, found = self.rolling(resolver).thrown(resolver, self.result)
        resolver.record_as(result=found)
        resolver.set_field(self.actor, "evade", max(0, outcome))
        resolver.say(f"{self.actor} evades: {max(0, outcome)} to spend on attacks.")
        for blow in pending_on(resolver.combatant(self.actor)):
            evade_waiting(resolver, blow)


class Doing(ActorAction):
    """What an act and a power have in common."""

    cost = "Action"

    result: Result | None = option(ResultWord(inner=True), "what was rolled for it", aliases=RESULT)
    difficulty: Change | None = option(DIFFICULTY, "in full, or on the usual")
    reaction: bool = flag("out of turn")
    held: bool = flag("this is the held action, set off")

    @property
    def said(self) -> tuple[str, bool]:
        """The deed in words, and whether it takes no Action."""
        return self.verb, False

    def rolling(self, resolver: Resolver) -> Roll:
        """The act paid for, with its numbers, before the dice."""
        if self.held:
            resolver.say(f"{self.actor} held this: {open_held(resolver, self.actor, getattr(self, 'on', None))}.")
        said, free = self.said
        paid = FREE if free else pay(resolver, self.actor, self.verb, reaction=self.reaction, held=self.held)
        return ready(resolver, self.actor, f"{self.actor}: {said}", PLAIN, self.difficulty, paid, self.result)

    def resolve(self, resolver: Resolver) -> None:
        """Do it, rolled or not."""
        roll = self.rolling(resolver)
        outcome = ""
        if self.result is not None:
            number, found = roll.thrown(resolver, self.result)
            resolver.record_as(result=found)
            outcome = f": {t.signed(number)} ({t.band(number)})"
        resolver.say(f"{self.actor}: {self.said[0]}{outcome}.")


class Act(Doing):
    """Anything else: climbing, dragging a friend, thinking hard."""

    refused_when = (_USED, _HELD)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)
    passive: bool = flag("noticing: its own pool, costs nothing")

    @property
    def said(self) -> tuple[str, bool]:
        """What they do; noticing takes no Action."""
        return self.what, self.passive


class Power(Doing):
    """A power: always committed; free for one that needs no Action."""

    refused_when = (_USED, _HELD, "in a split Action")

    name: str = argument(TextParam("text", 80), "which", required=True, rest=True)
    on: str | None = option(CombatantParam(), "on whom")
    free: bool = flag("needs no Action")

    @property
    def said(self) -> tuple[str, bool]:
        """Its name and on whom."""
        return f"{self.name}{f' on {self.on}' if self.on else ''}", self.free


class Quick(ActorAction):
    """Drawing a weapon and the like: two dice off the rest of this round's Action."""

    cost = "−2 dice"
    refused_when = ("the Action of the round is used",)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Do it; after a split it comes off the largest share."""
        note_out_of_turn(resolver, self.actor)
        one, shares = resolver.combatant(self.actor), shares_of(resolver.combatant(self.actor))
        resolver.because("pool", "quick action", -t.QUICK, "The Contract: quick actions (S)")
        if not resolver.ruled:
            if shares:
                largest = max(shares, key=lambda each: each.dice)
                rest = [replace(each, dice=max(0, each.dice - t.QUICK)) if each is largest else each for each in shares]
                resolver.set_field(self.actor, "shares", [each.plain() for each in rest])
            resolver.set_field(self.actor, "quick", one.number("quick") + 1)
        resolver.say(f"{self.actor}, quickly: {self.what}.")


class Exert(ActorAction):
    """Before a roll, once a round: +1 outcome on it, or no penalty this round."""

    cost = "exert"
    source = "G"
    refused_when = ("exerted this round", "the body (profile current)")

    what: str = argument(ChoiceParam(("body", "mind"), "body or mind"), "what", required=True)
    for_: str = argument(ChoiceParam(("outcome", "penalty"), "gain"), "what for", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Pay and gain."""
        current = resolver.setting("profile") == "current"
        if self.what == "mind" and "mind" not in resolver.combatant(self.actor).tracks:
            raise no_mind(self.actor)
        if current and self.what == "body":
            resolver.objection("Exerting is of the mind only in this profile (setting profile).")
        exert(resolver, self.actor, self.what)
        if current or self.for_ == "outcome":
            resolver.set_field(self.actor, "boost", t.EXERT_OUTCOME)
        if current or self.for_ == "penalty":
            resolver.set_field(self.actor, "eased", True)
        gain = (
            "both" if current else f"+{t.EXERT_OUTCOME} outcome" if self.for_ == "outcome" else "no penalty this round"
        )
        resolver.say(f"{self.actor} exerts the {self.what}: {gain}.")
        if resolver.combatant(self.actor).out:
            fall_away(resolver, self.actor)
            resolver.say(f"That is too much: {resolver.combatant(self.actor).out}.")


class Injure(ActorAction):
    """An injury by the Director's hand."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "how bad", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Write it down."""
        resolver.because("severity", "by hand", self.severity)
        resolver.say(f"{self.actor}: {injure(resolver, self.actor, self.severity)}.")
        if resolver.combatant(self.actor).out:
            fall_away(resolver, self.actor)


class Mend(ActorAction):
    """An injury of this severity is gone; to= makes it lower instead."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "which", required=True)
    to: int | None = option(NumberParam(0, 1000), "how bad it is from now on")

    def resolve(self, resolver: Resolver) -> None:
        """Take it off, or lower it."""
        injuries, to, was = (
            injuries_of(resolver.combatant(self.actor)),
            self.to or 0,
            resolver.combatant(self.actor).out,
        )
        if self.severity not in injuries:
            raise InvalidCommand(
                f"{self.actor} has no injury of {self.severity}; injuries: {comma_list([*map(str, injuries)])}."
            )
        if to >= self.severity:
            raise InvalidCommand(f"Mending makes an injury lower than {self.severity}; injure makes a new one.")
        mend(resolver, self.actor, self.severity, to)
        resolver.because("severity", "mended", to - self.severity)
        one = resolver.combatant(self.actor)
        resolver.say(f"{self.actor}: injury {self.severity} {f'→ {to}' if to else 'gone'}, body {one.value('body')}.")
        tell(resolver, self.actor, was)
