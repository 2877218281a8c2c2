"""A creature of another program on the sheet of a game: values of the same name are copied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.combat.scene import ENEMIES, HEROES
from tracker.library.imports.creature import Attack, Creature
from tracker.rules.sheet import BLOCK
from tracker.rules.system import System

FIELDS: Final = ("hp", "ac", "dex", "cr", "resist", "immune", "weak")
"""Fields of a creature that are copied if the sheet has a track or a field of that name."""

NEEDED: Final = ("hp", "ac")
"""The fields that a sheet must have for importing creatures."""

WEAPON: Final = ("hit", "dice", "type", "range")
"""Fields of an attack that are copied if weapons have a field of that name."""


def takes_creatures(system: System) -> bool:
    """Return whether the sheet of a game has the fields that a creature requires."""
    return set(NEEDED) <= _names(system)


def _names(system: System) -> set[str]:
    return {track.name for track in system.sheet.tracks} | {field.name for field in system.sheet.fields}


def table_for(system: System, creature: Creature, name: str) -> dict[str, Any]:
    """Return a creature as a combatant in the library of a game."""
    table: dict[str, Any] = {"name": name, "side": HEROES if creature.hero else ENEMIES}
    own, of_weapons = _names(system), {field.name for field in system.sheet.weapon}
    for field in FIELDS:
        value = getattr(creature, field)
        if field in own and value is not None and value not in ("", ()):
            table[field] = list(value) if isinstance(value, tuple) else value
    table |= {name: value for name, value in creature.sheet.items() if name in own and value not in (None, "", [])}
    weapons = {_weapon_name(attack.name): dict(_values(attack, of_weapons)) for attack in creature.attacks}
    if weapons:
        table["weapons"] = weapons
    if creature.block:
        table[BLOCK] = [dict(part) for part in creature.block]
    return table


def _values(attack: Attack, of_weapons: set[str]) -> Mapping[str, Any]:
    plain = {name: value for name in WEAPON if (value := getattr(attack, name)) not in (None, "")}
    return {name: value for name, value in (plain | dict(attack.more)).items() if name in of_weapons}


def _weapon_name(name: str) -> str:
    """Return the name of an attack as the name of a weapon, which can be typed."""
    return name.partition("(")[0].strip().casefold().replace(",", " ").replace('"', "")[:80] or "attack"
