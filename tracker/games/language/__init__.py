"""The language of game files: what a file may say, how it is checked, and how it is played."""

from __future__ import annotations

import re
from typing import Final

from tracker.games.language.game import FileGame, game_of
from tracker.games.language.reading import BadGame, read_rules
from tracker.rules.system import System

__all__ = ["BadGame", "FileGame", "read_game"]

_NAMED: Final = re.compile(r"""^["']?name["']?\s*=""", re.MULTILINE)


def read_game(content: bytes, called: str, stem: str, origin: str = "", *, strict: bool = True) -> System:
    """The game in a file's content; ``stem`` is its name where it gives none. Raises BadGame with every fault.

    What a session keeps is read without ``strict``, as slips in names of conditions, bands and choices were allowed.

    The text that sessions keep always has the name in it, since they keep no name of a file.
    """
    rules = read_rules(content, called, stem, strict)
    text = content.decode().replace("\r\n", "\n")
    if not _NAMED.search(text.partition("\n[")[0]):
        text = f'name = "{rules.table.name}"\n{text}'
    return game_of(rules, text, origin)
