"""A character of D&D Beyond, as its page saves it in JSON: numbers there are parts, to be put together.

How they are put together follows two programs that read these files: ddb-importer (src/parser/character) for scores,
hit points, armour and conditions; for modifiers with a restriction, only those without one count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, Fault, StatBlock
from tracker.library.imports.values import Part, record, records, text, whole

_LONG: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
_CONDITIONS: Final = (
    *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
    *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)
"""The conditions by their number there, from 1."""

_HIGHEST: Final = 20
"""The score that a bonus does not raise an ability above."""

_LIGHT, _MEDIUM, _HEAVY, _SHIELD = 1, 2, 3, 4
_OVERRIDDEN_AC, _BONUS_AC, _MISC_AC = 1, 2, 3
"""The kinds of values that a player sets by hand: the armour class, and what is added to it."""

_RANGED: Final = 2


def is_character(data: Any) -> bool:
    """Return whether data is a character, bare or as the service answers."""
    return {"stats", "baseHitPoints", "classes"} <= _bare(data).keys()


def _bare(data: Any) -> Mapping[str, Any]:
    outer = record(data)
    return record(outer.get("data")) or record(outer.get("character")) or outer


def read(part: Part, reading: Reading) -> StatBlock:
    """Return the character."""
    return _Character(_bare(part.value)).block(part, reading)


class _Character:
    """A character being put together."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._classes = records(data.get("classes"))
        self._level = sum(whole(one.get("level")) or 0 for one in self._classes)
        self._proficiency = 2 + max(0, self._level - 1) // 4
        self._items = [item for item in records(data.get("inventory")) if item.get("equipped") is True]
        self._modifiers = list(self._granted())
        self._scores = {
            short: self._score(at, long) for at, (short, long) in enumerate(zip(ABILITIES, _LONG, strict=True), 1)
        }

    def _granted(self) -> Iterator[Mapping[str, Any]]:
        """Return the modifiers that count: those of items only while these are worn, and attuned if they must be."""
        worn = {
            text(str(record(item.get("definition")).get("id")))
            for item in self._items
            if not record(item.get("definition")).get("canAttune") or item.get("isAttuned") is True
        }
        background = record(record(self._data.get("background")).get("definition"))
        feats = records(background.get("grantedFeats"))
        by_background = any("Ability Score" in text(feat.get("name")) for feat in feats)
        for source, given in record(self._data.get("modifiers")).items():
            for modifier in records(given):
                if modifier.get("isGranted") is False or text(modifier.get("restriction")):
                    continue
                if source == "item" and str(modifier.get("componentId")) not in worn:
                    continue
                if source == "race" and by_background and text(modifier.get("subType")).endswith("-score"):
                    continue
                yield modifier

    def _sum(self, *subtypes: str, kind: str = "bonus") -> int:
        return sum(
            _amount(one) for one in self._modifiers if one.get("type") == kind and one.get("subType") in subtypes
        )

    def _set(self, subtype: str) -> list[Mapping[str, Any]]:
        return [one for one in self._modifiers if one.get("type") == "set" and one.get("subType") == subtype]

    def _stat(self, key: str, number: int) -> int:
        found = (whole(one.get("value")) for one in records(self._data.get(key)) if one.get("id") == number)
        return next(found, None) or 0

    def _score(self, number: int, long: str) -> int:
        if over := self._stat("overrideStats", number):
            return over
        raised = min(_HIGHEST, self._stat("stats", number) + self._sum(f"{long}-score"))
        given = max((_amount(one) for one in self._set(f"{long}-score")), default=0)
        return max(raised + self._stat("bonusStats", number), given)

    def _mod(self, ability: str) -> int:
        return (self._scores[ability] - 10) // 2

    def block(self, part: Part, reading: Reading) -> StatBlock:
        """Return the character as a block; what is worked out is a remark."""
        data, name = self._data, text(self._data.get("name"))
        hp = whole(data.get("overrideHitPoints")) or (
            (whole(data.get("baseHitPoints")) or 0)
            + self._level * (self._mod("con") + self._sum("hit-points-per-level"))
            + self._sum("hit-points")
        )
        hp += whole(data.get("bonusHitPoints")) or 0
        ac, set_by_hand = self._armour_class()
        worked_out = "" if set_by_hand else f", armour class {ac}"
        reading.remarks.append(
            Fault(part.line, f"{name}: hit points {hp}{worked_out} and attacks are worked out; compare them.")
        )
        lists = [*record(data.get("spells")).values(), *(one.get("spells") for one in records(data.get("classSpells")))]
        reading.left["spells"] += sum(len(records(spells)) for spells in lists)
        reading.left["feats"] += len(records(data.get("feats")))
        race = record(data.get("race"))
        speeds = record(record(race.get("weightSpeeds")).get("normal"))
        spread = {kind: self._kinds(kind) for kind in ("resistance", "immunity", "vulnerability")}
        return StatBlock(
            name,
            part.line,
            hero=True,
            kind=listed(text(race.get("fullName")), *self._classes_named()),
            hp=hp,
            hp_now=max(0, hp - (whole(data.get("removedHitPoints")) or 0)),
            temp=whole(data.get("temporaryHitPoints")) or None,
            ac=ac,
            abilities=self._scores,
            saves={short: self._save(short, long) for short, long in zip(ABILITIES, _LONG, strict=True)},
            initiative=self._mod("dex") + self._sum("initiative"),
            speed=listed(*(f"{feet} ft{'' if how == 'walk' else f' {how}'}" for how, feet in speeds.items() if feet)),
            resist=spread["resistance"],
            immune=spread["immunity"],
            weak=spread["vulnerability"],
            conditions=tuple(_conditions(records(data.get("conditions")))),
            attacks=tuple(self._attacks(reading, part)),
        )

    def _classes_named(self) -> Iterator[str]:
        for one in self._classes:
            yield f"{text(record(one.get('definition')).get('name'))} {whole(one.get('level')) or ''}"

    def _kinds(self, kind: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text(one.get("subType")) for one in self._modifiers if one.get("type") == kind))

    def _save(self, short: str, long: str) -> int:
        subtype = f"{long}-saving-throws"
        proficient = any(one.get("type") == "proficiency" and one.get("subType") == subtype for one in self._modifiers)
        return self._mod(short) + proficient * self._proficiency + self._sum(subtype, "saving-throws")

    def _armour_class(self) -> tuple[int, bool]:
        """Return the armour class, and whether the player set it by hand."""
        by_hand = {
            kind: amount
            for one in records(self._data.get("characterValues"))
            if (kind := whole(one.get("typeId"))) in (_OVERRIDDEN_AC, _BONUS_AC, _MISC_AC)
            and (amount := whole(one.get("value"))) is not None
        }
        if _OVERRIDDEN_AC in by_hand:
            return by_hand[_OVERRIDDEN_AC], True
        dex = self._mod("dex")
        worn = [record(item.get("definition")) for item in self._items]
        armour = [one for one in worn if whole(one.get("armorClass")) and one.get("armorTypeId") != _SHIELD]
        shield = max(
            (whole(one.get("armorClass")) or 0 for one in worn if one.get("armorTypeId") == _SHIELD), default=0
        )
        if armour:
            caps = {_LIGHT: dex, _MEDIUM: min(dex, 2), _HEAVY: 0}
            base = max(
                (whole(one.get("armorClass")) or 0) + caps.get(whole(one.get("armorTypeId")) or 0, dex)
                for one in armour
            )
            base += self._sum("armored-armor-class")
        else:
            ways = [10 + dex, *(10 + dex + self._unarmoured(one) for one in self._set("unarmored-armor-class"))]
            natural = [_amount(one) for one in self._set("minimum-base-armor")]
            base = max(*ways, *natural, 0) + self._sum("unarmored-armor-class")
        return base + shield + self._sum("armor-class") + sum(by_hand.values()), False

    def _unarmoured(self, modifier: Mapping[str, Any]) -> int:
        stat = whole(modifier.get("statId"))
        by_ability = self._mod(ABILITIES[stat - 1]) if stat and stat <= len(ABILITIES) else 0
        return by_ability + _amount(modifier)

    def _attacks(self, reading: Reading, part: Part) -> Iterator[Attack]:
        for item in self._items:
            weapon = record(item.get("definition"))
            dice = text(record(weapon.get("damage")).get("diceString"))
            if not dice:
                continue
            properties = {text(one.get("name")).casefold() for one in records(weapon.get("properties"))}
            ranged = weapon.get("attackType") == _RANGED
            ability = self._mod("dex") if ranged else self._mod("str")
            if "finesse" in properties:
                ability = max(self._mod("str"), self._mod("dex"))
            magic = sum(
                _amount(one)
                for one in records(weapon.get("grantedModifiers"))
                if (one.get("type"), one.get("subType")) == ("bonus", "magic")
            )
            kind = "ranged" if ranged else "melee"
            hit = ability + magic + self._sum("weapon-attacks", f"{kind}-weapon-attacks")
            hit += self._proficiency if self._can_use(weapon) else 0
            extra = ability + magic
            far, long = whole(weapon.get("range")), whole(weapon.get("longRange"))
            yield Attack(
                text(weapon.get("name")),
                hit,
                (Damage(f"{dice}{f'{extra:+d}' if extra else ''}", text(weapon.get("damageType")).casefold()),),
                f"{far}/{long} ft" if far and long and long > far else f"{far} ft" if far else "",
            )

    def _can_use(self, weapon: Mapping[str, Any]) -> bool:
        """Return whether the character is proficient with a weapon: by its category, or by its own name."""
        category = {1: "simple-weapons", 2: "martial-weapons"}.get(whole(weapon.get("categoryId")) or 0, "")
        own = text(weapon.get("type") or weapon.get("name")).casefold().replace(",", "").replace(" ", "-")
        return any(
            one.get("type") == "proficiency" and one.get("subType") in (category, own) for one in self._modifiers
        )


def _amount(modifier: Mapping[str, Any]) -> int:
    given = whole(modifier.get("value"))
    return given if given is not None else whole(modifier.get("fixedValue")) or 0


def _conditions(listed: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for one in listed:
        number = whole(one.get("id")) or 0
        if 1 <= number <= len(_CONDITIONS):
            yield _CONDITIONS[number - 1]
