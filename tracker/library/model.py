"""What a library file may say, and reading it: a sentence names whatever in it cannot be followed."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tracker.combat import limits
from tracker.combat.model import Model
from tracker.combat.records import KeptKind
from tracker.storage import faults
from tracker.storage.errors import because

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=limits.NAME, pattern=r"^[^,\"\n\t]+$")]
Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=limits.NAME)]
Note: TypeAlias = Annotated[str, Field(max_length=limits.NOTE)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=limits.COMBATANTS - 1)]
Number: TypeAlias = Annotated[int, Field(ge=-limits.NUMBER, le=limits.NUMBER)]


class Strict(BaseModel):
    """A table with exactly these keys, whose values have exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, allow_inf_nan=False)


class ConditionTable(Strict):
    """A condition, with the number that a game attaches to it."""

    name: Word
    rounds: Number | None = None
    value: Number | None = None


class CoverTable(Strict):
    """The cover of a combatant."""

    degree: Word
    what: Word | None = None
    absorbs: Number | None = None
    sustains: Number | None = None
    left: Number | None = None


class PartTable(Strict):
    """A part of a stat block as printed; ``kind`` says which heading it stands under."""

    kind: Literal["trait", "action", "bonus", "reaction", "legendary", "mythic", "lair"]
    name: Word
    text: Note


class CounterTable(Strict):
    """A counter of the GM's own: its value, what it is reset to, and when."""

    value: Number
    start: Number | None = None
    each: Word | None = None


class CombatantTable(Strict):
    """A combatant: these keys, and any track or field of the game's sheet beside them.

    ``like`` is a combatant of the library or a preset whose values apply, except for those given here; ``state`` is the
    game's own state of the combatant, ``block`` the printed text of its stat block. ``arms`` are weapons as typed after
    ``arm NAME``: they come loaded, with what the game gives to them. ``note`` stays with the combatant, and so do
    several in a list.
    """

    model_config = ConfigDict(extra="allow")

    name: Name | None = None
    like: Word | None = None
    side: Word | None = None
    help: Note = ""
    hidden: bool = False
    out: Word | None = None
    conditions: Annotated[list[Word | ConditionTable], Field(max_length=limits.PARTS)] = []
    cover: Word | CoverTable | None = None
    arms: Annotated[list[Word], Field(max_length=limits.PARTS)] = []
    weapons: dict[Word, dict[Word, Any]] = {}
    note: Note | Annotated[list[Note], Field(max_length=limits.PARTS)] = []
    counters: dict[Word, Number | CounterTable] = {}
    spares: dict[Word, Number] = {}
    block: Annotated[list[PartTable], Field(max_length=limits.PARTS)] = []
    state: dict[Word, Any] = {}


class WhoTable(CombatantTable):
    """A member of a party or an encounter; ``count`` makes a group of them, ``group`` puts one into a group."""

    count: Count | None = None
    group: Word | None = None


class PartyTable(Strict):
    """Combatants who join together."""

    name: Name
    help: Note = ""
    who: Annotated[list[WhoTable], Field(min_length=1, max_length=limits.COMBATANTS)]


class RangeTable(Strict):
    """A distance: between names, groups, or sides such as heroes."""

    between: Annotated[list[Word], Field(min_length=2, max_length=2)]
    band: Word


class WaveTable(Strict):
    """Combatants who join later: a question of the fight lets them join when the GM wants."""

    name: Word
    round: Annotated[int, Field(ge=1, le=limits.NUMBER)] | None = None
    note: Annotated[str, Field(max_length=1000)] = ""
    who: Annotated[list[WhoTable], Field(min_length=1, max_length=limits.COMBATANTS)]


class EncounterTable(Strict):
    """A prepared encounter: members, positions, cover, opening commands, and notes for the GM."""

    name: Name
    help: Note = ""
    who: Annotated[list[WhoTable], Field(max_length=limits.COMBATANTS)] = []
    default_range: Word | None = None
    range: Annotated[list[RangeTable], Field(max_length=2000)] = []
    opening: Annotated[list[Annotated[str, Field(min_length=1, max_length=1000)]], Field(max_length=50)] = []
    note: Note = ""
    wave: Annotated[list[WaveTable], Field(max_length=20)] = []


class HeadTable(Strict):
    """A file's description of itself, above its entries."""

    title: Word = ""
    source: Note = ""
    licence: Note = ""


Table: TypeAlias = CombatantTable | PartyTable | EncounterTable

KINDS: Final[dict[str, type[CombatantTable] | type[PartyTable] | type[EncounterTable]]] = {
    "combatant": CombatantTable,
    "party": PartyTable,
    "encounter": EncounterTable,
}
"""The kinds of entries by the word in double brackets."""

MAX_BYTES: Final = 8_000_000  # the greatest size of a library file in bytes: some five thousand whole stat blocks

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
    source: faults.Source
    loc: faults.Loc

    @property
    def key(self) -> tuple[str, str]:
        """Return what no two entries of a file share: its kind, and its name in lower case."""
        return self.kind, self.name.casefold()

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
        content = faults.content_of(path, MAX_BYTES)
    except FileNotFoundError:
        return Content()
    except OSError as error:
        return Content(faults=(f"{name} cannot be read: {because(error, 'reading')}.",))
    except faults.TooLong:
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
        data = faults.toml(content, called)
    except faults.NotToml as bad:
        return Content(faults=(str(bad),))
    return _Reading(faults.Source(called, content)).content(data)


def tables_read(tables: dict[str, Any], source: faults.Source) -> Content:
    """Return the entries in tables by kind, whose lines a source knows."""
    return _Reading(source).content(tables)


class JsonSource(faults.Source):
    """A JSON file that was read: the lines of the items of its lists."""

    @cached_property
    def places(self) -> Mapping[faults.Loc, int]:
        from tracker.library.imports.values import items, parts

        text = self._content.decode()
        lists = (part for part in parts(text) if isinstance(part.value, list))
        return {(part.key, at): item.line for part in lists for at, item in enumerate(items(text, part.start))}

    def line(self, *way: str | int) -> int:
        return self.places.get(way[:2], 1)


class _Reading:
    def __init__(self, source: faults.Source) -> None:
        self._source, self._faults = source, list[tuple[int, str]]()
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
        return Content(tuple(self._entries.values()), faults.sentences(self._source, self._faults))

    def _read(self, kind: KeptKind, number: int, table: Any) -> None:
        loc: faults.Loc = (kind, number)
        name = table.get("name") if isinstance(table, dict) else None
        called = f"the {kind} {faults.printable(name, 40)}" if isinstance(name, str) and name else f"a {kind}"
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
        if (first := self._entries.setdefault(entry.key, entry)) is not entry:
            self._fault(loc, f"{called} is in line {first.line} already; give one of them another name.")

    def _fault(self, loc: faults.Loc, sentence: str) -> None:
        self._faults.append((self._source.line(*loc), sentence))

    def _blame(self, loc: faults.Loc, table: Any, called: str, error: ValidationError) -> None:
        of = f" of {called}" if called else ""
        for fault in faults.faults_of(error, table, self._source, loc, _ENDINGS):
            self._faults.append((fault.line, f"{fault.key or 'this'}{of} {fault.what}."))
