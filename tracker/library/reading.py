"""Reading a library file; an invalid entry is reported with its line, and the rest remains."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

import msgspec
from pydantic import ValidationError

from tracker.combat.kept import KeptKind
from tracker.combat.model import Model
from tracker.library.model import KINDS, HeadTable, Table
from tracker.storage.errors import because
from tracker.storage.faults import (
    JsonSource,
    Loc,
    NotToml,
    Source,
    TooLong,
    content_of,
    faults_of,
    printable,
    sentences,
    toml,
)

MAX_BYTES: Final = 8_000_000
"""The greatest size of a library file in bytes: some five thousand whole stat blocks."""

JSON: Final = ".json"
"""How the name of a library file ends that programs write: JSON with the keys of TOML, read many times as fast."""

_ENDINGS: Final = {
    "extra_forbidden": "is not a key of a library file",
    "string_pattern_mismatch": "cannot contain commas, quotes or line breaks",
}


class Entry(Model):
    """An entry of a file: its kind, its text, and its position."""

    kind: KeptKind
    name: str
    table: Table
    source: Source
    loc: Loc

    @property
    def key(self) -> tuple[str, str]:
        """Return what no two entries of a file share: its kind, and its name in lower case."""
        return self.kind, self.name.casefold()

    @property
    def file(self) -> str:
        """Return the name of its file."""
        return self.source.name

    @property
    def line(self) -> int:
        """Return the line in which it begins."""
        return self.source.line(*self.loc)

    def where(self, *way: str | int) -> str:
        """Return the file and line of a value of this entry, for a sentence."""
        return self.source.where(*self.loc, *way)


class Content(Model):
    """The contents of a file: its entries, and a sentence for each error."""

    entries: tuple[Entry, ...] = ()
    faults: tuple[str, ...] = ()


def read(path: Path, called: str = "") -> Content:
    """Return the entries of a file; ``called`` is its name in sentences. Never raises because of its contents."""
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
    """Return the entries in a file's content: TOML, or JSON by its name."""
    if called.endswith(JSON):
        try:
            data = msgspec.json.decode(content, type=dict[str, Any])
        except (msgspec.DecodeError, RecursionError) as error:
            return Content(faults=(f"{called} is not a JSON file of the library: {error}.",))
        return _Reading(JsonSource(called, content)).content(data)
    try:
        data = toml(content, called)
    except NotToml as bad:
        return Content(faults=(str(bad),))
    return _Reading(Source(called, content)).content(data)


def tables_read(tables: dict[str, Any], source: Source) -> Content:
    """Return the entries in tables by kind, whose lines a source knows."""
    return _Reading(source).content(tables)


class _Reading:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._faults: list[tuple[int, str]] = []
        self._entries: dict[tuple[str, str], Entry] = {}

    def content(self, data: dict[str, Any]) -> Content:
        """Read everything."""
        head = {key: value for key, value in data.items() if key not in KINDS}
        try:
            HeadTable.model_validate(head)
        except ValidationError as error:
            self._blame((), head, "", error)
        for kind in KINDS:
            tables = data.get(kind, [])
            if not isinstance(tables, list):
                self._fault((kind,), f"write [[{kind}]] in double brackets, once for each {kind}.")
                continue
            for number, table in enumerate(tables):
                self._read(cast(KeptKind, kind), number, table)
        return Content(tuple(self._entries.values()), sentences(self._source, self._faults))

    def _read(self, kind: KeptKind, number: int, table: Any) -> None:
        loc: Loc = (kind, number)
        name = table.get("name") if isinstance(table, dict) else None
        called = f"the {kind} {printable(name, 40)}" if isinstance(name, str) and name else f"a {kind}"
        if kind == "combatant" and isinstance(table, dict) and "name" not in table:
            self._fault(loc, f'{called} has no name; write name = "..." below [[combatant]].')
            return
        try:
            model = KINDS[kind].model_validate(table)
        except ValidationError as error:
            self._blame(loc, table, called, error)
            return
        assert model.name is not None
        entry = Entry(kind, model.name, model, self._source, loc)
        first = self._entries.setdefault(entry.key, entry)
        if first is not entry:
            self._fault(loc, f"{called} is in line {first.line} already; give one of them another name.")

    def _fault(self, loc: Loc, sentence: str) -> None:
        self._faults.append((self._source.line(*loc), sentence))

    def _blame(self, loc: Loc, table: Any, called: str, error: ValidationError) -> None:
        of = f" of {called}" if called else ""
        for fault in faults_of(error, table, self._source, loc, _ENDINGS):
            self._faults.append((fault.line, f"{fault.key or 'this'}{of} {fault.what}."))
