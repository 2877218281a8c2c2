"""Expressions of game files: read by Python's ``ast``, checked against what is allowed, never evaluated.

An expression is whole numbers, texts and names, ``+ - * // %``, comparisons, ``and or not``, ``a if c else b``, and
calls of the functions named here or defined in the file. It is compiled once into plain functions.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final, Literal, TypeAlias, cast

from tracker.combat.model import Model
from tracker.games.language.moment import Moment, Value
from tracker.rules.errors import InvalidCommand

Kind: TypeAlias = Literal["number", "text", "words", "yesno", "dice", "faces"]
"""What a value is; yes and no may stand where a number is meant, as 1 and 0."""

Run: TypeAlias = Callable[[Moment], Value]

LONGEST: Final = 400
"""Characters of one expression."""

MOST_STEPS: Final = 20_000
"""Steps of all expressions of one file together, functions counted where they are called."""

DEEPEST: Final = 40
"""How deep the parts of an expression may stand inside each other."""

LARGEST: Final = 1_000_000_000
"""No number on the way to a result may become larger."""

_CALLED: Final[Mapping[Kind, str]] = {
    "number": "a number",
    "text": "a text",
    "words": "a list of words",
    "yesno": "yes or no",
    "dice": "dice",
    "faces": "the faces of dice",
}

_SUMS: Final[Mapping[type[ast.operator], tuple[str, Callable[[int, int], int]]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
}
_TESTS: Final[Mapping[type[ast.cmpop], Callable[[object, object], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_ORDERS: Final[Mapping[type[ast.cmpop], Callable[[int, int], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class BadExpression(ValueError):
    """What is wrong with an expression, as part of a sentence; ``column`` counts from 1, 0 where it is all of it."""

    def __init__(self, reason: str, column: int = 0) -> None:
        super().__init__(reason)
        self.column = column


class Expression(Model):
    """A checked expression: its kind, how it is worked out, and the names of the action that it uses."""

    kind: Kind
    run: Run
    uses: frozenset[str] = frozenset()

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
    it is read.
    """

    names: Mapping[str, tuple[Kind, Run]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, tuple[Kind, Run]]] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    budget: Budget = field(default_factory=Budget)


def compile_expression(text: str, scope: Scope, wanted: Kind | None = None) -> Expression:
    """Check an expression and compile it; raises BadExpression, also where it is not of the kind that is wanted."""
    compiled = _Compiler(scope).compile(parsed(text), 0)
    if wanted is not None and not _fits(compiled.kind, wanted):
        raise BadExpression(f"“{text}” is {_CALLED[compiled.kind]}, where {_CALLED[wanted]} is needed")
    return compiled


def parsed(text: str) -> ast.expr:
    """The parts of an expression; raises BadExpression."""
    if len(text) > LONGEST:
        raise BadExpression(f"the expression is too long: write at most {LONGEST} characters")
    if not text.strip():
        raise BadExpression("the expression is empty")
    if any(character in text for character in "\\\n\r\0"):
        raise BadExpression("an expression stands on one line and has no backslash")
    try:
        with warnings.catch_warnings():
            # Python warns of what looks like a slip; here it is named as a fault, or is right.
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise BadExpression(f"“{text}” cannot be read", error.offset or 0) from None
    except (ValueError, RecursionError, MemoryError):
        raise BadExpression("the expression cannot be read") from None


