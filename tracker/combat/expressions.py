"""The language of dice: ``3d6+2``, ``2*(d8-1)``, ``4d6kh3``, ``d6!``, ``2d6r1``, ``4dF``, ``d%``, ``6d10>=6``.

An expression is read once into a tree. The tree throws itself on dice that may be the table's own, and gives the
exact distribution of what it comes to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Final, Protocol

from tracker.combat.dice import Dice, Throw
from tracker.combat.model import Model

MOST_DICE: Final = 1000
"""The most dice that one expression may throw, explosions not counted."""

MOST_SIDES: Final = 1000
MOST_DEPTH: Final = 8
"""How deep brackets may stand inside each other."""

MOST_EXPLOSIONS: Final = 10
"""How often one die may explode in a row; the rest is less than one in a thousand even for a two-sided die."""

MOST_STEPS: Final = 5_000_000
"""The most steps an exact distribution may take, about a second; beyond that it takes too long at a table."""

_LONGEST: Final = 200
_LARGEST: Final = 1_000_000
_TOKEN: Final = re.compile(r"\s*(\d{1,7}|kh|kl|>=|<=|[dfr%!+\-*()<>])", re.IGNORECASE)
_TESTS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    ">=": int.__ge__,
    "<=": int.__le__,
    ">": int.__gt__,
    "<": int.__lt__,
}


class BadDice(ValueError):
    """A dice expression that cannot be read, in one plain sentence."""


class Rolled(Model):
    """What an expression came to: its total (or the number of dice that passed its test), and every face."""

    total: int
    faces: tuple[int, ...]


class Weights(Model):
    """A distribution in whole numbers: how many of the equally likely ``ways`` come to each value."""

    of: dict[int, int]
    ways: int


class Node(Protocol):
    """A part of an expression."""

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Its value on dice that are thrown now; every face is appended to ``faces``."""

    def weights(self) -> Weights:
        """Its exact distribution; raises BadDice where that takes too long."""

    def bounds(self) -> tuple[int, int]:
        """Its lowest and highest value, explosions not counted."""


class Number(Model):
    """A plain number."""

    value: int

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """The number."""
        return self.value

    def weights(self) -> Weights:
        """It always comes to itself."""
        return Weights({self.value: 1}, 1)

    def bounds(self) -> tuple[int, int]:
        """It is both of its bounds."""
        return self.value, self.value


class Pool(Model):
    """Dice of one kind thrown together.

    ``fudge`` dice have three sides that count −1, 0 and +1. Faces in ``rerolled`` are thrown once more. With
    ``explodes`` a die that shows its highest face is thrown again and adds up. ``keep`` is the number of dice that
    count, the highest ones or, if negative, the lowest ones; 0 counts all. With ``test`` and ``threshold`` the
    faces that pass are counted instead of added.
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
        """What a face counts."""
        return face - 2 if self.fudge else face

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw all, then those thrown again, then explosions, each as one throw on the table."""
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
        return value if self.test is None else int(_TESTS[self.test](value, self.threshold))

    def _die(self) -> Weights:
        """One die, its re-rolls and explosions included."""
        again = len(self.rerolled)
        faces = {face: (0 if face in self.rerolled else self.sides) + again for face in range(1, self.sides + 1)}
        ways = self.sides * self.sides
        found: Counter[int] = Counter()
        for face, weight in faces.items():
            if not (self.explodes and face == self.sides):
                found[self._counted(face)] += weight
        if not self.explodes:
            return Weights(dict(found), ways)
        scale = self.sides**MOST_EXPLOSIONS
        chained: Counter[int] = Counter({value: weight * scale for value, weight in found.items()})
        top, base = self._counted(self.sides), faces[self.sides]
        for length in range(1, MOST_EXPLOSIONS + 1):
            left = self.sides ** (MOST_EXPLOSIONS - length)
            last = length == MOST_EXPLOSIONS
            for face in range(1, self.sides + (1 if last else 0)):
                chained[top * length + self._counted(face)] += base * left
        return Weights(dict(chained), ways * scale)

    def weights(self) -> Weights:
        """The exact distribution of the whole pool."""
        die = self._die()
        kept = abs(self.keep) or self.count
        totals = kept * (max(die.of) - min(die.of)) + 1
        steps = totals * totals if kept == self.count else len(die.of) * totals * self.count * self.count // 2
        if steps > MOST_STEPS:
            raise BadDice(f"{self.count}d{self.sides} has too many outcomes to work out its chances exactly.")
        if kept == self.count:
            return Weights(_power(die.of, self.count), die.ways**self.count)
        return Weights(_kept(die.of, self.count, kept, highest=self.keep > 0), die.ways**self.count)

    def bounds(self) -> tuple[int, int]:
        """All dice at their lowest and at their highest."""
        count = abs(self.keep) or self.count
        if self.test is not None:
            return 0, count
        return count * self.value(1), count * self.value(self.sides)


