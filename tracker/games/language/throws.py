"""Throws of game files: dice of the command language, ``best(a, b)``, and ``d%+1`` with bonus or penalty dice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from tracker.combat.dice import Dice
from tracker.combat.expressions import MOST_DICE, Expression, Rolled, parse
from tracker.combat.model import Model
from tracker.combat.pools import BadDice, Node, Operation, Pool, Weights

_BEST: Final = re.compile(r"\s*best\((.*)\)\s*", re.IGNORECASE)
_PERCENT: Final = re.compile(r"\s*1?d%\s*([+-])\s*([12])\s*", re.IGNORECASE)


class Tens(Model):
    """Percentile dice with extra tens: the lowest counts with bonus dice, the highest with penalty dice."""

    more: int
    bonus: bool

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw the tens first, then the units; ten counts as zero on both."""
        tens = dice.throw(1 + self.more, 10, purpose)
        (unit,) = dice.throw(1, 10, purpose)
        faces += [*tens, unit]
        values = [_percent(ten, unit) for ten in tens]
        return min(values) if self.bonus else max(values)

    def weights(self) -> Weights:
        """Return all pairs of units and kept tens, counted."""
        dice = 1 + self.more
        counts: Counter[int] = Counter()
        for unit in range(1, 11):
            values = sorted(_percent(ten, unit) for ten in range(1, 11))
            for place, value in enumerate(values):
                left = 10 - place if self.bonus else place + 1
                counts[value] += left**dice - (left - 1) ** dice
        return Weights(dict(counts), 10 ** (dice + 1))

    def bounds(self) -> tuple[int, int]:
        """Return the range, 1 to 100."""
        return 1, 100


def _percent(ten: int, unit: int) -> int:
    return (ten % 10) * 10 + unit % 10 or 100


class Best(Model):
    """The highest of several throws."""

    of: tuple[Expression, ...]

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw each of them in order."""
        return max(part.root.throw(dice, purpose, faces) for part in self.of)

    def weights(self) -> Weights:
        """Return how often the highest of all has each value."""
        parts = [part.root.weights() for part in self.of]
        ways = 1
        for part in parts:
            ways *= part.ways
        counts, below = {}, 0
        for value in sorted({value for part in parts for value in part.of}):
            upto = 1
            for part in parts:
                upto *= sum(weight for other, weight in part.of.items() if other <= value)
            counts[value] = upto - below
            below = upto
        return Weights(counts, ways)

    def bounds(self) -> tuple[int, int]:
        """Return the highest of the minimums and of the maximums."""
        bounds = [part.root.bounds() for part in self.of]
        return max(low for low, _ in bounds), max(high for _, high in bounds)


class Throw(Model):
    """A parsed throw."""

    text: str
    expression: Expression

    def roll(self, dice: Dice, purpose: str) -> Rolled:
        """Throw it."""
        return self.expression.roll(dice, purpose)

    def chances(self) -> Mapping[int, float]:
        """Return the exact probability of each value; raises BadDice if that takes too long."""
        weights = self.expression.root.weights()
        return {value: weights.of[value] / weights.ways for value in sorted(weights.of) if weights.of[value]}


@lru_cache(1000)
def read_throw(text: str, doubled: bool = False) -> Throw:
    """Parse a throw, with all its dice ``doubled`` if requested; raises BadDice."""
    expression = _read(text)
    if doubled:
        expression = Expression(_doubled(expression.root))
    return Throw(text, expression)


def _read(text: str) -> Expression:
    percent = _PERCENT.fullmatch(text)
    if percent is not None:
        return Expression(Tens(int(percent[2]), percent[1] == "+"))
    best = _BEST.fullmatch(text)
    if best is None:
        return parse(text)
    parts = best[1].split(",")
    if len(parts) > 6:
        raise BadDice("best(a, b) takes at most six throws.")
    return Expression(Best(tuple(parse(part) for part in parts)))


def _doubled(node: Node) -> Node:
    """Return the throw with twice the dice: a critical hit in some games."""
    if isinstance(node, Pool):
        if node.count * 2 > MOST_DICE:
            raise BadDice(f"Too many dice: throw at most {MOST_DICE} at once.")
        return Pool(
            node.count * 2,
            node.sides,
            node.fudge,
            node.rerolled,
            node.explodes,
            node.keep * 2,
            node.test,
            node.threshold,
        )
    if isinstance(node, Operation):
        return Operation(node.sign, _doubled(node.left), _doubled(node.right))
    return node