def define(head: str, body: str, functions: Mapping[str, Function]) -> Function:
    """A function from ``name(a, b)`` and its body, which may call those defined before it; raises BadExpression."""
    call = parsed(head)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise BadExpression(f"“{head}” is not a function; write it like level(roll, skill)")
    names = [part.id for part in call.args if isinstance(part, ast.Name)]
    if len(names) != len(call.args) or len(set(names)) != len(names):
        raise BadExpression(f"“{head}” is not a function; its parameters are names, each another one")
    if call.func.id in BUILT_IN:
        raise BadExpression(f"“{call.func.id}” is a function of the language already; call it something else")
    tree = parsed(body)
    called = {part.func for part in ast.walk(tree) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    for part in (part for part in ast.walk(tree) if isinstance(part, ast.Name)):
        if part in called and part.id not in BUILT_IN and part.id not in functions:
            raise BadExpression(f"“{part.id}” is not a function defined before it", _at(part))
        if part not in called and part.id not in names:
            raise BadExpression(f"“{part.id}” is not a parameter of the function", _at(part))
    return Function(call.func.id, tuple(names), tree, frozenset(functions))


def _fits(kind: Kind, wanted: Kind) -> bool:
    return kind == wanted or {kind, wanted} == {"number", "yesno"}


class _Compiler:
    """Compiles one expression; in the body of a function its parameters are ``bound``, and nothing else is known."""

    def __init__(self, scope: Scope, bound: Mapping[str, Expression] | None = None) -> None:
        self._scope, self._bound = scope, bound

    def compile(self, node: ast.expr, depth: int) -> Expression:
        self._scope.budget.left -= 1
        if self._scope.budget.left < 0:
            raise BadExpression("the expressions of this file take too many steps; write shorter ones")
        if depth > DEEPEST:
            raise BadExpression("its parts stand too deep inside each other")
        depth += 1
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node)
            case ast.Attribute(value=ast.Name(id=owner)):
                return self._part(node, owner)
            case ast.BinOp():
                return self._sum(node, depth)
            case ast.UnaryOp():
                return self._sign(node, depth)
            case ast.BoolOp():
                return self._logic(node, depth)
            case ast.Compare():
                return self._comparison(node, depth)
            case ast.IfExp():
                return self._choice(node, depth)
            case ast.Call():
                return self._call(node, depth)
            case _:
                raise BadExpression(
                    "that is not part of the language: numbers, names, + - * // % and comparisons", _at(node)
                )

    def _constant(self, node: ast.Constant) -> Expression:
        value = node.value
        if isinstance(value, bool):
            return Expression("yesno", lambda moment: value)
        if isinstance(value, int) and abs(value) <= LARGEST:
            return Expression("number", lambda moment: value)
        if isinstance(value, str):
            return Expression("text", lambda moment: value)
        raise BadExpression("only whole numbers and texts can be written; a half is N // 2", _at(node))

    def _name(self, node: ast.Name) -> Expression:
        if self._bound is not None:
            if node.id not in self._bound:
                raise BadExpression(
                    f"“{node.id}” is not a parameter of the function{_near(node.id, self._bound)}", _at(node)
                )
            return self._bound[node.id]
        if node.id not in self._scope.names:
            known = (*self._scope.names, *(f"{owner}." for owner in self._scope.parts))
            raise BadExpression(f"“{node.id}” is not a name here{_near(node.id, known)}", _at(node))
        kind, run = self._scope.names[node.id]
        return Expression(kind, run, frozenset((node.id,)))

    def _part(self, node: ast.Attribute, owner: str) -> Expression:
        parts = self._scope.parts.get(owner) if self._bound is None else None
        if parts is None:
            raise BadExpression(f"“{owner}.” is not known here{_near(owner, self._scope.parts)}", _at(node))
        if node.attr not in parts:
            raise BadExpression(f"“{owner}.{node.attr}” is not known{_near(node.attr, parts)}", _at(node))
        kind, run = parts[node.attr]
        return Expression(kind, run, frozenset((owner,)))

    def _number(self, node: ast.expr, depth: int) -> Expression:
        inner = self.compile(node, depth)
        if not _fits(inner.kind, "number"):
            raise BadExpression(f"{_CALLED[inner.kind]} stands where a number is needed", _at(node))
        return inner

    def _sum(self, node: ast.BinOp, depth: int) -> Expression:
        if type(node.op) not in _SUMS:
            way = "; a division is //" if isinstance(node.op, ast.Div) else ""
            raise BadExpression(f"only + - * // % can be counted with{way}", _at(node))
        sign, count = _SUMS[type(node.op)]
        left, right = self._number(node.left, depth), self._number(node.right, depth)
        one, other = left.run, right.run

        def run(moment: Moment) -> Value:
            last = cast(int, other(moment))
            if not last and sign in ("//", "%"):
                raise InvalidCommand("A number of this game is divided by zero. Check the sheet, or the game's file.")
            value = count(cast(int, one(moment)), last)
            if abs(value) > LARGEST:
                raise InvalidCommand("A number of this game becomes too large. Check the sheet, or the game's file.")
            return value

        return Expression("number", run, left.uses | right.uses)

    def _sign(self, node: ast.UnaryOp, depth: int) -> Expression:
        if isinstance(node.op, ast.Not):
            inner = self.compile(node.operand, depth)
            asked = inner.run
            return Expression("yesno", lambda moment: not asked(moment), inner.uses)
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise BadExpression("only - and not can stand before a part", _at(node))
        inner = self._number(node.operand, depth)
        value, sign = inner.run, -1 if isinstance(node.op, ast.USub) else 1
        return Expression("number", lambda moment: sign * cast(int, value(moment)), inner.uses)

    def _logic(self, node: ast.BoolOp, depth: int) -> Expression:
        parts = [self.compile(value, depth) for value in node.values]
        runs, uses = [part.run for part in parts], frozenset[str]().union(*(part.uses for part in parts))
        if isinstance(node.op, ast.And):
            return Expression("yesno", lambda moment: all(run(moment) for run in runs), uses)
        return Expression("yesno", lambda moment: any(run(moment) for run in runs), uses)

    def _comparison(self, node: ast.Compare, depth: int) -> Expression:
        sides = [self.compile(side, depth) for side in (node.left, *node.comparators)]
        steps: list[Callable[[Moment], bool]] = []
        for one, test, other in zip(sides, node.ops, sides[1:], strict=False):
            if type(test) in _ORDERS:
                for side, part in ((one, node.left), (other, node.comparators[0])):
                    if not _fits(side.kind, "number"):
                        raise BadExpression(f"{_CALLED[side.kind]} cannot be more or less than something", _at(part))
                steps.append(_ordered(_ORDERS[type(test)], one.run, other.run))
            elif type(test) in _TESTS:
                if not _fits(one.kind, other.kind):
                    both = f"{_CALLED[one.kind]} is never {_CALLED[other.kind]}"
                    raise BadExpression(f"{both}; compare two of a kind", _at(node))
                steps.append(_compared(_TESTS[type(test)], one.run, other.run))
            else:
                raise BadExpression("only == != < <= > >= compare; has(words, text) looks into a list", _at(node))
        uses = frozenset[str]().union(*(side.uses for side in sides))
        if len(steps) == 1:
            return Expression("yesno", steps[0], uses)
        return Expression("yesno", lambda moment: all(step(moment) for step in steps), uses)

    def _choice(self, node: ast.IfExp, depth: int) -> Expression:
        test, yes, no = (self.compile(part, depth) for part in (node.test, node.body, node.orelse))
        if not _fits(yes.kind, no.kind):
            raise BadExpression(
                f"both ways must be of one kind, not {_CALLED[yes.kind]} and {_CALLED[no.kind]}", _at(node)
            )
        asked, one, other = test.run, yes.run, no.run
        uses = test.uses | yes.uses | no.uses
        return Expression(yes.kind, lambda moment: one(moment) if asked(moment) else other(moment), uses)

    def _call(self, node: ast.Call, depth: int) -> Expression:
        if (
            not isinstance(node.func, ast.Name)
            or node.keywords
            or any(isinstance(arg, ast.Starred) for arg in node.args)
        ):
            raise BadExpression("a function is called by its name, with values between its brackets", _at(node))
        name = node.func.id
        if name == "of":
            return self._of(node, depth)
        values = [self.compile(value, depth) for value in node.args]
        if name in BUILT_IN:
            return _built_in(name, values, node)
        function = self._scope.functions.get(name)
        if function is None:
            raise BadExpression(
                f"“{name}” is not a function{_near(name, (*BUILT_IN, 'of', *self._scope.functions))}", _at(node)
            )
        if len(values) != len(function.parameters):
            raise BadExpression(f"{name} takes {len(function.parameters)} values, not {len(values)}", _at(node))
        known = {other: self._scope.functions[other] for other in function.known}
        inner = Scope({}, {}, known, self._scope.budget)
        bound = dict(zip(function.parameters, values, strict=True))
        return _Compiler(inner, bound).compile(function.body, depth)

    def _of(self, node: ast.Call, depth: int) -> Expression:
        """A number of a sheet whose name is worked out: ``of(me, stat)``."""
        if len(node.args) != 2 or not isinstance(node.args[0], ast.Name) or node.args[0].id not in ("me", "it", "by"):
            raise BadExpression("of takes me, it or by, and a text with a name: of(me, stat)", _at(node))
        owner = node.args[0].id
        parts = self._scope.parts.get(owner) if self._bound is None else None
        if parts is None:
            raise BadExpression(f"“{owner}” is not known here", _at(node))
        name = self.compile(node.args[1], depth)
        if name.kind != "text":
            raise BadExpression(f"of needs a text with a name, not {_CALLED[name.kind]}", _at(node))
        readers = {part: run for part, (kind, run) in parts.items() if _fits(kind, "number")}
        text = name.run

        def run(moment: Moment) -> Value:
            reader = readers.get(str(text(moment)).replace("-", "_"))
            return reader(moment) if reader else 0

        return Expression("number", run, name.uses | {owner})


