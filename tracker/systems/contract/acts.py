"""Everything else one does: initiative, evading, acting, powers, quick actions, exerting; injuries by hand."""

from __future__ import annotations

from dataclasses import replace

from tracker.systems.action import RESULT
from tracker.systems.base import Deed, Nonsense, Play, flag, listed, named, place, result
from tracker.systems.contract import tables as t
from tracker.systems.contract.attack import DIFFICULTY, evade_waiting
from tracker.systems.contract.blow import fall_away, pending_on
from tracker.systems.contract.body import injure, injuries_of, mend, tell
from tracker.systems.contract.defence import dodging
from tracker.systems.contract.result import Change, Result, ResultWord
from tracker.systems.contract.roll import Roll, ready
from tracker.systems.contract.spend import FREE, exert, no_mind, open_held, pay, shares_of
from tracker.systems.contract.tables import Arms
from tracker.systems.contract.turns import placed
from tracker.systems.order import in_turn
from tracker.systems.quoting import quote
from tracker.systems.words import Choice, Number, Text, Who

_USED = "the Action of the round is used, or split without a share for this"
_HELD = "held, and nothing is held"
PLAIN = Arms("", "", "", t.STANDARD)
"""A roll of which the sheet says nothing."""


class Initiative(Deed):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    against = ("a second time in a fight",)

    outcome: Result = result(ResultWord())

    def resolve(self, play: Play) -> None:
        """Take the place."""
        if "initiative" in play.one(self.actor).fields:
            play.object_(f"{self.actor} has a place in the order; before {quote(self.actor)} NAME changes it.")
        outcome, found = self.rolling(play).thrown(play, self.outcome)
        play.means(outcome=found)
        play.say(f"{self.actor} has initiative {t.signed(outcome)}.")
        placed(play, self.actor, outcome)

    def rolling(self, play: Play) -> Roll:
        """The numbers before the dice."""
        return ready(play, self.actor, f"{self.actor}'s initiative", PLAIN, None, FREE, self.outcome)


class Evade(Deed):
    """Own Action: outcome to spend on attacks until the own next turn."""

    cost = "Action"
    against = (_USED,)

    result: Result = result(ResultWord())
    difficulty: Change | None = named(DIFFICULTY, "in full, or on the usual")

    def rolling(self, play: Play) -> Roll:
        """The evading paid for, with its numbers, before the dice."""
        paid = pay(play, self.actor, "evade")
        arms = dodging(play.system, play.scene)._replace(difficulty=int(str(play.setting("evade_difficulty"))))
        label = f"{self.actor}'s evading (setting evade_difficulty)"
        return ready(play, self.actor, label, arms, self.difficulty, paid, self.result)

    def resolve(self, play: Play) -> None:
        """Roll it, and spend it on what waits already."""
        outcome, found = self.rolling(play).thrown(play, self.result)
        play.means(result=found)
        play.put(self.actor, "evade", max(0, outcome))
        play.say(f"{self.actor} evades: {max(0, outcome)} to spend on attacks.")
        for blow in pending_on(play.one(self.actor)):
            evade_waiting(play, blow)


class Doing(Deed):
    """What an act and a power have in common."""

    cost = "Action"

    result: Result | None = named(ResultWord(inner=True), "what was rolled for it", aliases=RESULT)
    difficulty: Change | None = named(DIFFICULTY, "in full, or on the usual")
    reaction: bool = flag("out of turn")
    held: bool = flag("this is the held action, set off")

    @property
    def said(self) -> tuple[str, bool]:
        """The deed in words, and whether it takes no Action."""
        return self.verb, False

    def rolling(self, play: Play) -> Roll:
        """The act paid for, with its numbers, before the dice."""
        if self.held:
            play.say(f"{self.actor} held this: {open_held(play, self.actor, getattr(self, 'on', None))}.")
        said, free = self.said
        paid = FREE if free else pay(play, self.actor, self.verb, reaction=self.reaction, held=self.held)
        return ready(play, self.actor, f"{self.actor}: {said}", PLAIN, self.difficulty, paid, self.result)

    def resolve(self, play: Play) -> None:
        """Do it, rolled or not."""
        roll = self.rolling(play)
        outcome = ""
        if self.result is not None:
            number, found = roll.thrown(play, self.result)
            play.means(result=found)
            outcome = f": {t.signed(number)} ({t.band(number)})"
        play.say(f"{self.actor}: {self.said[0]}{outcome}.")


