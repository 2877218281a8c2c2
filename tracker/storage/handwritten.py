"""Files that people write by hand, and strangers' that lie among them: read whole, within limits, as plain data."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

MAX_BYTES: Final = 65_536
"""A small file is at most this long."""

MAX_DOTS: Final = 100
"""How many dots a line has at most: reading a key of many parts takes quadratic time."""

Loc: TypeAlias = tuple[str | int, ...]
"""The way to a value: keys, and places in lists from 0."""

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]]{1,400}?)\s*(\]\]?)\s*(?:#.*)?$")
_WORD: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_KEY: Final = re.compile(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=")
_PART: Final = re.compile(_WORD)
_READ: Final = 500
"""Characters of a line in which its key or header is looked for."""


class TooLong(Exception):
    """A file longer than it may be."""


def content_of(file: Path, most: int = MAX_BYTES) -> bytes:
    """All bytes of a plain file, waiting for none; raises FileNotFoundError, OSError and TooLong."""
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(opened, "rb") as stream:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file")
        content = stream.read(most + 1)
    if len(content) > most:
        raise TooLong
    return content


def toml(content: bytes) -> dict[str, Any]:
    """The data of a TOML file; raises ValueError, whose text is part of a sentence and may hold the file's own."""
    if any(line.count(b".") > MAX_DOTS for line in content.split(b"\n")):
        raise ValueError("a line has too many dots")
    try:
        return tomllib.loads(content.decode())
    except RecursionError:
        raise ValueError("its brackets stand too deep inside each other") from None


def places(content: bytes) -> dict[Loc, int]:
    """The line of every table and key of a TOML file, by the way to it; what stands inside a value is left out."""
    found: dict[Loc, int] = {}
    counts: dict[Loc, int] = {}
    table: Loc = ()
    quoted = ""
    for number, line in enumerate(content.decode(errors="replace").split("\n"), 1):
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        header = _HEADER.match(line) if len(line) <= _READ else None
        if header is not None and len(header[1]) == len(header[3]):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            found.setdefault(table, number)
        elif (key := _KEY.match(line[:_READ])) is not None:
            loc = table
            for part in _parts(key[1]):
                loc = (*loc, part)
                found.setdefault(loc, number)
        quoted = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
    return found


def _parts(text: str) -> list[str]:
    return [part.strip("\"'") for part in _PART.findall(text)][:MAX_DOTS]


def _table(parts: Sequence[str], in_list: bool, counts: dict[Loc, int]) -> Loc:
    """The way to a table: through the last one of each list that stands on it."""
    loc: Loc = ()
    for place, part in enumerate(parts):
        loc = (*loc, part)
        if in_list and place == len(parts) - 1:
            counts[loc] = counts.get(loc, -1) + 1
        if loc in counts:
            loc = (*loc, counts[loc])
    return loc


def line_of(found: Mapping[Loc, int], loc: Loc) -> int:
    """The line of a value, or of the nearest table around it that has one."""
    while loc and loc not in found:
        loc = loc[:-1]
    return found.get(loc, 1)


def printable(text: str, most: int = 80) -> str:
    """Text from a stranger's file without what could steer a terminal, cut to a readable length."""
    return "".join(character if character.isprintable() else "?" for character in text[:most])
