"""Exact chances: whole-number weights of every outcome of a pool, and of a pool against another."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.systems.base import Action, Nonsense, Odds, Outcome, Play, System
from tracker.systems.contract import tables as t
from tracker.systems.contract.acts import Doing, Evade, Initiative
from tracker.systems.contract.attack import Attack
from tracker.systems.contract.blow import Blow, evading, protection, the_pending, wins_clash
from tracker.systems.contract.defence import Defence, prepared
from tracker.systems.contract.react import Meeting
from tracker.systems.contract.result import Result
from tracker.systems.contract.roll import Roll
from tracker.systems.contract.tables import Arms

Chances = dict[int, Fraction]
"""The chance of each outcome."""


@cache
def weights(dice: int, difficulty: int) -> dict[int, int]:
    """How many of the 10**dice throws have each outcome."""
    if dice == 0:
        return {0: 1}
    found: dict[int, int] = defaultdict(int)
    for outcome, ways in weights(dice - 1, difficulty).items():
        for face in range(1, t.SIDES + 1):
            found[outcome + t.worth(face, difficulty)] += ways
    return dict(sorted(found.items()))


def chances(roll: Roll, result: Result) -> Chances:
    """The chance of each outcome of a roll; one alone where the result is typed. Raises Nonsense without dice."""
    if not result.rolls:
        outcome = t.counted(result.faces, roll.difficulty) if result.faces is not None else result.outcome or 0
        return {outcome + roll.boost: Fraction(1)}
    if roll.dice is None:
        raise Nonsense(f"How many dice has {roll.actor} for this? Type 5d for five, or set the sheet.")
    if roll.dice > t.MOST_DICE:
        raise Nonsense(f"Odds are worked out for at most {t.MOST_DICE} dice.")
    whole = t.SIDES**roll.dice
    return {
        outcome + roll.boost: Fraction(ways, whole) for outcome, ways in weights(roll.dice, roll.difficulty).items()
    }


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """The exact chances of any action with a roll; raises Nonsense for one without."""
    play = Play(system, scene, no_dice())
    if isinstance(action, Attack):
        return _attack(play, action.filled(play))
    if isinstance(action, Meeting):
        return _reaction(play, action)
    if isinstance(action, Initiative):
        return _plain(chances(action.rolling(play), action.outcome))
    if isinstance(action, (Evade, Doing)) and action.result is not None:
        return _plain(chances(action.rolling(play), action.result))
    raise Nonsense(f"“{action.verb}” throws no dice here, so it has no odds.")


def _plain(found: Chances) -> Odds:
    return _odds({f"outcome {outcome}": p for outcome, p in found.items()}, sum(p for o, p in found.items() if o >= 1))


def _odds(found: dict[str, Fraction], success: Fraction | int) -> Odds:
    return Odds(tuple(Outcome(label, float(p)) for label, p in found.items()), float(success))


def _attack(play: Play, action: Attack) -> Odds:
    attack = chances(action.rolling(play), action.result)
    blow = action.blow(play, 0)
    shot = blow.kind == "firearm" and not play.setting("evade_firearms")
    left = 0 if shot and action.evade is None else evading(play.one(blow.target))
    left = left if action.evade is None else min(action.evade, left)
    after: Chances = defaultdict(Fraction)
    for outcome, p in attack.items():
        after[outcome - min(left, max(0, outcome))] += p
    defence = action.defence()
    return _joint(play, blow, dict(after), defence, met=False)


def _reaction(play: Play, action: Meeting) -> Odds:
    blow = the_pending(play.scene, action.attacked, action.against_)
    return _joint(play, blow, {blow.outcome: Fraction(1)}, action.defence(), met=True)


def _joint(play: Play, blow: Blow, attack: Chances, defence: Defence | None, met: bool) -> Odds:
    """Every attack outcome against every defence outcome; ``met``: success is the defender's."""
    against: Chances = {0: Fraction(1)}
    back: Arms | None = None
    if defence is not None:
        roll, _, arms = prepared(play, blow, defence)
        against = chances(roll, defence.result)
        back = arms if defence.verb == "clash" else None
    found: dict[str, Fraction] = defaultdict(Fraction)
    success = Fraction(0)
    literal = bool(play.setting("clash_literal"))
    for outcome, p in sorted(attack.items()):
        for stopped, q in against.items():
            if back is None:
                wins, label = _label(play, blow, outcome - max(0, stopped))
            else:
                wins = wins_clash(outcome, stopped, literal)
                label = _clash_label(play, blow, outcome, stopped, back, literal)
            found[label] += p * q
            lost = wins if back is None else not wins_clash(stopped, outcome, literal)
            success += p * q * (not lost if met else wins)
    return _odds(found, success)


def _severity(play: Play, victim: str, hit: int, damage: int, kind: str) -> str:
    """What a hit comes to after the weapon and what protects."""
    severity = hit + damage - sum(number for _, number, _ in protection(play.one(victim), kind))
    return f"severity {severity}" if severity > 0 else "no injury"


def _label(play: Play, blow: Blow, net: int) -> tuple[bool, str]:
    if net <= 0:
        return False, "miss"
    return True, _severity(play, blow.target, net, blow.damage + blow.extra, blow.kind)


def _clash_label(play: Play, blow: Blow, outcome: int, stopped: int, back: Arms, literal: bool) -> str:
    parts = []
    if wins_clash(outcome, stopped, literal):
        parts.append(_severity(play, blow.target, outcome, blow.damage + blow.extra, blow.kind))
    if wins_clash(stopped, outcome, literal):
        parts.append(f"{_severity(play, blow.by, stopped, back.damage, back.kind)} to {blow.by}")
    return ", ".join(parts) or "neither hits"
