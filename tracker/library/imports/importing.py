"""Importing a file of another program, or of ours, into the library of a game: all of it or nothing."""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.model import Model
from tracker.combat.scene import ENEMIES, HEROES
from tracker.combat.text import clean_line
from tracker.library.finding import Found, described
from tracker.library.imports.formats import KNOWN, creatures_in
from tracker.library.imports.readers.common import must_fit
from tracker.library.imports.statblock import MOST, Contents, Fault, Gathering, StatBlock
from tracker.library.imports.targets import PLACES, Target
from tracker.library.imports.values import NotReadable, loaded, records
from tracker.library.model import JSON, KINDS, Content, Entry, WhoTable, parse, tables_read
from tracker.library.preparing import Preparing
from tracker.library.shelf import Library
from tracker.library.writing import keyed, put
from tracker.rules.errors import SURE, InvalidCommand, comma_list, nearest
from tracker.rules.matching import quote
from tracker.rules.sheet import sheet_names
from tracker.rules.system import System
from tracker.storage.faults import JsonSource, Source, TooLong, content_of, printable
from tracker.storage.folders import file_name

COLUMNS: Final = (
    "name, side (heroes or enemies), any track or field of the game's sheet (a track as 8 or 5/8), "
    "weapon, weapon 2 … (as typed after arm NAME), WEAPON.FIELD, note, help, like, cover, hidden, out"
)
"""The columns, for a help text."""

_PLAIN: Final = ("name", "help", "like", "out", "cover")
_SIDES: Final = {HEROES: HEROES, ENEMIES: ENEMIES, "hero": HEROES, "enemy": ENEMIES}
_WEAPON: Final = re.compile(r"weapon( \d{1,2})?")
_NUMBER_LENGTH: Final = 7


class Rows:
    """The rows of a table, read for a game; with ``noting``, columns that it does not have become notes.

    ``tables`` are the rows, ``lines`` their lines in the file, ``faults`` what could not be read, ``remarks`` what is
    read otherwise than it may be meant.
    """

    def __init__(self, system: System, noting: bool = False) -> None:
        self.tables: list[dict[str, Any]] = []
        self.lines: list[int] = []
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self._system, self._noting = system, noting
        self._names = frozenset(sheet_names(system))
        self._unknown: frozenset[str] = frozenset()

    def read(self, text: str) -> None:
        """Read everything."""
        separator = max(",;\t", key=text.partition("\n")[0].count)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            header = [" ".join(name.casefold().split()) for name in next(rows, [])]
            if "name" not in header:
                self.faults.append(Fault(1, "the first line must name the columns, one of them “name”."))
                return
            header = self._with_bonus(header)
            self._look_at(header)
            for row in rows:
                if not any(cell.strip() for cell in row):
                    continue
                if len(self.tables) == MOST:
                    self.tables.clear()
                    self.lines.clear()
                    self.faults[:] = [Fault(1, f"there are more than {MOST} rows; split the file into several.")]
                    return
                if len(row) > len(header):
                    self.faults.append(Fault(rows.line_num, f"there are {len(row)} values for {len(header)} columns."))
                    continue
                named = dict(zip(header, row, strict=False)).items()
                cells = {column: cell.strip() for column, cell in named if column and cell.strip()}
                side = cells.get("side", HEROES)
                if side.casefold() not in _SIDES:
                    self.faults.append(Fault(rows.line_num, f"side “{side[:40]}”: write {HEROES} or {ENEMIES}."))
                    continue
                table: dict[str, Any] = {}
                for column, cell in cells.items():
                    self._cell(table, column, cell)
                self.tables.append(table)
                self.lines.append(rows.line_num)
        except csv.Error as error:
            self.faults.append(Fault(rows.line_num, f"this line is not CSV: {error}."))

    def _with_bonus(self, header: list[str]) -> list[str]:
        """Take initiative for what is added to the throw, where the game has that: no order of turns is known yet."""
        bonus = next((name for name in PLACES["initiative"] if name in self._names), "")
        called = next((name for name in header if name in ("initiative", "init")), "")
        if not bonus or not called or bonus in header:
            return header
        self.remarks.append(Fault(1, f"“{called}” is read as {bonus}, which is added to the throw for the order."))
        return [bonus if name == called else name for name in header]

    def _look_at(self, header: Sequence[str]) -> None:
        """Find the columns that the game does not have: one fault for each, unless they become notes."""
        self._unknown = frozenset(name for name in header if name and not self._known(name))
        unknown = [f"“{name}”" for name in sorted(self._unknown)]
        if unknown and not self._noting:
            columns = "column" if len(unknown) == 1 else "columns"
            near = nearest(min(self._unknown), sorted(self._names), SURE) if len(unknown) == 1 else None
            meant = f" Did you mean {near}?" if near else ""
            self.faults.append(Fault(1, f"{self._system.title} has no {columns} {comma_list(unknown, 12)}.{meant}"))
        twice = [f"“{name}”" for name, count in Counter(header).items() if name and count > 1]
        if twice:
            self.faults.append(Fault(1, f"there are two columns {comma_list(twice, 12)}; the last one counts."))

    def _known(self, column: str) -> bool:
        name, dot, part = column.partition(".")
        if dot:
            return part != "max" or self._system.sheet.track(name) is not None
        plain = (*_PLAIN, "side", "hidden", "note")
        return column in plain or column in self._names or _WEAPON.fullmatch(column) is not None

    def _cell(self, table: dict[str, Any], column: str, text: str) -> None:
        weapon, dot, field = column.partition(".")
        if column in self._unknown:
            if self._noting:
                table.setdefault("note", []).append(f"{column}: {text}")
        elif column == "side":
            table["side"] = _SIDES[text.casefold()]
        elif column in _PLAIN:
            table[column] = text
        elif column == "hidden":
            table[column] = text.casefold() in ("yes", "true", "1")
        elif column == "note":
            table.setdefault("note", []).append(text)
        elif column not in self._names and _WEAPON.fullmatch(column):
            table.setdefault("arms", []).append(text)
        elif dot and field != "max" and weapon not in WhoTable.model_fields:
            table.setdefault("weapons", {}).setdefault(weapon, {})[field] = _value(text)
        else:
            table[column] = _value(text)


