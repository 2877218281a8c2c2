"""Actors of Foundry, as it exports them: of the systems dnd5e and pf2e.

Shapes: module/data of foundryvtt/dnd5e (its activities from version 4, its damage parts before), packs of
foundryvtt/pf2e. Numbers that Foundry works out while it runs are worked out here where the rule is one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final

from tracker.library.imports.printed import TYPES
from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, Fault, Feature, FeatureKind, StatBlock
from tracker.library.imports.values import Part, plain, rating, record, records, text, texts, whole
from tracker.library.imports.wording import Unread, by_type, plain_dice

_SIZES: Final = {"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}
_KINDS: Final[Mapping[str, FeatureKind]] = {
    "bonus": "bonus",
    "reaction": "reaction",
    "legendary": "legendary",
    "mythic": "mythic",
    "lair": "lair",
    "action": "action",
}
_BYPASSES: Final = {"mgc": "nonmagical", "sil": "non-silvered", "ada": "non-adamantine"}
_PHYSICAL: Final = ("bludgeoning", "piercing", "slashing")
_ARMOUR: Final[Mapping[str, tuple[int, tuple[str, ...]]]] = {
    "default": (10, ("dex",)),
    "mage": (13, ("dex",)),
    "draconic": (13, ("dex",)),
    "unarmoredMonk": (10, ("dex", "wis")),
    "unarmoredBarb": (10, ("dex", "con")),
    "unarmoredBard": (10, ("dex", "cha")),
}
"""Foundry's ways to work out an armour class: the number it begins with, and the abilities that count (config.mjs)."""


def is_actor(data: Any) -> bool:
    """Return whether data is an actor."""
    kind, system = text(record(data).get("type")), record(record(data).get("system"))
    return kind in ("npc", "character") and "attributes" in system and isinstance(data.get("items"), list)


def is_pf2e(data: Any) -> bool:
    """Return whether an actor is one of Pathfinder 2e: its saves are three, beside the abilities."""
    return "saves" in record(record(data).get("system"))


def read(part: Part, reading: Reading) -> StatBlock:
    """Return an actor of either system."""
    return _pathfinder(part, reading) if is_pf2e(part.value) else _Actor(part, reading).block()


