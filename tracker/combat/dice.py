"""A thrower that records every face.

Dice are an argument of the rules, never a global, so a fight can be replayed, previewed and tested.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from tracker.combat.model import Number, Stored, Text


class NotThrown(Exception):
    """The dice are not on the table yet: what a preview meets where a throw would be; says which, and what for."""

    def __init__(self, count: int, sides: int, purpose: str) -> None:
        super().__init__(f"{count}d{sides} for {purpose}")
        self.purpose = purpose


class Throw(Stored):
    """Faces that fell, and what they were thrown for."""

    purpose: Text
    sides: Number
    faces: tuple[Number, ...]


@dataclass(slots=True)
class Dice:
    """Throws dice for one action and keeps what fell.

    ``recorded`` throws are taken first, by purpose and sides: that is how a later replay has the same dice.
    """

    source: random.Random | None
    recorded: list[Throw] = field(default_factory=list)
    thrown: list[Throw] = field(default_factory=list)

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """The faces of ``count`` dice with ``sides`` sides; raises NotThrown in a preview."""
        faces: tuple[int, ...] = ()
        for place, old in enumerate(self.recorded):
            if old.purpose == purpose and old.sides == sides:
                faces = self.recorded.pop(place).faces[:count]
                break
        if len(faces) < count:
            if self.source is None:
                raise NotThrown(count - len(faces), sides, purpose)
            faces += tuple(self.source.randint(1, sides) for _ in range(count - len(faces)))
        self.thrown.append(Throw(purpose, sides, faces))
        return faces


def no_dice(recorded: Iterable[Throw] = ()) -> Dice:
    """Dice that cannot be thrown: what a preview is resolved with."""
    return Dice(None, list(recorded))