def _at(node: ast.expr) -> int:
    return node.col_offset + 1


def _near(word: str, known: object) -> str:
    names = [str(name) for name in cast(Mapping[str, object], known)]
    similar = get_close_matches(word[:40], names, 1, 0.6)
    return (
        f"; did you mean {similar[0]}?" if similar else f"; there are {', '.join(sorted(names)[:16])}" if names else ""
    )


def _ordered(test: Callable[[int, int], bool], one: Run, other: Run) -> Callable[[Moment], bool]:
    return lambda moment: test(cast(int, one(moment)), cast(int, other(moment)))


def _compared(test: Callable[[object, object], bool], one: Run, other: Run) -> Callable[[Moment], bool]:
    return lambda moment: test(one(moment), other(moment))


def _has(words: Value, word: Value) -> bool:
    wanted = str(word).strip().casefold()
    listed = words.split(",") if isinstance(words, str) else map(str, cast("tuple[str, ...]", words))
    return bool(wanted) and wanted in {text.strip().casefold() for text in listed}


BUILT_IN: Final[Mapping[str, tuple[tuple[Kind, ...], Kind, Callable[..., Value]]]] = {
    "min": (("number", "number"), "number", min),
    "max": (("number", "number"), "number", max),
    "abs": (("number",), "number", abs),
    "has": (("words", "text"), "yesno", _has),
    "count": (("faces", "number"), "number", lambda faces, face: faces.count(face)),
    "highest": (("faces",), "number", lambda faces: max(faces, default=0)),
    "lowest": (("faces",), "number", lambda faces: min(faces, default=0)),
}
"""The functions of the language, each with the kinds it takes, the kind it gives, and how; min and max take more."""


def _built_in(name: str, values: list[Expression], node: ast.Call) -> Expression:
    wanted: tuple[Kind, ...]
    wanted, kind, function = BUILT_IN[name]
    if name in ("min", "max") and len(values) > 2:
        wanted = tuple("number" for _ in values)
    if len(values) != len(wanted):
        raise BadExpression(
            f"{name} takes {len(wanted)} value{'s' if len(wanted) > 1 else ''}, not {len(values)}", _at(node)
        )
    for value, needed, part in zip(values, wanted, node.args, strict=True):
        if not _fits(value.kind, needed) and (needed, value.kind) != ("words", "text"):
            raise BadExpression(f"{name} needs {_CALLED[needed]}, not {_CALLED[value.kind]}", _at(part))
    runs = [value.run for value in values]
    uses = frozenset[str]().union(*(value.uses for value in values))
    return Expression(kind, lambda moment: function(*(run(moment) for run in runs)), uses)
