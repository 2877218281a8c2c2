"""The value of a pattern of sets, and the chances of re-rolling the loose dice: counted, not sampled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import factorial, prod

from tracker.games.outgunned import tables as t

Sizes = tuple[int, ...]
"""The number of dice that show each face."""


def levels(sizes: Sizes) -> list[str]:
    """Return the successes of a pattern of sets."""
    return [t.SET_SIZES.get(size, "jackpot") for size in sizes if size > 1]


def units_of(sizes: Sizes) -> int:
    """Return the units of a pattern."""
    return sum(t.LEVELS[level] for level in levels(sizes))


@cache
def rerolled(sizes: Sizes) -> dict[Sizes, Fraction]:
    """Return the chances of each pattern after re-rolling the loose dice."""
    held = [size if size > 1 else 0 for size in sizes]
    loose = sum(sizes) - sum(held)
    counts: dict[Sizes, int] = defaultdict(int)
    for fell in _shares(loose, t.SIDES_OF_DIE):
        ways = factorial(loose) // prod(map(factorial, fell))
        counts[tuple(sorted((a + b for a, b in zip(held, fell, strict=True)), reverse=True))] += ways
    return {pattern: Fraction(ways, t.SIDES_OF_DIE**loose) for pattern, ways in counts.items()}


@cache
def after_reroll(sizes: Sizes) -> dict[int, Fraction]:
    """Return the chances of each number of units after re-rolling the loose dice."""
    held = [size if size > 1 else 0 for size in sizes]
    loose = sum(sizes) - sum(held)
    weights: dict[int, int] = defaultdict(int)
    for fell in _shares(loose, t.SIDES_OF_DIE):
        ways = factorial(loose) // prod(map(factorial, fell))
        weights[units_of(tuple(a + b for a, b in zip(held, fell, strict=True)))] += ways
    return {units: Fraction(ways, t.SIDES_OF_DIE**loose) for units, ways in weights.items()}


def chance_of_better(faces: Sequence[int], successes: Sequence[str]) -> Fraction:
    """Return the chance that re-rolling the loose dice is worth more than these successes."""
    worth = sum(t.LEVELS[level] for level in successes)
    after = after_reroll(tuple(faces.count(face) for face in range(1, t.SIDES_OF_DIE + 1)))
    return sum((p for units, p in after.items() if units > worth), Fraction(0))


def _shares(dice: int, faces: int) -> Iterator[Sizes]:
    if faces == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _shares(dice - first, faces - 1):
            yield (first, *rest)
