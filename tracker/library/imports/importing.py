"""Importing a file of another program, or of ours, into the library of a game: all of it or nothing."""

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
from tracker.library.imports.readers.common import must_fit, shipped
from tracker.library.imports.statblock import ABILITIES, Contents, Fault, Gathering, StatBlock
from tracker.library.imports.targets import PLACES, Target
from tracker.library.imports.values import NotReadable, loaded, records, whole
from tracker.library.model import JSON, KINDS, CombatantTable, Content, Entry, JsonSource, WhoTable, parse, tables_read
from tracker.library.preparing import Preparing
from tracker.library.shelf import Library
from tracker.library.writing import keyed, put
from tracker.rules.errors import SURE, InvalidCommand, comma_list, nearest
from tracker.rules.grammar import quantity, quote, singular
from tracker.rules.params import ChoiceParam
from tracker.rules.sheet import likely_side, sheet_names
from tracker.rules.system import System
from tracker.storage.faults import Loc, Source, TooLong, content_of, printable
from tracker.storage.folders import file_name

_PLAIN: Final = ("name", "help", "like", "out", "cover")
_SIDES: Final = {HEROES: HEROES, ENEMIES: ENEMIES, "hero": HEROES, "enemy": ENEMIES}
_WEAPON: Final = re.compile(r"(weapon|spell)s?( \d{1,2})?")
_AS_PRINTED: Final = re.compile(
    r"(?P<name>[^\d+=,]*[^\d+=,\s])\s+(?:(?P<hit>[+−-]\d+)(?: to hit)?,?\s+)?(?P<dice>\d*d\d+(?: ?[+−-] ?\d+)?)"
    r"(?:\s+(?P<type>[a-z]+)(?: damage)?)?",
    re.IGNORECASE,
)
_PARTS: Final = {"hit": ("hit", "bonus"), "dice": ("dice", "damage"), "type": ("type",)}
_COUNT: Final = "count"
_HIT: Final = "to hit"
_DAMAGE: Final = "damage"
_SCORE: Final = 10  # the usual score of an ability, with the modifier 0
_MODIFIERS: Final = f"these abilities look like modifiers; scores are {_SCORE} + 2 × modifier."


