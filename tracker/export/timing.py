"""The time a fight took: how long everybody's turns were, and how long they waited for one.

It comes from the times of the entries. A long pause is a break at the table, and is not counted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.combat.scene import Scene

BREAK: Final = 900.0
"""The seconds without an entry that count as a break."""


class Time(Model):
    """A combatant's time in seconds: in all their ``turns`` together, and the longest that they ``waited`` for one."""

    name: str
    turns: int
    seconds: float
    waited: float


def seconds_at(history: History, entry: Entry) -> float | None:
    """Return when an entry was first made, in seconds; None if it has no time."""
    try:
        return datetime.fromisoformat(history.entries[entry.first].at).timestamp()
    except (ValueError, OverflowError, KeyError):
        return None


class Timing:
    """Measures the time of a fight, entry by entry."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._on: frozenset[str] = frozenset()
        self._turns: dict[str, int] = {}
        self._seconds: dict[str, float] = {}
        self._waiting: dict[str, float] = {}
        self._longest: dict[str, float] = {}
        self.total = 0.0
        """The seconds of all rounds, without breaks."""

    def take(self, at: float | None, before: Scene, after: Scene) -> None:
        """Go on to the scene after an entry made at this time."""
        passed = at - self._at if at is not None and self._at is not None else 0.0
        self._at = at if at is not None else self._at
        if 0 < passed <= BREAK and before.turn.round:
            self.total += passed
            for name, combatant in before.combatants.items():
                if name in self._on:
                    self._seconds[name] = self._seconds.get(name, 0.0) + passed
                elif combatant.out is None:
                    self._waiting[name] = self._waiting.get(name, 0.0) + passed
                    self._longest[name] = max(self._longest.get(name, 0.0), self._waiting[name])
        if after.turn != before.turn or after.combatants.keys() != before.combatants.keys():
            on = on_turn(after)
            for name in on:
                if name not in self._on or after.turn.round != before.turn.round:
                    self._turns[name] = self._turns.get(name, 0) + 1
                self._waiting[name] = 0.0
            self._on = on

    def times(self) -> tuple[Time, ...]:
        """Return everybody's time, in the order they joined."""
        names = dict.fromkeys((*self._turns, *self._longest))
        return tuple(
            Time(name, self._turns.get(name, 0), self._seconds.get(name, 0.0), self._longest.get(name, 0.0))
            for name in names
            if self._seconds.get(name) or self._longest.get(name)
        )


def on_turn(scene: Scene) -> frozenset[str]:
    """Return whose turn it is: a name, or all of a side who are not out."""
    turn = scene.turn
    if not turn.round:
        return frozenset()
    if turn.name is not None:
        return frozenset((turn.name,)) if turn.name in scene.combatants else frozenset()
    return frozenset(
        name
        for name, combatant in scene.combatants.items()
        if turn.side is not None and combatant.side == turn.side and combatant.out is None
    )


def as_clock(seconds: float) -> str:
    """Return a time in readable form: ``0:42``, ``12:05``, ``1:02:05``."""
    whole = max(0, int(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
