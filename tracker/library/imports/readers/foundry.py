"""Actors of Foundry, as it exports them: of the systems dnd5e and pf2e.

Shapes: module/data of foundryvtt/dnd5e (its activities from version 4, its damage parts before), packs of
foundryvtt/pf2e. Numbers that Foundry works out while it runs are worked out here where the rule is one sentence.
"""

import re
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final, get_args

from msgspec.structs import replace

from tracker.library.imports.printed import PHYSICAL, TYPES, Unread, by_type, plain_dice
from tracker.library.imports.readers.common import SKILLS, Reading, besides, listed, speeds
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, Fault, Feature, FeatureKind, StatBlock
from tracker.library.imports.values import Part, amount, plain, rating, record, records, text, texts, under, whole

_SIZES: Final = {"tiny": "tiny", "sm": "small", "med": "medium", "lg": "large", "huge": "huge", "grg": "gargantuan"}
_KINDS: Final[Mapping[str, FeatureKind]] = {kind: kind for kind in get_args(FeatureKind)} | {"free": "action"}
_BYPASSES: Final = {"mgc": "nonmagical", "sil": "non-silvered", "ada": "non-adamantine"}
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
    kind, items = text(data, "type"), under(data, "items")
    return kind in ("npc", "character") and "attributes" in record(data, "system") and isinstance(items, list)


def read(part: Part, reading: Reading) -> StatBlock:
    """Return an actor of either system: the saves of Pathfinder 2e are three, beside the abilities."""
    return _pathfinder(part, reading) if "saves" in record(part.value, "system") else _Actor(part, reading).block()


