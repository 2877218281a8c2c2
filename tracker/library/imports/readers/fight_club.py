"""Monsters of Fight Club 5 and Game Master 5: XML in the form of compendium.xsd of FightClub5eXML.

A document type is refused, and with it every entity: a file of a few lines cannot fill the memory, nor read another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.parsers import expat

from tracker.library.imports.readers.common import Reading, listed
from tracker.library.imports.statblock import ABILITIES, Attack, Damage, FeatureKind, StatBlock
from tracker.library.imports.values import NotReadable, Part, rating, text, whole
from tracker.library.imports.wording import Unread, attack_in, clauses, plain_dice, words_of

_SIZES: Final = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}
_LISTS: Final[Mapping[str, FeatureKind]] = {
    "trait": "trait",
    "bonus": "bonus",
    "reaction": "reaction",
    "legendary": "legendary",
    "mythic": "mythic",
}
_BONUS: Final = re.compile(r"([A-Za-z][A-Za-z ]{1,30}?)\s*([+-]\d{1,3})")
_VALUE: Final = re.compile(r"\s*(\d{1,6})\s*(?:\(([^)]{1,40})\))?")
_DEEPEST: Final = 30
"""How deep elements may nest; the form needs four levels."""

_OTHERS: Final = {
    "spell": "spells",
    "item": "items",
    "race": "races",
    "class": "classes",
    "feat": "feats",
    "background": "backgrounds",
}


class _Element:
    """An element of the file: its line, its text, and the elements in it by tag."""

    __slots__ = ("inner", "line", "text")

    def __init__(self, line: int) -> None:
        self.line, self.text = line, ""
        self.inner: dict[str, list[_Element]] = {}

    def first(self, tag: str) -> str:
        """Return the text of the first element of a tag, or ""."""
        return self.inner[tag][0].text.strip() if tag in self.inner else ""


def monsters(text: str, reading: Reading) -> Iterator[Part]:
    """Return the monsters of a file, each with its line; counts what else is in it. Raises NotReadable."""
    root = _parsed(text)
    for compendium in (root, *(one for each in root.inner.values() for one in each)):
        for tag, what in _OTHERS.items():
            reading.left[what] += len(compendium.inner.get(tag, ()))
        for monster in compendium.inner.get("monster", ()):
            yield Part(text, 0, monster.line, monster)


def _parsed(text: str) -> _Element:
    """Return a whole file as elements; raises NotReadable, also for a document type and the entities in it."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    open_ = [_Element(1)]

    def begin(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) > _DEEPEST:
            raise NotReadable("it nests too deep.")
        element = _Element(parser.CurrentLineNumber)
        open_[-1].inner.setdefault(tag, []).append(element)
        open_.append(element)

    def end(tag: str) -> None:
        open_.pop()

    def characters(data: str) -> None:
        open_[-1].text += data

    def refuse(*declared: object) -> None:
        raise NotReadable(f"line {parser.CurrentLineNumber}: a document type or entities are not read from files.")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise NotReadable(f"line {error.lineno}: this is not XML.") from None
    return open_[0]


def read(part: Part, reading: Reading) -> StatBlock:
    """Return a monster."""
    monster = part.value
    assert isinstance(monster, _Element)
    given = {tag: monster.first(tag) for tag in monster.inner}
    name, passive = given.get("name", ""), given.get("passive", "")
    attacks, features = reading.actions(part, name, _powers(monster, "action"), _attack)
    for tag, kind in _LISTS.items():
        features += reading.features(kind, _powers(monster, tag))
    hp, ac = (_VALUE.match(given.get(tag, "")) for tag in ("hp", "ac"))
    return StatBlock(
        name,
        part.line,
        kind=listed(
            f"{_SIZES.get(given.get('size', ''), '')} {given.get('type', '').partition(',')[0]}",
            given.get("alignment", "").lower(),
        ),
        hp=int(hp[1]) if hp else None,
        hit_dice=plain_dice(hp[2]) if hp and hp[2] else "",
        ac=int(ac[1]) if ac else None,
        abilities={short: score for short in ABILITIES if (score := whole(given.get(short))) is not None},
        saves=_bonuses(given.get("save", ""), 3),
        skills=_bonuses(given.get("skill", ""), 40),
        speed=given.get("speed", ""),
        senses=listed(given.get("senses", ""), f"passive Perception {passive}" if passive else ""),
        languages=given.get("languages", ""),
        cr=rating(given.get("cr")),
        resist=clauses([given.get("resist", "")]),
        immune=clauses([given.get("immune", "")]),
        weak=clauses([given.get("vulnerable", "")]),
        condition_immune=words_of([given.get("conditionImmune", "")]),
        attacks=attacks,
        features=features,
    )


def _powers(monster: _Element, tag: str) -> list[Mapping[str, Any]]:
    return [
        {
            "name": one.first("name"),
            "desc": " ".join(line.text.strip() for line in one.inner.get("text", ())),
            "attack": one.first("attack"),
        }
        for one in monster.inner.get(tag, ())
    ]


def _bonuses(given: str, letters: int) -> dict[str, int]:
    return {name.strip().casefold()[:letters]: int(bonus) for name, bonus in _BONUS.findall(given)}


def _attack(action: Mapping[str, Any]) -> Attack | None:
    """Return an attack by its text, or by its three columns ``name|bonus|dice``, which lack the type."""
    name, described = text(action.get("name")), text(action.get("desc"))
    columns = text(action.get("attack")).split("|")
    hit = whole(columns[1]) if len(columns) == 3 else None
    try:
        attack = attack_in(name, described)
    except Unread:
        if hit is None or not columns[2]:
            raise
        attack = None
    if attack is None and hit is not None and columns[2]:
        return Attack(name, hit, (Damage(plain_dice(columns[2])),))
    return attack
