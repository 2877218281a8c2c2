"""Running fights of two other trackers: a save of dnd-battle-tracker, and a session of jeeves.

Shapes: src/domain/creature.js of Paul-Ladyman/dnd-battle-tracker; _session_combatant_payload in
dnd_initative_tracker.py of jeeves-jeevesenson/dnd-initiative-tracker.
"""

from __future__ import annotations

from typing import Any

from tracker.library.imports.readers.common import Reading
from tracker.library.imports.statblock import ABILITIES, Fault, StatBlock
from tracker.library.imports.values import Part, numbers, record, records, text, under, whole


def is_battle(data: Any) -> bool:
    """Return whether data is a save of dnd-battle-tracker."""
    return isinstance(under(data, "creatures"), list) and "creatureIdCount" in data


def is_jeeves(data: Any) -> bool:
    """Return whether data is a session of jeeves."""
    return "schema_version" in record(data) and isinstance(under(data, "combat", "combatants"), list)


def read_battle(part: Part, reading: Reading) -> StatBlock:
    """Return a creature of a battle; one without a stat block is a hero, as far as the file tells."""
    data = record(part.value)
    name = text(data, "name").replace("#", "")
    hero = not data.get("statBlock")
    if hero:
        reading.remarks.append(Fault(part.line, f"{name} has no stat block there, and comes as a hero."))
    slots, used = numbers(data, "totalSpellSlots"), numbers(data, "usedSpellSlots")
    return StatBlock(
        name,
        part.line,
        hero=hero,
        hidden=data.get("shared") is False,
        hp=whole(data, "maxHealthPoints"),
        hp_now=whole(data, "healthPoints"),
        temp=whole(data, "temporaryHealthPoints") or None,
        ac=whole(data, "armorClass"),
        rolled=whole(data, "initiative"),
        conditions=tuple(text(one, "text").casefold() for one in records(data, "conditions")),
        notes=tuple(filter(None, (text(one, "text") for one in records(data, "notes")))),
        counters={f"slots {level}": (most - used.get(level, 0), most) for level, most in slots.items() if most},
    )


def read_jeeves(part: Part, reading: Reading) -> StatBlock:
    """Return a combatant of a session; its abilities are known by their modifiers, which make even scores."""
    data = record(part.value)
    more, hp = record(data, "attrs"), whole(data, "hp")
    mods = {name[:3]: mod for name, mod in numbers(data, "ability_mods").items()}
    reading.left["positions on a map"] += 1
    return StatBlock(
        text(data, "name"),
        part.line,
        hero=data.get("is_pc") is True or data.get("ally") is True,
        hp=max(whole(more, "max_hp") or 0, hp or 0) or None,
        hp_now=hp,
        temp=whole(more, "temp_hp") or None,
        ac=whole(more, "ac"),
        abilities={short: 10 + 2 * mods[short] for short in ABILITIES if short in mods},
        saves={name[:3]: bonus for name, bonus in numbers(data, "saving_throws").items()},
        rolled=whole(data, "initiative"),
        speed=f"{speed} ft" if (speed := whole(data, "speed")) else "",
        conditions=(
            *filter(None, (text(one, "ctype").casefold() for one in records(more, "condition_stacks"))),
            *(("exhaustion",) if whole(more, "exhaustion_level") else ()),
            *(("concentrating",) if more.get("concentrating") is True else ()),
        ),
    )
