"""Files that may be imported, found by the beginning of a path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from tracker.combat.text import clean_line

ENDINGS: Final = (".json", ".csv", ".tsv", ".toml")
"""How the names of files end that can be imported."""

MOST: Final = 400
"""At most this many paths are offered."""


def paths_beginning(typed: str, here: str) -> list[str]:
    """The paths that begin as typed, in any case: folders, with a slash at their end, then files of a known kind.

    A path that is not absolute begins in the folder ``here``. A folder that cannot be looked into has none.
    """
    folder, name = os.path.split(typed)
    try:
        with os.scandir(os.path.join(here, os.path.expanduser(folder))) as entries:
            found = sorted(_fitting(entries, name.casefold()))
    except (OSError, ValueError):
        return []
    return [os.path.join(folder, path) for _, _, path in found[:MOST]]


def _fitting(entries: Iterator[os.DirEntry[str]], start: str) -> Iterator[tuple[bool, str, str]]:
    """Those whose names begin so: folders before files, each in the order of the alphabet."""
    for entry in entries:
        name = entry.name
        if not name.casefold().startswith(start) or (name[0] == "." and not start) or clean_line(name) != name:
            continue
        if entry.is_dir():
            yield False, name.casefold(), f"{name}/"
        elif name.casefold().endswith(ENDINGS):
            yield True, name.casefold(), name
