"""A combatant as a table for a library file: the inverse of ``sheets``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import asdict

from tracker.combat.scene import IN_THE_OPEN, Combatant, Condition, Plain, Track
from tracker.library.model import CoverTable, WhoTable
from tracker.library.sheets import field_value
from tracker.rules.declarations import Context, is_structured
from tracker.rules.errors import InvalidCommand
from tracker.rules.sheet import BLOCK, editable_field, given_track
from tracker.rules.system import System

_RESERVED: Final = frozenset(WhoTable.model_fields)


def table_of(system: System, combatant: Combatant) -> dict[str, Any]:
    """Return a combatant as a table, without defaults and what belongs to a moment of the fight."""
    fresh = system.new_combatant(system.new_scene(), combatant.side, None)
    table: dict[str, Any] = {"name": combatant.name, "side": combatant.side}
    given = {"group": combatant.group, "hidden": combatant.hidden, "out": combatant.out}
    table |= {name: value for name, value in given.items() if value}
    for name, track in combatant.tracks.items():
        if system.sheet.track(name) is not None and fresh.tracks.get(name) != track:
            table[name] = _track_text(system, name, track)
    state: dict[str, Any] = {}
    context = Context(system, system.new_scene())
    if block := combatant.fields.get(BLOCK):
        table[BLOCK] = block
    for name, value in combatant.fields.items():
        if name != BLOCK and value is not None and fresh.fields.get(name) != value:
            (table if _is_open(system, name, value, context, table) else state)[name] = _bare(value)
    parts = {
        "conditions": [
            _condition(condition)
            for condition in combatant.conditions
            if condition.until is None and condition.of is None
        ],
        "weapons": {name: _bare(dict(weapon)) for name, weapon in combatant.weapons.items()},
        "spares": dict(combatant.spares),
        "note": list(combatant.notes),
        "counters": {word: _bare(asdict(counter)) for word, counter in combatant.counters.items()},
        "state": state,
    }
    if combatant.cover != IN_THE_OPEN:
        parts["cover"] = _bare({name: getattr(combatant.cover, name) for name in CoverTable.model_fields})
    return table | {name: part for name, part in parts.items() if part}


def _track_text(system: System, name: str, track: Track) -> int | str:
    same = given_track(system, name, track.value) == track
    return track.value if same else f"{track.value}/{track.max}"


def _is_open(system: System, name: str, value: Plain, context: Context, table: Mapping[str, Any]) -> bool:
    """Return whether a field can be among the plain keys of a table and be read back unchanged."""
    if name in _RESERVED or name in table or is_structured(value):
        return False
    try:
        return field_value(editable_field(system, name), _bare(value), context) == value
    except InvalidCommand:
        return False


def _condition(condition: Condition) -> str | dict[str, Any]:
    parts = _bare({"name": condition.name, "rounds": condition.rounds, "value": condition.value})
    return parts if len(parts) > 1 else condition.name


def _bare(value: Any) -> Any:
    """Return a value without the nulls that TOML cannot write."""
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if part is not None}
    return [_bare(part) for part in value if part is not None] if isinstance(value, list) else value