class _Actor:
    """An actor of dnd5e."""

    def __init__(self, part: Part, reading: Reading) -> None:
        self._part, self._reading = part, reading
        self._data = record(part.value)
        self._system = record(self._data.get("system"))
        self._name = text(self._data.get("name"))
        self._items = records(self._data.get("items"))
        self._hero = self._data.get("type") == "character"
        abilities = record(self._system.get("abilities"))
        self._abilities = {short: record(abilities.get(short)) for short in ABILITIES}
        self._scores = {
            short: score for short, one in self._abilities.items() if (score := whole(one.get("value"))) is not None
        }
        self._proficiency = self._bonus_of_proficiency()

    def _bonus_of_proficiency(self) -> int:
        details = record(self._system.get("details"))
        if self._hero:
            levels = (whole(record(item.get("system")).get("levels")) or 0 for item in self._items)
            return 2 + max(0, (sum(levels) or whole(details.get("level")) or 1) - 1) // 4
        challenge = details.get("cr")
        number = challenge if isinstance(challenge, int | float) and not isinstance(challenge, bool) else 0
        return 2 + max(0, int(number) - 1) // 4

    def _mod(self, ability: str) -> int:
        return (self._scores.get(ability, 10) - 10) // 2

    def block(self) -> StatBlock:
        """Return the actor as a block."""
        system, attributes = self._system, record(self._system.get("attributes"))
        hp, traits, details = (
            record(attributes.get("hp")),
            record(system.get("traits")),
            record(system.get("details")),
        )
        attacks, _ = self._reading.actions(self._part, self._name, self._items, self._attack)
        own = tuple(self._features({attack.name for attack in attacks}))
        most, now = whole(hp.get("max")), whole(hp.get("value"))
        if most is None and now is not None:
            self._remark(f"the maximum of hit points is not in the file; {now}, what is left of them, is taken")
        kind = details.get("type")
        resources = record(system.get("resources"))
        uses = {
            "legendary": record(resources.get("legact")),
            "legendary-resistance": record(resources.get("legres")),
        }
        return StatBlock(
            self._name,
            self._part.line,
            hero=self._hero,
            kind=listed(
                f"{_SIZES.get(text(traits.get('size')), '')} {text(kind) or text(record(kind).get('value'))}",
                text(details.get("alignment")).lower(),
            ),
            hp=most if most is not None else now,
            hp_now=now,
            temp=whole(hp.get("temp")) or None,
            hit_dice=plain_dice(text(hp.get("formula"))),
            ac=self._armour_class(record(attributes.get("ac"))),
            abilities=self._scores,
            saves={short: self._save(short) for short in self._scores},
            skills=dict(self._skills()),
            initiative=self._initiative(record(attributes.get("init"))),
            speed=listed(*_speeds(record(attributes.get("movement")))),
            senses=listed(*_senses(record(attributes.get("senses")))),
            languages=listed(*texts(record(traits.get("languages")).get("value"))),
            cr=rating(details.get("cr")),
            resist=_withstood(record(traits.get("dr"))),
            immune=_withstood(record(traits.get("di"))),
            weak=_withstood(record(traits.get("dv"))),
            condition_immune=tuple(texts(record(traits.get("ci")).get("value"))) if traits.get("ci") else (),
            attacks=attacks,
            features=own,
            counters={
                name: (most - (whole(one.get("spent")) or 0), most)
                for name, one in uses.items()
                if (most := whole(one.get("max")))
            },
        )

    def _remark(self, sentence: str) -> None:
        self._reading.remarks.append(Fault(self._part.line, f"{self._name}: {sentence}."))

    def _save(self, short: str) -> int:
        one = self._abilities[short]
        return (
            self._mod(short)
            + (self._proficiency if one.get("proficient") else 0)
            + (whole(record(one.get("bonuses")).get("save")) or 0)
        )

    def _skills(self) -> Iterator[tuple[str, int]]:
        for code, one in record(self._system.get("skills")).items():
            if (level := whole(record(one).get("value"))) and code in _SKILLS:
                name, ability = _SKILLS[code]
                yield name, self._mod(text(record(one).get("ability")) or ability) + level * self._proficiency

    def _filled(self, formula: str, mod: int = 0) -> str:
        """Return a formula with the creature's own numbers for its references."""
        formula = formula.replace("@mod", str(mod)).replace("@prof", str(self._proficiency))
        for ability in ABILITIES:
            formula = formula.replace(f"@abilities.{ability}.mod", str(self._mod(ability)))
        return formula

    def _initiative(self, init: Mapping[str, Any]) -> int | None:
        """Return the whole bonus if one is added to that of the ability, else None."""
        ability = text(init.get("ability"))
        try:
            bonus = _number(self._filled(text(init.get("bonus"))))
        except Unread:
            self._remark("its bonus to initiative is worked out by Foundry and not in the file")
            return None
        return self._mod(ability or "dex") + bonus if bonus or ability else None

    def _armour_class(self, ac: Mapping[str, Any]) -> int | None:
        if (given := whole(ac.get("value"))) is not None:
            return given
        flat, calc = whole(ac.get("flat")), text(ac.get("calc")) or "default"
        if flat is not None and (calc in ("flat", "natural") or not self._hero):
            return flat
        if calc not in _ARMOUR:
            self._remark("its armour class is worked out by Foundry and not in the file")
            return None
        start, abilities = _ARMOUR[calc]
        base, shield = start + sum(map(self._mod, abilities)), 0
        for item in self._items:
            worn = record(item.get("system"))
            if item.get("type") != "equipment" or worn.get("equipped") is not True:
                continue
            kind, armour = text(record(worn.get("type")).get("value")), record(worn.get("armor"))
            value, cap = whole(armour.get("value")) or 0, whole(armour.get("dex"))
            value += whole(armour.get("magicalBonus")) or 0
            if kind == "shield":
                shield = max(shield, value)
            elif kind in ("light", "medium", "heavy") and calc == "default":
                most = {"light": self._mod("dex"), "medium": 2, "heavy": 0}[kind]
                base = value + min(self._mod("dex"), most if cap is None else cap)
        self._remark(f"armour class {base + shield} is worked out from what is worn; compare it")
        return base + shield

    def _features(self, attacks: set[str]) -> Iterator[Feature]:
        for item in self._items:
            system, name = record(item.get("system")), text(item.get("name"))
            if item.get("type") == "spell":
                self._reading.left["spells"] += 1
            elif item.get("type") == "feat" or (item.get("type") == "weapon" and name not in attacks):
                activities = records(system.get("activities")) or [system]
                kinds = (text(record(one.get("activation")).get("type")) for one in activities)
                kind: FeatureKind = next((_KINDS[one] for one in kinds if one in _KINDS), "trait")
                yield Feature(kind, name, plain(record(system.get("description")).get("value")))

    def _attack(self, item: Mapping[str, Any]) -> Attack | None:
        system = record(item.get("system"))
        if item.get("type") not in ("weapon", "feat"):
            return None
        if item.get("type") == "weapon" and self._hero and system.get("equipped") is not True:
            return None
        for activity in records(system.get("activities")):
            if activity.get("type") == "attack":
                return self._by_activity(item, system, activity)
        if text(system.get("actionType")) in ("mwak", "rwak", "msak", "rsak"):
            return self._by_parts(item, system)
        return None

    def _ability(self, system: Mapping[str, Any], given: str, ranged: bool) -> int:
        properties = system.get("properties")
        finesse = "fin" in properties if isinstance(properties, list) else record(properties).get("fin") is True
        if given == "spellcasting":
            given = text(record(self._system.get("attributes")).get("spellcasting")) or "int"
        if given in ABILITIES:
            return self._mod(given)
        if given == "none":
            return 0
        if finesse:
            return max(self._mod("str"), self._mod("dex"))
        return self._mod("dex" if ranged else "str")

    def _by_activity(self, item: Mapping[str, Any], system: Mapping[str, Any], activity: Mapping[str, Any]) -> Attack:
        attack, damage = record(activity.get("attack")), record(activity.get("damage"))
        kind = record(attack.get("type"))
        given = text(attack.get("ability")) or ("spellcasting" if kind.get("classification") == "spell" else "")
        mod = self._ability(system, given, kind.get("value") == "ranged")
        magic = whole(system.get("magicalBonus")) or 0
        bonus = _number(self._filled(text(attack.get("bonus")), mod))
        if attack.get("flat") is True:
            hit = bonus
        else:
            proficient = system.get("proficient") not in (0, False)
            hit = mod + bonus + magic + (self._proficiency if proficient else 0)
        parts = []
        base = record(record(system.get("damage")).get("base"))
        if damage.get("includeBase") is not False and (base.get("number") or base.get("bonus")):
            parts.append(self._damage(base, mod, mod + magic))
        parts += [self._damage(one, mod, 0) for one in records(damage.get("parts"))]
        return Attack(text(item.get("name")), hit, by_type(parts), _reach(system, activity))

    def _by_parts(self, item: Mapping[str, Any], system: Mapping[str, Any]) -> Attack:
        """Read an attack as versions before 4 keep it: damage is a list of formulas with types."""
        ranged = text(system.get("actionType")).startswith("r")
        spell = text(system.get("actionType")).endswith("sak")
        mod = self._ability(system, text(system.get("ability")) or ("spellcasting" if spell else ""), ranged)
        given = text(record(system.get("attack")).get("bonus")) or text(system.get("attackBonus"))
        bonus = _number(self._filled(given, mod))
        hit = mod + bonus + (0 if system.get("proficient") is False else self._proficiency)
        listed = record(system.get("damage")).get("parts")
        pairs = [pair for pair in listed if isinstance(pair, list) and pair] if isinstance(listed, list) else []
        parts = [
            Damage(_formula(self._filled(text(pair[0]), mod)), text(pair[1]) if len(pair) > 1 else "") for pair in pairs
        ]
        return Attack(text(item.get("name")), hit, by_type(parts), _reach(system, system))

    def _damage(self, given: Mapping[str, Any], mod: int, added: int) -> Damage:
        """Return a part of an activity's damage, with what is added to it; raises Unread for a choice of its type."""
        types = [type for type in texts(given.get("types")) if type]
        if len(types) > 1:
            raise Unread("leaves a choice of its damage")
        type = types[0] if types else ""
        custom, number, die = record(given.get("custom")), whole(given.get("number")), whole(given.get("denomination"))
        if custom.get("enabled") is True:
            return Damage(_formula(self._filled(text(custom.get("formula")), mod)), type)
        extra = _number(self._filled(text(given.get("bonus")), mod)) + added
        dice = f"{number}d{die}" if number and die else ""
        return Damage(f"{dice}{extra:+d}" if dice and extra else dice or str(max(0, extra)), type)


