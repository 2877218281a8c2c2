"""A spell of Open5e, version 2, as data: what is printed, and the numbers of an attack, a save or a cure in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.library.imports.printed import TYPES, cleaned
from tracker.library.imports.readers.open5e import corrections

_DICE: Final = r"(\d{1,2}d\d{1,2}(?: ?\+ ?\d{1,3})?)"
_SORTS: Final = "|".join(TYPES)
_DAMAGE: Final = re.compile(
    rf"(?:taking|takes|take|dealing|deals|suffers) {_DICE} ({_SORTS}) damage"
    rf"(?:(?: and|,| plus) {_DICE} ({_SORTS}) damage(?! at the end))?",
    re.IGNORECASE,
)
_SAVE: Final = re.compile(
    r"\b(?:an?|the|make|makes) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw\b"
)
_ATTACK: Final = re.compile(r"(?:melee|ranged) spell attack")
_HURLED: Final = re.compile(r"within (\d{2,3}) feet of you\. Make a ranged spell attack")
_AREA: Final = re.compile(
    r"\b[Ee](ach creature\b[^.]{0,90}?),? (?:makes|must (?:make|succeed on)) an? \w+ saving throw"
)
_CURE: Final = re.compile(
    rf"regains? (?:a number of )?Hit Points equal to {_DICE} plus your spellcasting ability modifier"
)
_WITH_MODIFIER: Final = re.compile(
    rf"({_SORTS}) damage equal to {_DICE} plus your spellcasting ability modifier", re.IGNORECASE
)
_PER_SLOT: Final = re.compile(
    rf"(?:damage|healing) (?:[^.]{{0,40}} )?increases by (\d{{2}}|{_DICE[1:-1]})"
    r" for (?:each spell|every) slot level above \d"
)
_GROWS: Final = re.compile(r"(?:levels? )?(\d{1,2}) \((\d{1,2}d\d{1,2})\)")


def spell_of(key: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a spell by its key and its columns. A part that it does not have is left out."""
    corrected = corrections(key)
    text = cleaned(str(data["desc"])) or corrected.get("text", "")
    higher = cleaned(str(data.get("higher_level") or "")) or corrected.get("higher", "")
    table: dict[str, Any] = {
        "name": data["name"],
        "level": data["level"],
        "school": data["school"],
        "classes": [str(key).partition("_")[2] for key in data.get("classes") or ()],
        "time": corrected.get("time") or _time(data),
        "range": data.get("range_text") or "",
        "components": _components(data),
        "duration": data.get("duration") or "",
        "concentration": bool(data.get("concentration")),
        "text": text,
        "higher": higher,
    }
    found = corrected["numbers"] if "numbers" in corrected else dict(_numbers(text, higher))
    numbers = {"spell": True, "level": data["level"]} | found
    if grown := numbers.pop("at-level", None):
        table["at-level"] = grown
        numbers |= {"grows": True} if "dice" in numbers else {}
    takes = table["time"].partition(" ")[0].partition(",")[0]
    if takes in ("bonus", "reaction"):
        numbers["takes"] = takes
    if table["concentration"]:
        numbers["concentration"] = True
    if "dice" in numbers and "attack" not in numbers and (reached := _AREA.search(text)) is not None:
        numbers["area"] = f"e{reached[1]}"
    if "attack" in numbers:
        numbers["range"] = _reach(table["range"], text)
    if "attack" not in numbers and "ability" not in numbers and "cure" not in numbers:
        numbers["rider"] = text[:300].rpartition(". ")[0] + "." if len(text) > 300 else text
    return {
        key: value
        for key, value in (table | {"numbers": numbers}).items()
        if value not in ("", [], {}) and value is not False
    }


def _time(data: Mapping[str, Any]) -> str:
    when = data.get("reaction_condition")
    ritual = " or ritual" if data.get("ritual") else ""
    time = re.sub(r"(\d)(?=[a-z])", r"\1 ", str(data.get("casting_time") or "").replace("-", " "))
    return time + ritual + (f", {when}" if when else "")


def _reach(reach: str, text: str) -> str:
    """How far the attack of a spell goes, whose range may be that of something it makes."""
    hurled = _HURLED.search(text)
    if reach == "Self" and hurled is not None:
        return f"{hurled[1]} ft"
    return "5 ft" if reach in ("Touch", "Self") else reach.replace("feet", "ft")


def _components(data: Mapping[str, Any]) -> str:
    letters = [letter for letter, key in (("V", "verbal"), ("S", "somatic"), ("M", "material")) if data.get(key)]
    given = data.get("material_specified")
    return ", ".join(letters) + (f" ({given})" if given else "")


def _numbers(text: str, higher: str) -> Iterator[tuple[str, Any]]:
    attack, save = _ATTACK.search(text), _SAVE.search(text)
    damage, cure = _DAMAGE.search(text), _CURE.search(text)
    if attack is not None:
        yield "attack", True
    if save is not None:
        yield "ability", save[1][:3].lower()
    if damage is not None and (attack is not None or save is not None):
        for (name, sort), (dice, kind) in zip(
            (("dice", "type"), ("extra", "extra-type")), _pairs(damage), strict=False
        ):
            yield name, dice
            yield sort, kind
        if attack is None and "half as much" in text:
            yield "half", True
    elif attack is not None and (more := _WITH_MODIFIER.search(text)) is not None:
        yield from (("dice", more[2]), ("type", more[1].lower()), ("modifier", True))
    elif cure is not None:
        yield from (("cure", cure[1].replace(" ", "")), ("modifier", True))
    if (more := _PER_SLOT.search(higher)) is not None:
        yield "per-slot", more[1]
    elif "when you reach levels" in higher and (grown := _GROWS.findall(higher)):
        yield "at-level", dict(grown)


def _pairs(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    for dice, kind in (match.groups()[:2], match.groups()[2:]):
        if dice:
            yield dice.replace(" ", ""), kind.lower()
