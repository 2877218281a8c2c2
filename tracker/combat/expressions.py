"""The dice language: ``3d6+2``, ``2*(d8-1)``, ``4d6kh3``, ``d6!``, ``2d6r1``, ``4dF``, ``d%``, ``6d10>=6``.

An expression is a tree of numbers, pools of dice, and arithmetic on them. Each node throws itself on dice that may have
been rolled at the table, and computes its exact distribution.
"""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from math import comb
from operator import add, mul, sub
from typing import Final, TypeAlias

from tracker.combat.dice import Dice, ThrownDice
from tracker.combat.errors import InvalidCommand
from tracker.combat.model import AbstractMeta, Model

MOST_EXPLOSIONS: Final = 10
"""How often a die may explode in a row; more is rarer than one in a thousand even for a two-sided die."""

MOST_STEPS: Final = 5_000_000  # the most steps of an exact distribution, about a second's work

TESTS: Final = {">=": int.__ge__, "<=": int.__le__, ">": int.__gt__, "<": int.__lt__}
"""The comparisons of dice with a threshold."""


class BadDice(InvalidCommand):
    """An invalid dice expression, as a plain sentence."""


Weights: TypeAlias = dict[int, int]  # a distribution: how many of the equally likely ways give each value


class Rolled(Model):
    """The result of an expression: its total (or the number of dice that passed its test), and every face."""

    total: int
    faces: tuple[int, ...]


class Expression(Model, metaclass=AbstractMeta):
    """A parsed dice expression, and each part of it."""

    @abstractmethod
    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Return its value on dice thrown now; every face is appended to ``faces``."""

    @abstractmethod
    def weights(self) -> Weights:
        """Return its exact distribution; raises BadDice if that takes too long."""

    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """Return its lowest and highest value, without explosions."""

    def pools(self) -> "Iterator[Pool]":
        """Return its pools, from left to right."""
        rest: list[Expression] = [self]
        while rest:
            part = rest.pop()
            if isinstance(part, Pool):
                yield part
            elif isinstance(part, Operation):
                rest += [part.right, part.left]

    def roll(self, dice: Dice, purpose: str = "roll") -> Rolled:
        """Throw it; the result contains every face."""
        faces: list[int] = []
        return Rolled(self.throw(dice, purpose, faces), tuple(faces))

    def as_thrown(self, faces: Iterable[int], *purposes: str) -> tuple[ThrownDice, ...]:
        """Return the throws with these faces, in the order of the ``purposes``; raises BadDice if they do not fit."""
        table = _Table(list(faces))
        for purpose in purposes or ("roll",):
            self.roll(table, purpose)
        if table.faces:
            raise BadDice(f"There are more faces than dice: {len(table.faces)} too many. Type one face for each die.")
        return tuple(table.thrown)

    def shown(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Return faces as people read them: Fate dice as −1, 0 and +1, unless other dice are thrown with them."""
        return tuple(face - 2 for face in faces) if self._fate else tuple(faces)

    def typed(self, faces: Iterable[int]) -> tuple[int, ...]:
        """Return faces as dice record them, from how people write them: the inverse of ``shown``."""
        return tuple(face + 2 for face in faces) if self._fate else tuple(faces)

    @property
    def _fate(self) -> bool:
        fudged = [pool.fudge for pool in self.pools()]
        return bool(fudged) and all(fudged)

    def distribution(self) -> dict[int, Fraction]:
        """Return the exact probability of each total, lowest first; raises BadDice if that takes too long."""
        weights = self.weights()
        ways = sum(weights.values())
        return {value: Fraction(weights[value], ways) for value in sorted(weights) if weights[value]}

    @property
    def most(self) -> int:
        """Return the highest possible total, without explosions."""
        return self.bounds()[1]

    @property
    def counted(self) -> bool:
        """Return whether dice are counted against a threshold instead of added up."""
        return any(pool.test is not None for pool in self.pools())

    @property
    def thrown(self) -> bool:
        """Return whether it contains any dice."""
        return next(self.pools(), None) is not None


class PlainNumber(Expression):
    """A plain number."""

    value: int

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        return self.value

    def weights(self) -> Weights:
        return {self.value: 1}

    def bounds(self) -> tuple[int, int]:
        return self.value, self.value


