"""A name in a docstring, written ``name``, is one of the code beside it, or a word that the program reads or writes."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "tracker"
NAMED = re.compile(r"``([a-z_][a-z0-9_]*)``")
"""A name anywhere in a docstring."""

DESCRIBED = re.compile(
    r"(?:^|[.;:] |, and )``([a-z_][a-z0-9_]*)``(?:(?:,| and) ``\w+``)*"
    r" (?:is|are|was|were|has|have|says|say|gives|give|counts|sees|names|tells) "
)
"""A name of which a sentence says what it is: a parameter, a field."""

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Each module of the program, parsed, with its path."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def identifiers(code: ast.AST) -> set[str]:
    """The names in a piece of code: variables, parameters, attributes, definitions."""
    found = (getattr(node, field, None) for node in ast.walk(code) for field in ("id", "arg", "attr", "name"))
    return {name for name in found if isinstance(name, str)}


def words(code: ast.AST) -> set[str]:
    """The texts in a piece of code that are a single word: verbs, fields, values, keys."""
    texts = (node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in texts if " " not in text}


def definitions(module: ast.Module) -> set[str]:
    """The functions and classes of a module."""
    return {node.name for node in ast.walk(module) if isinstance(node, Documented)}


def gone(module: ast.Module, known: Container[str]) -> Iterator[str]:
    """Each name in a docstring of a module that is nothing there, or that is said to be what is not beside it."""
    near = words(module) | definitions(module)
    for node in ast.walk(module):
        doc = " ".join((ast.get_docstring(node) or "").split()) if isinstance(node, Documented) else ""
        here = identifiers(node) | near if doc else set()
        described = set(DESCRIBED.findall(doc))
        yield from (
            f"{node.name}: {name}"  # type: ignore[attr-defined]
            for name in NAMED.findall(doc)
            if name not in here and (name in described or name not in known)
        )


def test_a_name_in_a_docstring_is_one_of_the_code_beside_it() -> None:
    parsed = dict(modules())
    known = {word for module in parsed.values() for word in words(module)}
    known |= {name.lower() for module in parsed.values() for name in definitions(module)}
    assert {path: names for path, module in parsed.items() if (names := list(gone(module, known)))} == {}


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        ("Return both; ``left`` is the first.", []),
        ("Return both; ``first`` is the left one.", ["both: first"]),
        ("Return both; ``verb`` is known, ``first`` is not described here.", ["both: verb"]),
        ("Return both, as ``verb`` does.", []),
        ("Return both, as ``nobody`` does.", ["both: nobody"]),
        ("Return both; ``left`` and ``right`` are numbers.", []),
    ],
)
def test_the_check_finds_names_that_are_gone(docstring: str, names: list[str]) -> None:
    code = f'def both(left, right):\n    """{docstring}"""\n    return left, right\n'
    assert list(gone(ast.parse(code), {"verb", "first"})) == names