class _Actor:
    def __init__(self, part: Part, reading: Reading) -> None:
        self._part, self._reading = part, reading
        self._data = record(part.value)
        self._system = record(self._data, "system")
        self._name = text(self._data, "name")
        self._items = records(self._data, "items")
        self._hero = self._data.get("type") == "character"
        self._abilities = abilities = record(self._system, "abilities")
        self._scores = {short: score for short in ABILITIES if (score := whole(abilities, short, "value")) is not None}
        levels = sum(amount(item, "system", "levels") for item in self._items)
        level = levels or whole(self._system, "details", "level") or 1
        challenge = under(self._system, "details", "cr")
        number = challenge if isinstance(challenge, int | float) and not isinstance(challenge, bool) else 0
        self._proficiency = 2 + max(0, (level if self._hero else int(number)) - 1) // 4

    def _mod(self, ability: str) -> int:
        return (self._scores.get(ability, 10) - 10) // 2

    def block(self) -> StatBlock:
        """Return the actor as a block."""
        system, attributes = self._system, record(self._system, "attributes")
        traits, kind = record(system, "traits"), under(system, "details", "type")
        attacks = self._reading.attacks(self._part, self._name, self._items, self._attack)
        own = tuple(self._features({attack.name for attack in attacks}))
        origins = (item for item in self._items if item.get("type") in ("race", "class"))
        most, now = whole(attributes, "hp", "max"), whole(attributes, "hp", "value")
        if most is None and now is not None:
            self._remark(f"the maximum of hit points is not in the file; {now}, what is left of them, is taken")
        uses = (("legendary", "legact"), ("legendary-resistance", "legres"))
        movement = record(attributes, "movement")
        ways = {way: whole(movement, way) for way in ("walk", "fly", "swim", "climb", "burrow")}
        hover = " (hover)" if movement.get("hover") is True else ""
        return StatBlock(
            self._name,
            self._part.line,
            hero=self._hero,
            kind=listed(
                f"{_SIZES.get(text(traits, 'size'), '')} {text(kind) or text(kind, 'value')}",
                text(kind, "subtype").lower(),
                *(f"{text(item, 'name')} {whole(item, 'system', 'levels') or ''}" for item in origins),
                text(system, "details", "alignment").lower(),
            ),
            hp=most if most is not None else now,
            hp_now=now,
            temp=whole(attributes, "hp", "temp") or None,
            hit_dice=plain_dice(text(attributes, "hp", "formula")),
            ac=self._armour_class(record(attributes, "ac")),
            abilities=self._scores,
            saves={short: self._save(short) for short in self._scores},
            skills=dict(self._skills()),
            initiative=self._initiative(record(attributes, "init")),
            speed=speeds(ways, text(movement, "units") or "ft") + hover,
            senses=listed(*_senses(record(attributes, "senses"))),
            languages=listed(*texts(traits, "languages", "value"), text(traits, "languages", "custom")),
            cr=rating(under(system, "details", "cr")),
            resist=_withstood(record(traits, "dr")),
            immune=_withstood(record(traits, "di")),
            weak=_withstood(record(traits, "dv")),
            condition_immune=tuple(texts(traits, "ci", "value")) if traits.get("ci") else (),
            attacks=attacks,
            features=own,
            counters={
                name: (most - amount(system, "resources", key, "spent"), most)
                for name, key in uses
                if (most := whole(system, "resources", key, "max"))
            },
            besides=besides(
                system,
                details__biography__value="descriptions",
                details__environment="environments",
                traits__ci__custom="other_immunities",
            ),
        )

    def _remark(self, sentence: str) -> None:
        self._reading.remarks.append(Fault(self._part.line, f"{self._name}: {sentence}."))

    def _save(self, short: str) -> int:
        proficiency = self._proficiency if under(self._abilities, short, "proficient") else 0
        return self._mod(short) + proficiency + amount(self._abilities, short, "bonuses", "save")

    def _skills(self) -> Iterator[tuple[str, int]]:
        for code, one in record(self._system, "skills").items():
            if (level := whole(one, "value")) and code in SKILLS:
                name, ability = SKILLS[code]
                yield name, self._mod(text(one, "ability") or ability) + level * self._proficiency

    def _filled(self, formula: str, mod: int = 0) -> str:
        formula = formula.replace("@mod", str(mod)).replace("@prof", str(self._proficiency))
        for ability in ABILITIES:
            formula = formula.replace(f"@abilities.{ability}.mod", str(self._mod(ability)))
        return formula

    def _initiative(self, init: Mapping[str, Any]) -> int | None:
        ability = text(init, "ability")
        try:
            bonus = _number(self._filled(text(init, "bonus")))
        except Unread:
            self._remark("its bonus to initiative is worked out by Foundry and not in the file")
            return None
        return self._mod(ability or "dex") + bonus if bonus or ability else None

    def _armour_class(self, ac: Mapping[str, Any]) -> int | None:
        if (given := whole(ac, "value")) is not None:
            return given
        flat, calc = whole(ac, "flat"), text(ac, "calc") or "default"
        if flat is not None and (calc in ("flat", "natural") or not self._hero):
            return flat
        if calc not in _ARMOUR:
            self._remark("its armour class is worked out by Foundry and not in the file")
            return None
        start, abilities = _ARMOUR[calc]
        base, shield = start + sum(map(self._mod, abilities)), 0
        for item in self._items:
            worn = record(item, "system")
            if item.get("type") != "equipment" or worn.get("equipped") is not True:
                continue
            kind, armour = text(worn, "type", "value"), record(worn, "armor")
            value, cap = amount(armour, "value") + amount(armour, "magicalBonus"), whole(armour, "dex")
            if kind == "shield":
                shield = max(shield, value)
            elif kind in ("light", "medium", "heavy") and calc == "default":
                most = {"light": self._mod("dex"), "medium": 2, "heavy": 0}[kind]
                base = value + min(self._mod("dex"), most if cap is None else cap)
        self._remark(f"armour class {base + shield} is worked out from what is worn; compare it")
        return base + shield

    def _features(self, attacks: set[str]) -> Iterator[Feature]:
        for item in self._items:
            system, name = record(item, "system"), text(item, "name")
            if (what := _LEFT.get(text(item, "type"))) is not None:
                self._reading.left[what] += 1
            elif item.get("type") == "feat" or (item.get("type") == "weapon" and name not in attacks):
                activities = records(system, "activities") or [system]
                kinds = (text(one, "activation", "type") for one in activities)
                kind: FeatureKind = next((_KINDS[one] for one in kinds if one in _KINDS), "trait")
                yield Feature(kind, name, _described(item))

    def _attack(self, item: Mapping[str, Any]) -> Attack | None:
        system, kind = record(item, "system"), item.get("type")
        if kind not in ("weapon", "feat") or (kind == "weapon" and self._hero and system.get("equipped") is not True):
            return None
        found = {text(one, "type"): one for one in reversed(records(system, "activities"))}
        saved = self._by_save(item, system, found["save"]) if "save" in found else None
        if "attack" in found:
            struck = self._by_activity(item, system, found["attack"])
            return replace(struck, more=saved.more) if saved is not None else struck
        if saved is not None:
            return saved
        if text(system, "actionType") in ("mwak", "rwak", "msak", "rsak"):
            return self._by_parts(item, system)
        return None

    def _ability(self, system: Mapping[str, Any], given: str, ranged: bool) -> int:
        properties = system.get("properties")
        finesse = "fin" in properties if isinstance(properties, list) else under(properties, "fin") is True
        if given == "spellcasting":
            given = text(self._system, "attributes", "spellcasting") or "int"
        if given in ABILITIES:
            return self._mod(given)
        if given == "none":
            return 0
        if finesse:
            return max(self._mod("str"), self._mod("dex"))
        return self._mod("dex" if ranged else "str")

    def _by_save(self, item: Mapping[str, Any], system: Mapping[str, Any], activity: Mapping[str, Any]) -> Attack:
        given, damage = record(activity, "save"), record(activity, "damage")
        by = text(given, "dc", "calculation")
        mod = self._ability(system, by, False)
        dc = 8 + self._proficiency + mod if by else _number(self._filled(text(given, "dc", "formula"), mod))
        parts = by_type(self._damage(one, mod, 0) for one in records(damage, "parts"))
        more: dict[str, Any] = {"dc": dc, "ability": next(iter(texts(given, "ability")), "")} if dc else {}
        if parts and text(damage, "onSave") == "half":
            more["half"] = True
        for limit in records(system, "uses", "recovery"):
            number = whole(limit, "formula") if limit.get("period") == "recharge" else whole(system, "uses", "max")
            if number and limit.get("period") in _LIMITS:
                more[_LIMITS[text(limit, "period")]] = number
        return Attack(text(item, "name"), damage=parts, range=_reach(system, activity), more=more)

    def _by_activity(self, item: Mapping[str, Any], system: Mapping[str, Any], activity: Mapping[str, Any]) -> Attack:
        attack, damage = record(activity, "attack"), record(activity, "damage")
        spell = under(attack, "type", "classification") == "spell"
        given = text(attack, "ability") or ("spellcasting" if spell else "")
        mod = self._ability(system, given, under(attack, "type", "value") == "ranged")
        magic = amount(system, "magicalBonus")
        bonus = _number(self._filled(text(attack, "bonus"), mod))
        proficiency = self._proficiency if system.get("proficient") not in (0, False) else 0
        hit = bonus if attack.get("flat") is True else mod + bonus + magic + proficiency
        parts = []
        base = record(system, "damage", "base")
        if damage.get("includeBase") is not False and (base.get("number") or base.get("bonus")):
            parts.append(self._damage(base, mod, mod + magic))
        parts += [self._damage(one, mod, 0) for one in records(damage, "parts")]
        return Attack(text(item, "name"), hit, by_type(parts), _reach(system, activity))

    def _by_parts(self, item: Mapping[str, Any], system: Mapping[str, Any]) -> Attack:
        """Read an attack as versions before 4 keep it: damage is a list of formulas with types."""
        ranged = text(system, "actionType").startswith("r")
        spell = text(system, "actionType").endswith("sak")
        mod = self._ability(system, text(system, "ability") or ("spellcasting" if spell else ""), ranged)
        given = text(system, "attack", "bonus") or text(system, "attackBonus")
        bonus = _number(self._filled(given, mod))
        hit = mod + bonus + (0 if system.get("proficient") is False else self._proficiency)
        pairs = under(system, "damage", "parts")
        parts = [
            Damage(_formula(self._filled(text(pair[0]), mod)), text(pair[1]) if len(pair) > 1 else "")
            for pair in (pairs if isinstance(pairs, list) else ())
            if isinstance(pair, list) and pair
        ]
        return Attack(text(item, "name"), hit, by_type(parts), _reach(system, system))

    def _damage(self, given: Mapping[str, Any], mod: int, added: int) -> Damage:
        """Return a part of an activity's damage, with what is added to it; raises Unread for a choice of its type."""
        types = [type for type in texts(given, "types") if type]
        if len(types) > 1:
            raise Unread("leaves a choice of its damage")
        type = types[0] if types else ""
        custom, number, die = record(given, "custom"), whole(given, "number"), whole(given, "denomination")
        if custom.get("enabled") is True:
            return Damage(_formula(self._filled(text(custom, "formula"), mod)), type)
        extra = _number(self._filled(text(given, "bonus"), mod)) + added
        dice = f"{number}d{die}" if number and die else ""
        return Damage(f"{dice}{extra:+d}" if dice and extra else dice or str(max(0, extra)), type)