class Rows:
    """The rows of a table, read for a game; columns that it does not have are left out, or become notes if ``noting``.

    ``rows`` are their tables, each with its line in the file and how many there are of it; ``faults`` are what could
    not be read, ``remarks`` what is read otherwise than it may be meant, ``strange`` the columns without a place.
    ``side`` is that of rows without one; if it is "", their values and a column for the count say it, and ``unsided``
    counts them by the side they got.
    """

    def __init__(self, system: System, noting: bool = False, side: str = "") -> None:
        self.strange: list[str] = []
        self.unsided: Counter[str] = Counter()
        self._noting, self._side = noting, side
        self.rows: list[tuple[dict[str, Any], int, int]] = []
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self._system = system
        self._scores = [spec.name for spec in system.sheet.fields if spec.name in ABILITIES and spec.default == _SCORE]
        self._names = frozenset((*sheet_names(system), *system.in_one))
        known = {spec.name for spec in system.sheet.weapon if not isinstance(spec.type, ChoiceParam)}
        self._places = {part: next((name for name in names if name in known), "") for part, names in _PARTS.items()}
        parts = {_HIT: "hit", _DAMAGE: "dice"}  # columns for the numbers of an attack, which the sheet may have itself
        self._strikes = [name for name, part in parts.items() if self._places[part] and name not in self._names]

    def read(self, text: str) -> None:
        """Read everything."""
        separator = max(",;\t", key=text.partition("\n")[0].count)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        try:
            header = [" ".join(name.casefold().split()) for name in next(rows, [])]
            if "name" not in header:
                self.faults.append(Fault(1, "the first line must name the columns, one of them “name”."))
                return
            header = self._meant(header)
            for row in rows:
                if not any(cell.strip() for cell in row):
                    continue
                must_fit(len(self.rows) + 1)
                if any(cell.strip() for cell in row[len(header) :]):
                    self.faults.append(Fault(rows.line_num, f"there are {len(row)} values for {len(header)} columns."))
                    continue
                named = dict(zip(header, row, strict=False)).items()
                cells = {column: cell.strip() for column, cell in named if column and cell.strip()}
                side = cells.get("side", HEROES)
                if side.casefold() not in _SIDES:
                    self.faults.append(Fault(rows.line_num, f"side “{side[:40]}”: write {HEROES} or {ENEMIES}."))
                    continue
                count = whole(cells.pop(_COUNT, "1").strip("x×"))
                if count is None or not 1 <= count <= limits.COMBATANTS:
                    self.faults.append(Fault(rows.line_num, f"the count is a number from 1 to {limits.COMBATANTS}."))
                    continue
                table: dict[str, Any] = {}
                strike = [cells.pop(column, "") if column in self._strikes else "" for column in (_HIT, _DAMAGE)]
                for column, cell in sorted(cells.items(), key=lambda pair: pair[0].endswith(".max")):
                    try:
                        self._cell(table, column, cell)
                    except InvalidCommand as wrong:
                        self.faults.append(Fault(rows.line_num, str(wrong)))
                if any(strike):
                    table["arms"] = self._striking(table.get("arms", []), *strike)
                if "side" not in table and (self._side or "like" not in table):
                    table["side"] = self._side or (ENEMIES if _COUNT in header else likely_side(self._system, table))
                    self.unsided[table["side"]] += 1
                scores = [score for name in self._scores if (score := whole(cells.get(name, ""))) is not None]
                if len(scores) == len(ABILITIES) and min(scores) < 4 and max(scores) < 8:  # A beast has few low ones.
                    self.remarks.append(Fault(rows.line_num, _MODIFIERS))
                self.rows.append((table, rows.line_num, count))
        except csv.Error as error:
            self.faults.append(Fault(rows.line_num, f"this line is not CSV: {error}."))

    def _meant(self, header: Sequence[str]) -> list[str]:
        """Return the columns by their names here; remark on what is read otherwise, becomes notes, or stands twice.

        Initiative is what is added to the throw, where the game has that: no order of turns is known yet.
        """
        bonus = next((name for name in PLACES["initiative"] if name in self._names), "")
        called = {name: place for name, place in shipped("columns").items() if not self._known(name)}
        called |= dict.fromkeys(("initiative", "init"), bonus)
        places = {name: place for name in header if self._known(place := called.get(name, "")) and place not in header}
        columns = [places.get(name, name) for name in header]
        strange = self.strange = sorted({name for name in columns if name and not self._known(name)})
        near = nearest(strange[0], sorted(self._names), SURE) if len(strange) == 1 else None
        kept = "it becomes notes" if self._noting else "it is left out"
        twice = [name for name, count in Counter(columns).items() if name and count > 1]
        noted = f": {kept}.{f' Did you mean {near}?' if near else ''}"
        order = ", which is added to the throw for the order" if bonus in places.values() else ""
        for before, names, after in (
            ("", {name: f" is read as {place}" for name, place in places.items()}, f"{order}."),
            (f"{self._system.title} has no place for ", dict.fromkeys(strange, ""), noted),
            ("there are two columns ", dict.fromkeys(twice, ""), "; the last one counts."),
        ):
            if listed := comma_list([f"“{name}”{rest}" for name, rest in names.items()], 12):
                self.remarks.append(Fault(1, f"{before}{listed}{after}"))
        return columns

    def _known(self, column: str) -> bool:
        name, dot, part = column.partition(".")
        if dot:
            return part != "max" or self._system.sheet.track(name) is not None
        plain = (*_PLAIN, "side", "hidden", "note", "notes", _COUNT, *self._strikes)
        return column in plain or column in self._names or _WEAPON.fullmatch(column) is not None

    def _cell(self, table: dict[str, Any], column: str, text: str) -> None:
        weapon, dot, field = column.partition(".")
        value = text if (number := whole(text)) is None else number
        if column in self.strange and not self._noting:
            return
        if not self._known(column):
            table.setdefault("note", []).append(f"{column}: {text}")
        elif column == "side":
            table["side"] = _SIDES[text.casefold()]
        elif column in _PLAIN:
            table[column] = text
        elif column == "hidden":
            table[column] = text.casefold() in ("yes", "true", "1")
        elif column in ("note", "notes"):
            table.setdefault("note", []).append(text)
        elif column not in self._names and _WEAPON.fullmatch(column):
            weapons = [text] if "=" in text else re.split(r"[,;](?! \d*d\d)", text)
            table.setdefault("arms", []).extend(filter(None, map(self._armed, map(str.strip, weapons))))
        elif dot and field != "max" and weapon not in WhoTable.model_fields:
            table.setdefault("weapons", {}).setdefault(weapon, {})[field] = value
        else:
            for name, part in self._system.spelled(column, text):
                table[name] = part if (number := whole(part)) is None else number

    def _armed(self, text: str) -> str:
        """Return a weapon written as in a stat block as it is typed: ``club hit=4 dice=1d6+2``; any other as it is."""
        if (printed := _AS_PRINTED.fullmatch(text)) is None:
            return text
        said = {place: printed[part] for part, place in self._places.items() if place and printed[part]}
        words = (f"{place}={text.lstrip('+').replace(' ', '').replace('−', '-')}" for place, text in said.items())
        return " ".join((quote(printed["name"]), *words)) if self._places["dice"] else text

    def _striking(self, arms: list[str], hit: str, damage: str) -> list[str]:
        """Return weapons with a bonus to hit and a damage for the only one of them, else for an attack beside them."""
        bonus = whole(hit.removesuffix("to hit"))
        if hit and bonus is None:
            return [*arms, self._armed(hit)]
        name, others = (arms[0], []) if len(arms) == 1 and "=" not in arms[0] else ("attack", arms)
        printed = " ".join(filter(None, (name, f"{bonus:+d}" if hit else "", damage)))
        if (armed := self._armed(printed)) != printed:
            return [*others, armed]
        dice = re.sub(r" *([-+−]) *", r"\1", damage).replace("−", "-")
        said = {self._places["hit"]: str(bonus if hit else ""), self._places["dice"]: dice}
        return [*others, " ".join((quote(name), *(f"{place}={quote(text)}" for place, text in said.items() if text)))]


