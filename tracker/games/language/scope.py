"""What expressions of a game file can see and name: the moment, functions, kinds of values; and errors in them."""

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Plain
from tracker.games.language.throws import UNTHROWN, Die, Fell

if TYPE_CHECKING:
    from tracker.games.language.table import Fight

Value: TypeAlias = int | str | bool | tuple[str, ...] | tuple[int, ...]  # the value of an expression

NO_DIE: Final = Die(0)


class Moment(Model):
    """An action from one combatant's point of view.

    ``me`` acts and ``it`` is acted on; ``by`` is the weapon and ``weapon`` its name, ``cover`` what the target's cover
    gives, ``fell`` what was thrown in which ``mode``, ``words`` the options given. ``number`` works out a number of the
    action by its name, ``answer`` holds those of the answer to a waiting attack. ``fight`` is what is around them,
    ``results`` what effects have thrown. ``amount`` was lost or gained of a track that stood at ``before``.
    ``among`` is the place of ``it`` among several targets, from 1. ``steady`` keeps what no dice change of numbers.
    """

    me: Combatant | None = None
    it: Combatant | None = None
    by: Mapping[str, Plain] = {}
    cover: Mapping[str, int] = {}
    band: str = ""
    fell: Fell = UNTHROWN
    round: int = 0
    words: Mapping[str, Value] = {}
    answer: Mapping[str, int] = {}
    answered: str = ""
    amount: int = 0
    before: int = 0
    number: "Callable[[str, Moment], int]" = lambda name, moment: 0
    fight: "Fight | None" = None
    results: Mapping[str, int] = {}
    weapon: str = ""
    mode: str = ""
    among: int = 0
    steady: dict[str, int] = msgspec.field(default_factory=dict)

    def die(self, name: str) -> Die:
        """Return what the dice of a name show; 0 if they are not thrown."""
        return self.fell.named.get(name, NO_DIE)

    def as_thrown(self, fell: Fell, number: "Callable[[str, Moment], int]") -> "Moment":
        """Return the same moment with this throw; odds make hundreds of them."""
        return replace(self, fell=fell, number=number)


ValueKind: TypeAlias = Literal["number", "text", "words", "yesno", "dice", "faces"]
"""The kind of a value; booleans count as 1 and 0 where a number is expected."""

Run: TypeAlias = Callable[[Moment], Any]  # it returns a Value of the expression's kind, which its check has seen to

MOST_STEPS: Final = 20_000
"""The most steps of all expressions of a file together; functions count wherever they are called."""

CALLED: Final[Mapping[ValueKind, str]] = {
    "number": "a number",
    "text": "a text",
    "words": "a list of words",
    "yesno": "yes or no",
    "dice": "dice",
    "faces": "the faces of dice",
}
"""The kinds as sentences name them."""


class BadExpression(ValueError):
    """An error in an expression or a ``part`` of it; ``column`` counts from 1, and 0 is all of it."""

    def __init__(self, reason: str, part: ast.expr | None = None, *, column: int = 0) -> None:
        super().__init__(reason)
        self.column = part.col_offset + 1 if part is not None else column


class Unreadable(BadExpression):
    """A text that is not an expression at all, for no reason that could be named."""


class Expression(Model):
    """A checked expression: its kind, how it is evaluated, and the names of the action that it uses.

    ``constant`` is its value if that is always the same, else None; ``words`` are all its possible values, if the file
    declares them. ``bare`` is the name of which alone it consists.
    """

    kind: ValueKind
    run: Run
    uses: frozenset[str] = frozenset()
    constant: Value | None = None
    words: tuple[str, ...] | None = None
    bare: str = ""

    def number(self, moment: Moment) -> int:
        """Evaluate it to a whole number."""
        return int(self.run(moment))


class Function(Model):
    """A function defined in the file: its parameters and its body."""

    name: str
    parameters: tuple[str, ...]
    body: ast.expr


@dataclass(slots=True)
class Budget:
    """The number of steps that the expressions of a file may still take."""

    left: int = MOST_STEPS


@dataclass(slots=True)
class Scope:
    """The names that an expression may use.

    ``names`` stand alone; ``parts`` holds the names behind a dot, by the word before it. Each name has a kind and a
    function that reads it. ``words`` holds the only texts that a name can be, by the name as written, including the
    dot; unless ``strict``, it may be compared with others. ``read`` holds what was compiled already, by its text.
    """

    names: Mapping[str, tuple[ValueKind, Run]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, tuple[ValueKind, Run]]] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    strict: bool = True
    read: dict[str, Expression] = field(default_factory=dict, init=False)

    def known(self, name: str) -> tuple[str, ...] | None:
        """Return all possible values of a name; None if it can be anything."""
        return self.words.get(name) if self.strict else None


def attribute(name: str) -> str:
    """Return a name as expressions write it."""
    return name.replace("-", "_").replace(" ", "_")


def fits(kind: ValueKind, wanted: ValueKind) -> bool:
    """Return whether a value of one kind may be used where another is expected."""
    return kind == wanted or {kind, wanted} == {"number", "yesno"}


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a hint at the nearest known word, or some of them, as the end of a sentence; "" if there are none."""
    names = list(known)
    similar = get_close_matches(word[:40], names, 1, 0.6)
    return (
        f"; did you mean {similar[0]}?" if similar else f"; there are {', '.join(sorted(names)[:16])}" if names else ""
    )
