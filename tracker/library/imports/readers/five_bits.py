"""Monsters of 5e-bits (5e-database, dnd5eapi.co), the rules of 2014 and 2024, and of version 1 of Open5e.

Both have the same columns; where 5e-bits has lists of objects, Open5e has texts.
"""

from collections.abc import Mapping
from typing import Any, Final

from tracker.library.imports.printed import by_type, clauses, plain_dice, reach_in, words_of
from tracker.library.imports.readers.common import Reading, attack_of, besides, features, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, FeatureKind, StatBlock
from tracker.library.imports.values import Part, first, numbers, rating, record, records, text, texts, whole

_POWERS: Final[Mapping[FeatureKind, str]] = {
    "action": "actions",
    "trait": "special_abilities",
    "bonus": "bonus_actions",
    "reaction": "reactions",
    "legendary": "legendary_actions",
}


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a monster."""
    data = record(part.value)
    name = text(data, "name")
    armour = data.get("armor_class")
    powers = {kind: [_limited(power) for power in records(data, key)] for kind, key in _POWERS.items()}
    saves = {short: bonus for short, long in ABILITIES.items() if (bonus := whole(data, f"{long}_save")) is not None}
    skills = numbers(data, "skills")
    for known in records(data, "proficiencies"):
        index, value = text(known, "proficiency", "index"), whole(known, "value")
        if value is not None and index.startswith("saving-throw-"):
            saves[index.removeprefix("saving-throw-")] = value
        elif value is not None and index.startswith("skill-"):
            skills[index.removeprefix("skill-").replace("-", " ")] = value
    return StatBlock(
        name,
        part.line,
        kind=listed(f"{text(data, 'size')} {text(data, 'type')}", text(data, "subtype"), text(data, "alignment")),
        hp=whole(data, "hit_points"),
        hit_dice=plain_dice(text(data, "hit_points_roll") or text(data, "hit_dice")),
        ac=whole(armour) if isinstance(armour, int) else whole(first(armour), "value"),
        abilities={short: score for short, long in ABILITIES.items() if (score := whole(data, long))},
        saves=saves,
        skills=skills,
        speed=listed(*map(_speed, record(data, "speed").items())),
        senses=listed(
            text(data, "senses"), *(f"{sense.replace('_', ' ')} {far}" for sense, far in record(data, "senses").items())
        ),
        languages=text(data, "languages"),
        cr=rating(data.get("challenge_rating")),
        resist=clauses(texts(data, "damage_resistances")),
        immune=clauses(texts(data, "damage_immunities")),
        weak=clauses(texts(data, "damage_vulnerabilities")),
        condition_immune=words_of(
            [text(data, "condition_immunities"), *(text(one, "index") for one in records(data, "condition_immunities"))]
        ),
        attacks=reading.attacks(part, name, powers["action"], _attack),
        features=features(powers),
        besides=besides(
            {"armour": text(first(armour), "type"), **data},
            armour="kinds_of_armour",
            desc="descriptions",
            armor_desc="kinds_of_armour",
            legendary_desc="rules_of_legendary_actions",
            environments="environments",
            spell_list="lists_of_spells",
            image="pictures",
            img_main="pictures",
        ),
    )


def _limited(power: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an act with its limit in its name, as books print it: ``Web (Recharge 5-6)``, ``Charm (1/Day)``."""
    usage, name = record(power, "usage"), text(power, "name")
    match text(usage, "type"):
        case "recharge on roll" if least := whole(usage, "min_value"):
            return {**power, "name": f"{name} (Recharge {least}-6)"}
        case "per day" if "/Day" not in name and (times := whole(usage, "times")):
            return {**power, "name": f"{name} ({times}/Day)"}
        case "recharge after rest":
            return {**power, "name": f"{name} (Recharges after a Rest)"}
    return power


def _speed(way: tuple[str, Any]) -> str:
    """Return a way to move: ``walk 30 ft.``, also of a bare number; hovering is said, not measured."""
    how, far = way
    return how if far is True else f"{how} {far}" if isinstance(far, str) else f"{how} {far} ft" if whole(far) else ""


def _attack(action: Mapping[str, Any]) -> Attack | None:
    hit, damage = whole(action, "attack_bonus"), records(action, "damage")
    # One hand or two, or a form: the text has the first of them first.
    if hit is None or not damage or any("choose" in part for part in damage):
        return attack_of(action)
    parts = [
        Damage(plain_dice(text(part, "damage_dice")), text(part, "damage_type", "index"))
        for part in damage
        if "dc" not in part
    ]
    return Attack(text(action, "name"), hit, by_type(parts), reach_in(text(action, "desc")))
