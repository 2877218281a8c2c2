"""From an entry of the library to combatants: sheets made by the game's own rules, values named as on its sheet."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.dice import no_dice
from tracker.combat.events import EncounterBegan
from tracker.combat.records import Distance, Kept, Member, Wave
from tracker.combat.scene import IN_THE_OPEN, Combatant, Condition, Counter, Cover, Plain, Scene, Track
from tracker.combat.text import clean_command, clean_line
from tracker.commands.parser import phrases
from tracker.commands.resolve import resolve
from tracker.library import model
from tracker.library.model import Entry
from tracker.rules.declarations import Context, FieldSpec
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import BLOCK, editable_field, likely_side, read_field, written_track
from tracker.rules.system import System
from tracker.rules.turns import EACH
from tracker.rules.validate import first_fault, fits_type
from tracker.storage.faults import printable


class SheetFault(InvalidCommand):
    """A value in a library file that the game cannot use, in a sentence with its line."""


class SheetReader:
    """A table read for whom it is prepared; ``way`` is the path from the entry of the file to the table."""

    def __init__(
        self, prepared: "Preparing", table: model.CombatantTable, entry: Entry, way: tuple[str | int, ...]
    ) -> None:
        self._system, self._scene, self._told = prepared.system, prepared.scene, prepared.told
        self._table, self._entry, self._way, self._context = table, entry, way, Context(self._system, self._scene)

    def combatant(self, base: Combatant | None) -> Combatant:
        """Return the combatant described, based on the sheet of ``base``; raises SheetFault."""
        system, table = self._system, self._table
        side = base.side if base else likely_side(system, table.model_extra or ())
        side = clean_line(table.side) if table.side else side
        sheet = replace(base, side=side) if base else system.new_combatant(self._scene, side, None)
        tracks, fields = self._values(sheet)
        combatant = replace(
            sheet,
            name=clean_line(table.name or sheet.name),
            group=clean_line(table.group) if isinstance(table, model.WhoTable) and table.group else None,
            hidden=table.hidden,
            out=clean_line(table.out) if table.out else None,
            tracks=tracks,
            fields=fields,
            conditions=tuple(self._conditions()) or sheet.conditions,
            cover=self._cover(),
            weapons=dict(sheet.weapons) | dict(self._weapons()),
            spares=dict(sheet.spares) | {clean_line(kind): count for kind, count in table.spares.items()},
            notes=tuple(self._notes()) or sheet.notes,
            counters=dict(sheet.counters) | dict(self._counters()),
        )
        if not combatant.name:
            raise self._fault("nothing of this name could be seen.")
        alone = replace(system.new_scene(), settings=self._scene.settings, combatants={combatant.name: combatant})
        if fault := first_fault(system, alone):
            raise self._fault(f"{fault}.")
        return self._armed(alone, combatant) if table.arms else combatant

    def _armed(self, alone: Scene, combatant: Combatant) -> Combatant:
        """Return the combatant with the weapons that the game knows, given to them as by ``arm``."""
        for place, weapon in enumerate(self._table.arms):
            typed = weapon if "=" in weapon else quote(clean_line(weapon))
            with self._blaming("arms", place):
                line = phrases(clean_command(f"arm {quote(combatant.name)} {typed}"))[:1]
                armed = resolve(self._system, alone, line, no_dice())
            alone = armed.scene
            self._told += armed.remarks
        return alone[combatant.name]

    def _notes(self) -> Iterator[str]:
        given = self._table.note
        for note in [given] if isinstance(given, str) else given:
            if line := clean_line(note, limits.NOTE):
                yield line

    def _counters(self) -> Iterator[tuple[str, Counter]]:
        for word, given in self._table.counters.items():
            if isinstance(given, int):
                yield clean_line(word), Counter(given, given)
                continue
            if given.each is not None and given.each not in EACH:
                raise self._fault(f"each is {', '.join(EACH)}.", "counters", word, "each")
            start = given.value if given.start is None else given.start
            yield clean_line(word), Counter(given.value, start, given.each)

    @contextmanager
    def _blaming(self, *way: str | int, what: str = "") -> Iterator[None]:
        """Turn what is wrong with a value into a SheetFault with its line; ``what`` is before the sentence."""
        try:
            yield
        except (InvalidCommand, Refused) as bad:
            raise self._fault(f"{what}{bad}", *way) from None

    def _fault(self, sentence: str, *way: str | int) -> SheetFault:
        who = printable(self._table.name or self._table.like or self._entry.name, 40)
        return SheetFault(f"{self._entry.where(*self._way, *way)}: {who}: {sentence}")

    def _values(self, sheet: Combatant) -> tuple[dict[str, Track], dict[str, Plain]]:
        tracks, fields = dict(sheet.tracks), dict(sheet.fields)
        for name, value in (self._table.model_extra or {}).items():
            with self._blaming(name):
                base, _, part = name.partition(".")
                if self._system.sheet.track(base) is not None and part in ("", "max"):
                    tracks[base] = written_track(self._system, name, str(value), tracks.get(base))
                else:
                    fields[name] = field_value(editable_field(self._system, name), value, self._context)
        if self._table.block:
            fields[BLOCK] = [
                {"kind": part.kind, "name": clean_line(part.name), "text": clean_line(part.text, limits.NOTE)}
                for part in self._table.block
            ]
        for name, value in self._table.state.items():
            with self._blaming("state", name):
                fields[clean_line(name)] = plain(value)
        return tracks, fields

    def _weapons(self) -> Iterator[tuple[str, dict[str, Plain]]]:
        specs = {spec.name: spec for spec in self._system.sheet.weapon if not spec.internal}
        for weapon, given in self._table.weapons.items():
            values: dict[str, Plain] = {}
            for name, value in given.items():
                with self._blaming("weapons", weapon, name, what=f"{clean_line(weapon)}: "):
                    spec = specs.get(name)
                    values[clean_line(name)] = field_value(spec, value, self._context) if spec else plain(value)
            yield clean_line(weapon), values

    def _conditions(self) -> Iterator[Condition]:
        for given in self._table.conditions:
            condition = model.ConditionTable(name=given) if isinstance(given, str) else given
            yield Condition(clean_line(condition.name), rounds=condition.rounds, value=condition.value)

    def _cover(self) -> Cover:
        cover = self._table.cover
        if cover is None:
            return IN_THE_OPEN
        given = model.CoverTable(degree=cover) if isinstance(cover, str) else cover
        with self._blaming("cover"):
            degree = self._system.read_cover_degree(clean_line(given.degree), self._context)
        what = clean_line(given.what) if given.what else None
        return Cover(degree, what, given.absorbs, given.sustains, given.left)


def field_value(spec: FieldSpec, value: Any, context: Context) -> Plain:
    """Return a value of a file as a field of a sheet: a text is parsed as if typed. Raises InvalidCommand."""
    given = plain(value)
    if isinstance(value, bool | int | list) and fits_type(spec.type, given, context):
        return given
    if isinstance(value, str | int) and not isinstance(value, bool):
        return read_field(spec, clean_line(str(value), limits.NOTE), context)
    raise InvalidCommand(f"{spec.name} cannot be {printable(str(value), 40)}; it is {spec.type.hint}.")


def plain(value: Any, depth: int = 0) -> Plain:
    """Return a value of a file as a save can hold it; raises InvalidCommand."""
    match value:
        case bool():
            return value
        case int() if abs(value) <= limits.NUMBER:
            return value
        case str():
            return clean_line(value, limits.NOTE)
        case list() if depth < 2:
            return [plain(part, depth + 1) for part in value]
        case dict() if depth < 2:
            return {clean_line(str(key)): plain(part, depth + 1) for key, part in value.items()}
    shown = printable(str(value), 40)
    raise InvalidCommand(f"{shown} cannot be kept; write a whole number, a text, or a list of them.")


DEEPEST: Final = 8  # the longest chain of combatants like other combatants
Lookup = Callable[[str, Entry], "Entry | Combatant | None"]  # returns the combatant or preset that an entry names


class Preparing:
    """Prepares entries for a scene; ``lookup`` resolves ``like``."""

    def __init__(self, system: System, scene: Scene, lookup: Lookup) -> None:
        self.system, self.scene, self._lookup = system, scene, lookup
        self.told: list[str] = []  # what arming them told

    def kept(self, entry: Entry) -> Kept:
        """Return what the entry brings; raises InvalidCommand if the game cannot use it."""
        match entry.table:
            case model.CombatantTable() as table:
                return Kept("combatant", entry.name, (Member(self._combatant(entry, table)),))
            case model.PartyTable() as party:
                return Kept("party", entry.name, tuple(self._members(entry, party.who, "who")))
            case model.EncounterTable() as encounter:
                return self._encounter(entry, encounter)

    def _encounter(self, entry: Entry, table: model.EncounterTable) -> Kept:
        members = list(self._members(entry, table.who, "who"))
        for at, wave in enumerate(table.wave):
            members += [replace(one, wave=at + 1) for one in self._members(entry, wave.who, "wave", at, "who")]
        return Kept(
            "encounter",
            entry.name,
            tuple(members),
            distances=tuple(self._distance(entry, row, at) for at, row in enumerate(table.range)),
            default_range=self._band(entry, table.default_range, "default_range") if table.default_range else "",
            opening=tuple(clean_line(line, 1000) for line in table.opening),
            note=clean_line(table.note, limits.NOTE),
            waves=tuple(Wave(clean_line(wave.name), wave.round, clean_line(wave.note, 1000)) for wave in table.wave),
        )

    def _distance(self, entry: Entry, row: model.RangeTable, at: int) -> Distance:
        first, other = (clean_line(name) for name in row.between)
        return Distance(first, other, self._band(entry, row.band, "range", at))

    def _band(self, entry: Entry, text: str, *way: str | int) -> str:
        try:
            return self.system.read_band(clean_line(text), Context(self.system, self.scene))
        except InvalidCommand as bad:
            raise SheetFault(f"{entry.where(*way)}: {bad}") from None

    def _members(self, entry: Entry, tables: Sequence[model.WhoTable], *way: str | int) -> Iterator[Member]:
        for place, table in enumerate(tables):
            yield Member(self._combatant(entry, table, *way, place), table.count)

    def _combatant(
        self, entry: Entry, table: model.CombatantTable, *way: str | int, behind: tuple[Entry, ...] = ()
    ) -> Combatant:
        base = self._base(entry, table, way, (*behind, entry))
        if not table.name and base is None:
            raise SheetFault(f"{entry.where(*way)}: write name = or like = here.")
        return SheetReader(self, table, entry, way).combatant(base)

    def _base(
        self, entry: Entry, table: model.CombatantTable, way: tuple[str | int, ...], behind: tuple[Entry, ...]
    ) -> Combatant | None:
        """Return the base of a table: the one it names, or with only a name and a position the one of that name.

        ``behind`` are the entries that are like this one, and itself.
        """
        if table.like is not None:
            if (base := self._lookup(table.like, entry)) is None:
                unknown = f"“{clean_line(table.like)[:60]}” is not in the library and not a preset."
                raise SheetFault(f"{entry.where(*way, 'like')}: {unknown}")
        elif isinstance(table, model.WhoTable) and not (table.model_extra or table.weapons or table.state):
            base = self._lookup(table.name or "", entry)
        else:
            return None
        if base is None or isinstance(base, Combatant):
            return base
        if any(base is other for other in behind):
            raise SheetFault(f"{entry.where(*way, 'like')}: {entry.name[:60]} is like somebody who is like them.")
        if len(behind) > DEEPEST:
            far = f"{behind[0].name[:60]} is like somebody through more than {DEEPEST} others; name a nearer one"
            raise SheetFault(f"{entry.where(*way, 'like')}: {far}.")
        assert isinstance(base.table, model.CombatantTable)
        return self._combatant(base, base.table, behind=behind)


def rested(system: System, scene: Scene, names: Sequence[str]) -> tuple[Combatant, ...]:
    """Return combatants as they leave a fight: without its turns, positions and cover."""
    resolver = Resolver(system, scene, no_dice())
    system.on_gone(resolver, [name for name in scene.combatants if name not in names])
    resolver.emit(EncounterBegan(scene.encounter, tuple(names), system.default_band))
    system.on_encounter(resolver)
    everybody = [resolver.combatant(name) for name in names]
    lasting = ((one for one in who.conditions if one.of is None and one.until is None) for who in everybody)
    kept = zip(everybody, lasting, strict=True)
    return tuple(replace(who, spent=(), cover=IN_THE_OPEN, conditions=tuple(each)) for who, each in kept)
