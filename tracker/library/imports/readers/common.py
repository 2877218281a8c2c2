"""What the readers share: a file being read, the faults found in it, and what several programs write alike."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from tracker.library.imports.printed import Unread, attack_in, numbers_of
from tracker.library.imports.statblock import MOST, Attack, Fault, Feature, FeatureKind
from tracker.library.imports.values import NotReadable, Part, plain, text, texts

Powers: TypeAlias = Mapping[FeatureKind, Sequence[Mapping[str, Any]]]
"""What a creature has and can do, by kind: objects with a name and a text."""

KINDS: Final[Sequence[FeatureKind]] = ("action", "trait", "bonus", "reaction", "legendary", "mythic")
"""The kinds that have a list of their own, as two programs call them."""

SIZES: Final = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}

_BY_ABILITY: Final = {
    "str": {"ath": "athletics"},
    "dex": {"acr": "acrobatics", "slt": "sleight of hand", "ste": "stealth"},
    "int": {"arc": "arcana", "his": "history", "inv": "investigation", "nat": "nature", "rel": "religion"},
    "wis": {"ani": "animal handling", "ins": "insight", "med": "medicine", "prc": "perception", "sur": "survival"},
    "cha": {"dec": "deception", "itm": "intimidation", "prf": "performance", "per": "persuasion"},
}
SKILLS: Final = {code: (name, short) for short, skills in _BY_ABILITY.items() for code, name in skills.items()}
"""The skills by the abbreviations of Foundry, with the ability of each."""


@cache
def shipped(name: str) -> Mapping[str, Any]:
    """Return the content of a TOML file of the importer, such as ``unplaced``."""
    return tomllib.loads((Path(__file__).parents[1] / f"{name}.toml").read_text("utf-8"))


def attack_of(action: Mapping[str, Any]) -> Attack | None:
    """Return the attack that an action's text describes; None if it describes none. Raises Unread."""
    return attack_in(_name_of(action), _text_of(action))


def must_fit(count: int) -> None:
    """Refuse a file with more entries than can be read; raises NotReadable."""
    if count > MOST:
        raise NotReadable(f"there are more than {MOST} entries in the file; split it into several.")


class Reading:
    """What is found out while a file is read: faults, remarks, and counts of what has no place."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self.left: Counter[str] = Counter()
        self._count = 0

    def expect(self, count: int) -> None:
        """Count creatures before they are read; raises NotReadable if there are too many in all."""
        self._count += count
        must_fit(self._count)

    def attacks(
        self,
        part: Part,
        creature: str,
        actions: Iterable[Mapping[str, Any]],
        read: Callable[[Mapping[str, Any]], Attack | None] = attack_of,
    ) -> tuple[Attack, ...]:
        """Return the acts with numbers among a creature's actions; one that cannot be read is a fault."""
        attacks: dict[str, Attack] = {}
        for action in actions:
            name = _name_of(action)
            try:
                attack = read(action)
            except Unread as why:
                self.faults.append(Fault(part.line_of(name), f"{creature}: {name} {why}."))
                continue
            numbers = numbers_of(name, _text_of(action))
            if attack is not None:
                attacks.setdefault(attack.name, replace(attack, more={**numbers, **attack.more}))
            elif numbers.keys() & {"dc", "recharge", "uses"}:
                attacks.setdefault(name, Attack(name, more=numbers))
        return tuple(attacks.values())


def features(powers: Powers) -> tuple[Feature, ...]:
    """Return everything that a creature has and can do, as printed."""
    return tuple(Feature(kind, plain(_name_of(one)), plain(_text_of(one))) for kind in powers for one in powers[kind])


def besides(data: Any, **names: str) -> dict[str, str]:
    """Return the texts of a creature that no sheet has, by what they are in the plural; given by their keys."""
    given = ((what.replace("_", " "), texts(data, *key.split("__"))) for key, what in names.items())
    return {what: said for what, found in given if (said := listed(*map(plain, found)))}


def _name_of(one: Mapping[str, Any]) -> str:
    return text(one.get("name") or one.get("Name"))


def _text_of(one: Mapping[str, Any]) -> str:
    return text(one.get("desc") or one.get("Content"))


def listed(*texts: str) -> str:
    """Return the texts that are not empty, separated by commas."""
    return ", ".join(filter(None, (" ".join(text.split()) for text in texts)))


def speeds(feet_by_way: Mapping[str, int | None], units: str = "ft") -> str:
    """Return speeds as a text: ``30 ft, 60 ft fly``; those of 0 or None are left out."""
    ways = ((way, feet) for way, feet in feet_by_way.items() if feet)
    return listed(*(f"{feet} {units}" if way == "walk" else f"{feet} {units} {way}" for way, feet in ways))
