"""Importable files, completed from the beginning of a path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from tracker.combat.text import clean_line

ENDINGS: Final = (".json", ".csv", ".tsv", ".toml", ".xml")
"""The suffixes of importable files."""

MOST: Final = 400
"""The most paths to offer."""


def paths_beginning(typed: str, here: str) -> list[str]:
    """Return the paths that begin as typed, ignoring case: folders, with a slash at their end, then importable files.

    A relative path is resolved in the folder ``here``. An unreadable folder has no paths.
    """
    folder, name = os.path.split(typed)
    try:
        with os.scandir(os.path.join(here, os.path.expanduser(folder))) as entries:
            matching = sorted(_fitting(entries, name.casefold()))
    except (OSError, ValueError):
        return []
    return [os.path.join(folder, path) for _, _, path in matching[:MOST]]


def _fitting(entries: Iterator[os.DirEntry[str]], start: str) -> Iterator[tuple[bool, str, str]]:
    """Return the matching names: folders before files, each in alphabetical order."""
    for entry in entries:
        name = entry.name
        if not name.casefold().startswith(start) or (name[0] == "." and not start) or clean_line(name) != name:
            continue
        if entry.is_dir():
            yield False, name.casefold(), f"{name}/"
        elif name.casefold().endswith(ENDINGS):
            yield True, name.casefold(), name
