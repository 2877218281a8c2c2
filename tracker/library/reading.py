"""A library file as entries; whatever cannot be followed is named with its line, and the rest is still there."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from pydantic import ValidationError

from tracker.combat.kept import Kind
from tracker.combat.model import Model
from tracker.library.model import KINDS, HeadTable, Table
from tracker.storage.errors import because
from tracker.storage.handwritten import Loc, TooLong, content_of, line_of, places, printable, toml

MAX_BYTES: Final = 2_000_000
"""A library file is at most this long: some six thousand combatants."""

MOST_FAULTS: Final = 20
"""How many faults of a file are named; the others are counted."""

_ENDINGS: Final = {
    "extra_forbidden": "is not a key that a library knows",
    "missing": "is missing",
    "string_type": "must be a text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list in square brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "string_too_short": "is empty",
    "string_pattern_mismatch": "cannot contain commas, quotes or line breaks",
}
"""What is wrong, for the kinds of faults that pydantic finds; the others say it with their limits."""


class Entry(Model):
    """One entry of a file: what it is, as it was written, and where."""

    kind: Kind
    name: str
    table: Table
    file: str
    line: int
    places: Mapping[Loc, int]
    loc: Loc

    def where(self, *way: str | int) -> str:
        """The file and line of a value of this entry, for a sentence."""
        return f"{self.file}, line {line_of(self.places, (*self.loc, *way))}"


class Content(Model):
    """What a file holds: its entries, and a sentence for each thing that could not be followed."""

    entries: tuple[Entry, ...] = ()
    faults: tuple[str, ...] = ()


def read(path: Path, called: str = "") -> Content:
    """The entries of a file; ``called`` is its name in sentences. Never raises for what is in it."""
    name = called or path.name
    try:
        content = content_of(path, MAX_BYTES)
    except FileNotFoundError:
        return Content()
    except OSError as error:
        return Content(faults=(f"{name} cannot be read: {because(error, 'reading')}.",))
    except TooLong:
        return Content(faults=(f"{name} is longer than {MAX_BYTES} bytes; split it into several files.",))
    return parse(content, name)


def parse(content: bytes, called: str) -> Content:
    """The entries in a file's content."""
    try:
        data = toml(content)
    except UnicodeDecodeError:
        return Content(faults=(f"{called} is not written in UTF-8.",))
    except tomllib.TOMLDecodeError as error:
        return Content(faults=(f"{called} is not TOML: {printable(str(error), 160)}.",))
    except ValueError:
        return Content(faults=(f"{called} nests too deep or holds too long a number.",))
    return _Reading(called, places(content)).content(data)


class _Reading:
    """One file being read."""

    def __init__(self, called: str, found: Mapping[Loc, int]) -> None:
        self._called, self._places = called, found
        self._faults: list[str] = []
        self._entries: dict[tuple[Kind, str], Entry] = {}

    def content(self, data: dict[str, Any]) -> Content:
        """Read everything."""
        head = {key: value for key, value in data.items() if key not in KINDS}
        try:
            HeadTable.model_validate(head)
        except ValidationError as error:
            self._blame((), "", error)
        for kind in KINDS:
            tables = data.get(kind, [])
            if not isinstance(tables, list):
                self._fault((kind,), f"write [[{kind}]] in double brackets, once for each {kind}.")
                continue
            for number, table in enumerate(tables):
                self._read(cast(Kind, kind), number, table)
        more = len(self._faults) - MOST_FAULTS
        faults = (*self._faults[:MOST_FAULTS], *((f"{self._called} has {more} more faults.",) if more > 0 else ()))
        return Content(tuple(self._entries.values()), faults)

    def _read(self, kind: Kind, number: int, table: Any) -> None:
        loc: Loc = (kind, number)
        name = table.get("name") if isinstance(table, dict) else None
        called = f"the {kind} {printable(name, 40)}" if isinstance(name, str) and name else f"a {kind}"
        if kind == "combatant" and isinstance(table, dict) and "name" not in table:
            self._fault(loc, f'{called} has no name; write name = "..." below [[combatant]].')
            return
        try:
            model = KINDS[kind].model_validate(table)
        except ValidationError as error:
            self._blame(loc, called, error)
            return
        assert model.name is not None
        key = (kind, model.name.casefold())
        if key in self._entries:
            first = self._entries[key].line
            self._fault(loc, f"{called} stands in line {first} already; give one of them another name.")
            return
        self._entries[key] = Entry(kind, model.name, model, self._called, line_of(self._places, loc), self._places, loc)

    def _fault(self, loc: Loc, sentence: str) -> None:
        self._faults.append(f"{self._called}, line {line_of(self._places, loc)}: {sentence}")

    def _blame(self, loc: Loc, called: str, error: ValidationError) -> None:
        of = f" of {called}" if called else ""
        # A value that may be of two shapes is blamed once for each of them.
        by_place: dict[Loc, str] = {}
        for fault in error.errors(include_url=False, include_context=True, include_input=False):
            way = tuple(part for part in fault["loc"] if not _is_shape(part))
            ending = _ENDINGS.get(fault["type"]) or printable(fault["msg"], 120).rstrip(".").lower()
            by_place[way] = ending if way not in by_place else "is not written as it should be"
        for way, ending in by_place.items():
            key = ".".join(str(part + 1) if isinstance(part, int) else printable(part, 40) for part in way)
            self._fault((*loc, *way), f"{key or 'what stands here'}{of} {ending}.")


def _is_shape(part: str | int) -> bool:
    """Whether pydantic names one of several shapes with this, and not a key of the file."""
    return isinstance(part, str) and (part.endswith("Table") or part.startswith("constrained-") or part == "str")
