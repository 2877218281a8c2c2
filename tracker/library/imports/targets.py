"""What the plain fields of a creature are called on the sheet of a game; a game that is not here takes none."""

from __future__ import annotations

from typing import Any, Final

from tracker.combat.scene import ENEMIES, HEROES
from tracker.library.imports.creature import Creature

SHEETS: Final = {
    "srd5": {"hp": "hp", "ac": "ac", "dex": "dex", "cr": "cr", "resist": "resist", "immune": "immune", "weak": "weak"},
}
"""For each game: its name of each field of a creature."""

WEAPONS: Final = {"srd5": {"hit": "hit", "dice": "dice", "type": "type", "range": "range"}}
"""For each game: its name of each field of an attack."""


def table_for(system: str, creature: Creature, name: str) -> dict[str, Any]:
    """A creature as a combatant in the library of a game."""
    values = {SHEETS[system][field]: getattr(creature, field) for field in SHEETS[system]}
    weapons = {
        _weapon_name(attack.name): {
            own: value for field, own in WEAPONS[system].items() if (value := getattr(attack, field)) != ""
        }
        for attack in creature.attacks
    }
    table: dict[str, Any] = {"name": name, "side": HEROES if creature.hero else ENEMIES}
    for field, value in values.items():
        if value is not None and value not in ("", ()):
            table[field] = list(value) if isinstance(value, tuple) else value
    return table | ({"weapons": weapons} if weapons else {})


def _weapon_name(name: str) -> str:
    """The name of an attack as that of a weapon: one that can be typed."""
    return name.partition("(")[0].strip().casefold().replace(",", " ").replace('"', "")[:80] or "attack"
