"""Luck: what the dice of a fight came to, against what their exact odds were at that moment.

Every throw counts by whether it came off: as 1 or 0, against its chance. No dice are thrown and no rule runs again;
the chance is that of the bare throw, in the scene before it.
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
"""How many of the throws that were the least likely to come out as they did are named."""


class Thrown(Model):
    """One throw: its entry, who threw and what for, its ``chance`` from 0 to 1, and whether it ``succeeded``.

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
        """How likely it was to come out as it did."""
        return self.chance if self.succeeded else 1 - self.chance


class Luck(Model):
    """One combatant's throws together: how many came off, and how many the odds expected to."""

    name: str
    throws: int
    succeeded: int
    expected: float

    @property
    def surplus(self) -> float:
        """How many more came off than expected; below 0 for bad luck."""
        return self.succeeded - self.expected


def thrown_in(system: System, id: int, happening: Happening) -> Thrown | None:
    """The throw of a command with its chance; None where nothing was thrown or the odds are not known."""
    action = happening.action
    name = getattr(action, "by", None) or getattr(action, "actor", None)
    if action is None or not isinstance(name, str):
        return None
    succeeded = system.succeeded(action, happening.before, happening.why)
    if succeeded is None:
        return None
    try:
        odds = system.odds(happening.before, before_the_throw(system, happening, action))
    except InvalidCommand:
        return None
    main = system.main_track(happening.before)
    moved = sum(
        abs(change.was - change.now)
        for change in track_changes(happening.before, happening.after)
        if change.track == main
    )
    target = getattr(action, "target", None)
    what = f"{happening.verb} {target}" if isinstance(target, str) and target else happening.verb
    return Thrown(id, happening.before.turn.round, name, what, odds.success, succeeded, moved)


def before_the_throw(system: System, happening: Happening, action: Action) -> Action:
    """The action with its result still to be rolled."""
    for parameter in type(action).parameters.values():
        if parameter.type is not None and (parameter.aliases == RESULT or parameter.name in RESULT):
            context = Context(system, happening.before)
            return action.copy_with(**{parameter.attr: parameter.type.read("roll", context)})
    return action


def luck_of(throws: Iterable[Thrown]) -> tuple[Luck, ...]:
    """The luck of everybody who threw, in the order of their first throws."""
    found: dict[str, list[Thrown]] = {}
    for throw in throws:
        found.setdefault(throw.name, []).append(throw)
    return tuple(
        Luck(name, len(own), sum(throw.succeeded for throw in own), sum(throw.chance for throw in own))
        for name, own in found.items()
    )


def mattered(throws: Iterable[Thrown], count: int = MATTERED) -> tuple[Thrown, ...]:
    """The throws that came out against the odds: the least likely first; of equals the one that moved most."""
    against = sorted((throw for throw in throws if throw.likelihood < 0.5), key=attrgetter("moved"), reverse=True)
    return tuple(sorted(against, key=attrgetter("likelihood"))[:count])
