"""The formats of 5e monsters: how each is recognized, and its creatures in plain fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from tracker.library.imports.creature import (
    Attack,
    Creature,
    Fault,
    Unread,
    attack_in,
    damage_types,
    joined,
    joined_types,
    plain_dice,
)
from tracker.library.imports.located import NotReadable, Part, loaded, parts
from tracker.library.imports.open5e import creature_of

Read = tuple[list[Creature], list[Fault]]


def creature_files(text: str, path: Path) -> tuple[str, Read] | None:
    """Return the format of a JSON text and its creatures; None if it is none of these. Raises NotReadable."""
    data = loaded(text)
    for name, (fits, read) in FORMATS.items():
        if fits(data):
            return name, read(text, path)
    return None


def _first(data: Any, key: str = "") -> Mapping[str, Any]:
    """Return the first item of a list of objects, or of the list under a key."""
    items = data.get(key) if key and isinstance(data, dict) else data
    return items[0] if isinstance(items, list) and items and isinstance(items[0], dict) else {}


def _int(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 1_000_000 else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else [_text(value)]


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> list[Mapping[str, Any]]:
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _unread(part: Part, creature: str, attack: str, why: str) -> Fault:
    return Fault(part.line_of(attack), f"{creature}: {attack} {why}.")


def _attacks(
    part: Part, creature: str, actions: Sequence[Mapping[str, Any]], read: Callable[[Mapping[str, Any]], Attack | None]
) -> tuple[tuple[Attack, ...], list[Fault]]:
    """Read the attacks among a creature's actions; collect those that cannot be read."""
    attacks: dict[str, Attack] = {}
    faults = []
    for action in actions:
        try:
            attack = read(action)
        except Unread as why:
            faults.append(_unread(part, creature, _text(action.get("name") or action.get("Name")), str(why)))
            continue
        if attack is not None:
            attacks.setdefault(attack.name, attack)
    return tuple(attacks.values()), faults


# ---------------------------------------------------------------- 5e-bits


def _read_bits(text: str, path: Path) -> Read:
    creatures, faults = [], []
    for part in parts(text):
        data = _dict(part.value)
        name = _text(data.get("name"))
        attacks, unread = _attacks(part, name, _dicts(data.get("actions")), _bits_attack)
        faults += unread
        armour = data.get("armor_class")
        cr = data.get("challenge_rating")
        creatures.append(
            Creature(
                name,
                part.line,
                _int(data.get("hit_points")),
                _int(armour) if isinstance(armour, int) else _int(_first(armour).get("value")),
                _int(data.get("dexterity")),
                _rating(cr),
                damage_types(_texts(data.get("damage_resistances"))),
                damage_types(_texts(data.get("damage_immunities"))),
                damage_types(_texts(data.get("damage_vulnerabilities"))),
                attacks=attacks,
            )
        )
    return creatures, faults


_RATINGS: Final = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}


def _rating(value: Any) -> str:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return _text(value)
    whole = abs(number) < 1000 and number == int(number)
    return _RATINGS.get(number, str(int(number)) if whole else _text(value))


def _bits_attack(action: Mapping[str, Any]) -> Attack | None:
    hit = _int(action.get("attack_bonus"))
    if hit is None:
        return None
    printed = _text(action.get("desc"))
    damage = _dicts(action.get("damage"))
    if any("choose" in part for part in damage):
        raise Unread("leaves a choice of its damage")
    dice = [plain_dice(_text(part.get("damage_dice"))) for part in damage]
    types = [_text(_dict(part.get("damage_type")).get("index")) for part in damage]
    if not dice or not all(dice):
        raise Unread("is an attack without dice")
    try:
        described = attack_in("", printed)
    except Unread:
        described = None
    reach = described.range if described is not None else ""
    return Attack(_text(action.get("name")), hit, joined(dice), joined_types(types), reach)


# ---------------------------------------------------------------- Improved Initiative


def _read_improved(text: str, path: Path) -> Read:
    return _improved(parts(text))


def _read_improved_export(text: str, path: Path) -> Read:
    kept = [part for part in parts(text) if part.key.startswith(("Creatures.", "PersistentCharacters."))]
    creatures, faults = _improved(part for part in kept)
    heroes = {part.line for part in kept if part.key.startswith("PersistentCharacters.")}
    return [replace(creature, hero=creature.line in heroes) for creature in creatures], faults


