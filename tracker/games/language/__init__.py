"""The language of game files: what a file may say, how it is checked, and how it is played."""

from __future__ import annotations

import re
from typing import Final

from tracker.games.language.game import FileGame, game_of
from tracker.games.language.reading import BadGame, read_rules
from tracker.rules.system import System

__all__ = ["BadGame", "FileGame", "read_game"]

_NAMED: Final = re.compile(r"""^["']?name["']?\s*=""", re.MULTILINE)


def read_game(
    content: bytes, called: str, stem: str, origin: str = "", *, strict: bool = True, checked: bool = False
) -> System:
    """Return the game described by a file's content; raises BadGame with every fault.

    ``stem`` names the game when the file does not. Without ``strict``, slips in the names of conditions, bands and
    choices are allowed, as they were when older sessions were saved. The actions of a file that was ``checked`` before
    are compiled when they are first needed.

    The text kept in a session always contains the name, since sessions do not keep file names.
    """
    rules = read_rules(content, called, stem, strict, checked=checked)
    text = content.decode().replace("\r\n", "\n")
    if not _NAMED.search(text.partition("\n[")[0]):
        text = f'name = "{rules.table.name}"\n{text}'
    return game_of(rules, text, origin)
