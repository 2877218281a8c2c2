"""Importing a file of another program, or of ours, into the library of a game: all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tracker.combat.model import Model
from tracker.combat.text import clean_line
from tracker.library.finding import Found, described
from tracker.library.imports.creature import Creature, Fault
from tracker.library.imports.formats import creature_files
from tracker.library.imports.located import NotReadable, loaded
from tracker.library.imports.rows import read_rows
from tracker.library.imports.targets import NEEDED, table_for, takes_creatures
from tracker.library.model import KINDS
from tracker.library.preparing import Preparing
from tracker.library.reading import Content, Entry, parse
from tracker.library.shelf import Library
from tracker.library.writing import document, put
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.storage.folders import file_name
from tracker.storage.handwritten import TooLong, content_of, printable

MAX_BYTES: Final = 16_000_000
"""The greatest size of a file to import, in bytes."""


class Import(Model):
    """The contents of a file for a game: tables by kind, and the parts that could not be read.

    ``lines`` are the lines of the entries in the file, by their names in lower case; ``listed`` describes each
    importable entry.
    """

    format: str
    tables: dict[str, list[dict[str, Any]]]
    faults: tuple[Fault, ...]
    lines: dict[str, int]
    listed: tuple[Found, ...] = ()

    @property
    def count(self) -> int:
        """Return how many entries there are."""
        return sum(map(len, self.tables.values()))

    def __str__(self) -> str:
        """Return the number and the origin: ``331 entries (Open5e)``."""
        return f"{self.count} {'entry' if self.count == 1 else 'entries'} ({self.format})"


def read(path: Path, library: Library) -> Import:
    """Return the contents of a file for the game of a library; raises InvalidCommand if it is unreadable."""
    name = clean_line(path.name)
    try:
        text = content_of(path, MAX_BYTES).decode("utf-8-sig")
    except FileNotFoundError:
        raise InvalidCommand(f"There is no file {name}.") from None
    except OSError:
        raise InvalidCommand(f"{name} cannot be read.") from None
    except TooLong:
        raise InvalidCommand(f"{name} is longer than {MAX_BYTES} bytes; split it into several files.") from None
    except UnicodeDecodeError:
        raise InvalidCommand(f"{name} is not written in UTF-8.") from None
    try:
        contents = _read(path, text, library)
    except NotReadable as bad:
        raise InvalidCommand(f"{name}, {bad}") from None
    return _checked(contents, library)


def _read(path: Path, text: str, library: Library) -> Import:
    ending = path.suffix.casefold()
    if ending == ".toml":
        return _own(parse(text.encode(), "the file"))
    if ending in (".csv", ".tsv"):
        return _rows(*read_rows(text))
    creatures = creature_files(text, path)
    if creatures is not None:
        return _creatures(library.system, *creatures)
    data = loaded(text)
    if isinstance(data, dict) and data.keys() & KINDS.keys():
        kinds = {kind: data[kind] if isinstance(data.get(kind), list) else [] for kind in KINDS}
        tables = {kind: [part for part in listed if isinstance(part, dict)] for kind, listed in kinds.items()}
        return _own(parse(document(tables).encode(), "the file"))
    known = "Open5e, 5e-bits, Improved Initiative, CSV, and the tracker's own TOML and JSON"
    raise InvalidCommand(f"{clean_line(path.name)} is not in a format that can be imported: {known}.")


def _own(content: Content) -> Import:
    tables: dict[str, list[dict[str, Any]]] = {}
    for entry in content.entries:
        tables.setdefault(entry.kind, []).append(entry.table.model_dump(exclude_unset=True))
    lines = {entry.name.casefold(): entry.line for entry in content.entries}
    return Import("tracker", tables, tuple(map(_placed, content.faults)), lines)


def _placed(sentence: str) -> Fault:
    """Separate the line from a sentence of a library's reader."""
    place, _, rest = sentence.partition(": ")
    line = place.rpartition("line ")[2]
    return Fault(int(line), rest) if line.isdigit() else Fault(1, sentence)


def _creatures(system: System, format: str, read: tuple[list[Creature], list[Fault]]) -> Import:
    if not takes_creatures(system):
        raise InvalidCommand(
            f"This is a file of {format} creatures, for a game with {' and '.join(NEEDED)} on its sheet, "
            f"not for {system.title}."
        )
    creatures, faults = read
    names: dict[str, int] = {}
    lines: dict[str, int] = {}
    tables = []
    for creature in creatures:
        name = clean_line(creature.name.replace(",", " ").replace('"', ""))
        if not name:
            faults.append(Fault(creature.line, "a creature has no name."))
            continue
        if creature.hp is None or creature.hp < 1:
            faults.append(Fault(creature.line, f"{name} has no hit points."))
            continue
        names[name.casefold()] = number = names.get(name.casefold(), 0) + 1
        title = f"{name} {number}" if number > 1 else name
        lines[title.casefold()] = creature.line
        tables.append(table_for(system, creature, title))
    return Import(format, {"combatant": tables} if tables else {}, tuple(faults), lines)


def _rows(tables: Sequence[tuple[int, dict[str, Any]]], faults: Sequence[Fault]) -> Import:
    listed = list(faults)
    kept: list[dict[str, Any]] = []
    lines: dict[str, int] = {}
    for line, table in tables:
        content = parse(document({"combatant": [table]}).encode(), "row")
        listed += [Fault(line, fault.partition(": ")[2]) for fault in content.faults]
        for entry in content.entries:
            kept.append(table)
            lines.setdefault(entry.name.casefold(), line)
    return Import("CSV", {"combatant": kept} if kept else {}, tuple(listed), lines)


def _checked(contents: Import, library: Library) -> Import:
    """Keep what the game can use; the rest becomes faults."""
    content = parse(document(contents.tables).encode(), "import")
    faults = [*contents.faults, *map(_placed, content.faults)]
    system = library.system
    others: dict[str, Entry] = {entry.name.casefold(): entry for entry in content.entries if entry.kind == "combatant"}
    presets = Library(system, ())
    scene = system.new_scene()
    preparing = Preparing(system, scene, lambda word: others.get(word.casefold()) or presets.preset(word, scene))
    usable: dict[str, list[dict[str, Any]]] = {}
    listed: list[Found] = []
    for entry in content.entries:
        try:
            preparing.kept(entry)
        except InvalidCommand as bad:
            line = contents.lines.get(entry.name.casefold(), entry.line)
            faults.append(Fault(line, printable(str(bad).partition(": ")[2] or str(bad), 300)))
            continue
        usable.setdefault(entry.kind, []).append(entry.table.model_dump(exclude_unset=True))
        listed.append(described(entry))
    faults.sort(key=lambda fault: fault.line)
    return Import(contents.format, usable, tuple(faults), contents.lines, tuple(listed))


def place(library: Library, name: str) -> Path:
    """Return the file of the library for an import of this name."""
    return library.folders[0] / library.system.name / f"{file_name(name).removesuffix('.json')}.toml"


def write(contents: Import, library: Library, name: str) -> Path:
    """Write everything to one file of the library; returns its path. Raises NotSaved, and then nothing is written."""
    path = place(library, name)
    put(str(path), contents.tables)
    return path