_SKILLS: Final = {
    "acr": ("acrobatics", "dex"),
    "ani": ("animal handling", "wis"),
    "arc": ("arcana", "int"),
    "ath": ("athletics", "str"),
    "dec": ("deception", "cha"),
    "his": ("history", "int"),
    "ins": ("insight", "wis"),
    "itm": ("intimidation", "cha"),
    "inv": ("investigation", "int"),
    "med": ("medicine", "wis"),
    "nat": ("nature", "int"),
    "prc": ("perception", "wis"),
    "prf": ("performance", "cha"),
    "per": ("persuasion", "cha"),
    "rel": ("religion", "int"),
    "slt": ("sleight of hand", "dex"),
    "ste": ("stealth", "dex"),
    "sur": ("survival", "wis"),
}
"""The skills by Foundry's abbreviations, with the ability of each."""


def _number(formula: str) -> int:
    """Return a formula that is a sum of numbers and products; raises Unread for any other."""
    terms = formula.replace(" ", "").replace("-", "+-").replace("+-+-", "+").replace("*+-", "*-").split("+")
    try:
        return sum(prod(int(factor) for factor in term.split("*")) for term in terms if term)
    except ValueError:
        raise Unread(f"leaves a part of its bonus to Foundry ({formula[:40]})") from None