class Pool(Expression):
    """Dice of one kind thrown together.

    ``fudge`` dice have three sides that count −1, 0 and +1. Faces in ``rerolled`` are thrown once more. With
    ``explodes`` a die that shows its highest face is thrown again and added. ``keep`` is how many dice count, the
    highest or, if negative, the lowest; 0 is all. With ``test`` and ``threshold`` the faces that pass are counted.
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
        if not (self.rerolled or self.explodes or self.keep or self.fudge or self.test):
            return sum(fell)
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
        die = self._die()
        kept = abs(self.keep) or self.count
        totals = kept * (max(die) - min(die)) + 1
        steps = totals * totals if kept == self.count else len(die) * totals * self.count * self.count // 2
        if steps > MOST_STEPS:
            raise BadDice(f"{self.count}d{self.sides} has too many outcomes to work out its chances exactly.")
        if kept == self.count:
            return reduce(lambda total, _: _combined(total, die, add), range(self.count), {0: 1})
        return _kept(die, self.count, kept, highest=self.keep > 0)

    def bounds(self) -> tuple[int, int]:
        count = abs(self.keep) or self.count
        return (0, count) if self.test is not None else (count * self.value(1), count * self.value(self.sides))


_SIGNS: Final[Mapping[str, Callable[[int, int], int]]] = {"+": add, "-": sub, "*": mul}


class Operation(Expression):
    """The sum, difference or product of two nodes."""

    sign: str
    left: Expression
    right: Expression

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        return _SIGNS[self.sign](self.left.throw(dice, purpose, faces), self.right.throw(dice, purpose, faces))

    def weights(self) -> Weights:
        left, right = self.left.weights(), self.right.weights()
        if len(left) * len(right) > MOST_STEPS:
            raise BadDice("The dice have too many outcomes to work out their chances exactly.")
        return _combined(left, right, _SIGNS[self.sign])

    def bounds(self) -> tuple[int, int]:
        apply = _SIGNS[self.sign]
        corners = [apply(left, right) for left in self.left.bounds() for right in self.right.bounds()]
        return min(corners), max(corners)


def _combined(left: Mapping[int, int], right: Mapping[int, int], how: Callable[[int, int], int]) -> dict[int, int]:
    """Return what every pair of values comes to, weighted by both."""
    found: dict[int, int] = {}
    for value, weight in left.items():
        for other, more in right.items():
            result = how(value, other)
            found[result] = found.get(result, 0) + weight * more
    return found


def _kept(die: Mapping[int, int], count: int, keep: int, *, highest: bool) -> dict[int, int]:
    """Return the sum of the highest or lowest ``keep`` of ``count`` dice.

    Values are processed in the order in which they are kept; a state is how many dice showed one, and their kept sum.
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


MOST_DICE: Final = 1000  # the most dice in one expression, without explosions

MOST_SIDES: Final = 1000
MOST_DEPTH: Final = 8  # the deepest nesting of brackets

_LONGEST: Final = 200
_LARGEST: Final = 1_000_000


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
    """Parse an expression within MOST_DICE, MOST_SIDES and MOST_DEPTH; raises BadDice with a plain sentence."""
    return _Reader(text).read()


class _Reader:
    """A recursive descent parser: sums of products of numbers, pools and brackets, and a test at the end."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadDice(f"The dice are too long to read: write at most {_LONGEST} characters.")
        token = re.compile(r"\s*(\d{1,7}|kh|kl|>=|<=|[dfr%!+\-*()<>])", re.IGNORECASE)
        self.text, self.tokens, self.at = text, token.findall(text.lower()), 0
        if token.sub("", text).strip():
            raise self._unreadable()

    def _unreadable(self) -> BadDice:
        return BadDice(f"“{self.text}” is not a dice expression. Write it like 3d6+2, 4d6kh3 or 6d10>=6.")

    def read(self) -> Expression:
        root = self._sum(0)
        if test := self._took(*TESTS):
            root = self._tested(root, test, self._number())
        if self.at != len(self.tokens):
            raise self._unreadable()
        if sum(pool.count for pool in root.pools()) > MOST_DICE:
            raise BadDice(f"Too many dice: throw at most {MOST_DICE} at once.")
        low, high = root.bounds()
        if max(abs(low), abs(high)) > _LARGEST:
            raise BadDice("The total can become too large; write a smaller expression.")
        return root

    def _tested(self, node: Expression, test: str, threshold: int) -> Expression:
        if isinstance(node, Pool):
            return Pool(node.count, node.sides, node.fudge, node.rerolled, node.explodes, node.keep, test, threshold)
        if isinstance(node, Operation) and node.sign != "*":
            left, right = (self._tested(side, test, threshold) for side in (node.left, node.right))
            return Operation(node.sign, left, right)
        raise BadDice("Only dice can be counted against a threshold, not numbers or products.")

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _took(self, *wanted: str) -> str:
        """Take the next token if it is one of these, and return it; else ""."""
        token = self._peek()
        self.at += token in wanted
        return token if token in wanted else ""

    def _number(self) -> int:
        word = self._peek()
        if not word.isdigit() or int(word) > _LARGEST:
            raise self._unreadable()
        self.at += 1
        return int(word)

    def _sum(self, depth: int) -> Expression:
        if depth > MOST_DEPTH:
            raise BadDice(f"Too many brackets inside each other: write at most {MOST_DEPTH}.")
        sign = self._took("+", "-")
        node = self._product(depth)
        if sign == "-":
            node = Operation("-", PlainNumber(0), node)
        while sign := self._took("+", "-"):
            node = Operation(sign, node, self._product(depth))
        return node

    def _product(self, depth: int) -> Expression:
        node = self._part(depth)
        while self._took("*"):
            node = Operation("*", node, self._part(depth))
        return node

    def _part(self, depth: int) -> Expression:
        if self._took("("):
            inside = self._sum(depth + 1)
            if not self._took(")"):
                raise BadDice(f"A bracket is not closed in “{self.text}”.")
            return inside
        count = 1 if self._peek() == "d" else self._number()
        return self._pool(count) if self._took("d") else PlainNumber(count)

    def _pool(self, count: int) -> Pool:
        named = self._took("f", "%")
        fudge, sides = named == "f", {"f": 3, "%": 100}[named] if named else self._number()
        if not 2 <= sides <= MOST_SIDES or not 1 <= count <= MOST_DICE:
            raise BadDice(f"A throw has 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides.")
        rerolled: set[int] = set()
        explodes, keep = False, 0
        while mark := self._took("r", "!", "kh", "kl"):
            if mark == "!":
                explodes = True
            elif mark == "r":
                face = self._number()
                if fudge or not 1 <= face <= sides:
                    raise BadDice(f"A die with {sides} sides cannot show {face}; r1 throws ones again.")
                rerolled.add(face)
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