def _value(text: str) -> Any:
    digits = text.removeprefix("-").removeprefix("+")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= _NUMBER_LENGTH else text


MAX_BYTES: Final = 16_000_000  # the greatest size of a file to import, in bytes

TOML: Final = ".toml"
_ENTRY: Final = r"(?m)^\s*\[\[\s*\w+(?:\.who)?\s*\]\]"  # the header of an entry in TOML, or of somebody in one
_OWN: Final = "tracker"
_CSV: Final = "CSV"

Tables = dict[str, list[dict[str, Any]]]


class Import(Model):
    """The contents of a file for a game: tables by kind, and the parts that could not be read.

    ``remarks`` are sentences about numbers that the file leaves open; ``left`` counts what the game has no place for;
    ``numbered`` are names that occurred before in the file. ``listed`` describes each importable entry.
    """

    format: str
    tables: Tables
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    numbered: tuple[str, ...] = ()
    listed: tuple[Found, ...] = ()

    @property
    def ending(self) -> str:
        """Return how its library file ends: JSON for another program's, which is read many times as fast."""
        return TOML if self.format in (_OWN, _CSV) else JSON

    @property
    def count(self) -> int:
        """Return how many entries there are."""
        return sum(map(len, self.tables.values()))

    def __str__(self) -> str:
        """Return the number and the origin: ``331 entries (Open5e)``."""
        return f"{self.count} {'entry' if self.count == 1 else 'entries'} ({self.format})"

    @property
    def said(self) -> list[str]:
        """Return what else is to be said, in sentences: what is left out, and which names got a number."""
        sentences = []
        if self.left:
            counts = [_counted(what, count) for what, count in sorted(self.left.items(), key=lambda item: -item[1])]
            sentences.append(f"Left out: {', '.join(counts)}.")
        if self.numbered:
            sentences.append(f"Names that occur twice are numbered: {comma_list(self.numbered, 6)}.")
        return sentences


_SINGULAR: Final = {"dice": "dice", "bonuses": "bonus", "classes": "class", "reaches": "reach", "points": "points"}


