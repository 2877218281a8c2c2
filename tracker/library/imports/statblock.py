"""What every format is read into: creatures and encounters in plain fields, and the parts that could not be read."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import field

from tracker.combat.model import Model

ABILITIES: Final[Mapping[str, str]] = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}
"""The six abilities of 5e, as a sheet names them, in full."""

MOST: Final = 6000  # the most creatures of a file: about what a library file holds

Rules: TypeAlias = Literal["5e", "Pathfinder 2e"]

FeatureKind: TypeAlias = Literal["trait", "action", "bonus", "reaction", "legendary", "mythic", "lair"]


class Fault(Model):
    """A part that could not be read, as a sentence, and its line."""

    line: int
    sentence: str


class Damage(Model):
    """A part of an attack's damage: its dice and its type."""

    dice: str
    type: str = ""


class Attack(Model):
    """An act of a creature that has numbers: the bonus to hit of an attack, its damage by type, its reach.

    ``more`` are further numbers by the names of a weapon's fields: a save, a recharge, a limit of uses.
    """

    name: str
    hit: int | None = None
    damage: tuple[Damage, ...] = ()
    range: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


class Feature(Model):
    """Anything of a creature that is a text with a name: a trait, an action without an attack, a reaction."""

    kind: FeatureKind
    name: str
    text: str = ""


class StatBlock(Model):
    """A creature in plain fields; a number is None and a text empty if the file does not contain it.

    ``hp_now`` differs from ``hp`` for somebody hurt, ``temp`` are temporary hit points, ``hit_dice`` the dice that
    ``hp`` is the average of. ``initiative`` is a bonus, ``rolled`` the place in the order of a running fight. ``saves``
    are bonuses by the name of the save, ``resist``, ``immune`` and ``weak`` types of damage or whole clauses. ``sheet``
    are further values by the names of a sheet, ``features`` the printed text in its order, ``besides`` texts that no
    sheet has, by their names in the plural.
    """

    name: str
    line: int
    rules: Rules = "5e"
    hero: bool = False
    hidden: bool = False
    kind: str = ""
    hp: int | None = None
    hp_now: int | None = None
    temp: int | None = None
    hit_dice: str = ""
    ac: int | None = None
    abilities: Mapping[str, int] = field(default_factory=dict)
    saves: Mapping[str, int] = field(default_factory=dict)
    initiative: int | None = None
    rolled: int | None = None
    speed: str = ""
    senses: str = ""
    languages: str = ""
    skills: Mapping[str, int] = field(default_factory=dict)
    cr: str = ""
    level: int | None = None
    resist: tuple[str, ...] = ()
    immune: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    condition_immune: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    features: tuple[Feature, ...] = ()
    counters: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    sheet: Mapping[str, Any] = field(default_factory=dict)
    besides: Mapping[str, str] = field(default_factory=dict)


class Gathering(Model):
    """An encounter of another program: its name, its line, and who is in it."""

    name: str
    line: int
    who: tuple[StatBlock, ...]


class Contents(Model):
    """What a file of another program holds.

    ``faults`` are parts that could not be read, ``remarks`` sentences about numbers that the file leaves open,
    ``left`` counts what has no place in any sheet, by its name in the plural.
    """

    creatures: Sequence[StatBlock] = ()
    encounters: Sequence[Gathering] = ()
    faults: Sequence[Fault] = ()
    remarks: Sequence[Fault] = ()
    left: Mapping[str, int] = field(default_factory=dict)
