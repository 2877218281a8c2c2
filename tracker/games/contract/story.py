"""The results of attacks and reactions, for the columns of the log."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.actions.acting import Doing
from tracker.games.contract.actions.attack import Attack
from tracker.games.contract.actions.evading import Evade
from tracker.games.contract.actions.reactions import Desperate, Meeting, Take
from tracker.games.contract.harm import wins_clash
from tracker.games.contract.result import Result
from tracker.games.contract.state import pending_on
from tracker.games.contract.turns import EXERTION
from tracker.rules.action import Action
from tracker.rules.system import System
from tracker.rules.verbs.session import SKIP, Decide
from tracker.rules.view import Deed

OUTCOME = "outcome"
SEVERITY = ("severity", "damage")


def deed(system: System, action: Action, before: Scene, after: Scene, why: Iterable[Reason]) -> Deed | None:
    """Return an attack or a reaction as a deed; None for everything else."""
    why = tuple(why)
    hit = _landed(why) and not _lost_clash(system, action, before, why)
    if isinstance(action, Decide):
        prompt = before.prompt(action.number)
        by = str(prompt.data.get("by", "")) if prompt is not None and action.choice != SKIP else ""
        waits = prompt is not None and any(blow.prompt == prompt.id for blow in pending_on(after[prompt.name]))
        if prompt is None or not by or waits:
            return None
        return Deed(_who(by, after), prompt.name, (_versus(by, why), action.choice), "unhurt", hit=_landed(why))
    if isinstance(action, Attack):
        return _attack(action, after, why, hit)
    if isinstance(action, Meeting):
        by, way = action.against_ or "", action.defence()
        reached = _reached(why)
        with_ = f" with {way.weapon}" if way.weapon else ""
        who = f"{action.actor} parries for them" if action.actor != action.attacked else ""
        desperate = "desperate " if isinstance(action, Desperate) else ""
        strain = "" if who else _strain(why)
        how = (_versus(by, why), who, f"{desperate}{way.verb} {reached}{with_}", strain)
        return Deed(_who(by, after), action.attacked, how, "unhurt", _faces(way.result), t.SIDES, hit)
    if isinstance(action, Take):
        taken = action.against_ or ""
        no_reaction = (_versus(taken, why), "no reaction")
        return Deed(_who(taken, after), action.actor, no_reaction, "unhurt", hit=_landed(why))
    return None


def succeeded(system: System, action: Action, before: Scene, why: Iterable[Reason]) -> bool | None:
    """Return whether an attack got through, a reaction stopped it, or another roll reached 1; None without a roll."""
    why = tuple(why)
    outcome = sum(reason.value for reason in why if reason.of == OUTCOME)
    if isinstance(action, Attack | Meeting):
        through = not _lost_clash(system, action, before, why) if _clashed(action) else outcome >= 1
        return through == isinstance(action, Attack)
    rolled = isinstance(action, Evade | Doing) and action.result is not None
    return outcome >= 1 if rolled else None


def _clashed(action: Action) -> bool:
    """Return whether an attack is met with a clash."""
    if isinstance(action, Attack):
        return action.clash is not None
    return isinstance(action, Meeting) and action.defence().verb == "clash"


def _lost_clash(system: System, action: Action, before: Scene, why: tuple[Reason, ...]) -> bool:
    """Return whether an attack was met with a clash that it did not win; what harms then is the clash."""
    if not _clashed(action):
        return False
    outcome = sum(reason.value for reason in why if reason.of == OUTCOME)
    return not wins_clash(outcome, _reached(why), bool(system.setting(before, "clash_literal")))


def _attack(attack: Attack, after: Scene, why: tuple[Reason, ...], hit: bool) -> Deed:
    target = attack.target or ""
    outcome = next((reason.value for reason in why if reason.of == OUTCOME), 0)
    met = [verb for verb in ("dodge", "parry", "clash") if getattr(attack, verb) is not None]
    came = f"{t.signed(outcome)} {t.band(outcome)}"
    reactions = (f"met with a {verb}" for verb in met)
    strain = _strain(why) if attack.desperate and attack.by in (None, target) else ""
    how = (attack.actor, attack.weapon or "", came, "held" if attack.held else "", *reactions, strain)
    combatant = after.combatants.get(target)
    waits = combatant is not None and any(blow.by == attack.actor for blow in pending_on(combatant)) and not met
    said = "to react" if waits else "miss"
    return Deed(attack.actor, target, how, said, _faces(attack.result), t.SIDES, None if waits else hit)


def _strain(why: Iterable[Reason]) -> str:
    """Return what of the target's loss is their own exertion; "" if nothing is."""
    return "exertion −1" if any(reason.label == EXERTION for reason in why) else ""


def _versus(by: str, why: Iterable[Reason]) -> str:
    """Return whose attack was met, with its outcome."""
    waiting = next((reason for reason in why if reason.of == OUTCOME and reason.label.endswith(", waiting")), None)
    return f"vs {by}: {waiting.value}" if waiting is not None else f"vs {by}"


def _reached(why: Iterable[Reason]) -> int:
    """Return the outcome of a reaction."""
    return sum(reason.value for reason in why if reason.of == "need" and "'s " in reason.label)


def _who(by: str, scene: Scene) -> str:
    """Return the attacker, unless the attack is named by the number of its question."""
    return by if by in scene.combatants else ""


def _landed(why: Iterable[Reason]) -> bool:
    return sum(reason.value for reason in why if reason.of in SEVERITY) > 0


def _faces(result: Result | None) -> tuple[tuple[int, ...], ...]:
    return (result.faces,) if result is not None and result.faces else ()