def _formula(formula: str) -> str:
    """Return a damage formula as dice; raises Unread for one with references."""
    bare = re.sub(r"\[[^\]]*\]", "", formula).replace("+ -", "-")
    if "@" in bare:
        raise Unread(f"leaves a part of its damage to Foundry ({formula[:40]})")
    return plain_dice(bare).replace("+-", "-")


def _reach(system: Mapping[str, Any], activity: Mapping[str, Any]) -> str:
    for given in (record(system.get("range")), record(activity.get("range"))):
        units = text(given.get("units")) or "ft"
        near, long, reach = (whole(given.get(key)) for key in ("value", "long", "reach"))
        if near:
            return f"{near}/{long} {units}" if long else f"{near} {units}"
        if reach:
            return f"{reach} {units}"
    return ""


def _speeds(movement: Mapping[str, Any]) -> Iterator[str]:
    units = text(movement.get("units")) or "ft"
    for how in ("walk", "fly", "swim", "climb", "burrow"):
        if feet := whole(movement.get(how)):
            yield f"{feet} {units}" if how == "walk" else f"{feet} {units} {how}"


def _senses(senses: Mapping[str, Any]) -> Iterator[str]:
    ranges = record(senses.get("ranges")) or senses
    for sense in ("darkvision", "blindsight", "tremorsense", "truesight"):
        if feet := whole(ranges.get(sense)):
            yield f"{sense} {feet} {text(senses.get('units')) or 'ft'}"


