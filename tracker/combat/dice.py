"""Dice: expressions, and a thrower that records every face.

Dice are an argument of the rules, never a global, so a fight can be replayed, previewed and tested.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from tracker.combat.model import Model, Number, Stored, Text

MOST_DICE: Final = 1000
"""The most dice one expression may throw."""

MOST_SIDES: Final = 1000
MOST_DEPTH: Final = 8
_LONGEST: Final = 200
_TOKEN = re.compile(r"\s*(?:(\d{1,7})|([dD])|(>=|<=|[+\-()<>]))")


class BadDice(ValueError):
    """A dice expression that cannot be read, in one plain sentence."""


class NotThrown(Exception):
    """The dice are not on the table yet: what a preview meets where a throw would be; says which, and what for."""

    def __init__(self, count: int, sides: int, purpose: str) -> None:
        super().__init__(f"{count}d{sides} for {purpose}")
        self.purpose = purpose


class Throw(Stored):
    """Faces that fell, and what they were thrown for."""

    purpose: Text
    sides: Number
    faces: tuple[Number, ...]


@dataclass(slots=True)
class Dice:
    """Throws dice for one action and keeps what fell.

    ``recorded`` throws are taken first, by purpose and sides: that is how a later replay has the same dice.
    """

    source: random.Random | None
    recorded: list[Throw] = field(default_factory=list)
    thrown: list[Throw] = field(default_factory=list)

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        """The faces of ``count`` dice with ``sides`` sides; raises NotThrown in a preview."""
        faces: tuple[int, ...] = ()
        for place, old in enumerate(self.recorded):
            if old.purpose == purpose and old.sides == sides:
                faces = self.recorded.pop(place).faces[:count]
                break
        if len(faces) < count:
            if self.source is None:
                raise NotThrown(count - len(faces), sides, purpose)
            faces += tuple(self.source.randint(1, sides) for _ in range(count - len(faces)))
        self.thrown.append(Throw(purpose, sides, faces))
        return faces


def no_dice(recorded: Iterable[Throw] = ()) -> Dice:
    """Dice that cannot be thrown: what a preview is resolved with."""
    return Dice(None, list(recorded))


class Term(Model):
    """A part of an expression: ``count`` dice of ``sides`` sides (1: a plain number), with its sign."""

    sign: int
    count: int
    sides: int


class Expression(Model):
    """A read dice expression: terms that add up, or dice counted against a threshold."""

    terms: tuple[Term, ...]
    test: str | None = None
    threshold: int = 0

    def roll(self, dice: Dice, purpose: str = "roll") -> Rolled:
        """Throw it; every face is in the result."""
        total, faces = 0, list[int]()
        compare: Callable[[int], bool] = {
            None: lambda face: False,
            ">=": lambda face: face >= self.threshold,
            "<=": lambda face: face <= self.threshold,
            ">": lambda face: face > self.threshold,
            "<": lambda face: face < self.threshold,
        }[self.test]
        for term in self.terms:
            fell = (term.count,) if term.sides == 1 else dice.throw(term.count, term.sides, purpose)
            if term.sides != 1:
                faces.extend(fell)
            total += term.sign * (sum(fell) if self.test is None else sum(map(compare, fell)))
        return Rolled(total, tuple(faces))

    @property
    def most(self) -> int:
        """The highest sum it can give (for an expression without a threshold)."""
        return sum(t.count * t.sides if t.sign > 0 else -t.count for t in self.terms)

    @property
    def thrown(self) -> bool:
        """Whether there is any die in it."""
        return any(term.sides != 1 for term in self.terms)


class Rolled(Model):
    """What an expression came to: the sum or the count of hits, and every face."""

    total: int
    faces: tuple[int, ...]


def parse(text: str) -> Expression:
    """Read ``3d6+2``, sums with brackets, or ``6d10>=6``; raises BadDice.

    At most MOST_DICE dice of at most MOST_SIDES sides and MOST_DEPTH brackets inside each other.
    """
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadDice(f"The dice are too long to read: at most {_LONGEST} signs.")
        self.text, self.tokens, place = text, list[str](), 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                raise BadDice(f"“{text}” is no dice expression; write it like 3d6+2 or 6d10>=6.")
            self.tokens.append(found.group().strip().lower())
            place = found.end()
        self.place = 0

    def read(self) -> Expression:
        terms = self._sum(1, 0)
        test, threshold = None, 0
        if self._peek() in (">=", "<=", ">", "<"):
            test, threshold = self._next(), self._number()
            if any(term.sides == 1 for term in terms):
                raise BadDice("Only dice can be counted against a threshold, not numbers.")
        if self.place != len(self.tokens) or not terms:
            raise BadDice(f"“{self.text}” is no dice expression; write it like 3d6+2 or 6d10>=6.")
        if sum(term.count for term in terms if term.sides > 1) > MOST_DICE:
            raise BadDice(f"Too many dice: at most {MOST_DICE} at once.")
        return Expression(tuple(terms), test, threshold)

    def _peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    def _number(self) -> int:
        word = self._next()
        if not word.isdigit() or int(word) > 1_000_000:
            raise BadDice(f"“{self.text}” is no dice expression; write it like 3d6+2 or 6d10>=6.")
        return int(word)

    def _sum(self, sign: int, depth: int) -> list[Term]:
        if depth > MOST_DEPTH:
            raise BadDice(f"Too many brackets inside each other: at most {MOST_DEPTH}.")
        terms: list[Term] = []
        step = sign
        if self._peek() in ("+", "-"):
            step = sign if self._next() == "+" else -sign
        while True:
            terms += self._term(step, depth)
            if self._peek() not in ("+", "-"):
                return terms
            step = sign if self._next() == "+" else -sign

    def _term(self, sign: int, depth: int) -> list[Term]:
        if self._peek() == "(":
            self._next()
            inside = self._sum(sign, depth + 1)
            if self._next() != ")":
                raise BadDice(f"A bracket is not closed in “{self.text}”.")
            return inside
        count = 1 if self._peek() == "d" else self._number()
        if self._peek() != "d":
            return [Term(sign, count, 1)]
        self._next()
        sides = self._number()
        if not 2 <= sides <= MOST_SIDES or not 1 <= count <= MOST_DICE:
            raise BadDice(f"A throw has 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides.")
        return [Term(sign, count, sides)]
