"""No module of the program imports itself indirectly.

Every import counts: those at the top, those inside functions, and between packages also those for type checkers alone.
Inside a package two modules may name each other's types.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "tracker").rglob("*.py")
}


def package(module: str) -> str:
    """The package a module belongs to: the folder below ``tracker``."""
    return ".".join(module.split(".")[:2])


def imported(module: str, tree: ast.Module) -> set[str]:
    """The modules of the program that a module imports, wherever in it the import stands."""
    names: set[str] = set()
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        found: set[str] = set()
        if isinstance(node, ast.Import):
            found = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            submodules = {f"{node.module}.{alias.name}" for alias in node.names}
            found = submodules & MODULES.keys() if submodules & MODULES.keys() else {node.module}
        if id(node) in for_types:
            found = {name for name in found if package(name) != package(module)}
        names |= found
    return (names & MODULES.keys()) - {module}


def graph() -> dict[str, set[str]]:
    """What each module of the program imports."""
    return {module: imported(module, ast.parse(path.read_text("utf-8"))) for module, path in MODULES.items()}


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach each other: Tarjan's strongly connected components of more than one."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = lowest[module] = len(index)
        stack.append(module)
        for other in sorted(graph.get(module, ())):
            if other not in index:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in stack:
                lowest[module] = min(lowest[module], index[other])
        if lowest[module] == index[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return found


@pytest.mark.slow
def test_no_module_reaches_itself_through_its_imports() -> None:
    assert circles(graph()) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import tracker.session", {"tracker.session"}),
        ("from tracker.combat import dice", {"tracker.combat.dice"}),
        ("from tracker.combat.dice import Dice", {"tracker.combat.dice"}),
        ("if TYPE_CHECKING:\n    from tracker.session import Session", {"tracker.session"}),
        ("if TYPE_CHECKING:\n    from tracker.cli.run import run", set()),
        ("def late():\n    from tracker.session import Session", {"tracker.session"}),
        ("import json", set()),
    ],
)
def test_every_import_counts(source: str, expected: set[str]) -> None:
    assert imported("tracker.cli.main", ast.parse(source)) == expected


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
