"""The functions of expressions: built-in ones, and those that a game file defines."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, cast

from tracker.combat.scene import Combatant
from tracker.games.language.scope import (
    CALLED,
    BadExpression,
    Expression,
    Function,
    Unreadable,
    Value,
    ValueKind,
    column_of,
    fits,
)
from tracker.rules.sheet import BLOCK

LONGEST: Final = 400
"""The greatest length of an expression in characters."""

LARGEST: Final = 9
"""The most digits that are read of a number in a text."""

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
        raise kind(f"“{text}” cannot be read{way}", error.offset or 0) from None
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
    called = {part.func for part in ast.walk(tree) if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)}
    for part in (part for part in ast.walk(tree) if isinstance(part, ast.Name)):
        if part in called and part.id not in BUILT_IN and part.id not in functions:
            raise BadExpression(f"“{part.id}” is not a function defined before it", column_of(part))
        if part not in called and part.id not in names:
            raise BadExpression(f"“{part.id}” is not a parameter of the function", column_of(part))
    return Function(call.func.id, tuple(names), tree, frozenset(functions))


def _has(words: Value, word: Value) -> bool:
    wanted = str(word).strip().casefold()
    listed = words.split(",") if isinstance(words, str) else map(str, cast("tuple[str, ...]", words))
    return bool(wanted) and wanted in {text.strip().casefold() for text in listed}


def _times(dice: Value, number: Value) -> str:
    """Return the dice of several equal throws as one: 3 times ``1d6`` is ``3d6``, 3 times ``10`` is ``30``."""
    match, times = re.fullmatch(r"(\d+)(d\d+)?", str(dice)), max(0, int(cast(int, number)))
    return f"{int(match[1]) * times}{match[2] or ''}" if match is not None and times else ""


def has_trait(who: Combatant | None, name: str) -> bool:
    """Return whether a stat block has a trait of this name; what it adds in brackets may be left out."""
    block = who.fields.get(BLOCK) if who is not None else None
    traits = (part for part in (block if isinstance(block, list) else ()) if isinstance(part, Mapping))
    names = (str(part.get("name")).casefold() for part in traits if part.get("kind") == "trait")
    return any(name.casefold() in (trait, trait.partition(" (")[0]) for trait in names)


def highest(who: Combatant | None, field: str) -> int:
    """Return the highest number that a field has among somebody's weapons; 0 without one."""
    values = (weapon.get(field) for weapon in (who.weapons.values() if who is not None else ()))
    return max((value for value in values if isinstance(value, int)), default=0)


def _figure(text: Value, place: int) -> int:
    """Return the first whole number that stands in a text, the second and so on; 0 where there are fewer."""
    figures = re.findall(r"[0-9]+", str(text))
    return int(figures[place - 1][:LARGEST]) if 0 < place <= len(figures) else 0


def _nth(faces: tuple[int, ...], place: int) -> int:
    return sorted(faces, reverse=True)[place - 1] if 0 < place <= len(faces) else 0


BUILT_IN: Final[Mapping[str, tuple[tuple[ValueKind, ...], ValueKind, Callable[..., Value]]]] = {
    "min": (("number", "number"), "number", min),
    "max": (("number", "number"), "number", max),
    "abs": (("number",), "number", abs),
    "has": (("words", "text"), "yesno", _has),
    "size": (("words",), "number", len),
    "item": (("words", "number"), "text", lambda words, place: words[place - 1] if 0 < place <= len(words) else ""),
    "figure": (("text", "number"), "number", _figure),
    "times": (("dice", "number"), "dice", _times),
    "count": (("faces", "number"), "number", lambda faces, face: faces.count(face)),
    "highest": (("faces",), "number", lambda faces: max(faces, default=0)),
    "lowest": (("faces",), "number", lambda faces: min(faces, default=0)),
    "nth": (("faces", "number"), "number", _nth),
    "alike": (("faces",), "number", lambda faces: max(map(faces.count, faces), default=0)),
}
"""The built-in functions: kinds of the arguments, kind of the value, and implementation; min and max take more."""


def built_in(name: str, values: list[Expression], node: ast.Call) -> Expression:
    """Compile a call of a built-in function; raises BadExpression."""
    wanted: tuple[ValueKind, ...]
    wanted, kind, function = BUILT_IN[name]
    if name in ("min", "max") and len(values) > 2:
        wanted = tuple("number" for _ in values)
    if len(values) != len(wanted):
        raise BadExpression(
            f"{name} takes {len(wanted)} value{'s' if len(wanted) > 1 else ''}, not {len(values)}", column_of(node)
        )
    for value, needed, part in zip(values, wanted, node.args, strict=True):
        if not fits(value.kind, needed) and (needed, value.kind) != ("words", "text"):
            raise BadExpression(f"{name} needs {CALLED[needed]}, not {CALLED[value.kind]}", column_of(part))
    runs = [value.run for value in values]
    uses = frozenset[str]().union(*(value.uses for value in values))
    return Expression(kind, lambda moment: function(*(run(moment) for run in runs)), uses)