_LINKED: Final = re.compile(
    r"@\w+\[(?P<of>[^\]|]*)(?:\|dc:(?P<dc>\d+))?[^\]]*\](?:\{(?P<said>[^{}]*)\})?"
    r"|&(?:amp;)?Reference\[(?P<word>\w+)[^\]]*\]|\[\[[^\]]*\]\](?:\{(?P<shown>[^{}]*)\})?"
)
"""What Foundry replaces in a text while it shows it: links, checks, references, and what it works out."""


def _described(item: Mapping[str, Any]) -> str:
    """Return the text of an item as people read it; what is worked out is left out, as its number stands elsewhere."""

    def words(match: re.Match[str]) -> str:
        of = (match["of"] or "").rpartition(".")[2]
        asked = f"DC {match['dc']} {of}" if match["dc"] else of
        return match["said"] or asked or match["word"] or match["shown"] or ""

    return plain(_LINKED.sub(words, text(item, "system", "description", "value")))


_LIMITS: Final = {"recharge": "recharge", "day": "uses"}

_LEFT: Final = {
    "spell": "spells",
    "spellcastingEntry": "lists of spells",
    "background": "backgrounds",
    "subclass": "subclasses",
    **dict.fromkeys(("equipment", "consumable", "loot", "tool", "container", "backpack"), "items"),
}
"""What comes with an actor and has no place in any sheet, in the plural."""


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
    for given in (record(system, "range"), record(activity, "range")):
        units = text(given, "units") or "ft"
        near, long, reach = (whole(given, key) for key in ("value", "long", "reach"))
        if near:
            return f"{near}/{long} {units}" if long else f"{near} {units}"
        if reach:
            return f"{reach} {units}"
    return ""


