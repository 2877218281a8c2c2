"""What is public has a docstring, and a name in one, written ``name``, is one of the code or of the program's words."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Container, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import tracker

PACKAGE = Path(__file__).resolve().parent.parent / "tracker"
NAMED = re.compile(r"``([a-z_][a-z0-9_]*)``")
"""A name anywhere in a docstring."""

DESCRIBED = re.compile(
    r"(?:^|[.;:] |, and )``([a-z_][a-z0-9_]*)``(?:(?:,| and) ``\w+``)*"
    r" (?:is|are|was|were|has|have|says|say|gives|give|counts|sees|names|tells) "
)
"""A name of which a sentence says what it is: a parameter, a field."""

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Module:
    """A module: its functions and classes, and the texts in it that are a single word (verbs, fields, values, keys)."""

    def __init__(self, text: str) -> None:
        self.documented: list[Documented] = []
        self.words: set[str] = set()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, Documented):
                self.documented.append(node)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                self.words.add(node.value)
        self.definitions = {node.name for node in self.documented}


def identifiers(code: ast.AST) -> set[str]:
    """The names in a piece of code: variables, parameters, attributes, definitions."""
    found: set[object] = set()
    for node in ast.walk(code):
        found |= {getattr(node, field) for field in ("id", "arg", "attr", "name") if field in node._fields}
    return {name for name in found if isinstance(name, str)}


def gone(module: Module, known: Container[str]) -> Iterator[str]:
    """Each name in a docstring of a module that is nothing there, or that is said to be what is not beside it."""
    for node in module.documented:
        doc = " ".join((ast.get_docstring(node) or "").split())
        if "``" not in doc:
            continue
        here = identifiers(node) | module.words | module.definitions
        described = set(DESCRIBED.findall(doc))
        for name in NAMED.findall(doc):
            if name not in here and (name in described or name not in known):
                yield f"{node.name}: {name}"


@pytest.mark.slow
def test_a_name_in_a_docstring_is_one_of_the_code_beside_it() -> None:
    paths = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}
    modules = {name: Module(path.read_text(encoding="utf-8")) for name, path in paths.items()}
    known = {word for module in modules.values() for word in module.words}
    known |= {name.lower() for module in modules.values() for name in module.definitions}
    assert {path: names for path, module in modules.items() if (names := list(gone(module, known)))} == {}


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
    assert list(gone(Module(code), {"verb", "first"})) == names


def undocumented(module: ModuleType, owner: type | ModuleType) -> Iterator[str]:
    """Each public method without a docstring that overrides none, of the classes a module or class defines itself."""
    for name, value in vars(owner).items():
        bare = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if name.startswith("_") or getattr(bare, "__module__", module.__name__) != module.__name__:
            continue
        if isinstance(bare, type):
            yield from undocumented(module, bare)
        elif isinstance(owner, type) and (inspect.isfunction(bare) or isinstance(bare, property)):
            if not bare.__doc__ and not any(name in vars(base) for base in owner.__mro__[1:]):
                yield f"{module.__name__}: {owner.__qualname__}.{name}"


@pytest.mark.slow
def test_every_public_method_has_a_docstring_unless_it_overrides_one() -> None:
    names = [found.name for found in pkgutil.walk_packages(tracker.__path__, "tracker.")]
    modules = [importlib.import_module(name) for name in names]
    assert [line for module in modules for line in undocumented(module, module)] == []


def test_the_check_finds_a_method_without_a_docstring() -> None:
    code = """
class Base:
    def told(self):
        'Say something.'
    def silent(self):
        return 1
    @property
    def bare(self):
        return 2
    def _own(self):
        return 3
class Child(Base):
    def told(self):
        return 4
    @classmethod
    def made(cls):
        return 5
    class Inner:
        def deep(self):
            return 6
"""
    module = ModuleType("made_up")
    exec(code, vars(module))
    found = ["Base.silent", "Base.bare", "Child.made", "Child.Inner.deep"]
    assert list(undocumented(module, module)) == [f"made_up: {name}" for name in found]
