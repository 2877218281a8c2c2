"""The language of game files: what a file may say, how it is checked, and how it is played."""

from __future__ import annotations

from tracker.games.language.game import FileGame, game_of
from tracker.games.language.reading import BadGame, read_rules
from tracker.rules.system import System

__all__ = ["BadGame", "FileGame", "read_game"]


def read_game(content: bytes, called: str, stem: str, origin: str = "") -> System:
    """The game in a file's content; ``stem`` is its name where it gives none. Raises BadGame with every fault."""
    return game_of(read_rules(content, called, stem), content.decode().replace("\r\n", "\n"), origin)
