"""Everything besides attacks and reactions: initiative, acting, powers, holding, exertion, injuries by hand."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.combat.records import Reason, total_of
from tracker.games.contract import tables as t
from tracker.games.contract.dice import ACT, Result, ResultParam, Roll, prepare_roll
from tracker.games.contract.harm import injure, injuries_of, mend, report_out
from tracker.games.contract.state import (
    CombatantState,
    Held,
    drop_attacks_of,
    hold_back_attacks,
    set_held,
    set_shares,
    shares_of,
)
from tracker.games.contract.tables import WeaponStats
from tracker.games.contract.turns import CLOCK, FREE, exert, pay, release_held
from tracker.games.contract.words import DIFFICULTY, Change
from tracker.rules.action import ActorAction
from tracker.rules.check import Check
from tracker.rules.command import RESULT, argument, flag, option, result
from tracker.rules.ending import is_over
from tracker.rules.errors import InvalidCommand, comma_list
from tracker.rules.params import ChoiceParam, CombatantParam, NumberParam, TextParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import note_out_of_turn

PLAIN = WeaponStats("", "", "", t.STANDARD)
"""A roll that uses nothing from the sheet."""


class Doing(ActorAction):
    """The part shared by acts and powers."""

    cost = "Action"

    result: Result | None = option(ResultParam(inner=True), "what was rolled for it", aliases=RESULT)
    difficulty: Change | None = option(DIFFICULTY, "in full, or on the usual")
    reaction: bool = flag("out of turn")
    held: bool = flag("this is the held action, set off")

    @property
    def said(self) -> tuple[str, bool]:
        """Return a sentence about the act, and whether it is free."""
        return self.verb, False

    def rolling(self, resolver: Resolver) -> Roll:
        """Pay for the act and return its roll, before the dice."""
        if self.held:
            resolver.say(f"{self.actor} held this: {release_held(resolver, self.actor, getattr(self, 'on', None))}.")
        said, free = self.said
        paid = FREE if free else pay(resolver, self.actor, self.verb, reaction=self.reaction, held=self.held)
        return prepare_roll(resolver, self.actor, f"{self.actor}: {said}", PLAIN, self.difficulty, paid, self.result)

    def check(self, resolver: Resolver) -> Check | None:
        return None if self.result is None else self.rolling(resolver).check(resolver, self.result)

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return None if self.result is None else total_of(why, ACT.outcome) >= 1

    def resolve(self, resolver: Resolver) -> None:
        roll = self.rolling(resolver)
        outcome = ""
        if self.result is not None:
            number, thrown = roll.thrown(resolver, self.result)
            resolver.record_as(result=thrown)
            outcome = f": {t.signed(number)} ({t.band(number)})"
        resolver.say(f"{self.actor}: {self.said[0]}{outcome}.")


USED = "the Action of the round is used, or split without a share for this"
_HELD = "held, and nothing is held"


class Act(Doing):
    """Any other act: climbing, dragging a friend, thinking hard."""

    refused_when = (USED, _HELD)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)
    passive: bool = flag("noticing: its own pool, costs nothing")

    @property
    def said(self) -> tuple[str, bool]:
        """Return a sentence about the act; noticing takes no Action."""
        return self.what, self.passive


class Power(Doing):
    """A power: always committed; free if it needs no Action."""

    refused_when = (USED, _HELD, "in a split Action")

    name: str = argument(TextParam("text", 80), "which", required=True, rest=True)
    on: str | None = option(CombatantParam(), "on whom")
    free: bool = flag("needs no Action")

    @property
    def said(self) -> tuple[str, bool]:
        return f"{self.name}{f' on {self.on}' if self.on else ''}", self.free


class Quick(ActorAction):
    """A quick action such as drawing a weapon: two dice off the rest of this round's Action."""

    cost = "−2 dice"
    refused_when = ("the Action of the round is used",)

    what: str = argument(TextParam(), "what they do", required=True, rest=True)

    def resolve(self, resolver: Resolver) -> None:
        """Take the dice; after a split they come off the largest share."""
        note_out_of_turn(resolver, self.actor)
        actor, shares = resolver.combatant(self.actor), shares_of(resolver.combatant(self.actor))
        resolver.because("pool", "quick action", -t.QUICK, "The Contract: quick actions (S)")
        if not resolver.free:
            if shares:
                largest = max(shares, key=lambda share: share.dice)
                less = replace(largest, dice=max(0, largest.dice - t.QUICK))
                set_shares(resolver, self.actor, [less if share is largest else share for share in shares])
            resolver.set_field(self.actor, "quick", actor.number("quick") + 1)
        resolver.say(f"{self.actor}, quickly: {self.what}.")


