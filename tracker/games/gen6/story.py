"""What attacks came to, in the columns of the log."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.combat.records import Reason
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.attack import UNARMED, Strike
from tracker.games.gen6.actions.healing import Care, FirstAid
from tracker.rules.action import Action
from tracker.rules.view import Deed


def succeeded(action: Action, why: Iterable[Reason]) -> bool | None:
    """Whether an attack hit, or a treatment helped; None for everything else."""
    if isinstance(action, Strike | FirstAid | Care):
        return any(reason.of == "outcome" and reason.value for reason in why)
    return None


def deed(action: Action, why: Iterable[Reason]) -> Deed | None:
    """An attack or a charge; None for everything else."""
    if not isinstance(action, Strike):
        return None
    why = tuple(why)
    hit = any(reason.of == "outcome" and reason.value for reason in why)
    total, tn = (sum(reason.value for reason in why if reason.of == of) for of in ("total", "tn"))
    weapon = action.weapon if action.weapon not in (None, UNARMED) else ""
    result = action.result
    faces = (result.faces,) if result is not None and result.faces else ()
    damage = tuple(reason for reason in why if reason.of == "damage")
    stopped = -sum(reason.value for reason in damage[1:])
    dealt = f"damage {damage[0].value}" + (f" − {stopped}" if stopped else "") if damage else ""
    fell = "critical" if action.critical or (result and result.faces == t.CRITICAL) else ""
    fell = "fumble" if action.fumble or (result and result.faces == t.FUMBLE) else fell
    how = (action.actor, weapon or "", f"{total} vs {tn}", fell, dealt)
    return Deed(action.actor, action.target or "", how, "hit" if hit else "miss", faces, t.SIDES, hit)
