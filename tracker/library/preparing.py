"""From an entry of the library to combatants: sheets made by the game's own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tracker.combat import limits
from tracker.combat.dice import no_dice
from tracker.combat.events import EncounterBegan
from tracker.combat.kept import Distance, Kept, Member, Wave
from tracker.combat.scene import IN_THE_OPEN, Combatant, Scene
from tracker.combat.text import clean_line
from tracker.library.model import CombatantTable, EncounterTable, PartyTable, RangeTable, WhoTable
from tracker.library.reading import Entry
from tracker.library.sheets import SheetFault, SheetReader
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.turns import expire_with

DEEPEST: Final = 8
"""The longest chain of combatants like other combatants."""

Lookup = Callable[[str], "Entry | Combatant | None"]
"""A function that returns the combatant or preset that ``like`` names."""


class Preparing:
    """Prepares entries for a scene; ``lookup`` resolves ``like``."""

    def __init__(self, system: System, scene: Scene, lookup: Lookup) -> None:
        self._system, self._scene, self._lookup = system, scene, lookup

    def kept(self, entry: Entry) -> Kept:
        """Return what the entry brings; raises InvalidCommand if the game cannot use it."""
        match entry.table:
            case CombatantTable() as table:
                return Kept("combatant", entry.name, (Member(self._combatant(entry, table)),))
            case PartyTable() as party:
                return Kept("party", entry.name, tuple(self._members(entry, party.who, "who")))
            case EncounterTable() as encounter:
                return self._encounter(entry, encounter)

    def _encounter(self, entry: Entry, table: EncounterTable) -> Kept:
        members = list(self._members(entry, table.who, "who"))
        for number, wave in enumerate(table.wave, 1):
            later = self._members(entry, wave.who, "wave", number - 1, "who")
            members += [replace(member, wave=number) for member in later]
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

    def _distance(self, entry: Entry, row: RangeTable, at: int) -> Distance:
        first, other = (clean_line(name) for name in row.between)
        return Distance(first, other, self._band(entry, row.band, "range", at))

    def _band(self, entry: Entry, text: str, *way: str | int) -> str:
        try:
            return self._system.read_band(clean_line(text), Context(self._system, self._scene))
        except InvalidCommand as bad:
            raise SheetFault(f"{entry.where(*way)}: {bad}") from None

    def _members(self, entry: Entry, tables: Sequence[WhoTable], *way: str | int) -> Iterator[Member]:
        for place, table in enumerate(tables):
            yield Member(self._combatant(entry, table, *way, place), table.count)

    def _combatant(
        self, entry: Entry, table: CombatantTable, *way: str | int, behind: tuple[Entry, ...] = ()
    ) -> Combatant:
        base = self._base(entry, table, way, (*behind, entry))
        if not table.name and base is None:
            raise SheetFault(f"{entry.where(*way)}: write name = or like = here.")
        return SheetReader(self._system, self._scene, table, entry, way).combatant(base)

    def _base(
        self, entry: Entry, table: CombatantTable, way: tuple[str | int, ...], behind: tuple[Entry, ...]
    ) -> Combatant | None:
        """Return the base of a table: the one it names, or with only a name and a position the one of that name.

        ``behind`` are the entries that are like this one, and itself.
        """
        if table.like is not None:
            base = self._lookup(table.like)
            if base is None:
                unknown = f"“{clean_line(table.like)[:60]}” is not in the library and not a preset."
                raise SheetFault(f"{entry.where(*way, 'like')}: {unknown}")
        elif isinstance(table, WhoTable) and not (table.model_extra or table.weapons or table.state):
            base = self._lookup(table.name or "")
        else:
            return None
        if base is None or isinstance(base, Combatant):
            return base
        if any(base is other for other in behind):
            raise SheetFault(f"{entry.where(*way, 'like')}: {entry.name[:60]} is like somebody who is like them.")
        if len(behind) > DEEPEST:
            far = f"{behind[0].name[:60]} is like somebody through more than {DEEPEST} others; name a nearer one"
            raise SheetFault(f"{entry.where(*way, 'like')}: {far}.")
        assert isinstance(base.table, CombatantTable)
        return self._combatant(base, base.table, behind=behind)


def rested(system: System, scene: Scene, names: Sequence[str]) -> tuple[Combatant, ...]:
    """Return combatants as they leave a fight: without its turns, positions and cover."""
    resolver = Resolver(system, scene, no_dice())
    expire_with(resolver, [name for name in scene.combatants if name not in names])
    resolver.emit(EncounterBegan(scene.encounter, tuple(names), system.default_band))
    system.on_encounter(resolver)
    return tuple(_without_turn(resolver.combatant(name)) for name in names)


def _without_turn(combatant: Combatant) -> Combatant:
    lasting = tuple(condition for condition in combatant.conditions if condition.of is None and condition.until is None)
    return replace(combatant, spent=(), cover=IN_THE_OPEN, conditions=lasting)