class Act(Doing):
    """Anything else: climbing, dragging a friend, thinking hard."""

    against = (_USED, _HELD)

    what: str = place(Text(), "what they do", required=True, rest=True)
    passive: bool = flag("noticing: its own pool, costs nothing")

    @property
    def said(self) -> tuple[str, bool]:
        """What they do; noticing takes no Action."""
        return self.what, self.passive


class Power(Doing):
    """A power: always committed; free for one that needs no Action."""

    against = (_USED, _HELD, "in a split Action")

    name: str = place(Text("text", 80), "which", required=True, rest=True)
    on: str | None = named(Who(), "on whom")
    free: bool = flag("needs no Action")

    @property
    def said(self) -> tuple[str, bool]:
        """Its name and on whom."""
        return f"{self.name}{f' on {self.on}' if self.on else ''}", self.free


class Quick(Deed):
    """Drawing a weapon and the like: two dice off the rest of this round's Action."""

    cost = "−2 dice"
    against = ("the Action of the round is used",)

    what: str = place(Text(), "what they do", required=True, rest=True)

    def resolve(self, play: Play) -> None:
        """Do it; after a split it comes off the largest share."""
        in_turn(play, self.actor)
        one, shares = play.one(self.actor), shares_of(play.one(self.actor))
        play.because("pool", "quick action", -t.QUICK, "The Contract: quick actions (S)")
        if not play.ruled:
            if shares:
                largest = max(shares, key=lambda each: each.dice)
                rest = [replace(each, dice=max(0, each.dice - t.QUICK)) if each is largest else each for each in shares]
                play.put(self.actor, "shares", [each.plain() for each in rest])
            play.put(self.actor, "quick", one.number("quick") + 1)
        play.say(f"{self.actor}, quickly: {self.what}.")


class Exert(Deed):
    """Before a roll, once a round: +1 outcome on it, or no penalty this round."""

    cost = "exert"
    source = "G"
    against = ("exerted this round", "the body (profile current)")

    what: str = place(Choice(("body", "mind"), "body or mind"), "what", required=True)
    for_: str = place(Choice(("outcome", "penalty"), "gain"), "what for", required=True)

    def resolve(self, play: Play) -> None:
        """Pay and gain."""
        current = play.setting("profile") == "current"
        if self.what == "mind" and "mind" not in play.one(self.actor).tracks:
            raise no_mind(self.actor)
        if current and self.what == "body":
            play.object_("Exerting is of the mind only in this profile (setting profile).")
        exert(play, self.actor, self.what)
        if current or self.for_ == "outcome":
            play.put(self.actor, "boost", t.EXERT_OUTCOME)
        if current or self.for_ == "penalty":
            play.put(self.actor, "eased", True)
        gain = (
            "both" if current else f"+{t.EXERT_OUTCOME} outcome" if self.for_ == "outcome" else "no penalty this round"
        )
        play.say(f"{self.actor} exerts the {self.what}: {gain}.")
        if play.one(self.actor).out:
            fall_away(play, self.actor)
            play.say(f"That is too much: {play.one(self.actor).out}.")


class Injure(Deed):
    """An injury by the Director's hand."""

    source = "G"
    by_hand = True

    severity: int = place(Number(1, 1000), "how bad", required=True)

    def resolve(self, play: Play) -> None:
        """Write it down."""
        play.because("severity", "by hand", self.severity)
        play.say(f"{self.actor}: {injure(play, self.actor, self.severity)}.")
        if play.one(self.actor).out:
            fall_away(play, self.actor)


class Mend(Deed):
    """An injury of this severity is gone; to= makes it lower instead."""

    source = "G"
    by_hand = True

    severity: int = place(Number(1, 1000), "which", required=True)
    to: int | None = named(Number(0, 1000), "how bad it is from now on")

    def resolve(self, play: Play) -> None:
        """Take it off, or lower it."""
        injuries, to, was = injuries_of(play.one(self.actor)), self.to or 0, play.one(self.actor).out
        if self.severity not in injuries:
            raise Nonsense(f"{self.actor} has no injury of {self.severity}; injuries: {listed([*map(str, injuries)])}.")
        if to >= self.severity:
            raise Nonsense(f"Mending makes an injury lower than {self.severity}; injure makes a new one.")
        mend(play, self.actor, self.severity, to)
        play.because("severity", "mended", to - self.severity)
        one = play.one(self.actor)
        play.say(f"{self.actor}: injury {self.severity} {f'→ {to}' if to else 'gone'}, body {one.value('body')}.")
        tell(play, self.actor, was)
