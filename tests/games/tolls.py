"""What an attack takes, found by playing every result of its throw: the measure for the losses that odds tell."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import prod

from tracker.commands.parser import phrases, read
from tracker.rules.view import Odds
from tracker.session import Session

THROWN = ("roulette", "critical", "alone", "fortitude")
"""Questions that the dice alone answer."""

GAINED = ("adrenaline",)
"""Tracks of which odds also tell what is gained."""

Losses = Mapping[str, Mapping[int, float]]


def odds_of(session: Session, line: str) -> Odds:
    """The exact chances of a line that throws."""
    (phrase,) = phrases(line)
    return session.system.odds(session.scene, read(phrase, session.system, session.scene))


class EveryFall(random.Random):
    """Dice that fall in every way, one after the other: the last that can go on goes on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.faces: list[int] = []
        self.sides: list[int] = []
        self.whole = False

    def randint(self, a: int, b: int) -> int:
        """Return the next face of this way."""
        if len(self.sides) == len(self.faces):
            self.faces.append(a)
        self.sides.append(b)
        return self.faces[len(self.sides) - 1]

    def share(self) -> Fraction:
        """Return the chance of the way that has just fallen, and go on to the next."""
        share = Fraction(1, prod(self.sides))
        while self.faces and self.faces[-1] == self.sides[len(self.faces) - 1]:
            self.faces.pop()
        self.whole = not self.faces
        if self.faces:
            self.faces[-1] += 1
        self.sides = []
        return share


def lost(session: Session, target: str, ways: Iterable[tuple[str, Callable[[], Fraction]]]) -> tuple[Losses, float]:
    """What the target loses of each track, and the chance that they go out: each line is done, weighed, undone.

    Dice that are thrown at once for what follows, such as whether they live, are a part of it.
    """
    before = session.scene[target]
    whole = down = Fraction(0)
    losses: dict[str, dict[int, Fraction]] = {}
    for line, share in ways:
        session.do(line)
        done = 1
        while asked := [one.id for one in session.scene.prompts if one.kind in THROWN and one.name == target]:
            session.do(f"decide {asked[0]} roll")
            done += 1
        after, weight = session.scene[target], share()
        whole += weight
        down += weight * (before.out is None and after.out is not None)
        for name, track in before.tracks.items():
            amount = track.value - after.tracks[name].value
            if session.system.fills(name):
                amount = -amount
            if amount > 0 or (amount and name in GAINED):
                amounts = losses.setdefault(name, {})
                amounts[amount] = amounts.get(amount, Fraction(0)) + weight
        session.do(f"undo {done}")
    exact = {
        name: {amount: float(weight / whole) for amount, weight in sorted(amounts.items())}
        for name, amounts in losses.items()
    }
    return exact, float(down / whole)


def taken(session: Session, target: str, lines: Iterable[tuple[str, int]]) -> tuple[Losses, float]:
    """What the target loses by these lines, each with its weight."""
    return lost(session, target, ((line, partial(Fraction, weight)) for line, weight in lines))


def thrown(session: Session, dice: EveryFall, target: str, line: str) -> tuple[Losses, float]:
    """What the target loses by a line that throws, over every way in which all its dice can fall."""

    def ways() -> Iterator[tuple[str, Callable[[], Fraction]]]:
        while not dice.whole:
            yield line, dice.share

    return lost(session, target, ways())
