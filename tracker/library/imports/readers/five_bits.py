"""Monsters of 5e-bits (5e-database, dnd5eapi.co), the rules of 2014 and 2024."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.library.imports.printed import by_type, clauses, plain_dice, reach_in, words_of
from tracker.library.imports.readers.common import Reading, attack_of, features, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, FeatureKind, StatBlock
from tracker.library.imports.values import Part, first, rating, record, records, text, texts, whole

_POWERS: Final[Mapping[FeatureKind, str]] = {
    "action": "actions",
    "trait": "special_abilities",
    "reaction": "reactions",
    "legendary": "legendary_actions",
}


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a monster."""
    data = record(part.value)
    name = text(data, "name")
    armour = data.get("armor_class")
    powers = {kind: records(data, key) for kind, key in _POWERS.items()}
    saves, skills = {}, {}
    for known in records(data, "proficiencies"):
        index, value = text(known, "proficiency", "index"), whole(known, "value")
        if value is not None and index.startswith("saving-throw-"):
            saves[index.removeprefix("saving-throw-")] = value
        elif value is not None and index.startswith("skill-"):
            skills[index.removeprefix("skill-").replace("-", " ")] = value
    return StatBlock(
        name,
        part.line,
        kind=listed(f"{text(data, 'size')} {text(data, 'type')}", text(data, "alignment")),
        hp=whole(data, "hit_points"),
        hit_dice=plain_dice(text(data, "hit_points_roll") or text(data, "hit_dice")),
        ac=whole(armour) if isinstance(armour, int) else whole(first(armour), "value"),
        abilities={short: score for short, long in ABILITIES.items() if (score := whole(data, long))},
        saves=saves,
        skills=skills,
        speed=listed(*(f"{how} {far}" for how, far in record(data, "speed").items() if isinstance(far, str))),
        senses=listed(*(f"{sense.replace('_', ' ')} {far}" for sense, far in record(data, "senses").items())),
        languages=text(data, "languages"),
        cr=rating(data.get("challenge_rating")),
        resist=clauses(texts(data, "damage_resistances")),
        immune=clauses(texts(data, "damage_immunities")),
        weak=clauses(texts(data, "damage_vulnerabilities")),
        condition_immune=words_of([text(known, "index") for known in records(data, "condition_immunities")]),
        attacks=reading.attacks(part, name, powers["action"], _attack),
        features=features(powers),
    )


def _attack(action: Mapping[str, Any]) -> Attack | None:
    hit, damage = whole(action, "attack_bonus"), records(action, "damage")
    # One hand or two, or a form: the text has the first of them first.
    if hit is None or any("choose" in part for part in damage):
        return attack_of(action)
    parts = [
        Damage(plain_dice(text(part, "damage_dice")), text(part, "damage_type", "index"))
        for part in damage
        if "dc" not in part
    ]
    return Attack(text(action, "name"), hit, by_type(parts), reach_in(text(action, "desc")))
