"""Exact chances of pools: every split of the dice over the six faces, counted, not sampled.

Faces fall into sets and loose dice; what a throw is worth depends only on the sizes of its sets, so all 6**n throws are
a few hundred cases with whole-number weights.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from tracker.games.outgunned import tables as t

Sizes = tuple[int, ...]  # the number of dice that show each face, the largest first
UnitChances = Mapping[int, Fraction]  # the chance of each number of units


def levels(sizes: Sizes) -> list[str]:
    """Return the successes of a pattern of sets."""
    return [t.SET_SIZES.get(size, "jackpot") for size in sizes if size > 1]


def units_of(sizes: Sizes) -> int:
    """Return the units of a pattern."""
    return sum(t.LEVELS[level] for level in levels(sizes))


@cache
def patterns(dice: int) -> dict[Sizes, int]:
    """Return how many of the 6**dice throws show each pattern of sizes."""
    ways: dict[Sizes, int] = {}
    for sizes in _splits(dice, t.SIDES_OF_DIE, dice):
        orders = factorial(t.SIDES_OF_DIE) // prod(map(factorial, Counter(sizes).values()))
        ways[sizes] = orders * factorial(dice) // prod(map(factorial, sizes))
    return ways


@cache
def rerolled(sizes: Sizes) -> dict[Sizes, Fraction]:
    """Return the chances of each pattern after re-rolling the loose dice."""
    held = [size if size > 1 else 0 for size in sizes]
    loose = sum(sizes) - sum(held)
    counts: dict[Sizes, int] = defaultdict(int)
    for faces in combinations_with_replacement(range(t.SIDES_OF_DIE), loose):
        fell = [faces.count(face) for face in range(t.SIDES_OF_DIE)]
        ways = factorial(loose) // prod(map(factorial, fell))
        counts[tuple(sorted((a + b for a, b in zip(held, fell, strict=True)), reverse=True))] += ways
    return {pattern: Fraction(ways, t.SIDES_OF_DIE**loose) for pattern, ways in counts.items()}


@cache
def after_reroll(sizes: Sizes) -> UnitChances:
    """Return the chances of each number of units after re-rolling the loose dice."""
    chance_of: dict[int, Fraction] = defaultdict(Fraction)
    for pattern, p in rerolled(sizes).items():
        chance_of[units_of(pattern)] += p
    return chance_of


def chance_of_better(faces: Sequence[int], successes: Sequence[str]) -> Fraction:
    """Return the chance that re-rolling the loose dice is worth more than these successes."""
    worth = sum(t.LEVELS[level] for level in successes)
    sizes = sorted((faces.count(face) for face in range(1, t.SIDES_OF_DIE + 1)), reverse=True)
    return sum((p for units, p in after_reroll(tuple(sizes)).items() if units > worth), Fraction(0))


@lru_cache(512)
def chances(dice: int, need: int, reroll: bool = False, free: bool = False, all_in: bool = False) -> UnitChances:
    """Return the chance of each number of units; re-rolls are used when they help to reach ``need``.

    ``all_in``: after a re-roll that was better but not enough, another, for all or nothing.
    """
    chance_of: dict[int, Fraction] = defaultdict(Fraction)
    for sizes, ways in patterns(dice).items():
        p, units = Fraction(ways, t.SIDES_OF_DIE**dice), units_of(sizes)
        may = units < need and 1 in sizes and (free or (reroll and units > 0))
        after = _play_out(sizes, units, need, free, all_in) if may else {}
        if not any(value >= need for value in after):
            chance_of[units] += p
            continue
        for value, q in after.items():
            chance_of[value] += p * q
    return dict(sorted(chance_of.items()))


@cache
def chances_with_ones(dice: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the chance of each number of units together with each number of ones, without re-rolls.

    No face is special in a pattern, so the dice that show 1 are each of its sizes equally often.
    """
    chance_of: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for sizes, ways in patterns(dice).items():
        for ones in sizes:
            chance_of[units_of(sizes), ones] += Fraction(ways, t.SIDES_OF_DIE ** (dice + 1))
    return dict(sorted(chance_of.items()))


def _play_out(sizes: Sizes, units: int, need: int, free: bool, all_in: bool) -> UnitChances:
    lost = 0 if free else min(t.LEVELS[level] for level in levels(sizes))
    chance_of: dict[int, Fraction] = defaultdict(Fraction)
    for pattern, q in rerolled(sizes).items():
        value = units_of(pattern)
        if value <= units:
            chance_of[units - lost] += q
            continue
        last = after_reroll(pattern) if all_in and value < need and 1 in pattern else {}
        if not any(end >= need for end in last):
            chance_of[value] += q
            continue
        for end, r in last.items():
            chance_of[end if end > value else 0] += q * r
    return dict(chance_of)


def _splits(dice: int, faces: int, most: int) -> Iterator[Sizes]:
    if faces == 1:
        if dice <= most:
            yield (dice,)
        return
    for first in range(min(dice, most), -1, -1):
        for rest in _splits(dice - first, faces - 1, first):
            yield (first, *rest)