def _improved(items: Iterator[Part]) -> Read:
    creatures, faults = [], []
    for part in items:
        outer = _dict(part.value)
        data = _dict(outer.get("StatBlock")) or outer
        name = _text(data.get("Name")) or _text(outer.get("Name"))
        attacks, unread = _attacks(part, name, _dicts(data.get("Actions")), _printed_attack)
        faults += unread
        creatures.append(
            Creature(
                name,
                part.line,
                _int(_dict(data.get("HP")).get("Value")),
                _int(_dict(data.get("AC")).get("Value")),
                _int(_dict(data.get("Abilities")).get("Dex")),
                _text(data.get("Challenge")),
                damage_types(_texts(data.get("DamageResistances"))),
                damage_types(_texts(data.get("DamageImmunities"))),
                damage_types(_texts(data.get("DamageVulnerabilities"))),
                hero=_text(data.get("Player")) == "player",
                attacks=attacks,
            )
        )
    return creatures, faults


def _printed_attack(action: Mapping[str, Any]) -> Attack | None:
    return attack_in(_text(action.get("Name")), _text(action.get("Content")))


# ---------------------------------------------------------------- Open5e, version 2


def _read_open5e_answer(text: str, path: Path) -> Read:
    """Read an answer of the web service: creatures under ``results``, each with its actions and their attacks."""
    start = text.find("[", text.find('"results"'))
    creatures, faults = [], []
    for part in parts(text[start:]):
        data = _dict(part.value)
        creature, unread = _open5e(
            part, _text(data.get("key")), data, _dicts(data.get("actions")), _dicts(data.get("traits"))
        )
        line = creature.line + text.count("\n", 0, start)
        creatures.append(replace(creature, line=line))
        faults += [replace(fault, line=fault.line + text.count("\n", 0, start)) for fault in unread]
    return creatures, faults


def _read_open5e_files(text: str, path: Path) -> Read:
    """Read a dump of the creatures, with actions and traits in two files beside it."""
    actions = _by_parent(path.with_name("CreatureAction.json"))
    traits = _by_parent(path.with_name("CreatureTrait.json"))
    creatures, faults = [], []
    for part in parts(text):
        record = _dict(part.value)
        key = _text(record.get("pk"))
        creature, unread = _open5e(part, key, _dict(record.get("fields")), actions.get(key, []), traits.get(key, []))
        creatures.append(creature)
        faults += unread
    return creatures, faults


def _by_parent(path: Path) -> dict[str, list[Mapping[str, Any]]]:
    """Return the records of a file beside the creatures, by the key of their creature."""
    by_parent: dict[str, list[Mapping[str, Any]]] = {}
    try:
        records = loaded(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return by_parent
    for record in _dicts(records):
        fields = _dict(record.get("fields"))
        by_parent.setdefault(_text(fields.get("parent")), []).append(fields)
    return by_parent


def _open5e(
    part: Part,
    key: str,
    data: Mapping[str, Any],
    actions: Sequence[Mapping[str, Any]],
    traits: Sequence[Mapping[str, Any]],
) -> tuple[Creature, list[Fault]]:
    creature, unread = creature_of(key, data, actions, traits, part.line)
    return creature, [_unread(part, creature.name, action, why) for action, why in unread]


FORMATS: Final[dict[str, tuple[Callable[[Any], bool], Callable[[str, Path], Read]]]] = {
    "5e-bits": (lambda data: "armor_class" in _first(data) and "hit_points" in _first(data), _read_bits),
    "Improved Initiative": (lambda data: "HP" in _first(data) and "Name" in _first(data), _read_improved),
    "Improved Initiative export": (
        lambda data: (
            isinstance(data, dict) and any(key.startswith(("Creatures.", "PersistentCharacters.")) for key in data)
        ),
        _read_improved_export,
    ),
    "Open5e": (lambda data: _first(data).get("model") == "api_v2.creature", _read_open5e_files),
    "Open5e answer": (lambda data: "armor_class" in _first(data, "results"), _read_open5e_answer),
}
"""The formats by name: how each is recognized, and how it is read."""

__all__ = ["FORMATS", "NotReadable", "creature_files"]
