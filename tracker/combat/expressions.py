"""The dice language: ``3d6+2``, ``2*(d8-1)``, ``4d6kh3``, ``d6!``, ``2d6r1``, ``4dF``, ``d%``, ``6d10>=6``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from tracker.combat.dice import Dice, ThrownDice
from tracker.combat.model import Model
from tracker.combat.pools import TESTS, BadDice, Node, Operation, PlainNumber, Pool, pools_of

MOST_DICE: Final = 1000
"""The most dice in one expression, without explosions."""

MOST_SIDES: Final = 1000
MOST_DEPTH: Final = 8
"""The deepest nesting of brackets."""

_LONGEST: Final = 200
_LARGEST: Final = 1_000_000
_TOKEN: Final = r"\s*(\d{1,7}|kh|kl|>=|<=|[dfr%!+\-*()<>])"


class Rolled(Model):
    """The result of an expression: its total (or the number of dice that passed its test), and every face."""

    total: int
    faces: tuple[int, ...]


class Expression(Model):
    """A parsed dice expression."""

    root: Node

    def pools(self) -> Iterator[Pool]:
        """Return its pools, from left to right."""
        yield from pools_of(self.root)

    def roll(self, dice: Dice, purpose: str = "roll") -> Rolled:
        """Throw it; the result contains every face."""
        faces: list[int] = []
        return Rolled(self.root.throw(dice, purpose, faces), tuple(faces))

    def as_thrown(self, faces: Iterable[int], *purposes: str) -> tuple[ThrownDice, ...]:
        """Return the throws with these faces from the table, in order; raises BadDice if they do not fit.

        Each of several ``purposes`` takes a throw of its own.
        """
        table = _Table(list(faces))
        for purpose in purposes or ("roll",):
            self.roll(table, purpose)
        if table.faces:
            raise BadDice(f"There are {len(table.faces)} more faces than dice. Type one face for each die.")
        return tuple(table.thrown)

    def shown(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Return faces as people read them: Fate dice as −1, 0 and +1, unless other dice are thrown with them."""
        return tuple(face - 2 if self._fate else face for face in faces)

    def typed(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Return faces as dice record them, from how people write them: the inverse of ``shown``."""
        return tuple(face + 2 if self._fate else face for face in faces)

    @property
    def _fate(self) -> bool:
        return self.thrown and all(pool.fudge for pool in self.pools())

    def distribution(self) -> dict[int, Fraction]:
        """Return the exact probability of each total, lowest first; raises BadDice if that takes too long."""
        weights = self.root.weights()
        ways = sum(weights.values())
        return {value: Fraction(weights[value], ways) for value in sorted(weights) if weights[value]}

    @property
    def most(self) -> int:
        """Return the highest possible total, without explosions."""
        return self.root.bounds()[1]

    @property
    def counted(self) -> bool:
        """Return whether dice are counted against a threshold instead of added up."""
        return any(pool.test is not None for pool in self.pools())

    @property
    def thrown(self) -> bool:
        """Return whether it contains any dice."""
        return next(self.pools(), None) is not None


class _Table(Dice):
    """Dice thrown at the table; raises BadDice if there are too few or a face is impossible."""

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
        self.thrown.append(ThrownDice(purpose, sides, fell))
        return fell


def parse(text: str) -> Expression:
    """Parse an expression; raises BadDice with a plain sentence.

    It has at most MOST_DICE dice of at most MOST_SIDES sides, and MOST_DEPTH levels of brackets.
    """
    return Expression(_Reader(text).read())


class _Reader:
    """A recursive descent parser: sums of products of numbers, pools and brackets, and a test at the end."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadDice(f"The dice are too long to read: write at most {_LONGEST} characters.")
        self.text = text
        self.tokens: list[str] = []
        position, token = 0, re.compile(_TOKEN, re.IGNORECASE)
        while text[position:].strip():
            match = token.match(text, position)
            if match is None:
                raise self._unreadable()
            self.tokens.append(match[1].lower())
            position = match.end()
        self.at = 0

    def _unreadable(self) -> BadDice:
        return BadDice(f"“{self.text}” is not a dice expression. Write it like 3d6+2, 4d6kh3 or 6d10>=6.")

    def read(self) -> Node:
        root = self._sum(0)
        if self._peek() in TESTS:
            root = self._tested(root, self._next(), self._number())
        if self.at != len(self.tokens):
            raise self._unreadable()
        if sum(pool.count for pool in pools_of(root)) > MOST_DICE:
            raise BadDice(f"Too many dice: throw at most {MOST_DICE} at once.")
        low, high = root.bounds()
        if max(abs(low), abs(high)) > _LARGEST:
            raise BadDice("The total can become too large; write a smaller expression.")
        return root

    def _tested(self, node: Node, test: str, threshold: int) -> Node:
        """Return the same dice, counted against a threshold."""
        if isinstance(node, Pool):
            return Pool(node.count, node.sides, node.fudge, node.rerolled, node.explodes, node.keep, test, threshold)
        if isinstance(node, Operation) and node.sign != "*":
            left, right = (self._tested(side, test, threshold) for side in (node.left, node.right))
            return Operation(node.sign, left, right)
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
            node = Operation("-", PlainNumber(0), node)
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
            return PlainNumber(count)
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
