"""TOML written by hand: how much of a file is read, and the errors in it, as sentences with file, line and key."""

import errno
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from pydantic import ValidationError

MAX_BYTES: Final = 65_536  # the greatest size of a small file in bytes
MAX_DOTS: Final = 100  # the most dots in a line: parsing a key of many parts takes quadratic time

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
    place = re.search(_PLACE, message)
    what = printable(message[: place.start()] if place else message, 160).rstrip(".")
    what = what[:1].lower() + what[1:]
    if (match := re.fullmatch(_TABLE, what)) is not None:
        key = ".".join(re.findall(r"'([^']*)'", match[2]))
        what = f"{key} is whole already, so nothing can be added to it; write all of it in one place"
        if match[1] == "cannot declare":
            what = f"there is a table {key} already; where there may be several, each is written [[{key}]]"
    where = f", line {place[1]}, column {place[2]}" if place and place[1] else ", at its end" if place else ""
    return f"{name}{where}: this is not TOML: {what}."


def printable(text: str, most: int = 80) -> str:
    """Return text from a foreign file without anything that could control a terminal, cut to a readable length."""
    cut = text[:most]
    return cut if cut.isprintable() else "".join(each if each.isprintable() else "?" for each in cut)


MOST_FAULTS: Final = 20  # the most faults of a file to name; the others are counted

ENDINGS: Final = {
    "missing": "is missing",
    "string_type": "must be a text in quotes",
    **dict.fromkeys(("int_type", "int_from_float"), "must be a whole number"),
    **dict.fromkeys(("float_type", "finite_number"), "must be a number"),
    "bool_type": "must be true or false",
    "list_type": "must be a list in square brackets",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "must be a table"),
    "string_too_short": "is empty",
}
"""The ends of sentences, by pydantic's kinds of errors; the other kinds mention their limits."""

Loc: TypeAlias = tuple[str | int, ...]  # the path to a value: keys, and positions in lists from 0

_HEADER: Final = r"\s*(\[\[?)\s*([^\[\]]{1,400}?)\s*(\]\]?)\s*(?:#.*)?$"
_WORD: Final = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_SIGN: Final = r"""#.*|("[^"]*"?|'[^']*'?|\S)"""  # a comment, which is not in the group; a text; any other character
_READ: Final = 500  # the characters of a line that are searched for its key or header


class Fault(NamedTuple):
    """An error in a file: its place, the key with its path from the table that was read, and its description."""

    line: int
    key: str
    what: str


def faults_of(
    error: "ValidationError", data: object, source: "Source", table: Loc, endings: Mapping[str, str]
) -> list[Fault]:
    """Return the faults of a table of a file, each once, in order.

    ``data`` is what was read, ``table`` the path to it in the file, ``endings`` those of sentences by type of error.
    """
    by_way: dict[Loc, str] = {}
    for problem in error.errors(include_url=False, include_context=True, include_input=False):
        way = _way(problem["loc"], data, missing=problem["type"] == "missing")
        known = endings.get(problem["type"]) or ENDINGS.get(problem["type"])
        what = known or _what(problem["type"], problem["msg"], problem.get("ctx", {}))
        head = data.get(way[0]) if isinstance(data, dict) and len(way) == 1 and not table else None
        if problem["type"] == "list_type" and isinstance(head, dict):
            what = f"may occur several times, so its head has two brackets: [[{_key(way)}]]"
        # A value of two possible shapes has a fault for each of them.
        by_way[way] = what if way not in by_way else "is not written as it should be"
    return [Fault(source.line(*table, *way), _key(way), what) for way, what in by_way.items()]


def sentences(source: "Source", faults: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the faults of a file as sentences with lines; of many, the first ones and the number of the others."""
    listed = list(faults)
    named = dict.fromkeys(f"{source.name}, line {line}: {what}" for line, what in listed[:MOST_FAULTS])
    more = len(listed) - MOST_FAULTS
    return (*named, f"{source.name} has {more} more faults.") if more > 0 else tuple(named)


def _way(loc: Loc, data: object, missing: bool) -> Loc:
    """Return the path to a value in the data; pydantic's names for alternative shapes are left out."""
    way: list[str | int] = []
    for place, part in enumerate(loc):
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part] if part < len(data) else None
        elif not (missing and place == len(loc) - 1):
            continue
        way.append(part)
    return tuple(way)


def _key(way: Loc) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else printable(part, 40) for part in way)


def _what(kind: str, message: str, context: Mapping[str, Any]) -> str:
    if kind == "value_error":
        return printable(str(context["error"]), 200)
    text = printable(message, 160).rstrip(".").replace("Input should be", "must be")
    return text[:1].lower() + text[1:]


class Source:
    """A file that was read: its name in sentences, and its line numbers, which may be ``known``."""

    def __init__(self, name: str, content: bytes = b"", known: Mapping[Loc, int] | None = None) -> None:
        self.name, self._content, self._known = name, content, known

    @cached_property
    def places(self) -> Mapping[Loc, int]:
        """Return the line of every table and key, by its path."""
        return places(self._content) if self._known is None else self._known

    def line(self, *way: str | int) -> int:
        """Return the line of a value: its own, or that of the nearest item, key or table around it."""
        for size in range(len(way), 0, -1):
            if way[:size] in self.places:
                number = next((part for part in way[size:] if isinstance(part, int)), None)
                line = self.places[way[:size]]
                if number is None:
                    return line
                items = _items(self._content.decode(errors="replace").split("\n")[line - 1 :], line)
                return next(islice(items, number, None), line)
        return 1

    def where(self, *way: str | int) -> str:
        """Return the file and line of a value, for a sentence."""
        return f"{self.name}, line {self.line(*way)}"


def places(content: bytes) -> dict[Loc, int]:
    """Return the line of every table and key of a TOML file, by its path; the inside of values is left out."""
    line_of: dict[Loc, int] = {}
    counts: dict[Loc, int] = {}
    table: Loc = ()
    quoted = ""
    for number, line in enumerate(content.decode(errors="replace").split("\n"), 1):
        if quoted:
            quoted = "" if quoted in line else quoted
            continue
        header = re.match(_HEADER, line) if len(line) <= _READ else None
        if header is not None and len(header[1]) == len(header[3]):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            line_of.setdefault(table, number)
            if isinstance(table[-1], int):
                line_of.setdefault(table[:-1], number)
        elif (key := re.match(rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*=", line[:_READ])) is not None:
            loc = table
            for part in _parts(key[1]):
                loc = (*loc, part)
                line_of.setdefault(loc, number)
        quoted = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")
    return line_of


def _parts(text: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_WORD, text)][:MAX_DOTS]


def _table(parts: Sequence[str], in_list: bool, counts: dict[Loc, int]) -> Loc:
    """Return the path to a table: through the last item of each list on it."""
    loc: Loc = ()
    for place, part in enumerate(parts):
        loc = (*loc, part)
        if in_list and place == len(parts) - 1:
            counts[loc] = counts.get(loc, -1) + 1
        if loc in counts:
            loc = (*loc, counts[loc])
    return loc


def _items(lines: Sequence[str], first: int) -> Iterator[int]:
    depth, begins = 0, False
    for line, text in enumerate(lines, first):
        for sign in filter(None, re.findall(_SIGN, text.partition("=")[2] if line == first else text)):
            if begins and depth == 1 and sign not in ",]":
                yield line
                begins = False
            depth += (sign in "[{") - (sign in "]}")
            if sign in "]}" and depth <= 0:
                return
            begins = begins or (depth == 1 and sign in "[{,")
        if not depth:
            return
