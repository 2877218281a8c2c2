"""The dice of a test before its result: three dice, each bonus with its source, and what they must show."""

from __future__ import annotations

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.attack import Strike
from tracker.games.gen6.actions.healing import Care, FirstAid
from tracker.games.gen6.actions.powers import Power
from tracker.games.gen6.result import TO_ROLL, ActionWithTest, Part, standing_bonuses, sum_of
from tracker.rules.action import Action
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Throw

LEAST = t.DICE
MOST = t.DICE * t.SIDES
"""The least and greatest sum of three dice."""


def throw(system: System, scene: Scene, action: Action) -> Throw | None:
    """Return the throw of an action with a test; None for one without.

    Raises InvalidCommand for an action that makes no sense.
    """
    if not isinstance(action, Strike | FirstAid | Care | Power) or (
        isinstance(action, Power) and action.result is None
    ):
        return None
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    given = action.bonus
    action = action.with_defaults(resolver)
    tn: int | None = None
    label, actor = "bonus", ""
    extra: tuple[Part, ...] = ()
    if isinstance(action, Strike):
        plan = action.plan(resolver)
        tn, label, extra, actor = plan.tn, action.weapon or "bonus", plan.extra, action.actor
    elif isinstance(action, FirstAid):
        tn, label, actor = t.FIRST_AID_TN, "medicine", action.actor
    elif isinstance(action, Care):
        tn, label, actor = t.CARE_TN, "medicine", action.by
    else:
        actor = action.actor
    own = Part(label if given is None else "bonus", action.bonus or 0, "")
    return _throw(resolver, action, actor, tn, own, (*extra, *standing_bonuses(resolver, actor)))


def asked_next(system: System, scene: Scene, action: Action) -> tuple[str, ...]:
    """Return the field for the damage of a hit, unless it is the maximum."""
    if not isinstance(action, Strike):
        return ()
    result = getattr(action, "result", None) or TO_ROLL
    if result == TO_ROLL or action.critical or action.fumble or result.faces in (t.CRITICAL, t.FUMBLE):
        return ()
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    filled = action.with_defaults(resolver)
    plan = filled.plan(resolver)
    base = sum(result.faces) if result.faces else result.total or 0
    total = base + (filled.bonus or 0) + sum_of((*plan.extra, *standing_bonuses(resolver, filled.actor)))
    return ("damage",) if total >= plan.tn else ()


def _throw(
    resolver: Resolver, action: ActionWithTest, actor: str, tn: int | None, own: Part, added: tuple[Part, ...]
) -> Throw:
    """Return the throw; ``own`` is already included in a typed total, ``added`` is not."""
    bonus = sum_of((own, *added))
    unknown = own.label == "medicine" and "medicine" not in resolver.combatant(actor).fields
    parts = (Addend(own.label, None if unknown else own.value), *(Addend(part.label, part.value) for part in added))
    against = tuple(Addend(reason.label, reason.value) for reason in resolver.reasons if reason.of == "tn")
    wanted = "" if tn is None else _wanted(tn - bonus)
    without = ", ".join(part.label for part in added)
    total = f"the total with {own.label}" if own.value else "the total"
    more = f", without {without}" if without else ""
    reach = f": {tn - sum_of(added)} or more" if tn is not None else ""
    return Throw(
        actor,
        f"{t.DICE}d{t.SIDES}",
        parts,
        bonus,
        "" if tn is None else f"against {tn}",
        against,
        wanted,
        f"{total}{more}{reach}; or the faces: 652",
        (Addend("bonus", bonus), Addend("TN", tn or 0)),
    )


def _wanted(least: int) -> str:
    """Return what the dice must show: a critical always succeeds, a fumble never."""
    if least <= LEAST + 1:
        return "anything but three ones"
    return "three sixes" if least >= MOST else f"{least} or more on the dice"