MAX_BYTES: Final = 16_000_000  # the greatest size of a file to import, in bytes

TOML: Final = ".toml"
_ENTRY: Final = r"(?m)^\s*\[\[\s*\w+(?:\.who)?\s*\]\]"  # the header of an entry in TOML, or of somebody in one
_OWN: Final = "tracker"
_CSV: Final = "CSV"

Tables = dict[str, list[dict[str, Any]]]


class Import(Model):
    """The contents of a file for a game: tables by kind, and the parts that could not be read.

    ``remarks`` are sentences about numbers that the file leaves open; ``left`` counts what the game has no place for;
    ``numbered`` are names that occurred before in the file, ``unsided`` counts whose side it does not say, by the side
    they get. ``listed`` describes each importable entry.
    """

    format: str
    tables: Tables
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)
    numbered: tuple[str, ...] = ()
    unsided: Mapping[str, int] = field(default_factory=dict)
    listed: tuple[Found, ...] = ()

    @property
    def count(self) -> int:
        """Return how many entries there are."""
        return sum(map(len, self.tables.values()))

    def __str__(self) -> str:
        """Return the number and the origin: ``331 entries (Open5e)``."""
        return f"{quantity(self.count, 'entry', 'entries')} ({self.format})"

    @property
    def said(self) -> Iterator[str]:
        """Yield what else is to be said, in sentences: sides that were guessed, what is left out, numbered names."""
        if self.unsided:
            yield f"Without a side: {comma_list([f'{count} as {side}' for side, count in self.unsided.items()])}."
        if self.left:
            counts = [_counted(what, count) for what, count in sorted(self.left.items(), key=lambda item: -item[1])]
            yield f"Left out: {', '.join(counts)}."
        if self.numbered:
            yield f"Names that occur twice are numbered: {comma_list(self.numbered, 6)}."


