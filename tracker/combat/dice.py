"""Dice that record every face; an argument of the rules, so that a fight can be replayed, previewed, tested."""

import random
from collections.abc import Iterable

from tracker.combat.model import Number, Stored, Text


class NotThrown(Exception):
    """The dice have not been thrown: raised in a preview instead of a throw; says which dice, and what for."""

    def __init__(self, what: str, purpose: str) -> None:
        super().__init__(what)
        self.purpose = purpose


class ThrownDice(Stored):
    """Thrown faces, and their purpose."""

    purpose: Text
    sides: Number
    faces: tuple[Number, ...]


class Dice:
    """Throws dice for one action and records the faces; in a replay, ``recorded`` ones first, by purpose and sides."""

    def __init__(self, source: random.Random | None, recorded: Iterable[ThrownDice] = ()) -> None:
        self.source = source
        self.recorded = list(recorded)
        self.thrown: list[ThrownDice] = []

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """Return the faces of ``count`` dice with ``sides`` sides; raises NotThrown in a preview."""
        faces: tuple[int, ...] = ()
        for place, old in enumerate(self.recorded):
            if old.purpose == purpose and old.sides == sides:
                faces = self.recorded.pop(place).faces[:count]
                break
        if len(faces) < count:
            if self.source is None:
                raise NotThrown(f"{count - len(faces)}d{sides} for {purpose}", purpose)
            faces += tuple([self.source.randint(1, sides) for _ in range(count - len(faces))])
        self.thrown.append(ThrownDice(purpose, sides, faces))
        return faces


def no_dice() -> Dice:
    """Return dice for a preview: every throw raises NotThrown."""
    return Dice(None)
