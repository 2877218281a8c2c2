"""Reading the printed text of a 5e creature: attacks, dice, clauses about damage."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from tracker.library.imports.printed import TYPES, cleaned, numbers_in
from tracker.library.imports.statblock import Attack, Damage

_PHYSICAL: Final = ("bludgeoning", "piercing", "slashing")
"""The types that a condition such as “from nonmagical attacks” is about, as far as they are listed before it."""

_HIT: Final = re.compile(r"([+\-−]\s?\d{1,3})\s*to hit(?! with)|Attack Roll:\s*([+\-−]\s?\d{1,3})")
_REACH: Final = re.compile(r"\b(?:reach|range)\s+(\d{1,4}(?:/\d{1,4})?\s*(?:ft|feet))", re.IGNORECASE)
_DAMAGE: Final = re.compile(
    rf"(?:(\d{{1,4}})\s*)?(?:\(([0-9d+\-−– ]{{1,60}})\)\s*)?(?:({'|'.join(TYPES)})\s+)?damage",
    re.IGNORECASE,
)


_SAVE: Final = re.compile(
    r"DC (\d{1,2}) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw", re.IGNORECASE
)
_ITS_DAMAGE: Final = re.compile(r"taking (?:(\d{1,4}) )?(?:\(([^)]{1,20})\) )?(\w+) damage on a failed save")
_HALF: Final = "half as much damage on a success"


class Unread(ValueError):
    """Why an attack cannot be read, as the end of a sentence."""


def attack_in(name: str, text: str) -> Attack | None:
    """Return the attack described by a printed text; None if it describes none. Raises Unread."""
    hit = _HIT.search(text)
    if hit is None:
        return None
    struck = text[hit.end() :]
    damage: list[Damage] = []
    found = _DAMAGE.search(struck)
    if found is not None:
        # Effects besides damage, on a failed save for instance, are in a separate sentence.
        ends = [at for at in (struck.find(".", found.end()), struck.find(", or ", found.end())) if at >= 0]
        for match in _DAMAGE.finditer(struck, found.start(), min(ends, default=len(struck))):
            amount, dice, kind = match.groups()
            if amount or dice:
                damage.append(Damage(plain_dice(dice or amount), (kind or "").casefold()))
            elif struck[: match.start()].endswith(" or "):
                raise Unread("leaves a choice of its damage")
    bonus = int((hit[1] or hit[2]).replace("−", "-").replace(" ", ""))
    return Attack(name, bonus, by_type(damage), reach_in(text))


def numbers_of(name: str, text: str) -> dict[str, Any]:
    """Return the numbers of an act besides an attack, as a weapon's fields: its save, its recharge, its uses.

    Both forms of the SRD are read; damage only where the save alone decides about it.
    """
    text = cleaned(text)
    numbers = {key: value for key, value in numbers_in(name, text).items() if key not in _OF_ATTACKS}
    save = _SAVE.search(text)
    if "dc" in numbers or save is None or _HIT.search(text):
        return numbers
    numbers |= {"dc": int(save[1]), "ability": save[2][:3].lower()}
    damage = _ITS_DAMAGE.search(text, save.end())
    if damage is not None and damage[3] in TYPES and (damage[1] or damage[2]):
        numbers |= {"dice": plain_dice(damage[2] or damage[1]), "type": damage[3]}
        numbers |= {"half": True} if _HALF in text else {}
    return numbers


_OF_ATTACKS: Final = ("hit", "range", "extra", "extra-type", "note", "rider")


def reach_in(text: str) -> str:
    """Return the first reach or range in a printed text, ``5 ft`` or ``80/320 ft``; else ""."""
    reach = _REACH.search(text)
    return reach[1].replace("feet", "ft") if reach else ""


def by_type(damage: Iterable[Damage]) -> tuple[Damage, ...]:
    """Return damage with parts of one type as one; raises Unread for a part without dice or number."""
    dice: dict[str, str] = {}
    for part in damage:
        if not part.dice:
            raise Unread("has damage without dice")
        dice[part.type] = joined(dice[part.type], part.dice) if part.type in dice else part.dice
    return tuple(Damage(thrown, kind) for kind, thrown in dice.items())


def plain_dice(text: str) -> str:
    """Return dice in this program's notation: no blanks, a plain minus."""
    return re.sub(r"\s+", "", text).replace("−", "-").replace("–", "-").removesuffix("+0")


def joined(*dice: str) -> str:
    """Return several throws as one."""
    return "+".join(dice).replace("+-", "-")


def clauses(texts: Sequence[str]) -> tuple[str, ...]:
    """Return types of damage: each unconditional one alone, a clause with a condition whole.

    “cold, bludgeoning, piercing, and slashing from nonmagical attacks” is cold, and one clause about the three, with
    slashes for its commas. Files may have the list cut at its commas.
    """
    found: list[str] = []
    for group in re.split(";", ", ".join(texts)[:2000]):
        held: list[str] = []
        for part in re.split(r",\s*", group.casefold()):
            words = part.strip().removeprefix("and ").removeprefix("or ")
            types = [word.strip() for word in re.split(r"\s+and\s+|\s+or\s+", words)]
            if all(word in TYPES for word in types):
                for word in types:
                    (held if word in _PHYSICAL else found).append(word)
            elif words:
                found.append("/".join((*held, words)))
                held = []
        found += held
    return tuple(dict.fromkeys(found))


def words_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of lists such as “charmed, frightened”, in lower case."""
    listed = (word.strip().casefold() for text in texts for word in re.split(r"[,;]", text[:600]))
    return tuple(dict.fromkeys(word.removeprefix("and ") for word in listed if word))
