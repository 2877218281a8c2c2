"""Other trackers: Improved Initiative (lists, exports, encounters), dnd-battle-tracker (saves), jeeves (sessions).

Shapes: common/StatBlock.ts, PersistentCharacter.ts, SavedEncounter.ts and CombatantState.ts of Improved Initiative;
src/domain/creature.js of Paul-Ladyman/dnd-battle-tracker; _session_combatant_payload in dnd_initative_tracker.py of
jeeves-jeevesenson/dnd-initiative-tracker.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tracker.library.imports.printed import clauses, plain_dice, words_of
from tracker.library.imports.readers.common import Reading, besides, features, listed
from tracker.library.imports.statblock import ABILITIES, Fault, FeatureKind, Gathering, StatBlock
from tracker.library.imports.values import NotReadable, Part, loaded, numbers, record, records, text, texts, whole

_PREFIX: Final = "ImprovedInitiative."  # what its older exports have before every key

POWERS: Final[Mapping[FeatureKind, str]] = {
    "action": "Actions",
    "trait": "Traits",
    "bonus": "BonusActions",
    "reaction": "Reactions",
    "legendary": "LegendaryActions",
    "mythic": "MythicActions",
}
"""What a creature has and can do, by the keys of Improved Initiative."""

_CREATURES: Final = ("Creatures.", "PersistentCharacters.")
_ENCOUNTERS: Final = ("SavedEncounters", "AutoSavedEncounters")


def is_export(data: Any) -> bool:
    """Return whether data is a full export: keys such as ``Creatures.id``."""
    lists = (*_CREATURES, *(f"{key}." for key in _ENCOUNTERS))
    return isinstance(data, dict) and any(key.removeprefix(_PREFIX).startswith(lists) for key in data)


def is_encounter(data: Any) -> bool:
    """Return whether data is one encounter, as other programs send it."""
    who = record(data).get("Combatants")
    return isinstance(who, list) and any("HP" in (record(one, "StatBlock") or record(one)) for one in who)


def read_export(items: Sequence[Part], reading: Reading) -> Iterator[StatBlock | Gathering]:
    """Yield the creatures, characters and encounters of an export; counts its spells."""
    reading.expect(sum(part.key.removeprefix(_PREFIX).startswith(_CREATURES) for part in items))
    for part in items:
        kind, dot, _ = part.key.removeprefix(_PREFIX).partition(".")
        data = part.value
        try:
            data = loaded(data) if dot and isinstance(data, str) else data
        except NotReadable:
            continue
        if not isinstance(data, dict) or not dot:
            continue
        inner = Part(part.text, part.start, part.line, data)
        if kind == "Creatures":
            yield read(inner, reading)
        elif kind == "PersistentCharacters":
            yield replace(read(inner, reading), hero=True)
        elif kind in _ENCOUNTERS:
            yield read_encounter(inner, reading, "")
        elif kind == "Spells":
            reading.left["spells"] += 1


def read_encounter(part: Part, reading: Reading, title: str) -> Gathering:
    """Return an encounter: everybody with the hit points, place and tags they have in it."""
    data = record(part.value)
    combatants = records(data, "Combatants")
    reading.expect(len(combatants))
    who = [read(Part(part.text, part.start, part.line, one), reading) for one in combatants]
    name = text(data, "Name") if "Name" in data else title
    return Gathering(name or "Last encounter", part.line, tuple(who))


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a creature, a character, or somebody of an encounter, whose block is inside."""
    outer = record(part.value)
    data = record(outer, "StatBlock") or outer
    number, alias = whole(outer, "IndexLabel"), text(outer, "Alias")
    name = alias or text(data, "Name") or text(outer, "Name")
    powers = {kind: records(data, key) for kind, key in POWERS.items()}
    abilities, initiative = numbers(data, "Abilities"), whole(data, "InitiativeModifier")
    dex, given = abilities.get("dex"), outer.get("Tags")
    tags = given if isinstance(given, list) else ()
    return StatBlock(
        f"{name} {number}" if number and not alias else name,
        part.line,
        hero=text(data, "Player") == "player" or bool(outer.get("PersistentCharacterId")),
        hidden=outer.get("Hidden") is True,
        kind=text(data, "Type"),
        hp=whole(data, "HP", "Value"),
        hp_now=whole(outer, "CurrentHP"),
        temp=whole(outer, "TemporaryHP") or None,
        hit_dice=plain_dice(text(data, "HP", "Notes").strip("() ")),
        ac=whole(data, "AC", "Value"),
        abilities={key: score for key, score in abilities.items() if key in ABILITIES},
        saves=_modifiers(data, "Saves", 3),
        skills=_modifiers(data, "Skills", 40),
        # Its modifier is added to that of Dexterity.
        initiative=initiative + (dex - 10) // 2 if initiative and dex is not None else None,
        rolled=whole(outer, "Initiative") or None,
        speed=listed(*texts(data, "Speed")),
        senses=listed(*texts(data, "Senses")),
        languages=listed(*texts(data, "Languages")),
        cr=text(data, "Challenge"),
        resist=clauses(texts(data, "DamageResistances")),
        immune=clauses(texts(data, "DamageImmunities")),
        weak=clauses(texts(data, "DamageVulnerabilities")),
        condition_immune=words_of(texts(data, "ConditionImmunities")),
        conditions=tuple(filter(None, (text(tag, "Text") or text(tag) for tag in tags))),
        notes=tuple(filter(None, (text(outer, "CurrentNotes"), text(outer, "Notes"))))[:1],
        attacks=reading.attacks(part, name, powers["action"]),
        features=features(powers),
        besides=besides(data, Description="descriptions", AC__Notes="kinds_of_armour", ImageURL="pictures"),
    )


def _modifiers(data: Mapping[str, Any], key: str, letters: int) -> dict[str, int]:
    found = {text(one, "Name").strip().casefold()[:letters]: whole(one, "Modifier") for one in records(data, key)}
    return {name: bonus for name, bonus in found.items() if name and bonus is not None}


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
            *(("concentrating",) if more.get("concentrating") is True else ()),
        ),
        sheet={"exhaustion": whole(more, "exhaustion_level") or None},
    )
