"""A character of D&D Beyond, as its page saves it in JSON: numbers there are parts, to be put together.

How they are put together follows two programs that read these files: ddb-importer (src/parser/character) for scores,
hit points, armour and conditions; for modifiers with a restriction, only those without one count.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from tracker.library.imports.printed import TYPES
from tracker.library.imports.readers.common import SKILLS, Reading, besides, listed, speeds
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, Fault, StatBlock
from tracker.library.imports.values import Part, amount, numbers, record, records, text, under, whole

_CONDITIONS: Final = (
    *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
    *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)
"""The conditions in the order of their numbers there."""

_LIGHT, _MEDIUM, _HEAVY, _SHIELD = 1, 2, 3, 4
_OVERRIDDEN_AC, _BONUS_AC, _MISC_AC = 1, 2, 3
"""The kinds of values that a player sets by hand: the armour class, and what is added to it."""

_GIVEN: Final = ("minimum-base-armor", "unarmored-armor-class", "armored-armor-class")
"""Modifiers that count only if they are granted; of all others, what a player chose counts as well."""


def is_character(data: Any) -> bool:
    """Return whether data is a character, bare or as the service answers."""
    return {"stats", "baseHitPoints", "classes"} <= _bare(data).keys()


def _bare(data: Any) -> Mapping[str, Any]:
    outer = record(data)
    return record(outer, "data") or record(outer, "character") or outer


def read(part: Part, reading: Reading) -> StatBlock:
    """Return the character."""
    return _Character(_bare(part.value)).block(part, reading)


class _Character:
    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._classes = records(data, "classes")
        self._level = sum(amount(one, "level") for one in self._classes)
        self._proficiency = 2 + max(0, self._level - 1) // 4
        self._items = [item for item in records(data, "inventory") if item.get("equipped") is True]
        self._modifiers = list(self._granted())
        self._scores = {short: self._score(at, long) for at, (short, long) in enumerate(ABILITIES.items(), 1)}

    def _granted(self) -> Iterator[Mapping[str, Any]]:
        """Return the modifiers that count: those of items only while these are worn, and attuned if they must be."""
        worn = {
            str(under(item, "definition", "id"))
            for item in self._items
            if not under(item, "definition", "canAttune") or item.get("isAttuned") is True
        }
        feats = records(self._data, "background", "definition", "grantedFeats")
        by_background = any("Ability Score" in text(feat, "name") for feat in feats)
        for source, given in record(self._data, "modifiers").items():
            for modifier in records(given):
                counts = modifier.get("isGranted") is not False or text(modifier, "subType") not in _GIVEN
                if not counts or text(modifier, "restriction"):
                    continue
                if source == "item" and str(modifier.get("componentId")) not in worn:
                    continue
                if source == "race" and by_background and text(modifier, "subType").endswith("-score"):
                    continue
                yield modifier

    def _of(self, kind: str, *subtypes: str) -> list[Mapping[str, Any]]:
        """Return the modifiers of a kind, of these subtypes only if any are named."""
        typed = (one for one in self._modifiers if one.get("type") == kind)
        return [one for one in typed if not subtypes or one.get("subType") in subtypes]

    def _sum(self, *subtypes: str) -> int:
        return sum(map(_amount, self._of("bonus", *subtypes)))

    def _stat(self, key: str, number: int) -> int:
        found = (whole(one, "value") for one in records(self._data, key) if one.get("id") == number)
        return next(found, None) or 0

    def _score(self, number: int, long: str) -> int:
        if over := self._stat("overrideStats", number):
            return over
        raised = min(20, self._stat("stats", number) + self._sum(f"{long}-score"))  # a bonus raises none above 20
        given = max(map(_amount, self._of("set", f"{long}-score")), default=0)
        return max(raised + self._stat("bonusStats", number), given)

    def _mod(self, ability: str) -> int:
        return (self._scores[ability] - 10) // 2

    def block(self, part: Part, reading: Reading) -> StatBlock:
        """Return the character as a block; what is worked out is a remark."""
        data, name = self._data, text(self._data, "name")
        hp = whole(data, "overrideHitPoints") or (
            amount(data, "baseHitPoints")
            + self._level * (self._mod("con") + self._sum("hit-points-per-level"))
            + self._sum("hit-points")
        )
        hp += amount(data, "bonusHitPoints")
        ac, set_by_hand = self._armour_class()
        worked_out = "" if set_by_hand else f", armour class {ac}"
        reading.remarks.append(
            Fault(part.line, f"{name}: hit points {hp}{worked_out} and attacks are worked out; compare them.")
        )
        carried = [item for item in records(data, "inventory") if item.get("equipped") is not True]
        features = (one for given in self._classes for one in records(given, "classFeatures"))
        reading.left["items"] += len(carried) + len(records(data, "customItems"))
        reading.left["class features"] += sum(
            (amount(one, "definition", "requiredLevel") or 1) <= self._level for one in features
        )
        reading.left["species traits"] += len(records(data, "race", "racialTraits"))
        lists = [*record(data, "spells").values(), *(one.get("spells") for one in records(data, "classSpells"))]
        reading.left["spells"] += sum(map(len, map(records, lists)))
        reading.left["feats"] += len(records(data, "feats"))
        classes = (f"{text(one, 'definition', 'name')} {amount(one, 'level') or ''}" for one in self._classes)
        immunities = (text(one, "subType") for one in self._of("immunity"))
        # Neither damage nor a condition: critical hits, for instance.
        others = (word for word in immunities if word not in TYPES and word not in _CONDITIONS)
        numbered = dict(enumerate(_CONDITIONS, 1))
        levels = {numbered.get(amount(one, "id"), ""): amount(one, "level") for one in records(data, "conditions")}
        exhausted = levels.pop("exhaustion", 0)
        return StatBlock(
            name,
            part.line,
            hero=True,
            kind=listed(text(data, "race", "fullName"), *classes),
            hp=hp,
            hp_now=max(0, hp - amount(data, "removedHitPoints")),
            temp=whole(data, "temporaryHitPoints") or None,
            ac=ac,
            abilities=self._scores,
            saves={short: self._save(short, long) for short, long in ABILITIES.items()},
            initiative=self._mod("dex") + self._sum("initiative"),
            speed=speeds(numbers(data, "race", "weightSpeeds", "normal")),
            senses=listed(*self._senses()),
            languages=listed(*dict.fromkeys(text(one, "friendlySubtypeName") for one in self._of("language"))),
            skills=dict(self._skills()),
            resist=self._kinds("resistance", TYPES),
            immune=self._kinds("immunity", TYPES),
            weak=self._kinds("vulnerability", TYPES),
            condition_immune=self._kinds("immunity", _CONDITIONS),
            besides=besides(
                {"other": listed(*others), **data},
                other="other_immunities",
                notes__backstory="descriptions",
                notes__otherNotes="notes",
                notes__personalPossessions="possessions",
            ),
            conditions=tuple(filter(None, levels)),
            sheet={"exhaustion": exhausted or None},
            attacks=tuple(self._attacks()),
        )

    def _kinds(self, kind: str, known: Collection[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for one in self._of(kind) if (word := text(one, "subType")) in known))

    def _senses(self) -> Iterator[str]:
        for sense in ("darkvision", "blindsight", "tremorsense", "truesight"):
            base = max(map(_amount, (*self._of("set-base", sense), *self._of("sense", sense))), default=0)
            if feet := base + self._sum(sense):
                yield f"{sense} {feet} ft"

    def _skills(self) -> Iterator[tuple[str, int]]:
        """Yield the skills in which the character is proficient, or expert; others are the ability alone."""
        for name, ability in SKILLS.values():
            word = name.replace(" ", "-")
            times = 2 if self._of("expertise", word) else 1 if self._of("proficiency", word) else 0
            if times:
                bonus = self._sum(word, "ability-checks", f"{ABILITIES[ability]}-ability-checks")
                yield name, self._mod(ability) + times * self._proficiency + bonus

    def _save(self, short: str, long: str) -> int:
        subtype = f"{long}-saving-throws"
        proficiency = self._proficiency if self._of("proficiency", subtype) else 0
        return self._mod(short) + proficiency + self._sum(subtype, "saving-throws")

    def _armour_class(self) -> tuple[int, bool]:
        by_hand = {
            kind: value
            for one in records(self._data, "characterValues")
            if (kind := whole(one, "typeId")) in (_OVERRIDDEN_AC, _BONUS_AC, _MISC_AC)
            and (value := whole(one, "value")) is not None
        }
        if _OVERRIDDEN_AC in by_hand:
            return by_hand[_OVERRIDDEN_AC], True
        dex = self._mod("dex")
        worn = [record(item, "definition") for item in self._items]
        armour = [one for one in worn if whole(one, "armorClass") and one.get("armorTypeId") != _SHIELD]
        shield = max((amount(one, "armorClass") for one in worn if one.get("armorTypeId") == _SHIELD), default=0)
        if armour:
            caps = {_LIGHT: dex, _MEDIUM: min(dex, 2), _HEAVY: 0}
            base = max(amount(one, "armorClass") + caps.get(amount(one, "armorTypeId"), dex) for one in armour)
            base += self._sum("armored-armor-class")
        else:
            mods = {place: self._mod(short) for place, short in enumerate(ABILITIES, 1)}
            granted = self._of("set", "unarmored-armor-class")
            ways = (_amount(one) + mods.get(amount(one, "statId"), 0) for one in granted)
            natural = map(_amount, self._of("set", "minimum-base-armor"))
            base = max(10 + dex + max([0, *ways]), *natural, 0) + self._sum("unarmored-armor-class")
        return base + shield + self._sum("armor-class") + sum(by_hand.values()), False

    def _attacks(self) -> Iterator[Attack]:
        for item in self._items:
            weapon = record(item, "definition")
            dice = text(weapon, "damage", "diceString")
            if not dice:
                continue
            properties = {text(one, "name").casefold() for one in records(weapon, "properties")}
            ranged = weapon.get("attackType") == 2
            ability = self._mod("dex" if ranged else "str")
            if "finesse" in properties:
                ability = max(self._mod("str"), self._mod("dex"))
            magic = sum(
                _amount(one)
                for one in records(weapon, "grantedModifiers")
                if (one.get("type"), one.get("subType")) == ("bonus", "magic")
            )
            extra, kind = ability + magic, "ranged" if ranged else "melee"
            hit = extra + self._sum("weapon-attacks", f"{kind}-weapon-attacks")
            hit += self._proficiency if self._can_use(weapon) else 0
            far, long = whole(weapon, "range"), whole(weapon, "longRange")
            yield Attack(
                text(weapon, "name"),
                hit,
                (Damage(f"{dice}{f'{extra:+d}' if extra else ''}", text(weapon, "damageType").casefold()),),
                f"{far}/{long} ft" if far and long and long > far else f"{far} ft" if far else "",
            )

    def _can_use(self, weapon: Mapping[str, Any]) -> bool:
        """Return whether the character is proficient with a weapon: by its category, or by its own name."""
        category = {1: "simple-weapons", 2: "martial-weapons"}.get(amount(weapon, "categoryId"), "")
        own = text(weapon.get("type") or weapon.get("name")).casefold().replace(",", "").replace(" ", "-")
        return bool(self._of("proficiency", category, own))


def _amount(modifier: Mapping[str, Any]) -> int:
    given = whole(modifier, "value")
    return amount(modifier, "fixedValue") if given is None else given