def _senses(senses: Mapping[str, Any]) -> Iterator[str]:
    ranges = record(senses, "ranges") or senses
    for sense in ("darkvision", "blindsight", "tremorsense", "truesight"):
        if feet := whole(ranges, sense):
            yield f"{sense} {feet} {text(senses, 'units') or 'ft'}"
    yield text(senses, "special")


def _withstood(trait: Mapping[str, Any]) -> tuple[str, ...]:
    """Return types of damage; what magic gets through stands as one clause, and so does what is written by hand."""
    types = [type for type in texts(trait, "value") if type in TYPES]
    past = [_BYPASSES[one] for one in texts(trait, "bypasses") if one in _BYPASSES]
    custom = [one.strip().replace(",", "/") for one in text(trait, "custom").split(";") if one.strip()]
    if not past:
        return (*types, *custom)
    bound = [type for type in types if type in PHYSICAL]
    clause = [f"{'/'.join(bound)} from {' and '.join(past)} attacks"] if bound else []
    return (*(type for type in types if type not in bound), *clause, *custom)


def _pathfinder(part: Part, reading: Reading) -> StatBlock:
    data = record(part.value)
    system, name = record(data, "system"), text(data, "name")
    attributes, items = record(system, "attributes"), records(data, "items")
    strikes = [item for item in items if item.get("type") == "melee"]
    features = []
    for item in items:
        if item.get("type") == "action":
            kind = text(item, "system", "actionType", "value")
            features.append(Feature(_KINDS.get(kind, "trait"), text(item, "name"), _described(item)))
        elif item.get("type") not in ("melee", "lore"):
            reading.left[_LEFT.get(text(item, "type"), "items")] += 1
    lores = {text(item, "name"): amount(item, "system", "mod", "value") for item in items if item.get("type") == "lore"}
    size, perception = text(system, "traits", "size", "value"), record(system, "perception")
    ways = {text(one, "type"): whole(one, "value") for one in records(attributes, "speed", "otherSpeeds")}
    senses = (f"{text(one, 'type')} {amount(one, 'range') or ''}" for one in records(perception, "senses"))
    return StatBlock(
        name,
        part.line,
        rules="Pathfinder 2e",
        hero=data.get("type") == "character",
        kind=listed(f"{_SIZES.get(size, size)} {', '.join(texts(system, 'traits', 'value'))}"),
        hp=whole(attributes, "hp", "max"),
        hp_now=whole(attributes, "hp", "value"),
        temp=whole(attributes, "hp", "temp") or None,
        ac=whole(attributes, "ac", "value"),
        abilities={short: 10 + 2 * mod for short, mod in _of_each(system, "abilities", "mod").items()},
        saves=_of_each(system, "saves", "value"),
        skills=_of_each(system, "skills", "base") | lores,
        initiative=whole(perception, "mod"),
        speed=speeds({"walk": whole(attributes, "speed", "value")} | ways),
        senses=listed(*senses, text(perception, "details")),
        languages=listed(
            *texts(system, "details", "languages", "value"), text(system, "details", "languages", "details")
        ),
        level=whole(system, "details", "level", "value"),
        resist=_amounts(attributes, "resistances"),
        immune=_amounts(attributes, "immunities"),
        weak=_amounts(attributes, "weaknesses"),
        attacks=reading.attacks(part, name, strikes, _strike),
        features=tuple(features),
        besides=besides(
            system,
            details__publicNotes="descriptions",
            attributes__ac__details="kinds_of_armour",
            attributes__hp__details="notes_on_hit_points",
            attributes__allSaves__value="notes_on_saves",
        ),
    )


def _of_each(system: Mapping[str, Any], key: str, inner: str) -> dict[str, int]:
    return {name: number for name, one in record(system, key).items() if (number := whole(one, inner)) is not None}


def _strike(item: Mapping[str, Any]) -> Attack | None:
    system = record(item, "system")
    rolls = records(system, "damageRolls")
    parts = by_type(Damage(plain_dice(text(roll, "damage")), text(roll, "damageType")) for roll in rolls)
    traits = texts(system, "traits", "value")
    reach = next((trait for trait in traits if trait.startswith(("reach-", "range-"))), "")
    distance = f"{reach.rpartition('-')[2]} ft" if reach else ""
    return Attack(text(item, "name"), amount(system, "bonus", "value"), parts, distance)


def _amounts(attributes: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return resistances with their amount, which is subtracted in that game: ``fire 5``."""
    listed = (one for one in records(attributes, key) if one.get("type"))
    return tuple(f"{text(one, 'type')} {amount(one, 'value') or ''}".strip() for one in listed)
