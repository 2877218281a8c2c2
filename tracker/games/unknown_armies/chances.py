"""Exact chances: every roll looked at once (interface.md part 3, odds)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.attack import Attack
from tracker.games.unknown_armies.dodging import dodge_number
from tracker.games.unknown_armies.hit import Aim
from tracker.games.unknown_armies.moves import Act, Dodge
from tracker.games.unknown_armies.roll import Roll, grade, made, of_die
from tracker.games.unknown_armies.special import Sucker
from tracker.games.unknown_armies.wounds import dodged, hits
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

ROLLS = range(1, t.SIDES + 1)


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """The chances of an action's bare throw; raises InvalidCommand for one without."""
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Dodge):
        return _dodge(resolver, action.with_defaults(resolver))
    if isinstance(action, Act):
        if action.roll is None:
            raise InvalidCommand("“act” has no roll yet, so it has no odds; roll=roll skill=N asks for one.")
        return _test(action.number(resolver))
    if isinstance(action, Sucker):
        return _test(action.with_defaults(resolver).number(resolver))
    if isinstance(action, Attack):
        filled = action.with_defaults(resolver)
        return _attack(resolver, filled, filled.aim(resolver))
    raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")


def _sum(rolls: Sequence[int], label: Callable[[int], str], success: Callable[[int], bool]) -> Odds:
    found = Counter(map(label, rolls))
    outcomes = tuple(Outcome(name, count / len(rolls)) for name, count in found.items())
    return Odds(outcomes, sum(map(success, rolls)) / len(rolls))


def _test(under: int) -> Odds:
    return _sum(ROLLS, lambda roll: grade(roll, under), lambda roll: made(roll, under))


def _attack(resolver: Resolver, action: Attack, aim: Aim) -> Odds:
    rolls = [of_die(face) for face in range(10)] if aim.die else ROLLS
    if action.dodge is None:
        return _sum(rolls, lambda roll: _label(aim, roll, aim.blow.damage(roll)), aim.passes)
    number = dodge_number(resolver, action.target or "")
    dodges = _rolls(action.dodge)
    joint = [(roll, dodge) for roll in rolls for dodge in dodges]
    found = Counter(_label(aim, roll, dodged(roll, aim.blow.damage(roll), dodge, number)) for roll, dodge in joint)
    outcomes = tuple(Outcome(name, count / len(joint)) for name, count in found.items())
    return Odds(outcomes, sum(map(aim.passes, rolls)) / len(rolls))


def _rolls(given: Roll) -> Sequence[int]:
    return ROLLS if given.value is None else (given.value,)


def _label(aim: Aim, roll: int, damage: int) -> str:
    """What a roll does, in the words of the log."""
    if not aim.hits(roll):
        what = grade(roll, aim.under)
        return what if what in ("fumble", "matched failure") else "miss"
    hit = f"body -{damage}" if damage else "dodged"
    return f"critical, {hit}" if roll == t.CRITICAL else hit


def _dodge(resolver: Resolver, action: Dodge) -> Odds:
    hit = next(each for each in reversed(hits(resolver, action.actor)) if each["by"] == action.against_)
    number = dodge_number(resolver, action.actor, hit["before"])

    def left(roll: int) -> int:
        return dodged(hit["roll"], hit["damage"], roll, number)

    return _sum(ROLLS, lambda roll: f"damage {left(roll)}", lambda roll: left(roll) == 0)