class Operation(Model):
    """Two parts added, subtracted or multiplied."""

    sign: str
    left: Node
    right: Node

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """The left part is thrown first."""
        return self._apply(self.left.throw(dice, purpose, faces), self.right.throw(dice, purpose, faces))

    def _apply(self, left: int, right: int) -> int:
        return left + right if self.sign == "+" else left - right if self.sign == "-" else left * right

    def weights(self) -> Weights:
        """Every pair of values, each as often as both come up."""
        left, right = self.left.weights(), self.right.weights()
        if len(left.of) * len(right.of) > MOST_STEPS:
            raise BadDice("The dice have too many outcomes to work out their chances exactly.")
        found: Counter[int] = Counter()
        for one, weight in left.of.items():
            for other, more in right.of.items():
                found[self._apply(one, other)] += weight * more
        return Weights(dict(found), left.ways * right.ways)

    def bounds(self) -> tuple[int, int]:
        """The extremes of the four pairs of bounds."""
        corners = [self._apply(left, right) for left in self.left.bounds() for right in self.right.bounds()]
        return min(corners), max(corners)


class Expression(Model):
    """A dice expression that was read."""

    root: Node

    def pools(self) -> Iterator[Pool]:
        """The pools in it, from left to right."""
        yield from _pools(self.root)

    def roll(self, dice: Dice, purpose: str = "roll") -> Rolled:
        """Throw it; every face is in the result."""
        faces: list[int] = []
        return Rolled(self.root.throw(dice, purpose, faces), tuple(faces))

    def as_thrown(self, faces: Iterable[int], purpose: str = "roll") -> tuple[Throw, ...]:
        """The throws of which the table showed these faces, in order; raises BadDice where they do not fit."""
        table = _Table(list(faces))
        self.roll(table, purpose)
        if table.faces:
            raise BadDice(f"There are {len(table.faces)} more faces than dice. Type one face for each die.")
        return tuple(table.thrown)

    def shown(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Faces as people read them: Fate dice as −1, 0 and +1, where no other dice are thrown with them."""
        return tuple(face - 2 if self._fate else face for face in faces)

    def typed(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Faces as people write them, as the dice record them: the reverse of ``shown``."""
        return tuple(face + 2 if self._fate else face for face in faces)

    @property
    def _fate(self) -> bool:
        return self.thrown and all(pool.fudge for pool in self.pools())

    def distribution(self) -> dict[int, Fraction]:
        """The exact probability of each total, lowest total first; raises BadDice where that takes too long."""
        weights = self.root.weights()
        return {value: Fraction(weights.of[value], weights.ways) for value in sorted(weights.of) if weights.of[value]}

    @property
    def most(self) -> int:
        """The highest total it can come to, explosions not counted."""
        return self.root.bounds()[1]

    @property
    def counted(self) -> bool:
        """Whether dice are counted against a threshold instead of added up."""
        return any(pool.test is not None for pool in self.pools())

    @property
    def thrown(self) -> bool:
        """Whether there is any die in it."""
        return next(self.pools(), None) is not None


class _Table(Dice):
    """Dice that lie on the table already; raises BadDice where there are too few of them or a face cannot be."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__(None)
        self.faces = faces

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        fell, self.faces = tuple(self.faces[:count]), self.faces[count:]
        if len(fell) < count:
            raise BadDice(f"{count - len(fell)} more {'face is' if count - len(fell) == 1 else 'faces are'} needed.")
        wrong = next((face for face in fell if not 1 <= face <= sides), None)
        if wrong is not None:
            raise BadDice(f"A die with {sides} sides cannot show {wrong}.")
        self.thrown.append(Throw(purpose, sides, fell))
        return fell


def _pools(node: Node) -> Iterator[Pool]:
    if isinstance(node, Pool):
        yield node
    elif isinstance(node, Operation):
        yield from _pools(node.left)
        yield from _pools(node.right)


def _power(die: Mapping[int, int], count: int) -> dict[int, int]:
    """The sum of ``count`` dice, by repeated squaring."""
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
    found: dict[int, int] = {}
    for one, weight in left.items():
        for other, more in right.items():
            found[one + other] = found.get(one + other, 0) + weight * more
    return found


def _kept(die: Mapping[int, int], count: int, keep: int, *, highest: bool) -> dict[int, int]:
    """The sum of the highest or lowest ``keep`` of ``count`` dice.

    Values are gone through from the one that is kept first; a state is how many dice showed one of them, and their
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


def parse(text: str) -> Expression:
    """Read an expression; raises BadDice with one plain sentence.

    At most MOST_DICE dice of at most MOST_SIDES sides, and MOST_DEPTH brackets inside each other.
    """
    return Expression(_Reader(text).read())


class _Reader:
    """Reads by recursive descent: sums of products of numbers, pools and brackets, and one test at the end."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadDice(f"The dice are too long to read: write at most {_LONGEST} characters.")
        self.text = text
        self.tokens: list[str] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._unreadable()
            self.tokens.append(match[1].lower())
            position = match.end()
        self.at = 0

    def _unreadable(self) -> BadDice:
        return BadDice(f"“{self.text}” is not a dice expression. Write it like 3d6+2, 4d6kh3 or 6d10>=6.")

    def read(self) -> Node:
        root = self._sum(0)
        if self._peek() in _TESTS:
            root = self._tested(root, self._next(), self._number())
        if self.at != len(self.tokens):
            raise self._unreadable()
        if sum(pool.count for pool in _pools(root)) > MOST_DICE:
            raise BadDice(f"Too many dice: throw at most {MOST_DICE} at once.")
        low, high = root.bounds()
        if max(abs(low), abs(high)) > _LARGEST * 1000:
            raise BadDice("The total can become too large; write a smaller expression.")
        return root

    def _tested(self, node: Node, test: str, threshold: int) -> Node:
        """The same dice, counted against a threshold."""
        if isinstance(node, Pool):
            return Pool(node.count, node.sides, node.fudge, node.rerolled, node.explodes, node.keep, test, threshold)
        if isinstance(node, Operation) and node.sign != "*":
            return Operation(
                node.sign, self._tested(node.left, test, threshold), self._tested(node.right, test, threshold)
            )
        raise BadDice("Only dice can be counted against a threshold, not numbers or products.")

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self.at += 1
        return token

    def _number(self) -> int:
        word = self._next()
        if not word.isdigit() or int(word) > _LARGEST:
            raise self._unreadable()
        return int(word)

    def _sum(self, depth: int) -> Node:
        if depth > MOST_DEPTH:
            raise BadDice(f"Too many brackets inside each other: write at most {MOST_DEPTH}.")
        sign = self._next() if self._peek() in ("+", "-") else "+"
        node = self._product(depth)
        if sign == "-":
            node = Operation("-", Number(0), node)
        while self._peek() in ("+", "-"):
            sign = self._next()
            node = Operation(sign, node, self._product(depth))
        return node

    def _product(self, depth: int) -> Node:
        node = self._part(depth)
        while self._peek() == "*":
            self._next()
            node = Operation("*", node, self._part(depth))
        return node

    def _part(self, depth: int) -> Node:
        if self._peek() == "(":
            self._next()
            inside = self._sum(depth + 1)
            if self._next() != ")":
                raise BadDice(f"A bracket is not closed in “{self.text}”.")
            return inside
        count = 1 if self._peek() == "d" else self._number()
        if self._peek() != "d":
            return Number(count)
        self._next()
        return self._pool(count)

    def _pool(self, count: int) -> Pool:
        fudge = self._peek() == "f"
        named = {"f": 3, "%": 100}.get(self._peek())
        if named is not None:
            self._next()
        sides = named or self._number()
        if not 2 <= sides <= MOST_SIDES or not 1 <= count <= MOST_DICE:
            raise BadDice(f"A throw has 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides.")
        rerolled: set[int] = set()
        explodes, keep = False, 0
        while self._peek() in ("r", "!", "kh", "kl"):
            mark = self._next()
            if mark == "!":
                explodes = True
            elif mark == "r":
                rerolled.add(self._face(sides, fudge))
            else:
                if keep:
                    raise BadDice(f"“{self.text}” keeps dice twice. Write kh or kl once for each throw.")
                number = self._number() if self._peek().isdigit() else 1
                if not 1 <= number <= count:
                    raise BadDice(f"Of {count} dice, 1 to {count} can be kept, not {number}.")
                keep = number if mark == "kh" else -number
        if fudge and explodes:
            raise BadDice("Fate dice do not explode.")
        return Pool(count, sides, fudge, tuple(sorted(rerolled)), explodes, keep)

    def _face(self, sides: int, fudge: bool) -> int:
        face = self._number()
        if fudge or not 1 <= face <= sides:
            raise BadDice(f"A die with {sides} sides cannot show {face}; r1 throws ones again.")
        return face
