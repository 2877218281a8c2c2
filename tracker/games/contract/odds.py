"""Exact chances: whole-number weights of every outcome of a pool, and of one pool against another."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache, partial
from math import lcm

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.contract import tables as t
from tracker.games.contract.actions.acting import Doing, Initiative
from tracker.games.contract.actions.attack import Attack
from tracker.games.contract.actions.defence import Defence, prepare_defence
from tracker.games.contract.actions.evading import Evade
from tracker.games.contract.actions.reactions import Meeting
from tracker.games.contract.dice import Roll
from tracker.games.contract.harm import protection, wins_clash
from tracker.games.contract.result import Result
from tracker.games.contract.state import Blow, evading, find_pending
from tracker.games.contract.tables import WeaponStats
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

Chances = dict[int, Fraction]
"""The chance of each outcome."""


@cache
def outcome_weights(dice: int, difficulty: int) -> dict[int, int]:
    """How many of the 10**dice throws have each outcome."""
    if dice == 0:
        return {0: 1}
    weights: dict[int, int] = defaultdict(int)
    for outcome, ways in outcome_weights(dice - 1, difficulty).items():
        for face in range(1, t.SIDES + 1):
            weights[outcome + t.worth(face, difficulty)] += ways
    return dict(sorted(weights.items()))


def chances(roll: Roll, result: Result) -> Chances:
    """Return the chance of each outcome of a roll; a typed result has a single outcome.

    Raises InvalidCommand without dice.
    """
    if not result.rolls:
        outcome = t.counted(result.faces, roll.difficulty) if result.faces is not None else result.outcome or 0
        return {outcome + roll.boost: Fraction(1)}
    if roll.dice is None:
        raise InvalidCommand(roll.unknown)
    if roll.dice > t.MOST_DICE:
        raise InvalidCommand(f"Odds are worked out for at most {t.MOST_DICE} dice.")
    whole = t.SIDES**roll.dice
    return {
        outcome + roll.boost: Fraction(ways, whole)
        for outcome, ways in outcome_weights(roll.dice, roll.difficulty).items()
    }


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """Return the exact chances of any action with a roll; raises InvalidCommand for one without."""
    resolver = Resolver(system, scene, no_dice())
    if isinstance(action, Attack):
        return _attack(resolver, action.with_defaults(resolver))
    if isinstance(action, Meeting):
        return _reaction(resolver, action)
    if isinstance(action, Initiative):
        return _plain(chances(action.rolling(resolver), action.outcome))
    if isinstance(action, (Evade, Doing)) and action.result is not None:
        return _plain(chances(action.rolling(resolver), action.result))
    raise InvalidCommand(f"“{action.verb}” throws no dice here, so it has no odds.")


def _plain(weights: Chances) -> Odds:
    return _odds(
        {f"outcome {outcome}": p for outcome, p in weights.items()}, sum(p for o, p in weights.items() if o >= 1)
    )


def _odds(weights: dict[str, Fraction], success: Fraction | int) -> Odds:
    return Odds(tuple(Outcome(label, float(p)) for label, p in weights.items()), float(success))


def _attack(resolver: Resolver, action: Attack) -> Odds:
    attack = chances(action.rolling(resolver), action.result)
    blow = action.blow(resolver, 0)
    shot = blow.kind == "firearm" and not resolver.setting("evade_firearms")
    left = 0 if shot and action.evade is None else evading(resolver.combatant(blow.target))
    left = left if action.evade is None else min(action.evade, left)
    after: Chances = defaultdict(Fraction)
    for outcome, p in attack.items():
        after[outcome - min(left, max(0, outcome))] += p
    defence = action.defence()
    return _joint(resolver, blow, dict(after), defence, met=False)


def _reaction(resolver: Resolver, action: Meeting) -> Odds:
    blow = find_pending(resolver.scene, action.attacked, action.against_)
    return _joint(resolver, blow, {blow.outcome: Fraction(1)}, action.defence(), met=True)


def _joint(resolver: Resolver, blow: Blow, attack: Chances, defence: Defence | None, met: bool) -> Odds:
    """Combine every attack outcome with every defence outcome; with ``met``, success is the defender's."""
    against: Chances = {0: Fraction(1)}
    back: WeaponStats | None = None
    if defence is not None:
        roll, _, arms = prepare_defence(resolver, blow, defence)
        against = chances(roll, defence.result)
        back = arms if defence.verb == "clash" else None
    weights: dict[str, int] = defaultdict(int)
    success = 0
    literal = bool(resolver.setting("clash_literal"))
    label_of = cache(partial(_label, resolver, blow))
    (attacks, all_attacks), (stops, all_stops) = _weights(attack), _weights(against)
    for outcome, ways in sorted(attacks.items()):
        for stopped, other_ways in stops.items():
            if back is None:
                wins, label = label_of(outcome - max(0, stopped))
            else:
                wins = wins_clash(outcome, stopped, literal)
                label = _clash_label(resolver, blow, outcome, stopped, back, literal)
            weights[label] += ways * other_ways
            lost = wins if back is None else not wins_clash(stopped, outcome, literal)
            success += ways * other_ways * (not lost if met else wins)
    whole = all_attacks * all_stops
    return _odds({label: Fraction(ways, whole) for label, ways in weights.items()}, Fraction(success, whole))


def _weights(weights: Chances) -> tuple[dict[int, int], int]:
    """Return chances as whole numbers with a common denominator, which add up faster than fractions."""
    whole = lcm(*(chance.denominator for chance in weights.values()))
    return {outcome: int(chance * whole) for outcome, chance in weights.items()}, whole


def _severity(resolver: Resolver, victim: str, hit: int, damage: int, kind: str) -> str:
    """Return the severity of a hit after the weapon and what protects."""
    severity = hit + damage - sum(number for _, number, _ in protection(resolver.combatant(victim), kind))
    return f"severity {severity}" if severity > 0 else "no injury"


def _label(resolver: Resolver, blow: Blow, net: int) -> tuple[bool, str]:
    if net <= 0:
        return False, "miss"
    return True, _severity(resolver, blow.target, net, blow.damage + blow.extra, blow.kind)


def _clash_label(resolver: Resolver, blow: Blow, outcome: int, stopped: int, back: WeaponStats, literal: bool) -> str:
    parts = []
    if wins_clash(outcome, stopped, literal):
        parts.append(_severity(resolver, blow.target, outcome, blow.damage + blow.extra, blow.kind))
    if wins_clash(stopped, outcome, literal):
        parts.append(f"{_severity(resolver, blow.by, stopped, back.damage, back.kind)} to {blow.by}")
    return ", ".join(parts) or "neither hits"
