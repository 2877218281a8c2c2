"""Running fights of two other trackers: a save of dnd-battle-tracker, and a session of jeeves.

Shapes: src/domain/creature.js of Paul-Ladyman/dnd-battle-tracker; _session_combatant_payload in
dnd_initative_tracker.py of jeeves-jeevesenson/dnd-initiative-tracker.
"""

from __future__ import annotations

from typing import Any

from tracker.library.imports.readers.common import Reading
from tracker.library.imports.statblock import ABILITIES, Fault, StatBlock
from tracker.library.imports.values import Part, numbers, record, records, text, whole


def is_battle(data: Any) -> bool:
    """Return whether data is a save of dnd-battle-tracker."""
    return isinstance(record(data).get("creatures"), list) and "creatureIdCount" in record(data)


def is_jeeves(data: Any) -> bool:
    """Return whether data is a session of jeeves."""
    return "schema_version" in record(data) and isinstance(record(record(data).get("combat")).get("combatants"), list)


def read_battle(part: Part, reading: Reading) -> StatBlock:
    """Return a creature of a battle; one without a stat block is a hero, as far as the file tells."""
    data = record(part.value)
    name = text(data.get("name")).replace("#", "")
    hero = not data.get("statBlock")
    if hero:
        reading.remarks.append(Fault(part.line, f"{name} has no stat block there, and comes as a hero."))
    slots, used = numbers(data.get("totalSpellSlots")), numbers(data.get("usedSpellSlots"))
    return StatBlock(
        name,
        part.line,
        hero=hero,
        hidden=data.get("shared") is False,
        hp=whole(data.get("maxHealthPoints")),
        hp_now=whole(data.get("healthPoints")),
        temp=whole(data.get("temporaryHealthPoints")) or None,
        ac=whole(data.get("armorClass")),
        rolled=whole(data.get("initiative")),
        conditions=tuple(text(one.get("text")).casefold() for one in records(data.get("conditions"))),
        notes=tuple(filter(None, (text(one.get("text")) for one in records(data.get("notes"))))),
        counters={f"slots {level}": (most - used.get(level, 0), most) for level, most in slots.items() if most},
    )


def read_jeeves(part: Part, reading: Reading) -> StatBlock:
    """Return a combatant of a session; its abilities are known by their modifiers, which make even scores."""
    data = record(part.value)
    more = record(data.get("attrs"))
    hp = whole(data.get("hp"))
    most = whole(more.get("max_hp"))
    stacks = records(more.get("condition_stacks"))
    mods = {name[:3]: mod for name, mod in numbers(data.get("ability_mods")).items()}
    exhausted = whole(more.get("exhaustion_level")) or 0
    reading.left["positions on a map"] += 1
    return StatBlock(
        text(data.get("name")),
        part.line,
        hero=data.get("is_pc") is True or data.get("ally") is True,
        hp=max(most or 0, hp or 0) or None,
        hp_now=hp,
        temp=whole(more.get("temp_hp")) or None,
        ac=whole(more.get("ac")),
        abilities={short: 10 + 2 * mods[short] for short in ABILITIES if short in mods},
        saves={name[:3]: bonus for name, bonus in numbers(data.get("saving_throws")).items()},
        rolled=whole(data.get("initiative")),
        speed=f"{speed} ft" if (speed := whole(data.get("speed"))) else "",
        conditions=(
            *(text(one.get("ctype")).casefold() for one in stacks if text(one.get("ctype"))),
            *(("exhaustion",) if exhausted else ()),
            *(("concentrating",) if more.get("concentrating") is True else ()),
        ),
    )
