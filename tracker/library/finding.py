"""A searchable list of everything that can be brought, with a short description of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tracker.combat.model import Model
from tracker.library.model import CombatantTable, EncounterTable, PartyTable, WhoTable
from tracker.library.reading import Entry
from tracker.library.shelf import Library
from tracker.rules.errors import comma_list
from tracker.storage.handwritten import printable

MOST: Final = 5
"""The most numbers of a sheet in a description."""

PRESET: Final = "preset"


class Found(Model):
    """Something that can be brought: its kind, its name, its description, and its origin."""

    kind: str
    name: str
    detail: str
    source: str
    side: str = ""


def everything(library: Library) -> list[Found]:
    """Return all that can be brought: encounters, parties, combatants, presets."""
    by_kind: dict[str, list[Found]] = {"encounter": [], "party": [], "combatant": []}
    for entry in library.entries():
        by_kind[entry.kind].append(described(entry))
    presets = [Found(PRESET, preset.name, preset.help, "", preset.side) for preset in library.system.presets]
    return [*by_kind["encounter"], *by_kind["party"], *by_kind["combatant"], *presets]


def described(entry: Entry) -> Found:
    """Return an entry for a list."""
    match entry.table:
        case CombatantTable() as table:
            return Found(
                "combatant", entry.name, printable(table.help, 160) or numbers(table), entry.file, table.side or ""
            )
        case PartyTable() as party:
            return Found("party", entry.name, printable(party.help, 160) or who(party.who), entry.file)
        case EncounterTable() as encounter:
            later = f", {len(encounter.wave)} later" if encounter.wave else ""
            people = who(encounter.who) + later
            return Found("encounter", entry.name, printable(encounter.help, 160) or people, entry.file)


def numbers(table: CombatantTable) -> str:
    """Return the first numbers of a sheet, its weapons, and the combatant it is like."""
    parts = [f"like {table.like}"] if table.like else []
    shown = [(name, value) for name, value in (table.model_extra or {}).items() if value not in (False, 0, "", [])]
    parts += [name if value is True else f"{name} {_text(value)}" for name, value in shown[:MOST]]
    parts += list(table.weapons)[:2]
    return printable(", ".join(parts), 160)


def _text(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def who(tables: Sequence[WhoTable]) -> str:
    """Return the members of a party or an encounter, groups with their size."""
    called = [table.name or table.like or "?" for table in tables]
    counted = [f"{table.count} × {name}" if table.count else name for table, name in zip(tables, called, strict=True)]
    return printable(comma_list(counted, 6), 160)
