"""Expressions of game files: parsed by Python's ``ast``, checked and compiled here, never evaluated by Python.

An expression is whole numbers, texts and names, ``+ - * // %``, comparisons, ``and or not``, ``a if c else b``, and
calls of the functions named here or defined in the file. It is compiled once into plain functions.
"""

import ast
import operator
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, cast

from tracker.combat.expressions import BadDice
from tracker.combat.scene import Combatant
from tracker.games.language.scope import (
    CALLED,
    BadExpression,
    Expression,
    Function,
    Moment,
    Run,
    Scope,
    Unreadable,
    Value,
    ValueKind,
    fits,
    nearest,
)
from tracker.games.language.throws import read_throw
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quantity
from tracker.rules.sheet import BLOCK
from tracker.rules.throw import signed

DEEPEST: Final = 40  # the deepest nesting of an expression
LARGEST: Final = 1_000_000_000  # the largest absolute value of any intermediate result

_WRITTEN: Final[Mapping[type, ValueKind]] = {bool: "yesno", int: "number", str: "text"}  # what is written as it is
_SUMS: Final[Mapping[type[ast.operator], tuple[str, Callable[[int, int], int]]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
}
_TESTS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_WAYS: Final[Mapping[type[ast.expr], str]] = {
    ast.Subscript: 'nth(faces, 1) is the highest face, and throw = "first:1d6 + second:1d6" gives dice names',
    ast.Tuple: "write several conditions with and",
    ast.List: "has(words, text) looks into a list of the sheet",
    ast.JoinedStr: "texts stand in quotes alone, and braces in effects: say {it.name}",
}
"""What to write instead of what is not part of the language."""
_KNOWN: Final = "there are numbers, names, + - * // % and comparisons"


def compile_expression(text: str, scope: Scope, wanted: ValueKind | None = None) -> Expression:
    """Check and compile an expression; raises BadExpression, also for one of the wrong kind."""
    compiled = scope.read.get(text) or scope.read.setdefault(text, _Compiler(scope).compile(parsed(text), 0))
    if wanted is not None and not fits(compiled.kind, wanted):
        raise BadExpression(f"“{text}” is {CALLED[compiled.kind]}, where {CALLED[wanted]} is needed")
    return compiled


def written(text: str) -> Expression:
    """Return a text as an expression."""
    return Expression("text", lambda moment: text, constant=text)


class _Compiler:
    """Compiles one expression; in the body of a function only its parameters, ``bound``, are known."""

    def __init__(self, scope: Scope, bound: Mapping[str, Expression] | None = None) -> None:
        self._scope, self._bound = scope, bound

    def compile(self, node: ast.expr, depth: int) -> Expression:
        self._scope.budget.left -= 1
        if self._scope.budget.left < 0:
            raise BadExpression("the expressions of this file take too many steps; write shorter ones")
        if depth > DEEPEST:
            raise BadExpression("it is nested too deeply")
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
                said, way = ast.unparse(node)[:60], _WAYS.get(type(node), _KNOWN)
                raise BadExpression(f"“{said}” is not part of the language; {way}", node)

    def _constant(self, node: ast.Constant) -> Expression:
        value: Any = node.value
        kind = _WRITTEN.get(type(value))
        if kind is None or (kind == "number" and abs(value) > LARGEST):
            raise BadExpression("only whole numbers and texts can be written; a half is N // 2", node)
        return Expression(kind, lambda moment: value, constant=value)

    def _name(self, node: ast.Name) -> Expression:
        if self._bound is not None:
            if node.id not in self._bound:
                raise BadExpression(
                    f"“{node.id}” is not a parameter of the function{nearest(node.id, self._bound)}", node
                )
            return self._bound[node.id]
        if node.id not in self._scope.names:
            known = (*self._scope.names, *(f"{owner}." for owner in self._scope.parts))
            raise BadExpression(f"“{node.id}” is not a name here{nearest(node.id, known)}", node)
        kind, run = self._scope.names[node.id]
        return Expression(kind, run, frozenset((node.id,)), words=self._scope.known(node.id), bare=node.id)

    def _part(self, node: ast.Attribute, owner: str) -> Expression:
        name = f"{owner}.{node.attr}"
        if (read := self._scope.read.get(name)) is not None:
            return read
        parts = self._scope.parts.get(owner) if self._bound is None else None
        if parts is None:
            raise BadExpression(f"“{owner}.” is not known here{nearest(owner, self._scope.parts)}", node)
        if node.attr not in parts:
            raise BadExpression(f"“{name}” is not known{nearest(node.attr, parts)}", node)
        kind, run = parts[node.attr]
        read = Expression(kind, run, frozenset((owner, name)), words=self._scope.known(name))
        return self._scope.read.setdefault(name, read)

    def _number(self, node: ast.expr, depth: int) -> Expression:
        inner = self.compile(node, depth)
        if not fits(inner.kind, "number"):
            raise BadExpression(f"{CALLED[inner.kind]} is used where a number is needed", node)
        return inner

    def _sum(self, node: ast.BinOp, depth: int) -> Expression:
        if type(node.op) not in _SUMS:
            way = "; a division is //" if isinstance(node.op, ast.Div) else ""
            raise BadExpression(f"only + - * // % can be counted with{way}", node)
        sign, count = _SUMS[type(node.op)]
        left, right = self._number(node.left, depth), self._number(node.right, depth)
        first, second, divides = left.run, right.run, sign in ("//", "%")

        def run(moment: Moment) -> Value:
            last = second(moment)
            if divides and not last:
                raise InvalidCommand("A number of this game is divided by zero. Check the sheet, or the game's file.")
            value = count(first(moment), last)
            if not -LARGEST <= value <= LARGEST:
                raise InvalidCommand("A number of this game becomes too large. Check the sheet, or the game's file.")
            return value

        return Expression("number", run, left.uses | right.uses)

    def _sign(self, node: ast.UnaryOp, depth: int) -> Expression:
        if isinstance(node.op, ast.Not):
            inner = self.compile(node.operand, depth)
            return Expression("yesno", lambda moment: not inner.run(moment), inner.uses)
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise BadExpression("only - and not can stand before a part", node)
        inner = self._number(node.operand, depth)
        value, sign = inner.run, -1 if isinstance(node.op, ast.USub) else 1
        return Expression("number", lambda moment: sign * value(moment), inner.uses)

    def _logic(self, node: ast.BoolOp, depth: int) -> Expression:
        parts = [self.compile(value, depth) for value in node.values]
        runs, uses = [part.run for part in parts], frozenset[str]().union(*(part.uses for part in parts))
        return Expression("yesno", _until(isinstance(node.op, ast.Or), runs), uses)

    def _comparison(self, node: ast.Compare, depth: int) -> Expression:
        sides = [self.compile(side, depth) for side in (node.left, *node.comparators)]
        steps: list[Callable[[Moment], bool]] = []
        for first, test, second in zip(sides, node.ops, sides[1:], strict=False):
            if type(test) not in _TESTS:
                raise BadExpression("only == != < <= > >= compare; has(words, text) looks into a list", node)
            if isinstance(test, ast.Eq | ast.NotEq):
                if not fits(first.kind, second.kind):
                    both = f"{CALLED[first.kind]} is never {CALLED[second.kind]}"
                    raise BadExpression(f"{both}; compare two of a kind", node)
                _check_word(first, second, node)
                _check_word(second, first, node)
            else:
                for side, part in ((first, node.left), (second, node.comparators[0])):
                    if not fits(side.kind, "number"):
                        raise BadExpression(f"{CALLED[side.kind]} cannot be more or less than something", part)
            beside = second.constant if first.bare == "round" and isinstance(second.constant, int) else None
            run = first.run if beside is None else partial(round_now, beside=beside)
            steps.append(_compared(type(test), run, second))
        uses = frozenset[str]().union(*(side.uses for side in sides))
        if len(steps) == 1:
            counted = isinstance(node.left, ast.Call) and isinstance(node.left.func, ast.Name) and node.left.func.id
            if counted in ("allies", "foes") and isinstance(node.ops[0], ast.Gt) and sides[1].constant == 0:
                # It tells only whether there is anybody, which fewer fights differ in.
                uses = frozenset(f"any-{use}" if use.partition(":")[0] == counted else use for use in uses)
            return Expression("yesno", steps[0], uses)
        return Expression("yesno", _until(False, steps), uses)

    def _choice(self, node: ast.IfExp, depth: int) -> Expression:
        test, yes, no = (self.compile(part, depth) for part in (node.test, node.body, node.orelse))
        if not fits(yes.kind, no.kind):
            raise BadExpression(f"both ways must be of one kind, not {CALLED[yes.kind]} and {CALLED[no.kind]}", node)
        asked, yes_run, no_run = test.run, yes.run, no.run
        uses = test.uses | yes.uses | no.uses
        return Expression(yes.kind, lambda moment: yes_run(moment) if asked(moment) else no_run(moment), uses)

    def _call(self, node: ast.Call, depth: int) -> Expression:
        if (
            not isinstance(node.func, ast.Name)
            or node.keywords
            or any(isinstance(arg, ast.Starred) for arg in node.args)
        ):
            raise BadExpression("a function is called by its name, with values between its brackets", node)
        name = node.func.id
        if name in _OWN and (name == "of" or name not in self._scope.functions):
            return _OWN[name](self, node, depth)
        values = [self.compile(value, depth) for value in node.args]
        if name in BUILT_IN:
            return built_in(name, values, node)
        function = self._scope.functions.get(name)
        if function is None:
            known_functions = (*BUILT_IN, *_OWN, *self._scope.functions)
            raise BadExpression(f"“{name}” is not a function{nearest(name, known_functions)}", node)
        if len(values) != len(function.parameters):
            raise BadExpression(f"{name} takes {quantity(len(function.parameters), 'value')}, not {len(values)}", node)
        inner = Scope({}, {}, self._scope.functions, self._scope.budget, strict=self._scope.strict)
        bound = dict(zip(function.parameters, values, strict=True))
        return _Compiler(inner, bound).compile(function.body, depth)

    def _given(self, node: ast.Call, depth: int) -> Expression:
        """Compile the question whether a word was typed, or stands on a sheet, be it 0: ``given(vs)``."""
        asked = node.args[0] if len(node.args) == 1 and self._bound is None else None
        match asked:
            case ast.Name(id=word) if word in self._scope.names:
                owner, uses = "me", frozenset((f"{word}?",))
            case ast.Attribute(value=ast.Name(id=owner), attr=word) if word in self._scope.parts.get(owner, {}):
                uses = frozenset((owner, f"{owner}.{word}"))
            case _:
                raise BadExpression("given takes a word of the action or of a sheet: given(vs), given(me.bonus)", node)
        typed, dashed = isinstance(asked, ast.Name), word.replace("_", "-")

        def run(moment: Moment) -> Value:
            whole = getattr(moment, owner, None)
            fields = whole.fields if isinstance(whole, Combatant) else whole or {}
            found = fields.get(word) is not None or fields.get(dashed) is not None
            return found or (typed and (moment.words.get(word) is not None or moment.words.get(dashed) is not None))

        if owner == "by" and word == dashed:
            return Expression("yesno", lambda moment: moment.by.get(word) is not None, uses)
        return Expression("yesno", run, uses)

    def _dice(self, node: ast.Call, depth: int) -> Expression:
        """Compile dice that a number throws: ``dice('1d6!')``, and none for an empty text."""
        texts = [self.compile(argument, depth) for argument in node.args]
        if len(texts) != 1 or texts[0].kind != "text":
            raise BadExpression("dice takes a text with dice, such as dice('1d6')", node)
        if texts[0].constant:
            try:
                read_throw(str(texts[0].constant))
            except BadDice as bad:
                raise BadExpression(str(bad).rstrip("."), node) from None
        return Expression("dice", texts[0].run, texts[0].uses)

    def _near(self, node: ast.Call, depth: int) -> Expression:
        """Compile how many able allies are within a band of ``it``, ``allies('reach')``, or foes of ``me``.

        Those with one of the conditions named after the band do not count.
        """
        name = cast(ast.Name, node.func).id
        bands = [self.compile(argument, depth) for argument in node.args]
        without = [str(condition.constant or "") for condition in bands[1:]]
        if not bands or "" in without or bands[0].kind != "text":
            raise BadExpression(f"{name} takes a band: {name}('near')", node)
        if name == "allies" and "it" not in self._scope.parts:
            raise BadExpression("allies are counted around a target, and the action has none", node)
        _check_word(Expression("text", bands[0].run, words=self._scope.known("band")), bands[0], node)
        band = bands[0].run

        def run(moment: Moment) -> Value:
            if moment.fight is None:
                return 0
            around = str(band(moment))
            if name == "allies":
                return moment.fight.allies(moment.me, moment.it, around, without)
            return moment.fight.foes(moment.me, around, without)

        near = {":".join((name, str(bands[0].constant), *without)) if bands[0].constant is not None else name}
        return Expression("number", run, bands[0].uses | {"me", "it", "band", *near})

    def _asked(self, node: ast.Call, depth: int) -> Expression:
        """Compile what is asked about somebody by a name in quotes: ``trait(me, 'Pack Tactics')``."""
        function = cast(ast.Name, node.func).id
        kind, told, example = _ABOUT[function]
        match node.args:
            case [ast.Name(id=("me" | "it") as owner), ast.Constant(value=str(name))] if owner in self._scope.parts:
                uses = frozenset((owner, f"{owner}.{function}"))
                return Expression(kind, lambda moment: told(getattr(moment, owner), name), uses)
        raise BadExpression(f"{function} takes me or it, and a name in quotes: {example}", node)

    def _of(self, node: ast.Call, depth: int) -> Expression:
        """Compile a number of a sheet whose name is computed: ``of(me, stat)``."""
        if len(node.args) != 2 or not isinstance(node.args[0], ast.Name) or node.args[0].id not in ("me", "it", "by"):
            raise BadExpression("of takes me, it or by, and a text with a name: of(me, stat)", node)
        owner = node.args[0].id
        parts = self._scope.parts.get(owner) if self._bound is None else None
        if parts is None:
            raise BadExpression(f"“{owner}” is not known here", node)
        name = self.compile(node.args[1], depth)
        if name.kind != "text":
            raise BadExpression(f"of needs a text with a name, not {CALLED[name.kind]}", node)
        readers = {part: run for part, (kind, run) in parts.items() if fits(kind, "number")}
        text = name.run
        asked = (str(name.constant),) if name.constant is not None and self._scope.strict else name.words or ()
        for word in filter(None, asked):
            if word.replace("-", "_") not in readers:
                raise BadExpression(f"“{word}” is not a number of {owner}{nearest(word, readers)}", node)

        def run(moment: Moment) -> Value:
            reader = readers.get(str(text(moment)).replace("-", "_"))
            return reader(moment) if reader else 0

        told = frozenset(f"{owner}.{word.replace('-', '_')}" for word in asked if word) or {f"{owner}.*"}
        return Expression("number", run, name.uses | {owner} | told)


_OWN: Final[Mapping[str, Callable[[_Compiler, ast.Call, int], Expression]]] = {
    "of": _Compiler._of,
    "given": _Compiler._given,
    "dice": _Compiler._dice,
    **dict.fromkeys(("allies", "foes"), _Compiler._near),
    **dict.fromkeys(("trait", "strongest", "carried", "source", "spent"), _Compiler._asked),
}
"""What is called like a function, but looks at more than the values in its brackets."""


def _check_word(left: Expression, right: Expression, node: ast.expr) -> None:
    """Report a comparison with a text that the other side can never be."""
    word, known = right.constant, left.words
    if known is not None and isinstance(word, str) and word and word not in known:
        raise BadExpression(f"“{word}” is not declared{nearest(word, known)}", node)


def round_now(moment: Moment, beside: int | None = None) -> int:
    """Return the round, and note that a rule looked at it, or only at how it compares with the one ``beside``."""
    if moment.fight is not None:
        moment.fight.system.looked |= {("round", beside)}
    return moment.round


def _until(wanted: bool, runs: Sequence[Run]) -> Run:
    """Return whether one of these comes to ``wanted``, and else the opposite: any of them for True, all for False."""
    if len(runs) == 2:  # As most have: a loop less for each.
        first, second = runs
        either, both = (lambda it: bool(first(it) or second(it))), (lambda it: bool(first(it) and second(it)))
        return either if wanted else both

    def run(moment: Moment) -> bool:
        for each in runs:  # A generator would cost a call for each part.
            if each(moment):
                if wanted:
                    return True
            elif not wanted:
                return False
        return not wanted

    return run


def _compared(test: type[ast.cmpop], left: Run, other: Expression) -> Callable[[Moment], bool]:
    right, value, compare = other.run, other.constant, _TESTS[test]
    if value is None:
        return lambda moment: compare(left(moment), right(moment))
    if test is ast.Eq:  # Most comparisons are with a constant, and this or the next: two calls less for each.
        return lambda moment: left(moment) == value
    if test is ast.Gt:
        return lambda moment: left(moment) > value
    return lambda moment: compare(left(moment), value)


# The functions: built-in ones, and those that a game file defines

LONGEST: Final = 400  # the greatest length of an expression in characters
_MOST_DIGITS: Final = 9  # the most digits that are read of a number in a text

_SLIPS: Final = (
    (re.compile(r"&&|\|\||!(?!=)"), "; write and, or, not"),
    (re.compile(r"(?<![=<>!])=(?!=)"), "; two values are compared with =="),
    (re.compile(r"\d[dDwW]\d"), "; dice stand in a throw, or in a field of the kind dice"),
)
"""Slips that come from other languages, and what is written here."""


@lru_cache(4000)
def parsed(text: str) -> ast.expr:
    """Parse an expression; raises BadExpression."""
    if len(text) > LONGEST:
        raise BadExpression(f"the expression is too long: write at most {LONGEST} characters")
    if not text.strip():
        raise BadExpression("the expression is empty")
    if any(character in text for character in "\\\n\r\0"):
        raise BadExpression("an expression is on one line, without a backslash")
    try:
        with warnings.catch_warnings():
            # Python warns of what looks like a slip; here it is either a fault or correct.
            warnings.simplefilter("ignore")
            return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        way = next((way for slip, way in _SLIPS if slip.search(text)), "")
        kind = BadExpression if way else Unreadable
        raise kind(f"“{text}” cannot be read{way}", column=error.offset or 0) from None
    except (ValueError, RecursionError, MemoryError):
        raise BadExpression("the expression cannot be read") from None


def define(head: str, body: str, functions: Mapping[str, Function]) -> Function:
    """Return a function from ``name(a, b)`` and its body, which may call those before it; raises BadExpression."""
    call = parsed(head)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise BadExpression(f"“{head}” is not a function; write it like level(roll, skill)")
    names = [part.id for part in call.args if isinstance(part, ast.Name)]
    if len(names) != len(call.args) or len(set(names)) != len(names):
        raise BadExpression(f"“{head}” is not a function; its parameters are names, each another one")
    if call.func.id in BUILT_IN:
        raise BadExpression(f"“{call.func.id}” is a function of the language already; call it something else")
    tree = parsed(body)
    parts = tuple(ast.walk(tree))
    called = {part.func for part in parts if isinstance(part, ast.Call)}
    for part in (part for part in parts if isinstance(part, ast.Name)):
        if part in called and part.id not in BUILT_IN and part.id not in functions:
            raise BadExpression(f"“{part.id}” is not a function defined before it", part)
        if part not in called and part.id not in names:
            raise BadExpression(f"“{part.id}” is not a parameter of the function", part)
    return Function(call.func.id, tuple(names), tree)


@lru_cache(maxsize=10_000)  # A fight asks the same few lists thousands of times.
def _has(words: Value, word: Value) -> bool:
    wanted = str(word).strip().casefold()
    listed = words.split(",") if isinstance(words, str) else map(str, cast("tuple[str, ...]", words))
    return bool(wanted) and wanted in {text.strip().casefold() for text in listed}


def _taking(words: tuple[str, ...], word: str) -> tuple[int, ...]:
    """Return the places of the words that a word can be, as claw is claw/tail, those that leave the least choice first.

    What stands in brackets does not count: neither that of claw (in wolf form) nor that of tail (once).
    """
    wanted = word.partition(" (")[0].casefold()
    choices = [[one.partition(" (")[0].casefold() for one in each.split("/")] for each in words]
    return tuple(sorted((at for at, each in enumerate(choices) if wanted in each), key=lambda at: len(choices[at])))


def _rest(*lists: Any) -> tuple[str, ...]:
    """Return what is left of the first of these lists that has a word, the last of all, once it is taken."""
    *several, word = lists
    taken = ((words, at[0]) for words in several if (at := _taking(words, word)))
    return next(((*words[:at], *words[at + 1 :]) for words, at in taken), ())


def _times(dice: Value, number: Value) -> str:
    """Return the dice of several equal throws as one: 3 times ``1d6+1`` is ``3d6+3``, 3 times ``10`` is ``30``."""
    times = max(0, int(cast(int, number)))
    match = re.fullmatch(r"(\d+|(?=d))(d\d+)?(?:\+(\d+))?", str(dice).casefold())
    if match is None or not times:
        return ""
    return f"{int(match[1] or 1) * times}{match[2] or ''}" + (f"+{int(match[3]) * times}" if match[3] else "")


def has_trait(who: Combatant | None, name: str) -> bool:
    """Return whether a stat block has a part of this name; what it adds in brackets may be left out."""
    block, wanted = who.fields.get(BLOCK) if who is not None else None, name.casefold()
    for part in block if isinstance(block, list) else ():
        if isinstance(part, dict):
            trait = str(part.get("name")).casefold()
            if trait.startswith(wanted) and wanted in (trait, trait.partition(" (")[0]):
                return True
    return False


def highest(who: Combatant | None, field: str) -> int:
    """Return the highest number that a field has among somebody's weapons; 0 without one."""
    values = (weapon.get(field) for weapon in (who.weapons.values() if who is not None else ()))
    return max((value for value in values if isinstance(value, int)), default=0)


@lru_cache(maxsize=10_000)
def _figure(text: Value, place: int) -> int:
    """Return the first whole number that stands in a text, the second and so on; 0 where there are fewer."""
    figures = re.findall(r"[0-9]+", str(text))
    return int(figures[place - 1][:_MOST_DIGITS]) if 0 < place <= len(figures) else 0


def _printed(text: Value, name: Value, otherwise: Value) -> Value:
    """Return the number behind a name in a printed list, as 7 of ``Arcana +2, Stealth +7``; else ``otherwise``."""
    found = re.search(rf"(?i)(?:^|[,;])\s*{re.escape(str(name))}\s+([+−-]?)([0-9]{{1,{_MOST_DIGITS}}})\b", str(text))
    return otherwise if found is None else int(found[2]) * (-1 if found[1] in ("-", "−") else 1)


_ABOUT: Final[Mapping[str, tuple[ValueKind, Callable[[Combatant | None, str], Value], str]]] = {
    "trait": ("yesno", has_trait, "trait(me, 'Pack Tactics')"),
    "strongest": ("number", highest, "strongest(it, 'harm')"),
    "carried": (
        "words",
        lambda who, name: tuple(called for called, weapon in who.weapons.items() if weapon.get(name)) if who else (),
        "carried(me, 'light')",
    ),
    "source": (
        "text",
        lambda who, name: getattr(who and who.condition(name), "by", "") or "",
        "source(me, 'grappled')",
    ),
    "spent": ("yesno", lambda who, act: who is not None and act in who.spent, "spent(me, 'action')"),
}
"""What is asked about somebody by a name: the kind of the answer, the function, and how it is written."""


BUILT_IN: Final[Mapping[str, tuple[tuple[ValueKind, ...], ValueKind, Callable[..., Value]]]] = {
    "min": (("number", "number"), "number", min),
    "max": (("number", "number"), "number", max),
    "abs": (("number",), "number", abs),
    "signed": (("number",), "text", signed),
    "has": (("words", "text"), "yesno", _has),
    "size": (("words",), "number", len),
    "item": (("words", "number"), "text", lambda words, place: words[place - 1] if 0 < place <= len(words) else ""),
    "takes": (("words", "text"), "yesno", lambda words, word: bool(_taking(words, word))),
    "rest": (("words", "text"), "words", _rest),
    "figure": (("text", "number"), "number", _figure),
    "printed": (("text", "text", "number"), "number", _printed),
    "begins": (("text", "text"), "yesno", lambda text, start: text.casefold().startswith(start.casefold())),
    "tells": (("text", "text"), "yesno", lambda text, word: word.casefold() in text.casefold()),
    "times": (("dice", "number"), "dice", _times),
    "exploding": (("dice",), "dice", lambda dice: re.sub(r"(d\d+)(?![\d!])", r"\1!", str(dice))),
    "count": (("faces", "number"), "number", lambda faces, face: faces.count(face)),
    "highest": (("faces",), "number", lambda faces: max(faces, default=0)),
    "lowest": (("faces",), "number", lambda faces: min(faces, default=0)),
    "nth": (("faces", "number"), "number", lambda faces, at: sorted(faces)[-at] if 0 < at <= len(faces) else 0),
    "alike": (("faces",), "number", lambda faces: max(map(faces.count, faces), default=0)),
}
"""The built-in functions: kinds of the arguments and of the value, and implementation; min, max and rest take more."""


def built_in(name: str, values: list[Expression], node: ast.Call) -> Expression:
    """Compile a call of a built-in function; raises BadExpression."""
    wanted: tuple[ValueKind, ...]
    wanted, kind, function = BUILT_IN[name]
    if name in ("min", "max", "rest") and len(values) > 2:
        wanted = (*(wanted[0] for _ in values[1:]), wanted[-1])
    if len(values) != len(wanted):
        raise BadExpression(f"{name} takes {quantity(len(wanted), 'value')}, not {len(values)}", node)
    for value, needed, part in zip(values, wanted, node.args, strict=True):
        if not fits(value.kind, needed) and (needed, value.kind) != ("words", "text"):
            raise BadExpression(f"{name} needs {CALLED[needed]}, not {CALLED[value.kind]}", part)
    runs = [value.run for value in values]
    uses = frozenset[str]().union(*(value.uses for value in values))
    if len(runs) == 2:  # As most have: a list less for each call.
        (first, second), known = runs, values[1].constant
        if known is not None:
            return Expression(kind, lambda moment: function(first(moment), known), uses)
        return Expression(kind, lambda moment: function(first(moment), second(moment)), uses)
    return Expression(kind, lambda moment: function(*[run(moment) for run in runs]), uses)