def _counted(what: str, count: int) -> str:
    """Return a number of things that are named in the plural."""
    if count != 1:
        return f"{count} {what}"
    words = what.split()
    at = next((at for at, word in enumerate(words) if word in ("of", "on", "without")), len(words)) - 1
    word = words[at]
    words[at] = _SINGULAR.get(word) or (f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s"))
    return f"1 {' '.join(words)}"


def read(path: Path, library: Library, noting: bool = False) -> Import:
    """Return the contents of a file for the game of a library; raises InvalidCommand if it is unreadable.

    With ``noting``, what the game has no place for becomes notes.
    """
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
        return _read(path, text, library, noting)
    except NotReadable as bad:
        raise InvalidCommand(f"{name}, {bad}") from None


def _read(path: Path, text: str, library: Library, noting: bool) -> Import:
    ending = path.suffix.casefold()
    if ending == TOML:
        must_fit(len(re.findall(_ENTRY, text)))
        return _usable(_OWN, parse(text.encode(), "the file"), library)
    if ending in (".csv", ".tsv"):
        return _rows(path, text, library, noting)
    of_json = ending == ".json" or text.lstrip().startswith(("{", "["))
    foreign = creatures_in(text, path) if of_json or ending == ".xml" else None
    if foreign is not None:
        return _creatures(library, *foreign, noting)
    data = loaded(text) if of_json else None
    if isinstance(data, dict) and data.keys() & KINDS.keys():
        tables = {kind: records(data, kind) for kind in KINDS if isinstance(data.get(kind), list)}
        must_fit(sum(map(len, tables.values())))
        return _usable(_OWN, tables_read(tables, JsonSource("the file", text.encode())), library)
    known = f"{', '.join(KNOWN)}, CSV, and the tracker's own TOML and JSON"
    raise InvalidCommand(f"{clean_line(path.name)} is not in a format that can be imported: {known}.")


class _Lines(Source):
    """The lines of entries in a foreign file, by kind and position."""

    def __init__(self, lines: Mapping[str, Sequence[int]]) -> None:
        super().__init__("the file")
        self._lines = lines

    def line(self, *way: str | int) -> int:
        kind, number = (*way, "", 0)[:2]
        lines = self._lines.get(str(kind), ())
        return lines[number] if isinstance(number, int) and number < len(lines) else 1


def _creatures(library: Library, format: str, contents: Contents, noting: bool) -> Import:
    system = library.system
    target = Target(system, noting)
    everybody = [*contents.creatures, *(block for gathering in contents.encounters for block in gathering.who)]
    for block in everybody:
        if why := target.refusal(block, format):
            raise InvalidCommand(why)
    faults, names, numbered = list(contents.faults), Counter[str](), list[str]()
    tables: Tables = {}
    lines: dict[str, list[int]] = {}

    def take(kind: str, table: dict[str, Any], line: int) -> None:
        tables.setdefault(kind, []).append(table)
        lines.setdefault(kind, []).append(line)

    for block in _sound(contents.creatures, faults):
        take("combatant", target.table(block, _unique(_name(block.name), names, numbered)), block.line)
    for gathering in contents.encounters:
        if who := list(_sound(gathering.who, faults)):
            take("encounter", _encounter(system, target, gathering, who), gathering.line)
    found = _usable(format, tables_read(tables, _Lines(lines)), library, [*faults, *target.faults])
    left = Counter(contents.left) + target.left
    return replace(found, remarks=tuple(contents.remarks), left=dict(left), numbered=tuple(numbered))


def _sound(blocks: Iterable[StatBlock], faults: list[Fault]) -> Iterator[StatBlock]:
    """Yield the blocks that can be somebody in a fight: those with a name and with hit points."""
    for block in blocks:
        name = _name(block.name)
        if not name:
            faults.append(Fault(block.line, "a creature has no name."))
        elif block.hp is None or block.hp < 1:
            faults.append(Fault(block.line, f"{name} has no hit points."))
        else:
            yield block


def _name(text: str) -> str:
    return clean_line(" ".join(text.replace(",", " ").replace('"', "").split()), limits.NAME)


def _unique(name: str, names: Counter[str], numbered: list[str]) -> str:
    """Return a name, with the lowest free number behind it if it occurred before."""
    names[name.casefold()] += 1
    if names[name.casefold()] == 1:
        return name
    while (own := f"{name} {names[name.casefold()]}").casefold() in names:
        names[name.casefold()] += 1
    names[own.casefold()] += 1
    numbered.append(own)
    return own


def _encounter(system: System, target: Target, gathering: Gathering, who: Sequence[StatBlock]) -> dict[str, Any]:
    """Return an encounter; places in a running order of turns become opening lines."""
    names: Counter[str] = Counter()
    members = [(block, target.table(block, _unique(_name(block.name), names, []))) for block in who]
    table: dict[str, Any] = {"name": _name(gathering.name), "who": [member for _, member in members]}
    if "initiative" in system.actions:
        rolled = ((member["name"], block.rolled) for block, member in members if block.rolled is not None)
        opening = [f"initiative {quote(name)} {place}" for name, place in rolled]
        table |= {"opening": opening} if opening else {}
    return table


def _rows(path: Path, text: str, library: Library, noting: bool) -> Import:
    """Return the combatants of a table; several whom it calls heroes are a party of its name as well."""
    rows = Rows(library.system, noting)
    rows.read(text)
    names, numbered, remarks = Counter[str](), list[str](), rows.remarks
    for table, line in zip(rows.tables, rows.lines, strict=True):
        if typed := table.get("name"):
            name = _name(typed)
            if name != typed:
                remarks.append(Fault(line, f"{typed[:60]} comes as {name}: a name has no commas and quotes."))
            table["name"] = _unique(name, names, numbered)
    tables = {"combatant": rows.tables} if rows.tables else {}
    found = _usable(_CSV, tables_read(tables, _Lines({"combatant": rows.lines})), library, rows.faults)
    heroes = [table["name"] for table in found.tables.get("combatant", ()) if table.get("side") == HEROES]
    if len(heroes) > 1:
        name = _name(path.name if path.stem.casefold() in (*_SIDES, "all") else path.stem)
        party = Found("party", name, comma_list(heroes, 6), "")
        members = [{"like": hero} for hero in heroes]
        tables = {**found.tables, "party": [{"name": name, "who": members}]}
        found = replace(found, tables=tables, listed=(party, *found.listed))
    return replace(found, remarks=tuple(remarks), numbered=tuple(numbered))


def _placed(sentence: str) -> Fault:
    """Separate the line from a sentence of a library's reader."""
    place, _, rest = sentence.partition(": ")
    line = place.rpartition("line ")[2]
    return Fault(int(line), rest) if line.isdigit() else Fault(1, sentence)


def _usable(format: str, content: Content, library: Library, earlier: Sequence[Fault] = ()) -> Import:
    """Keep what the game can use; the rest becomes faults. Raises InvalidCommand for too many entries."""
    faults = [*earlier, *map(_placed, content.faults)]
    system = library.system
    others: dict[str, Entry] = {entry.name.casefold(): entry for entry in content.entries if entry.kind == "combatant"}
    presets = Library(system, ())
    scene = system.new_scene()
    preparing = Preparing(system, scene, lambda word: others.get(word.casefold()) or presets.preset(word, scene))
    usable: Tables = {}
    listed: list[Found] = []
    for entry in content.entries:
        try:
            preparing.kept(entry)
        except InvalidCommand as bad:
            faults.append(Fault(entry.line, printable(str(bad).partition(": ")[2] or str(bad), 300)))
            continue
        usable.setdefault(entry.kind, []).append(entry.table.model_dump(exclude_unset=True))
        listed.append(described(entry))
    faults.sort(key=lambda fault: fault.line)
    return Import(format, usable, tuple(faults), listed=tuple(listed))


def place(contents: Import, library: Library, name: str) -> Path:
    """Return the file of the library for an import of this name."""
    return library.folders[0] / library.system.name / f"{file_name(name).removesuffix('.json')}{contents.ending}"


def before(contents: Import, library: Library, name: str) -> list[str]:
    """Return what an import meets in the library, in sentences: what it replaces, and what goes before its own."""
    target = place(contents, library, name)
    new = keyed(contents.tables)
    sentences = []
    for path, content in library.contents():
        same = [entry.name for entry in content.entries if entry.key in new]
        if same and path == target:
            entries = "1 entry is" if len(same) == 1 else f"{len(same)} entries are"
            sentences.append(f"{entries} replaced in {path.name}: {comma_list(same, 6)}.")
        elif same and path.parent == target.parent and path.name < target.name:
            sentences.append(f"{path.name} has {comma_list(same, 6)} too, and goes before {target.name}.")
    return sentences


def write(contents: Import, library: Library, name: str) -> Path:
    """Write everything to one file of the library; returns its path. Raises NotSaved, and then nothing is written."""
    path = place(contents, library, name)
    put(str(path), contents.tables)
    return path


ENDINGS: Final = (".json", ".csv", ".tsv", ".toml", ".xml")  # the suffixes of importable files
_PATHS: Final = 400  # the most paths to offer


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
    return [os.path.join(folder, path) for _, _, path in matching[:_PATHS]]


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
