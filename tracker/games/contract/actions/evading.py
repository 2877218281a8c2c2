"""Evading: an outcome to spend on attacks."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.games.contract.actions.acting import USED
from tracker.games.contract.actions.defence import asks_how_much, dodge_stats, evading_left, let_wait, open_reactions
from tracker.games.contract.dice import Roll, prepare_roll
from tracker.games.contract.harm import land_attack
from tracker.games.contract.result import Result, ResultParam
from tracker.games.contract.state import Blow, evading, pending_on, release_attacks, set_pending, settle_attack
from tracker.games.contract.turns import pay
from tracker.games.contract.weapons import SHOT
from tracker.games.contract.words import DIFFICULTY, Change
from tracker.rules.action import ActorAction
from tracker.rules.command import option, result
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver


class Evade(ActorAction):
    """Takes the Action for an outcome to spend on attacks, until the evader's next turn."""

    cost = "Action"
    refused_when = (USED,)

    result: Result = result(ResultParam())
    difficulty: Change | None = option(DIFFICULTY, "in full, or on the usual")

    def rolling(self, resolver: Resolver) -> Roll:
        """Pay for evading and return its roll, before the dice."""
        paid = pay(resolver, self.actor, "evade")
        arms = dodge_stats(resolver.system, resolver.scene)._replace(
            difficulty=int(str(resolver.setting("evade_difficulty")))
        )
        label = f"{self.actor}'s evading (setting evade_difficulty)"
        return prepare_roll(resolver, self.actor, label, arms, self.difficulty, paid, self.result)

    def resolve(self, resolver: Resolver) -> None:
        """Roll, and spend the outcome on waiting attacks."""
        outcome, thrown = self.rolling(resolver).thrown(resolver, self.result)
        resolver.record_as(result=thrown)
        resolver.set_field(self.actor, "evade", max(0, outcome))
        resolver.say(f"{self.actor} evades: {max(0, outcome)} to spend on attacks.")
        if not asks_how_much(resolver.system, resolver.scene):
            for blow in pending_on(resolver.combatant(self.actor)):
                evade_pending(resolver, blow)


def spend_evading(resolver: Resolver, blow: Blow, much: int | None, of: str = "outcome") -> Blow:
    """Return the attack after evading: reduced to 0 if possible, or by ``much`` if that is given."""
    left = evading(resolver.combatant(blow.target))
    if much is not None and much > left:
        raise InvalidCommand(f"{blow.target} has only {left} left of evading.")
    if not left or blow.outcome <= 0 or (blow.kind == SHOT and not resolver.setting("evade_firearms") and much is None):
        return blow
    off = min(blow.outcome, left) if much is None else much
    if off:
        settings = (*(("evade_divided",) * (much is None)), *(("evade_firearms",) * (blow.kind == SHOT)))
        by = "".join(f"; setting {setting}" for setting in settings)
        resolver.because(of, f"{blow.target} evades", -off, f"The Contract: evading (S{by})")
        resolver.set_field(blow.target, "evade", left - off)
        resolver.say(f"Evading takes {off} off.")
        if blow.kind == SHOT:
            resolver.note("Evading counts against firearms here (setting evade_firearms).")
    return replace(blow, outcome=blow.outcome - off)


def evade_pending(resolver: Resolver, blow: Blow, much: int | None = None) -> None:
    """Spend evading on a waiting attack: it misses, or waits with what is left of it."""
    resolver.because("need", f"{blow.by} with {blow.weapon}, waiting", blow.outcome)
    less = spend_evading(resolver, blow, much, "need")
    if less.outcome <= 0:
        settle_attack(resolver, blow, "evade")
        release_attacks(resolver, blow)
        resolver.say(f"{blow.by} misses {blow.target}.")
    else:
        others = pending_on(resolver.combatant(blow.target))
        set_pending(resolver, blow.target, [less if other.prompt == blow.prompt else other for other in others])


def evade_as_said(resolver: Resolver, blow: Blow, much: int) -> None:
    """Spend the amount in the answer to a waiting attack; what is left of the attack asks again, or lands."""
    evade_pending(resolver, blow, much)
    others = pending_on(resolver.combatant(blow.target))
    less = next((other for other in others if other.prompt == blow.prompt), None)
    if less is None:
        return
    set_pending(resolver, blow.target, [other for other in others if other != less])
    if open_reactions(resolver.system, resolver.scene, less) or evading_left(resolver.system, resolver.scene, less):
        let_wait(resolver, less)
    else:
        land_attack(resolver, less)
        release_attacks(resolver, less)
