"""Improved Initiative: its list of creatures, and its full export with characters and saved encounters.

Shapes: common/StatBlock.ts, PersistentCharacter.ts, SavedEncounter.ts and CombatantState.ts of its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, FeatureKind, Gathering, StatBlock
from tracker.library.imports.values import NotReadable, Part, loaded, record, records, text, texts, whole
from tracker.library.imports.wording import attack_in, clauses, plain_dice, words_of

_PREFIX: Final = "ImprovedInitiative."
"""What its older exports have before every key."""

_LISTS: Final[Mapping[str, FeatureKind]] = {
    "Traits": "trait",
    "BonusActions": "bonus",
    "Reactions": "reaction",
    "LegendaryActions": "legendary",
    "MythicActions": "mythic",
}
_ENCOUNTERS: Final = ("SavedEncounters", "AutoSavedEncounters")


def is_export(data: Any) -> bool:
    """Return whether data is a full export: keys such as ``Creatures.id``."""
    lists = ("Creatures.", "PersistentCharacters.", *(f"{key}." for key in _ENCOUNTERS))
    return isinstance(data, dict) and any(key.removeprefix(_PREFIX).startswith(lists) for key in data)


def is_encounter(data: Any) -> bool:
    """Return whether data is one encounter, as other programs send it."""
    who = data.get("Combatants") if isinstance(data, dict) else None
    return isinstance(who, list) and any("HP" in record(record(one).get("StatBlock") or one) for one in who)


def read_export(items: Iterable[Part], reading: Reading) -> tuple[Sequence[StatBlock], Sequence[Gathering]]:
    """Return the creatures, characters and encounters of an export; counts its spells."""
    creatures, encounters = [], []
    for part in items:
        kind, dot, _ = part.key.removeprefix(_PREFIX).partition(".")
        data = part.value
        if dot and isinstance(data, str):
            try:
                data = loaded(data)
            except NotReadable:
                continue
        if not isinstance(data, dict) or not dot:
            continue
        inner = Part(part.text, part.start, part.line, data)
        if kind == "Creatures":
            creatures.append(read(inner, reading))
        elif kind == "PersistentCharacters":
            creatures.append(replace(read(inner, reading), hero=True))
        elif kind in _ENCOUNTERS:
            encounters.append(read_encounter(inner, reading))
        elif kind == "Spells":
            reading.left["spells"] += 1
    return creatures, encounters


def read_encounter(part: Part, reading: Reading) -> Gathering:
    """Return an encounter: everybody with the hit points, place and tags they have in it."""
    data = record(part.value)
    who = [read(Part(part.text, part.start, part.line, one), reading) for one in records(data.get("Combatants"))]
    return Gathering(text(data.get("Name")) or "Last encounter", part.line, tuple(who))


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a creature, a character, or somebody of an encounter, whose block is inside."""
    outer = record(part.value)
    data = record(outer.get("StatBlock")) or outer
    number, alias = whole(outer.get("IndexLabel")), text(outer.get("Alias"))
    name = alias or text(data.get("Name")) or text(outer.get("Name"))
    attacks, features = reading.actions(part, name, records(data.get("Actions")), _attack)
    for key, kind in _LISTS.items():
        features += reading.features(kind, records(data.get(key)))
    hp, initiative = record(data.get("HP")), whole(data.get("InitiativeModifier"))
    abilities = {str(key).casefold(): whole(score) for key, score in record(data.get("Abilities")).items()}
    dex = abilities.get("dex")
    return StatBlock(
        f"{name} {number}" if number and not alias else name,
        part.line,
        hero=text(data.get("Player")) == "player" or bool(outer.get("PersistentCharacterId")),
        hidden=outer.get("Hidden") is True,
        kind=text(data.get("Type")),
        hp=whole(hp.get("Value")),
        hp_now=whole(outer.get("CurrentHP")),
        temp=whole(outer.get("TemporaryHP")) or None,
        hit_dice=plain_dice(text(hp.get("Notes")).strip("() ")),
        ac=whole(record(data.get("AC")).get("Value")),
        abilities={key: score for key, score in abilities.items() if key in ABILITIES and score is not None},
        saves=_modifiers(data.get("Saves"), 3),
        skills=_modifiers(data.get("Skills")),
        # Its modifier is added to that of Dexterity.
        initiative=initiative + (dex - 10) // 2 if initiative and dex is not None else None,
        rolled=whole(outer.get("Initiative")) or None,
        speed=listed(*texts(data.get("Speed"))),
        senses=listed(*texts(data.get("Senses"))),
        languages=listed(*texts(data.get("Languages"))),
        cr=text(data.get("Challenge")),
        resist=clauses(texts(data.get("DamageResistances"))),
        immune=clauses(texts(data.get("DamageImmunities"))),
        weak=clauses(texts(data.get("DamageVulnerabilities"))),
        condition_immune=words_of(texts(data.get("ConditionImmunities"))),
        conditions=tuple(filter(None, (text(record(tag).get("Text") or tag) for tag in _list(outer.get("Tags"))))),
        notes=tuple(filter(None, (text(outer.get("CurrentNotes")), text(outer.get("Notes")))))[:1],
        attacks=attacks,
        features=features,
    )


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _modifiers(value: Any, letters: int = 40) -> dict[str, int]:
    """Return bonuses by name in lower case, as far as these letters of it."""
    found = {text(one.get("Name")).strip().casefold()[:letters]: whole(one.get("Modifier")) for one in records(value)}
    return {name: bonus for name, bonus in found.items() if name and bonus is not None}


def _attack(action: Mapping[str, Any]) -> Attack | None:
    return attack_in(text(action.get("Name")), text(action.get("Content")))