def _counted(what: str, count: int) -> str:
    things = re.split(" (?:of|on|without) ", what)[0]
    return f"{count} {what if count != 1 else singular(things) + what.removeprefix(things)}"


def read(path: Path, library: Library, noting: bool = False, side: str = "", into: str = "") -> Import:
    """Return the contents of a file for the game of a library; raises InvalidCommand if it is unreadable.

    With ``noting``, what the game has no place for in another program's file becomes notes; ``side`` is that of the
    rows of a CSV that say none, and ``into`` the name of its party or encounter, that of the file if left out.
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
        if path.suffix.casefold() in (".csv", ".tsv"):
            into = into or path.stem
            return _rows(path.name if into.casefold() in (*_SIDES, "all") else into, text, library, noting, side)
        return _read(path, text, library, noting)
    except NotReadable as bad:
        raise InvalidCommand(f"{name}, {bad}") from None


def _read(path: Path, text: str, library: Library, noting: bool) -> Import:
    ending = path.suffix.casefold()
    if ending == TOML:
        must_fit(len(re.findall(_ENTRY, text)))
        return _usable(_OWN, parse(text.encode(), "the file"), library)
    of_json = ending == ".json" or text.lstrip().startswith(("{", "["))
    foreign = creatures_in(text, path) if of_json or ending == ".xml" else None
    if foreign is not None:
        return _creatures(library, *foreign, noting)
    data = loaded(text) if of_json else None
    if isinstance(data, dict) and data.keys() & KINDS.keys():
        tables = {kind: records(data, kind) for kind in KINDS if isinstance(data.get(kind), list)}
        must_fit(sum(map(len, tables.values())))
        return _usable(_OWN, tables_read(tables, JsonSource("the file", text.encode())), library)
    known = f"{KNOWN}, CSV, and the tracker's own TOML and JSON"
    raise InvalidCommand(f"{clean_line(path.name)} is not in a format that can be imported: {known}.")


def _creatures(library: Library, format: str, contents: Contents, noting: bool) -> Import:
    system = library.system
    target = Target(system, noting)
    everybody = [*contents.creatures, *(block for gathering in contents.encounters for block in gathering.who)]
    for block in everybody:
        if why := target.refusal(block, format):
            raise InvalidCommand(why)
    faults, names, numbered = list(contents.faults), Counter[str](), list[str]()
    tables: Tables = {}
    lines: dict[Loc, int] = {}

    def take(kind: str, table: dict[str, Any], line: int) -> None:
        lines[kind, len(tables.setdefault(kind, []))] = line
        tables[kind].append(table)

    for block in _sound(contents.creatures, faults):
        take("combatant", target.table(block, _unique(_name(block.name), names, numbered)), block.line)
    for gathering in contents.encounters:
        if who := list(_sound(gathering.who, faults)):
            take("encounter", _encounter(system, target, gathering, who), gathering.line)
    found = _usable(format, tables_read(tables, Source("the file", known=lines)), library, [*faults, *target.faults])
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


def _rows(into: str, text: str, library: Library, noting: bool, side: str) -> Import:
    """Return the combatants of a table; several heroes are also a party of this name, counted others an encounter."""
    rows = Rows(library.system, noting, side)
    rows.read(text)
    names, numbered, remarks = Counter[str](), list[str](), rows.remarks
    for table, line, _ in rows.rows:
        if typed := table.get("name"):
            name = _name(typed)
            if name != typed:
                remarks.append(Fault(line, f"{typed[:60]} comes as {name}: a name has no commas and quotes."))
            table["name"] = _unique(name, names, numbered)
    tables = {"combatant": [table for table, *_ in rows.rows]} if rows.rows else {}
    lines: dict[Loc, int] = {("combatant", at): line for at, (_, line, _) in enumerate(rows.rows)}
    found = _usable(_CSV, tables_read(tables, Source("the file", known=lines)), library, rows.faults)
    counts = {table.get("name"): count for table, _, count in rows.rows}
    name = _name(into)
    taken = found.tables.get("combatant", [])
    tables, listed = dict(found.tables), list(found.listed)
    for kind, ours in (("encounter", False), ("party", True)):
        people = [table["name"] for table in taken if (table.get("side") == HEROES) is ours]
        many = any(counts[who] > 1 for who in people)
        if not (many or (ours and len(people) > 1)) or len(people) > limits.COMBATANTS:
            continue
        who = [{"like": each, **({"count": counts[each]} if counts[each] > 1 else {})} for each in people]
        called = name if ours or len(people) == len(taken) else f"{name} {ENEMIES}"
        tables[kind] = [{"name": called, "who": who}]
        listed[:0] = map(described, tables_read({kind: tables[kind]}, Source("the file")).entries)
    left = {"columns": len(rows.strange)} if rows.strange and not noting else {}
    found = replace(found, tables=tables, listed=tuple(listed), left=left, unsided=dict(rows.unsided))
    return replace(found, remarks=(*remarks, *found.remarks), numbered=tuple(numbered))


def _placed(sentence: str) -> Fault:
    place, _, rest = sentence.partition(": ")
    line = place.rpartition("line ")[2]
    return Fault(int(line), rest) if line.isdigit() else Fault(1, sentence)


def _usable(format: str, content: Content, library: Library, earlier: Sequence[Fault] = ()) -> Import:
    """Keep what the game can use; the rest becomes faults. Raises InvalidCommand for too many entries."""
    faults = [*earlier, *map(_placed, content.faults)]
    system = library.system
    others: dict[str, Entry] = {entry.name.casefold(): entry for entry in content.entries if entry.kind == "combatant"}
    scene = system.new_scene()
    preparing = Preparing(system, scene, lambda word, _: others.get(word.casefold()) or library.base(word, scene))
    usable: Tables = {}
    remarks: list[Fault] = []
    listed: list[Found] = []
    for entry in content.entries:
        preparing.told.clear()
        try:
            kept = preparing.kept(entry)
        except InvalidCommand as bad:
            faults.append(Fault(entry.line, printable(str(bad).partition(": ")[2] or str(bad), 300)))
            continue
        if isinstance(entry.table, CombatantTable) and entry.table.arms:
            like = kept.members[0].like
            if known := [weapon for weapon in like.weapons if weapon in system.lore]:
                remarks.append(Fault(entry.line, f"{like.name} knows {comma_list(known)}."))
            remarks += (Fault(entry.line, told) for told in preparing.told)
        usable.setdefault(entry.kind, []).append(entry.table.model_dump(exclude_unset=True))
        listed.append(described(entry))
    faults.sort(key=lambda fault: fault.line)
    return Import(format, usable, tuple(faults), tuple(remarks), listed=tuple(listed))


def place(contents: Import, library: Library, name: str) -> Path:
    """Return the file of the library for an import of this name."""
    ending = TOML if contents.format in (_OWN, _CSV) else JSON  # JSON is read many times as fast.
    return library.folders[0] / library.system.name / f"{file_name(name).removesuffix('.json')}{ending}"


def before(contents: Import, library: Library, name: str) -> list[str]:
    """Return what an import meets in the library, in sentences: what it replaces, and what goes before its own."""
    target = place(contents, library, name)
    new = keyed(contents.tables)
    sentences = []
    for path, content in library.contents():
        same = [entry.name for entry in content.entries if entry.key in new]
        if same and path == target:
            sentences.append(
                f"{quantity(len(same), 'entry is', 'entries are')} replaced in {path.name}: {comma_list(same, 6)}."
            )
        elif same and path.parent == target.parent and path.name < target.name:
            sentences.append(f"{path.name} has {comma_list(same, 6)} too, and goes before {target.name}.")
    return sentences


def write(contents: Import, library: Library, name: str) -> Path:
    """Write everything to one file of the library; returns its path. Raises NotSaved, and then nothing is written."""
    path = place(contents, library, name)
    put(str(path), contents.tables)
    return path


ENDINGS: Final = (".json", ".csv", ".tsv", ".toml", ".xml")  # the suffixes of importable files


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
    return [os.path.join(folder, path) for _, _, path in matching[:400]]


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
