"""A word has one meaning in the rooms that everybody shares: no two modules there give one name to two things."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TRACKER = Path(__file__).parent.parent / "tracker"

ROOMS = (
    "combat",
    "rules",
    "commands",
    "session",
    "storage",
    "players",
    "export",
    "tui/cockpit",
    "tui/keys",
    "tui/strip",
)
"""The shared rooms; the modules beside them in ``tui`` belong to them too."""


def named(module: ast.Module) -> Iterator[str]:
    """The classes and the types that a module defines; private ones and variables of types are its own."""
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        variable = isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar"
        if isinstance(target, ast.Name) and not (target.id.isupper() or variable) and target.id[0].isupper():
            yield target.id


def meanings(root: Path = TRACKER) -> dict[str, list[str]]:
    """The modules of the shared rooms that define each name."""
    files = [file for room in ROOMS for file in sorted((root / room).rglob("*.py"))]
    found: dict[str, list[str]] = defaultdict(list)
    for file in (*files, *sorted((root / "tui").glob("*.py"))):
        for name in named(ast.parse(file.read_text("utf-8"))):
            if not name.startswith("_"):
                found[name].append(file.relative_to(root).as_posix())
    return found


def test_a_name_means_one_thing_in_the_shared_rooms() -> None:
    assert {name: files for name, files in meanings().items() if len(files) > 1} == {}


def test_classes_and_types_are_found_and_constants_are_not() -> None:
    source = "class Bar: ...\nKind = int\nName: TypeAlias = str\nMOST = 3\nT = TypeVar('T')\nmade = Bar()\n"
    assert list(named(ast.parse(source))) == ["Bar", "Kind", "Name"]
    assert "combat/scene.py" in meanings()["Scene"]
