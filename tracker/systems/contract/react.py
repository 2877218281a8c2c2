"""Reactions to a waiting attack: dodge, parry, clash, desperate ones, and none (rules page, Actions)."""

from __future__ import annotations

from typing import Self

from tracker.systems.base import Deed, Play, named, place, result
from tracker.systems.contract.attack import DIFFICULTY, WEAPON
from tracker.systems.contract.blow import Blow, land, parry_weapon, settle, the_pending, went_before, whose
from tracker.systems.contract.defence import REACTIONS, Defence, meet
from tracker.systems.contract.result import Change, Result, ResultWord, Whose
from tracker.systems.words import Choice, Who

_SPENT = "the Action of the round is used: then only a desperate reaction is left"
_SHOT = "against a firearm, without a power for it"
_BARE = "bare hands against a melee weapon, or anything thrown or shot"


def recalled(play: Play, name: str, against: str | None) -> Blow:
    """The oldest waiting attack, with its outcome as a reason."""
    play.settle()
    blow = the_pending(play.scene, name, against)
    play.because("outcome", f"{blow.by} with {blow.weapon}, waiting", blow.outcome)
    return blow


class Meeting(Deed):
    """What all reactions have in common."""

    cost = "reaction"

    against_: str | None = named(Whose(), "whose attack; the oldest if not said")
    difficulty: Change | None = named(DIFFICULTY, "in full, or on the usual")

    def defence(self) -> Defence:
        """The reaction asked for."""
        found, weapon = getattr(self, "result", None), getattr(self, "weapon", None)
        return Defence(self.verb, self.actor, found or Result(), weapon, self.difficulty)

    @property
    def attacked(self) -> str:
        """Who is attacked: the friend, where there is one."""
        return getattr(self, "for_", None) or self.actor

    def filled(self, play: Play) -> Self:
        """With whose attack is met, and the weapon where one is used."""
        play.settle()
        changes = {"against_": whose(play.scene, the_pending(play.scene, self.attacked, self.against_))}
        defence = self.defence()
        if defence.verb != "dodge":
            changes["weapon"] = defence.weapon or parry_weapon(play.one(self.actor))
        return self.but(**changes)

    def resolve(self, play: Play) -> None:
        """Meet the attack."""
        blow, defence = recalled(play, self.attacked, self.against_), self.defence()
        settle(play, blow, defence.verb)
        play.means(result=meet(play, blow, defence))
        went_before(play, blow)


class Dodge(Meeting):
    """Out of the way of a waiting attack: takes its outcome off, ties are safe."""

    against = (_SPENT, _SHOT)

    result: Result = result(ResultWord())


class Parry(Meeting):
    """With a melee weapon, or bare hands against bare hands; for= a friend in range."""

    against = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultWord())
    weapon: str | None = named(WEAPON, "with what; the first melee one if not said")
    for_: str | None = named(Who(), "a friend who is attacked")


class Clash(Meeting):
    """Blow against blow: the higher outcome deals all of it, a tie both."""

    against = (_SPENT, _SHOT, _BARE)

    result: Result = result(ResultWord())
    weapon: str | None = named(WEAPON, "with what; the first melee one if not said")


class Desperate(Meeting):
    """With the Action spent: exert the body, react, two dice fewer on the next Action."""

    cost = "exert"
    against = ("the Action is not used yet, or exerted this round", "a clash (setting desperate_clash)", _SHOT, _BARE)

    reaction: str = place(Choice(REACTIONS, "reaction"), "how", required=True)
    result: Result = result(ResultWord())
    weapon: str | None = named(WEAPON, "with what; the first melee one if not said")
    for_: str | None = named(Who(), "a friend who is attacked; parry only")

    def defence(self) -> Defence:
        """The reaction asked for, after a strain."""
        return Defence(self.reaction, self.actor, self.result, self.weapon, self.difficulty, desperate=True)


class Take(Deed):
    """No reaction: the waiting attack lands."""

    by_hand = True

    against_: str | None = named(Whose(), "whose attack; the oldest if not said")

    def filled(self, play: Play) -> Self:
        """With whose attack it is."""
        return self.but(against_=whose(play.scene, the_pending(play.scene, self.actor, self.against_)))

    def resolve(self, play: Play) -> None:
        """Let it land."""
        blow = recalled(play, self.actor, self.against_)
        settle(play, blow, "take")
        play.say(f"{self.actor} takes the attack of {blow.by}.")
        land(play, blow)
        went_before(play, blow)
