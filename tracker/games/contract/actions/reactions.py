"""Reactions to a waiting attack: dodge, parry, clash, desperate ones, and none."""

from __future__ import annotations

from typing import Self

from tracker.games.contract.actions.defence import REACTIONS, Defence, meet_attack
from tracker.games.contract.harm import land_attack
from tracker.games.contract.result import Result, ResultParam
from tracker.games.contract.state import Blow, find_pending, pending_label, release_attacks, settle_attack
from tracker.games.contract.weapons import parry_weapon
from tracker.games.contract.words import DIFFICULTY, WEAPON, AttackParam, Change
from tracker.rules.action import ActorAction
from tracker.rules.command import argument, option, result
from tracker.rules.params import ChoiceParam, CombatantParam
from tracker.rules.resolver import Resolver

_SPENT = "the Action of the round is used: then only a desperate reaction is left"
_SHOT = "against a firearm, without a power for it"
_BARE = "bare hands against a melee weapon, or anything thrown or shot"


def recall_attack(resolver: Resolver, name: str, against: str | None) -> Blow:
    """Return the oldest waiting attack, with its outcome as a reason."""
    resolver.check_objections()
    blow = find_pending(resolver.scene, name, against)
    resolver.because("outcome", f"{blow.by} with {blow.weapon}, waiting", blow.outcome)
    return blow


class Meeting(ActorAction):
    """The part shared by all reactions."""

    cost = "reaction"
    order = ("reaction", "result", "against_", "weapon", "for_")

    against_: str | None = option(AttackParam(), "whose attack; the oldest if left out")
    difficulty: Change | None = option(DIFFICULTY, "in full, or on the usual")

    def defence(self) -> Defence:
        """Return the requested reaction."""
        result, weapon = getattr(self, "result", None), getattr(self, "weapon", None)
        return Defence(self.verb, self.actor, result or Result(), weapon, self.difficulty)

    @property
    def attacked(self) -> str:
        """Return who is attacked: the friend, if there is one."""
        return getattr(self, "for_", None) or self.actor

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in the attack to meet, and the weapon if one is used."""
        resolver.check_objections()
        changes = {
            "against_": pending_label(resolver.scene, find_pending(resolver.scene, self.attacked, self.against_))
        }
        defence = self.defence()
        if defence.verb != "dodge":
            changes["weapon"] = defence.weapon or parry_weapon(resolver.combatant(self.actor))
        return self.copy_with(**changes)

    def resolve(self, resolver: Resolver) -> None:
        """Meet the attack."""
        blow, defence = recall_attack(resolver, self.attacked, self.against_), self.defence()
        settle_attack(resolver, blow, defence.verb)
        resolver.record_as(result=meet_attack(resolver, blow, defence))
        release_attacks(resolver, blow)


class Dodge(Meeting):
    """Gets out of the way of a waiting attack: takes its outcome off, ties are safe."""

    refused_when = (_SPENT, _SHOT)

    result: Result = result(ResultParam())


class Parry(Meeting):
    """Parries with a melee weapon, or bare hands against bare hands; for= a friend in range."""

    refused_when = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")
    for_: str | None = option(CombatantParam(), "a friend who is attacked")


class Clash(Meeting):
    """Meets blow with blow: the higher outcome deals all of it, in a tie both do."""

    refused_when = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")


class Desperate(Meeting):
    """Reacts with the Action spent: exerts the body, and costs two dice on the next Action."""

    cost = "exert"
    refused_when = (
        "the Action is not used yet, or exerted this round",
        "a clash (setting desperate_clash)",
        _SHOT,
        _BARE,
    )

    reaction: str = argument(ChoiceParam(REACTIONS, "reaction"), "how", required=True)
    result: Result = result(ResultParam())
    weapon: str | None = option(WEAPON, "with what; the first melee one if left out")
    for_: str | None = option(CombatantParam(), "a friend who is attacked; parry only")

    def defence(self) -> Defence:
        """Return the requested reaction, after the strain."""
        return Defence(self.reaction, self.actor, self.result, self.weapon, self.difficulty, desperate=True)


class Take(ActorAction):
    """Takes the attack without a reaction."""

    by_hand = True

    against_: str | None = option(AttackParam(), "whose attack; the oldest if left out")

    def with_defaults(self, resolver: Resolver) -> Self:
        """Fill in whose attack it is."""
        return self.copy_with(
            against_=pending_label(resolver.scene, find_pending(resolver.scene, self.actor, self.against_))
        )

    def resolve(self, resolver: Resolver) -> None:
        """Let it land."""
        blow = recall_attack(resolver, self.actor, self.against_)
        settle_attack(resolver, blow, "take")
        resolver.say(f"{self.actor} takes the attack of {blow.by}.")
        land_attack(resolver, blow)
        release_attacks(resolver, blow)