def _withstood(trait: Mapping[str, Any]) -> tuple[str, ...]:
    """Return types of damage; what magic gets through stands as one clause, and so does what is written by hand."""
    types = [type for type in texts(trait.get("value")) if type in TYPES]
    past = [_BYPASSES[one] for one in texts(trait.get("bypasses")) if one in _BYPASSES]
    custom = [one.strip().replace(",", "/") for one in text(trait.get("custom")).split(";") if one.strip()]
    if not past:
        return (*types, *custom)
    bound = [type for type in types if type in _PHYSICAL]
    clause = [f"{'/'.join(bound)} from {' and '.join(past)} attacks"] if bound else []
    return (*(type for type in types if type not in bound), *clause, *custom)


def _pathfinder(part: Part, reading: Reading) -> StatBlock:
    """Return an actor of pf2e."""
    data = record(part.value)
    system, name = record(data.get("system")), text(data.get("name"))
    attributes, details = record(system.get("attributes")), record(system.get("details"))
    hp, speed, perception = (
        record(attributes.get("hp")),
        record(attributes.get("speed")),
        record(system.get("perception")),
    )
    items = records(data.get("items"))
    attacks, _ = reading.actions(part, name, [item for item in items if item.get("type") == "melee"], _strike)
    features = []
    for item in items:
        if item.get("type") == "action":
            kind = text(record(record(item.get("system")).get("actionType")).get("value"))
            described = plain(record(record(item.get("system")).get("description")).get("value"))
            features.append(Feature(_PF2E_KINDS.get(kind, "trait"), text(item.get("name")), described))
        elif item.get("type") == "spell":
            reading.left["spells"] += 1
    traits = record(system.get("traits"))
    size = text(record(traits.get("size")).get("value"))
    return StatBlock(
        name,
        part.line,
        rules="Pathfinder 2e",
        hero=data.get("type") == "character",
        kind=listed(f"{_SIZES.get(size, size)} {', '.join(texts(traits.get('value')))}"),
        hp=whole(hp.get("max")),
        hp_now=whole(hp.get("value")),
        temp=whole(hp.get("temp")) or None,
        ac=whole(record(attributes.get("ac")).get("value")),
        abilities={
            short: 10 + 2 * mod
            for short, one in record(system.get("abilities")).items()
            if (mod := whole(record(one).get("mod"))) is not None
        },
        saves={
            save: bonus
            for save, one in record(system.get("saves")).items()
            if (bonus := whole(record(one).get("value"))) is not None
        },
        skills={
            skill: bonus
            for skill, one in record(system.get("skills")).items()
            if (bonus := whole(record(one).get("base"))) is not None
        },
        initiative=whole(perception.get("mod")),
        speed=f"{whole(speed.get('value'))} ft" if whole(speed.get("value")) else "",
        level=whole(record(details.get("level")).get("value")),
        resist=_amounts(attributes.get("resistances")),
        immune=_amounts(attributes.get("immunities")),
        weak=_amounts(attributes.get("weaknesses")),
        attacks=attacks,
        features=tuple(features),
    )


_PF2E_KINDS: Final[Mapping[str, FeatureKind]] = {
    "action": "action",
    "free": "action",
    "reaction": "reaction",
    "passive": "trait",
}


def _strike(item: Mapping[str, Any]) -> Attack | None:
    system = record(item.get("system"))
    rolls = records(system.get("damageRolls"))
    parts = [Damage(plain_dice(text(roll.get("damage"))), text(roll.get("damageType"))) for roll in rolls]
    traits = texts(record(system.get("traits")).get("value"))
    reach = next((trait for trait in traits if trait.startswith(("reach-", "range-"))), "")
    distance = f"{reach.rpartition('-')[2]} ft" if reach else ""
    return Attack(
        text(item.get("name")), whole(record(system.get("bonus")).get("value")) or 0, by_type(parts), distance
    )


def _amounts(value: Any) -> tuple[str, ...]:
    """Return resistances with their amount, which is subtracted in that game: ``fire 5``."""
    return tuple(
        f"{text(one.get('type'))} {whole(one.get('value')) or ''}".strip() for one in records(value) if one.get("type")
    )
