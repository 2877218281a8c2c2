"""Files that people write by hand, and foreign ones among them: read whole, within limits, as plain data."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

MAX_BYTES: Final = 65_536
"""The greatest size of a small file in bytes."""

MAX_DOTS: Final = 100
"""The most dots in a line: parsing a key of many parts takes quadratic time."""

_PLACE: Final = r" \((?:at line (\d+), column (\d+)|at end of document)\)$"
"""The standard library's words for the end of the TOML file."""


_TABLE: Final = r"(cannot declare|cannot mutate immutable namespace) (\([^()]*\))(?: twice)?"
"""The standard library's message for a misplaced table."""


class TooLong(Exception):
    """A file that is too long."""


class NotToml(ValueError):
    """A text that is not TOML, as a sentence with the name of its file, and the line if it is known."""


def content_of(file: Path, most: int = MAX_BYTES) -> bytes:
    """Return all bytes of a regular file, without blocking; raises FileNotFoundError, OSError and TooLong."""
    opened = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with open(opened, "rb") as stream:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file")
        content = stream.read(most + 1)
    if len(content) > most:
        raise TooLong
    return content


def toml(content: bytes, name: str) -> dict[str, Any]:
    """Return the data of a TOML file; raises NotToml, which mentions this name."""
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.count(b".") > MAX_DOTS:
            raise NotToml(f"{name}, line {number}: there are more than {MAX_DOTS} dots in a line.")
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise NotToml(f"{name} is not written in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise NotToml(_located(name, str(error))) from None
    except (ValueError, RecursionError):
        raise NotToml(f"{name} is not TOML: its brackets nest too deep, or a number in it is too long.") from None


def _located(name: str, message: str) -> str:
    """Return the standard library's message as a sentence of ours."""
    place = re.search(_PLACE, message)
    what = printable(message[: place.start()] if place else message, 160).rstrip(".")
    what = _in_our_words(what[:1].lower() + what[1:])
    where = f", line {place[1]}, column {place[2]}" if place and place[1] else ", at its end" if place else ""
    return f"{name}{where}: this is not TOML: {what}."


def _in_our_words(what: str) -> str:
    """Replace the standard library's terms for tables, which mean nothing to people who write no Python."""
    match = re.fullmatch(_TABLE, what)
    if match is None:
        return what
    key = ".".join(re.findall(r"'([^']*)'", match[2]))
    if match[1] == "cannot declare":
        return f"there is a table {key} already; where there may be several, each is written [[{key}]]"
    return f"{key} is whole already, so nothing can be added to it; write all of it in one place"


def printable(text: str, most: int = 80) -> str:
    """Return text from a foreign file without anything that could control a terminal, cut to a readable length."""
    return "".join(character if character.isprintable() else "?" for character in text[:most])
