"""Conditions that end by themselves: after so many rounds, or at the start or end of somebody's turn."""

from __future__ import annotations

from collections.abc import Collection

from tracker.combat.events import ConditionWent, RoundsWent
from tracker.systems.play import Play


def round_ends(play: Play) -> None:
    """A round is over: every condition that counts rounds has one fewer, and goes at none."""
    for one in tuple(play.scene.combatants.values()):
        for each in one.conditions:
            if each.rounds is None:
                continue
            if each.rounds <= 1:
                play.do(ConditionWent((one.name,), each.name))
            else:
                play.do(RoundsWent((one.name,), each.name, each.rounds - 1))


def turn_starts(play: Play, names: Collection[str]) -> None:
    """The turn of these begins: what lasted until then goes."""
    _over(play, names, "start")


def turn_ends(play: Play, names: Collection[str]) -> None:
    """The turn of these ends: what lasted until then goes."""
    _over(play, names, "end")


def gone(play: Play, names: Collection[str]) -> None:
    """These have no turn any more: what lasted until one of theirs goes with them."""
    turn_starts(play, names)
    turn_ends(play, names)


def _over(play: Play, names: Collection[str], moment: str) -> None:
    wanted = set(names)
    for one in tuple(play.scene.combatants.values()):
        for each in one.conditions:
            if each.until == moment and each.of in wanted:
                play.do(ConditionWent((one.name,), each.name))
