"""What goes out to players is decided in one place: nothing else looks at the fight on their behalf."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tracker

HOUSE = Path(tracker.__file__).parent

OUTPUTS = (
    *sorted(path.relative_to(HOUSE).as_posix() for path in (HOUSE / "web").glob("*.py")),
    "export/book.py",
    "export/for_players.py",
    "tui/players_view.py",
    "tui/screens/players.py",
    "cli/sharing.py",
)
"""Everything that shows a fight to players."""

SECRET = frozenset({"hidden", "combatants", "scene_at", "entries", "notes", "prompts", "story_at"})
"""What only the one place asks of a fight."""


@pytest.mark.parametrize("name", OUTPUTS)
def test_what_shows_a_fight_to_players_does_not_look_at_it(name: str) -> None:
    tree = ast.parse((HOUSE / name).read_text("utf-8"))
    assert not {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & SECRET
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "tracker.players.story" not in imported
    assert not [module for module in imported if module and module.startswith("tracker.combat.history")]


def test_only_the_one_place_makes_a_projection() -> None:
    made = (
        path.relative_to(HOUSE).as_posix() for path in HOUSE.rglob("*.py") if "Projector" in path.read_text("utf-8")
    )
    assert sorted(made) == ["players/projection.py", "players/public.py"]
