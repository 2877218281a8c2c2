"""The dice of a roll before its result: their sources, difficulty, and the outcome that is needed."""

from __future__ import annotations

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.actions.acting import Doing, Initiative
from tracker.games.contract.actions.attack import Attack
from tracker.games.contract.actions.defence import prepare_defence
from tracker.games.contract.actions.evading import Evade
from tracker.games.contract.actions.reactions import Meeting
from tracker.games.contract.dice import Roll
from tracker.games.contract.state import evading, find_pending
from tracker.games.contract.weapons import SHOT
from tracker.rules.action import Action
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Throw


def throw(system: System, scene: Scene, action: Action) -> Throw | None:
    """Return the roll of an action; None for one without. Raises InvalidCommand for an action that makes no sense."""
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Attack):
        filled = action.with_defaults(resolver)
        roll = filled.rolling(resolver)
        return _throw(resolver, roll, 1 + _evaded(resolver, filled) - roll.boost, weapon=filled.weapon)
    if isinstance(action, Meeting):
        filled_meeting = action.with_defaults(resolver)
        blow = find_pending(scene, filled_meeting.attacked, filled_meeting.against_)
        defence = filled_meeting.defence()
        roll, _, _ = prepare_defence(resolver, blow, defence)
        more = 1 if defence.verb == "clash" else 0
        met = f"{blow.by}'s {t.signed(blow.outcome)}"
        return _throw(resolver, roll, blow.outcome + more - roll.boost, met, defence.weapon)
    if isinstance(action, Initiative):
        return _throw(resolver, action.rolling(resolver), None)
    if isinstance(action, Evade | Doing) and action.result is not None:
        roll = action.rolling(resolver)
        return _throw(resolver, roll, 1 - roll.boost)
    return None


def _evaded(resolver: Resolver, attack: Attack) -> int:
    """Return what the target's evading will take off."""
    blow = attack.blow(resolver, 0)
    if blow.kind == SHOT and not resolver.setting("evade_firearms") and attack.evade is None:
        return 0
    left = evading(resolver.combatant(blow.target))
    return left if attack.evade is None else min(left, attack.evade)


def _throw(resolver: Resolver, roll: Roll, least: int | None, against: str = "", weapon: str | None = None) -> Throw:
    """Return the throw; ``least`` is the outcome that is enough, or None if every outcome counts."""
    parts = tuple(Addend(reason.label, reason.value) for reason in resolver.reasons if reason.of == roll.of.dice)
    wanted = "" if least is None else f"outcome {t.signed(least)} or more"
    exerted = f", without the {roll.boost} of exertion" if roll.boost else ""
    typed = f"the outcome on the dice{exerted}: 4, or the faces 2,6,10; 5d throws five"
    at = f"difficulty {roll.difficulty}"
    measures = (Addend("dice", roll.dice or 0), Addend("difficulty", roll.difficulty))
    if roll.dice is None:
        words = tuple(Addend(word, None) for word in (roll.attribute, roll.ability) if word)
        return Throw(
            roll.actor,
            "",
            (*words, *parts),
            wanted=f"{wanted} at {at}".removeprefix(" at "),
            typed=typed,
            measures=measures,
        )
    dice = f"{roll.dice}d{t.SIDES}" if roll.dice else "no dice"
    with_ = f"with {weapon} " if weapon else ""
    met = f"{with_}at {at} against {against}" if against else f"{with_}at {at}"
    return Throw(roll.actor, dice, parts, None, met, (), wanted, typed, measures)
