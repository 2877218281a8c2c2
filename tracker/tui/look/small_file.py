"""The user's own small files, and strangers' that lie among them: read whole, within limits, as plain data."""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

MAX_BYTES: Final = 65_536
"""Such a file is at most this long."""

MAX_DOTS: Final = 100
"""How many dots a line has at most: reading a key of many parts takes quadratic time."""


class TooLong(Exception):
    """A file longer than MAX_BYTES."""


def content_of(file: Path) -> bytes:
    """All bytes of a plain file, waiting for none; raises FileNotFoundError, OSError and TooLong."""
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(opened, "rb") as stream:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file")
        content = stream.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
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


def line_numbers(content: bytes) -> dict[str, int]:
    """The first line of each key of a TOML file, bare or in quotes, by the key."""
    found: dict[str, int] = {}
    for number, line in enumerate(content.decode(errors="replace").splitlines(), 1):
        found.setdefault(line.partition("=")[0].strip().strip("\"'"), number)
    return found
