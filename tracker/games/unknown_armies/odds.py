"""Exact chances: every roll judged once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.attack import Aim, Attack
from tracker.games.unknown_armies.actions.dodge import Dodge, dodge_number
from tracker.games.unknown_armies.actions.sucker import Sucker
from tracker.games.unknown_armies.actions.turn import Act
from tracker.games.unknown_armies.damage import after_dodge
from tracker.games.unknown_armies.result import grade, is_success, match_of_die
from tracker.games.unknown_armies.state import state_of
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

ROLLS: Final = range(1, t.SIDES + 1)


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """Return the chances of an action's bare throw; raises InvalidCommand for one without."""
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Dodge):
        return _dodge(resolver, action.with_defaults(resolver))
    if isinstance(action, Act):
        if action.roll is None:
            raise InvalidCommand("“act” has no roll, so it has no odds. For a roll: roll=roll skill=N.")
        return _test(action.count_number(resolver))
    if isinstance(action, Sucker):
        return _test(action.with_defaults(resolver).count_number(resolver))
    if isinstance(action, Attack):
        filled = action.with_defaults(resolver)
        return _attack(resolver, filled, filled.aim(resolver))
    raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")


def _count(rolls: Sequence[int], label: Callable[[int], str], success: Callable[[int], bool]) -> Odds:
    counts = Counter(map(label, rolls))
    outcomes = tuple(Outcome(name, count / len(rolls)) for name, count in counts.items())
    return Odds(outcomes, sum(map(success, rolls)) / len(rolls))


def _test(number: int) -> Odds:
    return _count(ROLLS, lambda roll: grade(roll, number), lambda roll: is_success(roll, number))


def _attack(resolver: Resolver, action: Attack, aim: Aim) -> Odds:
    rolls = [match_of_die(face) for face in range(10)] if aim.one_die else ROLLS
    if action.dodge is None:
        return _count(rolls, lambda roll: _label(aim, roll, aim.damage.of(roll)), aim.passes)
    number = dodge_number(resolver, action.target or "")
    dodges = ROLLS if action.dodge.value is None else (action.dodge.value,)
    counts: Counter[str] = Counter()
    for roll in rolls:
        damage = aim.damage.of(roll)
        if aim.hits(roll):
            for left, count in Counter(after_dodge(roll, damage, dodge, number) for dodge in dodges).items():
                counts[_label(aim, roll, left)] += count
        else:
            counts[_label(aim, roll, damage)] += len(dodges)
    outcomes = tuple(Outcome(name, count / (len(rolls) * len(dodges))) for name, count in counts.items())
    return Odds(outcomes, sum(map(aim.passes, rolls)) / len(rolls))


def _label(aim: Aim, roll: int, damage: int) -> str:
    """Return a roll's effect, in the words of the log."""
    if not aim.hits(roll):
        result = grade(roll, aim.number)
        return result if result in ("fumble", "matched failure") else "miss"
    hit = f"body -{damage}" if damage else "dodged"
    return f"critical, {hit}" if roll == t.CRITICAL else hit


def _dodge(resolver: Resolver, action: Dodge) -> Odds:
    hits = state_of(resolver.combatant(action.actor)).hits
    latest = next(hit for hit in reversed(hits) if hit.by == action.against_)
    number = dodge_number(resolver, action.actor, latest.before)

    def left(roll: int) -> int:
        return after_dodge(latest.roll, latest.damage, roll, number)

    return _count(ROLLS, lambda roll: f"damage {left(roll)}", lambda roll: left(roll) == 0)
