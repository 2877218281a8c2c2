"""The results of attacks, for the columns of the log."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.attack import UNARMED, Strike
from tracker.games.gen6.actions.healing import Care, FirstAid
from tracker.rules.action import Action
from tracker.rules.verbs.session import Decide
from tracker.rules.view import Deed


def succeeded(action: Action, why: Iterable[Reason]) -> bool | None:
    """Return whether an attack hit, or a treatment helped; None for everything else."""
    if isinstance(action, Strike | FirstAid | Care):
        return any(reason.of == "outcome" and reason.value for reason in why)
    return None


def deed(action: Action, before: Scene, why: Iterable[Reason]) -> Deed | None:
    """Return an attack, a charge, or the damage of its hit as a deed; None for everything else."""
    why = tuple(why)
    if isinstance(action, Decide):
        prompt = before.prompt(action.number)
        by = str(prompt.data.get("by", "")) if prompt is not None and prompt.kind == "damage" else ""
        return Deed(by, prompt.name, (by, _damage(why))) if prompt is not None and by and _damage(why) else None
    if not isinstance(action, Strike):
        return None
    hit = any(reason.of == "outcome" and reason.value for reason in why)
    total, tn = (sum(reason.value for reason in why if reason.of == of) for of in ("total", "tn"))
    weapon = action.weapon if action.weapon not in (None, UNARMED) else ""
    result = action.result
    faces = (result.faces,) if result is not None and result.faces else ()
    fell = "critical" if action.critical or (result and result.faces == t.CRITICAL) else ""
    fell = "fumble" if action.fumble or (result and result.faces == t.FUMBLE) else fell
    how = (action.actor, weapon or "", f"{total} vs {tn}", fell, _damage(why))
    return Deed(action.actor, action.target or "", how, "hit" if hit else "miss", faces, t.SIDES, hit)


def _damage(why: Iterable[Reason]) -> str:
    """Return the damage of a hit, and how much of it was stopped."""
    damage = tuple(reason for reason in why if reason.of == "damage")
    stopped = -sum(reason.value for reason in damage[1:])
    return f"damage {damage[0].value}" + (f" − {stopped}" if stopped else "") if damage else ""
