"""The results of rolls, for the columns of the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tracker.combat.dice import no_dice
from tracker.combat.records import Reason
from tracker.combat.scene import Scene, Turn
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.counter import Protect
from tracker.games.outgunned.actions.reaction import React
from tracker.games.outgunned.result import Result, dice_in_sets
from tracker.rules.action import Action
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Deed


def deed(action: Action, after: Scene, why: Iterable[Reason]) -> Deed | None:
    """Return an attack, a reaction or a protection as a deed; None for everything else."""
    if isinstance(action, Attack):
        return _attack(action, after, tuple(why))
    if isinstance(action, React):
        return _reaction(action, after, tuple(why))
    if isinstance(action, Protect) and action.friend is not None:
        return Deed(on=action.friend, how=(f"{action.actor} protects",))
    return None


def succeeded(system: System, action: Action, before: Scene, why: Iterable[Reason]) -> bool | None:
    """Return whether an attack hit at least once, or a reaction was safe; None for everything else."""
    why = tuple(why)
    if isinstance(action, Attack):
        return _sum(why, "units") >= action.meets(Resolver(system, before, no_dice(), ruled=True))[2]
    if isinstance(action, React) and action.result is not None and why:
        return _sum(why, "units") >= _sum(why, "need")
    return None


def turn_heading(turn: Turn) -> str:
    """Return the round and the kind of turn."""
    return f"round {turn.round} · {turn.phase.title()} Turn" if turn.phase else f"round {turn.round}"


def _attack(attack: Attack, after: Scene, why: tuple[Reason, ...]) -> Deed:
    units, need = _sum(why, "units"), _sum(why, "need")
    collateral = attack.difficulty is not None
    passed = units >= need
    how = (attack.actor, attack.weapon or "", in_words(why), _extra(after, attack.actor))
    on = attack.target or attack.actor
    otherwise = ("passed" if passed else "missed") if collateral else "no hit"
    hit = None if collateral else any(reason.of == "grit" and reason.value < 0 for reason in why)
    return Deed(attack.actor, on, how, otherwise, faces(attack.result), t.SIDES_OF_DIE, hit, attack.what or "")


def _reaction(react: React, after: Scene, why: tuple[Reason, ...]) -> Deed:
    if react.result is None or not why:
        covered = after[react.actor].cover.degree == "total"
        return Deed(on=react.actor, how=("behind total cover" if covered else "out of range",), otherwise="safe")
    failed = _sum(why, "units") < _sum(why, "need")
    how = (f"vs {react.vs}", in_words(why), _extra(after, react.actor))
    return Deed(
        react.vs or "", react.actor, how, "hit" if failed else "safe", faces(react.result), t.SIDES_OF_DIE, failed
    )


def in_words(why: Iterable[Reason]) -> str:
    """Return the successes that counted, best first: ``critical + 2 basic``."""
    counts = Counter(reason.label for reason in why if reason.of == "units" and reason.label in t.LEVELS)
    words = [f"{counts[level]} {level}" if counts[level] > 1 else level for level in t.LEVELS if counts[level]]
    return " + ".join(reversed(words)) or "nothing"


def faces(result: Result) -> tuple[tuple[int, ...], ...]:
    """Return the final faces: those in sets, the largest set first, then the others."""
    showing = result.faces
    counts = Counter(showing)
    sets = sorted(dice_in_sets(showing), key=lambda face: (-counts[face], -face))
    loose = sorted((face for face in showing if counts[face] == 1), reverse=True)
    return tuple(tuple(group) for group in (sets, loose) if group)


def _extra(after: Scene, name: str) -> str:
    combatant = after.combatants.get(name)
    extra = combatant.number("extra") if combatant is not None else 0
    return f"{extra} extra" if extra else ""


def _sum(why: Iterable[Reason], of: str) -> int:
    return sum(reason.value for reason in why if reason.of == of)
