"""The nodes of a dice expression: numbers, pools of dice, and arithmetic on them.

Each node throws itself on dice that may have been rolled at the table, and computes its exact distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import comb
from typing import Final, Protocol, TypeAlias

from tracker.combat.dice import Dice
from tracker.combat.model import Model

MOST_EXPLOSIONS: Final = 10
"""How often a die may explode in a row; more is rarer than one in a thousand even for a two-sided die."""

MOST_STEPS: Final = 5_000_000
"""The most steps of an exact distribution, about a second's work."""

TESTS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ">=": int.__ge__,
    "<=": int.__le__,
    ">": int.__gt__,
    "<": int.__lt__,
}
"""The comparisons of dice with a threshold."""


class BadDice(ValueError):
    """An invalid dice expression, as a plain sentence."""


Weights: TypeAlias = dict[int, int]
"""A distribution: how many of the equally likely ways give each value."""


class Node(Protocol):
    """A node of an expression."""

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Return its value on dice thrown now; every face is appended to ``faces``."""

    def weights(self) -> Weights:
        """Return its exact distribution; raises BadDice if that takes too long."""

    def bounds(self) -> tuple[int, int]:
        """Return its lowest and highest value, without explosions."""


class PlainNumber(Model):
    """A plain number."""

    value: int

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Return the number."""
        return self.value

    def weights(self) -> Weights:
        """Return the number as its only value."""
        return {self.value: 1}

    def bounds(self) -> tuple[int, int]:
        """Return the number as both bounds."""
        return self.value, self.value


class Pool(Model):
    """Dice of one kind thrown together.

    ``fudge`` dice have three sides that count −1, 0 and +1. Faces in ``rerolled`` are thrown once more. With
    ``explodes`` a die that shows its highest face is thrown again and added. ``keep`` is the number of dice that count,
    the highest ones or, if negative, the lowest ones; 0 counts all. With ``test`` and ``threshold`` the faces that pass
    are counted instead of added.
    """

    count: int
    sides: int
    fudge: bool = False
    rerolled: tuple[int, ...] = ()
    explodes: bool = False
    keep: int = 0
    test: str | None = None
    threshold: int = 0

    def value(self, face: int) -> int:
        """Return the value of a face."""
        return face - 2 if self.fudge else face

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw all dice, then re-rolls, then explosions, each as a throw of its own."""
        fell = list(dice.throw(self.count, self.sides, purpose))
        faces += fell
        again = [place for place, face in enumerate(fell) if face in self.rerolled]
        if again:
            fresh = dice.throw(len(again), self.sides, purpose)
            faces += fresh
            for place, face in zip(again, fresh, strict=True):
                fell[place] = face
        chains = [[face] for face in fell]
        bursting = [chain for chain in chains if self.explodes and chain[-1] == self.sides]
        for _ in range(MOST_EXPLOSIONS):
            if not bursting:
                break
            fresh = dice.throw(len(bursting), self.sides, purpose)
            faces += fresh
            for chain, face in zip(bursting, fresh, strict=True):
                chain.append(face)
            bursting = [chain for chain in bursting if chain[-1] == self.sides]
        values = sorted(sum(self._counted(face) for face in chain) for chain in chains)
        return sum(values[-self.keep :] if self.keep >= 0 else values[: -self.keep])

    def _counted(self, face: int) -> int:
        value = self.value(face)
        return value if self.test is None else int(TESTS[self.test](value, self.threshold))

    def _die(self) -> Weights:
        """Return the distribution of one die, with its re-rolls and explosions."""
        again = len(self.rerolled)
        faces = {face: (0 if face in self.rerolled else self.sides) + again for face in range(1, self.sides + 1)}
        top, base = self._counted(self.sides), faces.pop(self.sides) if self.explodes else 0
        weights: Counter[int] = Counter()
        for face, weight in faces.items():
            weights[self._counted(face)] += weight * (self.sides**MOST_EXPLOSIONS if self.explodes else 1)
        for length in range(1, MOST_EXPLOSIONS + 1) if self.explodes else ():
            last = length == MOST_EXPLOSIONS
            for face in range(1, self.sides + last):
                weights[top * length + self._counted(face)] += base * self.sides ** (MOST_EXPLOSIONS - length)
        return dict(weights)

    def weights(self) -> Weights:
        """Return the exact distribution of the whole pool."""
        die = self._die()
        kept = abs(self.keep) or self.count
        totals = kept * (max(die) - min(die)) + 1
        steps = totals * totals if kept == self.count else len(die) * totals * self.count * self.count // 2
        if steps > MOST_STEPS:
            raise BadDice(f"{self.count}d{self.sides} has too many outcomes to work out its chances exactly.")
        if kept == self.count:
            return _power(die, self.count)
        return _kept(die, self.count, kept, highest=self.keep > 0)

    def bounds(self) -> tuple[int, int]:
        """Return the sums of all lowest and all highest faces."""
        count = abs(self.keep) or self.count
        if self.test is not None:
            return 0, count
        return count * self.value(1), count * self.value(self.sides)


class Operation(Model):
    """The sum, difference or product of two nodes."""

    sign: str
    left: Node
    right: Node

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw the left node first."""
        return self._apply(self.left.throw(dice, purpose, faces), self.right.throw(dice, purpose, faces))

    def _apply(self, left: int, right: int) -> int:
        return left + right if self.sign == "+" else left - right if self.sign == "-" else left * right

    def weights(self) -> Weights:
        """Return the result for every pair of values, weighted by both."""
        left, right = self.left.weights(), self.right.weights()
        if len(left) * len(right) > MOST_STEPS:
            raise BadDice("The dice have too many outcomes to work out their chances exactly.")
        products: Counter[int] = Counter()
        for value, weight in left.items():
            for other, more in right.items():
                products[self._apply(value, other)] += weight * more
        return dict(products)

    def bounds(self) -> tuple[int, int]:
        """Return the extremes of the four pairs of bounds."""
        corners = [self._apply(left, right) for left in self.left.bounds() for right in self.right.bounds()]
        return min(corners), max(corners)


def pools_of(node: Node) -> Iterator[Pool]:
    """Return the pools in a node, from left to right."""
    if isinstance(node, Pool):
        yield node
    elif isinstance(node, Operation):
        yield from pools_of(node.left)
        yield from pools_of(node.right)


def _power(die: Mapping[int, int], count: int) -> dict[int, int]:
    """Return the sum of ``count`` dice, by repeated squaring."""
    result: dict[int, int] = {0: 1}
    square = dict(die)
    while count:
        if count & 1:
            result = _sum(result, square)
        count >>= 1
        if count:
            square = _sum(square, square)
    return result


def _sum(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for value, weight in left.items():
        for other, more in right.items():
            sums[value + other] = sums.get(value + other, 0) + weight * more
    return sums


def _kept(die: Mapping[int, int], count: int, keep: int, *, highest: bool) -> dict[int, int]:
    """Return the sum of the highest or lowest ``keep`` of ``count`` dice.

    Values are processed in the order in which they are kept; a state is how many dice showed one of them, and their
    kept sum.
    """
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for value in sorted(die, reverse=highest):
        fresh: dict[tuple[int, int], int] = {}
        for (used, total), weight in states.items():
            for more in range(count - used + 1):
                added = max(0, min(more, keep - used)) * value
                key = (used + more, total + added)
                fresh[key] = fresh.get(key, 0) + weight * comb(count - used, more) * die[value] ** more
        states = fresh
    return {total: weight for (used, total), weight in states.items() if used == count}
