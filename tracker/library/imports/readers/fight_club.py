"""Monsters of Fight Club 5 and Game Master 5: XML in the form of compendium.xsd of FightClub5eXML.

A document type is refused, and with it every entity: a file of a few lines cannot fill the memory, nor read another.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.parsers import expat

from tracker.library.imports.printed import Unread, clauses, plain_dice, words_of
from tracker.library.imports.readers.common import KINDS, SIZES, Reading, attack_of, besides, features, listed
from tracker.library.imports.statblock import ABILITIES, MOST, Attack, Damage, StatBlock
from tracker.library.imports.values import NotReadable, Part, rating, text, whole
from tracker.rules.grammar import singular

_BONUS: Final = re.compile(r"([A-Za-z][A-Za-z ]{1,30}?)\s*([+-]\d{1,3})")
_VALUE: Final = re.compile(r"\s*(\d{1,6})\s*(?:\(([^)]{1,40})\))?")


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
        for what in ("spells", "items", "races", "classes", "feats", "backgrounds"):
            reading.left[what] += len(compendium.inner.get(singular(what), ()))
        for monster in compendium.inner.get("monster", ()):
            yield Part(text, 0, monster.line, monster)


def _parsed(text: str) -> _Element:
    """Return a whole file as elements; raises NotReadable, also for a document type and the entities in it."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    open_ = [_Element(1)]

    def begin(tag: str, attributes: dict[str, str]) -> None:
        if len(open_) > 30:  # the form needs four levels
            raise NotReadable("it nests too deep.")
        element, siblings = _Element(parser.CurrentLineNumber), open_[-1].inner.setdefault(tag, [])
        siblings.append(element)
        if tag == "monster" and len(siblings) > MOST:
            raise NotReadable(f"line {element.line}: there are more than {MOST} monsters; split the file into several.")
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
    given, name, passive = monster.first, monster.first("name"), monster.first("passive")
    powers = {kind: _powers(monster, kind) for kind in KINDS}
    hp, ac = _VALUE.match(given("hp")), _VALUE.match(given("ac"))
    return StatBlock(
        name,
        part.line,
        kind=listed(f"{SIZES.get(given('size'), '')} {given('type').partition(',')[0]}", given("alignment").lower()),
        hp=int(hp[1]) if hp else None,
        hit_dice=plain_dice(hp[2]) if hp and hp[2] else "",
        ac=int(ac[1]) if ac else None,
        abilities={short: score for short in ABILITIES if (score := whole(given(short))) is not None},
        saves=_bonuses(given("save"), 3),
        skills=_bonuses(given("skill"), 40),
        speed=given("speed"),
        senses=listed(given("senses"), f"passive Perception {passive}" if passive else ""),
        languages=given("languages"),
        cr=rating(given("cr")),
        resist=clauses([given("resist")]),
        immune=clauses([given("immune")]),
        weak=clauses([given("vulnerable")]),
        condition_immune=words_of([given("conditionImmune")]),
        attacks=reading.attacks(part, name, powers["action"], _attack),
        features=features(powers),
        besides=besides(
            {tag: given(tag) for tag in monster.inner} | {"armour": ac[2] if ac else ""},
            description="descriptions",
            armour="kinds_of_armour",
            environment="environments",
            spells="lists_of_spells",
            slots="spell_slots",
        ),
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
    columns = text(action, "attack").split("|")
    hit = whole(columns[1]) if len(columns) == 3 and columns[2] else None
    try:
        attack = attack_of(action)
    except Unread:
        if hit is None:
            raise
        attack = None
    by_columns = hit is not None and attack is None
    return Attack(text(action, "name"), hit, (Damage(plain_dice(columns[2])),)) if by_columns else attack
