"""What an expression of a game file may use and gives: kinds of values, names, functions, and what is wrong with it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, Literal, TypeAlias, cast

from tracker.combat.model import Model
from tracker.games.language.moment import Moment, Value

Kind: TypeAlias = Literal["number", "text", "words", "yesno", "dice", "faces"]
"""What a value is; yes and no may stand where a number is meant, as 1 and 0."""

Run: TypeAlias = Callable[[Moment], Value]

MOST_STEPS: Final = 20_000
"""Steps of all expressions of one file together, functions counted where they are called."""

CALLED: Final[Mapping[Kind, str]] = {
    "number": "a number",
    "text": "a text",
    "words": "a list of words",
    "yesno": "yes or no",
    "dice": "dice",
    "faces": "the faces of dice",
}
"""The kinds in sentences."""


class BadExpression(ValueError):
    """What is wrong with an expression, as part of a sentence; ``column`` counts from 1, 0 where it is all of it."""

    def __init__(self, reason: str, column: int = 0) -> None:
        super().__init__(reason)
        self.column = column


class Unreadable(BadExpression):
    """A text that is not an expression at all, for no reason that could be named."""


class Expression(Model):
    """A checked expression: its kind, how it is worked out, and the names of the action that it uses.

    ``written`` is the text that stands there, None where it is worked out; ``words`` are all that it can be, where the
    file declares them.
    """

    kind: Kind
    run: Run
    uses: frozenset[str] = frozenset()
    written: str | None = None
    words: tuple[str, ...] | None = None

    def number(self, moment: Moment) -> int:
        """Its value as a whole number."""
        return int(cast(int, self.run(moment)))


class Function(Model):
    """A function that the file defines: its parameters and its body."""

    name: str
    parameters: tuple[str, ...]
    body: ast.expr
    known: frozenset[str]


@dataclass(slots=True)
class Budget:
    """How many steps the expressions of a file may still take."""

    left: int = MOST_STEPS


@dataclass(slots=True)
class Scope:
    """The names that an expression may use.

    ``names`` stand alone; ``parts`` are what stands behind a dot, by what stands before it. Each has its kind and how
    it is read. ``words`` are the only texts that a name can be, by the name as it is written, with its dot; unless
    ``strict``, it may be compared with others.
    """

    names: Mapping[str, tuple[Kind, Run]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, tuple[Kind, Run]]] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strict: bool = True

    def known(self, name: str) -> tuple[str, ...] | None:
        """All that the value of a name can be, None where it can be anything."""
        return self.words.get(name) if self.strict else None


def fits(kind: Kind, wanted: Kind) -> bool:
    """Whether a value of a kind may stand where one is wanted."""
    return kind == wanted or {kind, wanted} == {"number", "yesno"}


def column_of(node: ast.expr) -> int:
    """The column of a part of an expression, from 1."""
    return node.col_offset + 1


def ended(sentence: str) -> str:
    """A sentence with its full stop, where it does not end already."""
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def nearest(word: str, known: Iterable[str]) -> str:
    """What a word may have meant, or some of what there is, as the end of a sentence; "" where there is nothing."""
    names = list(known)
    similar = get_close_matches(word[:40], names, 1, 0.6)
    return (
        f"; did you mean {similar[0]}?" if similar else f"; there are {', '.join(sorted(names)[:16])}" if names else ""
    )
