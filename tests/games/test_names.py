"""No file outside the games contains the name or title of a game, including those in files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tracker
from tracker.games.registry import FILES, SHIPPED, find, names

ROOT = Path(tracker.__file__).parent
OUTSIDE = [path for path in sorted(ROOT.rglob("*.py")) if ROOT / "games" not in path.parents]

SETTING = "plain"
"""A name that is also a choice for the screen, in the modules of the screen."""

WORDS = ("contract", "fate", "moves", "plain")
"""Names that are words as well, and may stand in sentences."""


@cache
def written(path: Path) -> tuple[str, ...]:
    """The names and texts in the code of a module, its documentation left out."""
    return tuple(_written(path))


def _written(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    documents = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documents:
                yield text
            case ast.ImportFrom(module=str(module)):
                yield from module.split(".")


def test_all_games_are_looked_for() -> None:
    assert {*SHIPPED, *(path.stem for path in FILES.glob("*.toml"))} <= set(names())
    assert len(OUTSIDE) > 150


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_the_name_of_a_game_stands_nowhere_else(game: str) -> None:
    wanted = {game, game.replace("-", "_"), find(game).title}
    within = re.compile(rf"\b({'|'.join(map(re.escape, wanted))})\b", re.IGNORECASE)
    named = within.search if game not in WORDS else wanted.__contains__
    found = {(path.relative_to(ROOT).as_posix(), text) for path in OUTSIDE for text in written(path) if named(text)}
    assert {(path, text) for path, text in found if text != SETTING or not path.startswith("tui/")} == set()
