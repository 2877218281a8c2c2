"""Monsters of 5e-bits (5e-database, dnd5eapi.co), the rules of 2014 and 2024."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, FeatureKind, StatBlock
from tracker.library.imports.values import Part, first, rating, record, records, text, texts, whole
from tracker.library.imports.wording import attack_in, by_type, clauses, plain_dice, reach_in, words_of

_LISTS: Final[Mapping[str, FeatureKind]] = {
    "special_abilities": "trait",
    "reactions": "reaction",
    "legendary_actions": "legendary",
}


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a monster."""
    data = record(part.value)
    name = text(data.get("name"))
    armour = data.get("armor_class")
    long = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
    attacks, features = reading.actions(part, name, records(data.get("actions")), _attack)
    for key, kind in _LISTS.items():
        features += reading.features(kind, records(data.get(key)))
    saves, skills = {}, {}
    for known in records(data.get("proficiencies")):
        index, value = text(record(known.get("proficiency")).get("index")), whole(known.get("value"))
        if value is not None and index.startswith("saving-throw-"):
            saves[index.removeprefix("saving-throw-")] = value
        elif value is not None and index.startswith("skill-"):
            skills[index.removeprefix("skill-").replace("-", " ")] = value
    return StatBlock(
        name,
        part.line,
        kind=listed(" ".join((text(data.get("size")), text(data.get("type")))), text(data.get("alignment"))),
        hp=whole(data.get("hit_points")),
        hit_dice=plain_dice(text(data.get("hit_points_roll")) or text(data.get("hit_dice"))),
        ac=whole(armour) if isinstance(armour, int) else whole(first(armour).get("value")),
        abilities={short: score for short, key in zip(ABILITIES, long, strict=True) if (score := whole(data.get(key)))},
        saves=saves,
        skills=skills,
        speed=listed(*(f"{how} {far}" for how, far in record(data.get("speed")).items() if isinstance(far, str))),
        senses=listed(*(f"{sense.replace('_', ' ')} {far}" for sense, far in record(data.get("senses")).items())),
        languages=text(data.get("languages")),
        cr=rating(data.get("challenge_rating")),
        resist=clauses(texts(data.get("damage_resistances"))),
        immune=clauses(texts(data.get("damage_immunities"))),
        weak=clauses(texts(data.get("damage_vulnerabilities"))),
        condition_immune=words_of([text(known.get("index")) for known in records(data.get("condition_immunities"))]),
        attacks=attacks,
        features=features,
    )


def _attack(action: Mapping[str, Any]) -> Attack | None:
    hit, printed = whole(action.get("attack_bonus")), text(action.get("desc"))
    if hit is None:
        return attack_in(text(action.get("name")), printed)
    damage = records(action.get("damage"))
    if any("choose" in part for part in damage):
        # One hand or two, or a form: the text has the first of them first.
        return attack_in(text(action.get("name")), printed)
    parts = [
        Damage(plain_dice(text(part.get("damage_dice"))), text(record(part.get("damage_type")).get("index")))
        for part in damage
        if "dc" not in part
    ]
    return Attack(text(action.get("name")), hit, by_type(parts), reach_in(printed))