class Exert(ActorAction):
    """Strains body or mind before a roll, once a round: +1 outcome, or no penalty this round."""

    cost = "exert"
    source = "G"
    refused_when = ("exerted this round", "the body (profile current)")

    what: str = argument(ChoiceParam(("body", "mind"), "body or mind"), "what", required=True)
    for_: str = argument(ChoiceParam(("outcome", "penalty"), "gain"), "what for", required=True)

    def resolve(self, resolver: Resolver) -> None:
        current = resolver.setting("profile") == "current"
        if self.what == "mind" and "mind" not in resolver.combatant(self.actor).tracks:
            raise InvalidCommand(resolver.missing(self.actor, "mind"))
        if current and self.what == "body":
            resolver.objection("In this profile only the mind is exerted (setting profile).")
        before = resolver.combatant(self.actor).value(self.what)
        exert(resolver, self.actor, self.what)
        if current or self.for_ == "outcome":
            resolver.set_field(self.actor, "boost", t.EXERT_OUTCOME)
        if current or self.for_ == "penalty":
            resolver.set_field(self.actor, "eased", True)
        gain = (
            "both" if current else f"+{t.EXERT_OUTCOME} outcome" if self.for_ == "outcome" else "no penalty this round"
        )
        after = resolver.combatant(self.actor).value(self.what)
        price = f" {self.what.title()} {before} → {after}." if after != before else ""
        resolver.say(f"{self.actor} exerts the {self.what}: {gain}.{price}")
        if resolver.combatant(self.actor).out:
            drop_attacks_of(resolver, self.actor)
            resolver.say(f"That is too much: {resolver.combatant(self.actor).out}.")


class Initiative(ActorAction):
    """Takes a place in the order, or moves to another, highest first; the first place taken opens round 1."""

    source = "G"
    once_for_a_group = True

    outcome: Result = result(ResultParam())

    def resolve(self, resolver: Resolver) -> None:
        before = None if is_over(resolver.scene) else CombatantState.of(resolver.combatant(self.actor)).initiative
        outcome, thrown = self.rolling(resolver).thrown(resolver, self.outcome)
        resolver.record_as(outcome=thrown)
        moved = "" if before in (None, outcome) else f" instead of {t.signed(before)}"
        resolver.say(f"{resolver.clause(self.actor, 'has')} initiative {t.signed(outcome)}{moved}.")
        CLOCK.take_place(resolver, self.actor, outcome)

    def check(self, resolver: Resolver) -> Check:
        """Return the roll, of which every outcome counts."""
        return self.rolling(resolver).check(resolver, self.outcome, judged=False)

    def rolling(self, resolver: Resolver) -> Roll:
        """Return the roll with its numbers, before the dice."""
        attribute, _, ability = str(resolver.setting("initiative_pool")).partition("+")
        arms = PLAIN._replace(attribute=attribute, ability=ability)
        label = f"{self.actor}'s initiative (setting initiative_pool)"
        return prepare_roll(resolver, self.actor, label, arms, None, FREE, self.outcome)


class Hold(ActorAction):
    """Declares an action that waits for its moment; it costs nothing until it happens."""

    refused_when = ("the Action of the round is used",)

    action: str = argument(TextParam(), "what they will do", required=True, rest=True)
    when: str = option(TextParam("text", 200), "what sets it off", required=True)

    def resolve(self, resolver: Resolver) -> None:
        note_out_of_turn(resolver, self.actor)
        set_held(resolver, self.actor, Held(self.action, self.when))
        resolver.set_scene_field("begun", True)
        resolver.say(f"{self.actor} holds: {self.action}, when {self.when}.")


class Trigger(ActorAction):
    """Carries out the held action before what set it off; it uses the current round's Action."""

    cost = "Action"
    refused_when = ("nothing is held", "the Action of the round is used, for a reaction perhaps")

    by: str | None = option(TextParam("text, a name, or firearm", 200), "what set it off")

    def resolve(self, resolver: Resolver) -> None:
        """Release the held action; what set it off waits."""
        what = release_held(resolver, self.actor)
        pay(resolver, self.actor, "act", held=True)
        by = (self.by or "").casefold()
        when = "after the shot" if by == "firearm" else f"before {self.by}" if self.by else "now"
        resolver.say(f"{self.actor} acts {when}: {what}.")
        for name in resolver.scene.combatants:
            if name.casefold() == by:
                hold_back_attacks(resolver, name)


class Injure(ActorAction):
    """Gives an injury by hand."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "how bad", required=True)

    def resolve(self, resolver: Resolver) -> None:
        resolver.because("severity", "by hand", self.severity)
        resolver.say(f"{self.actor}: {injure(resolver, self.actor, self.severity)}.")
        if resolver.combatant(self.actor).out:
            drop_attacks_of(resolver, self.actor)


class Mend(ActorAction):
    """Removes an injury of this severity; to= lowers it instead."""

    source = "G"
    by_hand = True

    severity: int = argument(NumberParam(1, 1000), "which", required=True)
    to: int | None = option(NumberParam(0, 1000), "how bad it is from now on")

    def resolve(self, resolver: Resolver) -> None:
        injuries = injuries_of(resolver.combatant(self.actor))
        to = self.to or 0
        was = resolver.combatant(self.actor).out
        if self.severity not in injuries:
            raise InvalidCommand(
                f"{self.actor} has no injury of {self.severity}; injuries: {comma_list([*map(str, injuries)])}."
            )
        if to >= self.severity:
            raise InvalidCommand(f"Mending makes an injury lower than {self.severity}; injure makes a new one.")
        mend(resolver, self.actor, self.severity, to)
        resolver.because("severity", "mended", to - self.severity)
        combatant = resolver.combatant(self.actor)
        resolver.say(
            f"{self.actor}: injury {self.severity} {f'→ {to}' if to else 'gone'}, body {combatant.value('body')}."
        )
        report_out(resolver, self.actor, was)
