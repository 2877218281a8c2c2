"""Luck: the results of a fight's dice against their exact odds at that moment.

Every throw counts as 1 or 0 for success, against its chance. No dice are thrown and no rule runs again; the chance is
that of the bare throw, in the scene before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from tracker.combat.model import Model
from tracker.commands.story import Happening, track_changes
from tracker.rules.action import Action
from tracker.rules.command import RESULT
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System

MATTERED: Final = 5
"""How many of the least likely throws are listed."""


class Thrown(Model):
    """A throw: its entry, who threw and what for, its ``chance`` from 0 to 1, and whether it ``succeeded``.

    ``moved`` are the points of the main track that everybody lost or regained by it.
    """

    id: int
    round: int
    name: str
    what: str
    chance: float
    succeeded: bool
    moved: int = 0

    @property
    def likelihood(self) -> float:
        """Return how likely the result was."""
        return self.chance if self.succeeded else 1 - self.chance


class Luck(Model):
    """A combatant's throws together: the number of successes, and the number expected."""

    name: str
    throws: int
    succeeded: int
    expected: float

    @property
    def surplus(self) -> float:
        """Return the successes beyond the expected ones; below 0 for bad luck."""
        return self.succeeded - self.expected


def thrown_in(system: System, id: int, happening: Happening) -> Thrown | None:
    """Return the throw of a command with its chance; None without dice or known odds."""
    action = happening.action
    if action is None:
        return None
    succeeded = system.succeeded(action, happening.before, happening.why)
    if succeeded is None:
        return None
    try:
        unthrown = before_the_throw(system, happening, action)
        odds, throw = system.odds(happening.before, unthrown), system.throw(happening.before, unthrown)
    except InvalidCommand:
        return None
    if throw is None:
        return None
    main = system.main_track(happening.before)
    moved = sum(
        abs(change.was - change.now)
        for change in track_changes(happening.before, happening.after)
        if change.track == main
    )
    target = getattr(action, "target", None)
    what = f"{happening.verb} {target}" if isinstance(target, str) and target else happening.verb
    return Thrown(id, happening.before.turn.round, throw.actor, what, odds.success, succeeded, moved)


def before_the_throw(system: System, happening: Happening, action: Action) -> Action:
    """Return the action with its result still to be rolled."""
    for parameter in type(action).parameters.values():
        if parameter.type is not None and (parameter.aliases == RESULT or parameter.name in RESULT):
            context = Context(system, happening.before)
            return action.copy_with(**{parameter.attr: parameter.type.read("roll", context)})
    return action


def luck_of(throws: Iterable[Thrown]) -> tuple[Luck, ...]:
    """Return the luck of everybody who threw, in the order of their first throws."""
    by_name: dict[str, list[Thrown]] = {}
    for throw in throws:
        by_name.setdefault(throw.name, []).append(throw)
    return tuple(
        Luck(name, len(own), sum(throw.succeeded for throw in own), sum(throw.chance for throw in own))
        for name, own in by_name.items()
    )


def mattered(throws: Iterable[Thrown], count: int = MATTERED) -> tuple[Thrown, ...]:
    """Return the throws against the odds: the least likely first; of equals the one that moved most."""
    against = sorted((throw for throw in throws if throw.likelihood < 0.5), key=attrgetter("moved"), reverse=True)
    return tuple(sorted(against, key=attrgetter("likelihood"))[:count])
