"""Chances counted from the dice alone, to compare the odds of game files with: every face, nothing of the program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import prod

import pytest

from tests.lines import odds_of
from tests.table import played
from tracker.session import Session

Chances = Mapping[object, Fraction]
"""How likely each of several things is."""


def counted(sides: Iterable[int], read: Callable[[tuple[int, ...]], object]) -> Chances:
    """What dice with these sides come to, read from every way in which they can fall."""
    dice = tuple(sides)
    chances: dict[object, Fraction] = defaultdict(Fraction)
    for faces in product(*(range(1, each + 1) for each in dice)):
        chances[read(faces)] += Fraction(1, prod(dice))
    return chances


def d20(mode: str) -> Chances:
    """One d20, or the higher or lower of two."""
    return counted([20] if not mode else [20, 20], max if mode == "adv" else min)


def die(sides: int) -> dict[int, Fraction]:
    """One die."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


LONGEST = 6
"""Further throws of an exploding die that are told apart; all that is higher is higher than any number here."""


def exploding(sides: int) -> dict[int, Fraction]:
    """A die that is thrown again and added while it shows its highest face."""
    chances = {
        thrown * sides + face: Fraction(1, sides ** (thrown + 1))
        for thrown in range(LONGEST)
        for face in range(1, sides)
    }
    return chances | {LONGEST * sides: Fraction(1, sides**LONGEST)}


@cache
def trait(sides: int, *, wild: bool) -> Mapping[int, Fraction]:
    """A trait die that explodes, with a wild die, of which the higher counts, or without."""
    if not wild:
        return exploding(sides)
    one, other = exploding(sides), exploding(6)
    chances: dict[int, Fraction] = defaultdict(Fraction)
    for first, chance in one.items():
        for second, share in other.items():
            chances[max(first, second)] += chance * share
    return chances


def added(*throws: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """The sum of several throws."""
    chances = {0: Fraction(1)}
    for throw in throws:
        longer: dict[int, Fraction] = defaultdict(Fraction)
        for value, chance in chances.items():
            for further, share in throw.items():
                longer[value + further] += chance * share
        chances = longer
    return chances


def judged(chances: Mapping[object, Fraction], label: Callable[[int], str]) -> dict[str, Fraction]:
    """The chances of outcomes, by what each throw is called."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for value, chance in chances.items():
        assert isinstance(value, int)
        found[label(value)] += chance
    return found


def mean(chances: Mapping[int, Fraction], worth: Callable[[int], int] = lambda value: value) -> Fraction:
    """What a throw is worth on average."""
    return sum((chance * worth(value) for value, chance in chances.items()), Fraction())


class Table:
    """A fight in which cases are asked one after the other; each begins where the table was laid."""

    def __init__(self, game: str, *lines: str) -> None:
        self.session: Session = played(game, *lines)

    def agrees(
        self, line: str, before: Iterable[str], chances: Mapping[str, Fraction], takes: Mapping[str, Fraction] | None
    ) -> None:
        """Check that the odds of a line, after others, are these, and what the target loses on average."""
        said = " ; ".join(before)
        if said:
            self.session.do(said)
        odds = odds_of(self.session.system, self.session.scene, line)
        found: dict[str, float] = defaultdict(float)
        for outcome in odds.outcomes:
            found[outcome.label] += outcome.p
        possible = {label: float(chance) for label, chance in chances.items() if chance}
        assert {label: p for label, p in found.items() if p} == pytest.approx(possible, abs=1e-10), (said, line)
        if takes is not None:
            average = {track: float(amount) for track, amount in takes.items() if amount}
            assert odds.expected == pytest.approx(average, abs=1e-9), (said, line)
        if said:
            self.session.do("undo")


PARTS = pytest.mark.parametrize("part", ["some", pytest.param("all", marks=pytest.mark.slow)])
"""Each table of situations is gone through in part by the quick tests, and whole by the slow ones."""


def every(part: str, stride: int, *lists: Iterable[str], thorough: int = 1) -> Iterator[tuple[str, ...]]:
    """Combinations of situations: every ``stride``-th, or the ``thorough``-th of a whole part.

    Both are prime numbers, so that all pairs of entries meet in time.
    """
    return islice(product(*lists), 0, None, stride if part == "some" else thorough)
