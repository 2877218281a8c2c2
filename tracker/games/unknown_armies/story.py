"""The results of attacks, sucker attacks and dodges, for the columns of the log."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.combat.records import Reason
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.attack import Attack
from tracker.games.unknown_armies.actions.dodge import Dodge
from tracker.games.unknown_armies.actions.sucker import Sucker
from tracker.games.unknown_armies.actions.turn import Act
from tracker.games.unknown_armies.result import digits, grade, is_success
from tracker.rules.action import Action
from tracker.rules.view import Deed

_PLAIN = ("success", "failure")


def deed(action: Action, why: Iterable[Reason]) -> Deed | None:
    """Return an attack, a sucker attack or a dodge as a deed; None for everything else."""
    why = tuple(why)
    if isinstance(action, Attack):
        return _attack(action, why)
    if isinstance(action, Sucker):
        fooled = is_success(_sum(why, "total"), _sum(why, "target"))
        how = (action.actor, _roll(why, "total", "target"))
        otherwise = "fooled" if fooled else "not fooled"
        return Deed(action.actor, action.target or "", how, otherwise, what=action.what or "")
    if isinstance(action, Dodge):
        how = (f"vs {action.against_}", f"dodge {_roll(why, 'outcome', 'tn')}")
        return Deed(on=action.actor, how=how, otherwise="hit all the same")
    return None


def succeeded(action: Action, why: Iterable[Reason]) -> bool | None:
    """Return whether a test succeeded, including a called shot's minimum, or a dodge avoided everything.

    None without a roll.
    """
    why = tuple(why)
    if isinstance(action, Dodge):
        return _sum(why, "damage") == 0
    if isinstance(action, Attack | Sucker) or (isinstance(action, Act) and action.roll is not None):
        value, least = _sum(why, "total"), _sum(why, "need")
        return is_success(value, _sum(why, "target")) and (value >= least or value == t.CRITICAL)
    return None


def _attack(attack: Attack, why: tuple[Reason, ...]) -> Deed:
    hit = any(reason.of == "damage" for reason in why)
    called = f"at the {attack.called}" if attack.called else ""
    how = (attack.actor, attack.weapon or "", called, _roll(why, "total", "target"))
    return Deed(attack.actor, attack.target or "", how, "hit" if hit else "miss", hit=hit)


def _sum(why: Iterable[Reason], of: str) -> int:
    return sum(reason.value for reason in why if reason.of == of)


def _roll(why: Iterable[Reason], of: str, against: str) -> str:
    """Return the roll and its number, with the grade if it is more than success or failure."""
    value, number = _sum(why, of), _sum(why, against)
    if not value:
        return ""
    result = grade(value, number)
    return f"{digits(value)} vs {number}" + ("" if result in _PLAIN else f", {result}")
