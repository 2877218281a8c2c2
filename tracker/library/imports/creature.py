"""The common form of all formats of 5e monsters: plain fields, and the parts that could not be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import field

from tracker.combat.model import Model

_TYPES: Final = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)
"""The types of damage in 5e."""

_HIT: Final = re.compile(r"([+-]\d{1,3})\s*to hit|Attack Roll:\s*([+-]\d{1,3})")
_REACH: Final = re.compile(r"\b(?:reach|range)\s+(\d{1,4}(?:/\d{1,4})?\s*(?:ft|feet))", re.IGNORECASE)
_DAMAGE: Final = re.compile(
    rf"(?:(\d{{1,4}})\s*)?(?:\((\d{{1,3}}d\d{{1,4}}(?:\s*[+\-−–]\s*\d{{1,3}})?)\)\s*)?({'|'.join(_TYPES)})\s+damage",
    re.IGNORECASE,
)


class Fault(Model):
    """A part that could not be read, as a sentence, and its line."""

    line: int
    sentence: str


class Attack(Model):
    """An attack of a creature: the bonus to hit, its dice, the type of damage, and its reach.

    ``more`` are further numbers by the names of a weapon's fields, an act without an attack roll has them, too.
    """

    name: str
    hit: int | None = None
    dice: str = ""
    type: str = ""
    range: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


class Creature(Model):
    """A creature in plain fields; a field is None if the file does not contain it.

    ``sheet`` are further values by the names of a sheet; ``block`` is the printed text in its order: tables of
    ``kind`` (trait, action, bonus, reaction, legendary), ``name`` and ``text``.
    """

    name: str
    line: int
    hp: int | None = None
    ac: int | None = None
    dex: int | None = None
    cr: str = ""
    resist: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    hero: bool = False
    attacks: tuple[Attack, ...] = ()
    sheet: Mapping[str, Any] = field(default_factory=dict)
    block: tuple[Mapping[str, str], ...] = ()


class Unread(ValueError):
    """Why an attack cannot be read, as the end of a sentence."""


def attack_in(name: str, text: str) -> Attack | None:
    """Return the attack described by a printed text; None if it describes none. Raises Unread."""
    hit = _HIT.search(text)
    if hit is None:
        return None
    struck = text[hit.end() :]
    parts = []
    kinds = []
    first = _DAMAGE.search(struck)
    if first is not None:
        # Effects besides damage, on a failed save for instance, are in a separate sentence.
        ends = [at for at in (struck.find(".", first.end()), struck.find(", or ", first.end())) if at >= 0]
        for amount, dice, kind in _DAMAGE.findall(struck[first.start() : min(ends, default=len(struck))]):
            parts.append(plain_dice(dice) or amount)
            kinds.append(kind.casefold())
    if not all(parts) or not parts:
        raise Unread("is an attack without dice")
    reach = _REACH.search(text)
    return Attack(name, int(hit[1] or hit[2]), joined(parts), joined_types(kinds), reach[1] if reach else "")


def plain_dice(text: str) -> str:
    """Return dice in this program's notation: no blanks, a plain minus."""
    return re.sub(r"\s+", "", text).replace("−", "-").replace("–", "-")


def joined(dice: Sequence[str]) -> str:
    """Return several throws of one attack as one."""
    return "+".join(dice)


def joined_types(types: Sequence[str]) -> str:
    """Return the type of damage of an attack; none if there are several, since a single resistance would not fit."""
    return " and ".join(dict.fromkeys(types))


def damage_types(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the unconditional types of damage: “cold”, not “slashing from nonmagical attacks”."""
    words = (word.strip().casefold() for text in texts for word in re.split(r"[,;]", text[:400]))
    return tuple(dict.fromkeys(word for word in words if word in _TYPES))
