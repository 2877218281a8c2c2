"""What a game declares: tracks, fields, weapons, bands, cover, conditions, settings and presets.

A parameter type reads a word against the declarations, and these name parameter types; so they are in one module.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import AbstractMeta, Model
from tracker.combat.scene import ENEMIES, Combatant, Plain, Scene

if TYPE_CHECKING:
    from tracker.rules.system import System

Entries = Callable[[], Sequence[tuple[str, str]]]  # returns the kinds and names of what is in the library
_OWN_NAME: Final = r"[^\W\d][\w-]{0,39}"
"""A field named by players: a letter, then letters, digits, ``_`` and ``-``, up to 40 characters."""


class Context(Model):
    """The context in which a word is read: the game, the scene, and the values of the words before it.

    With ``exact``, as for recorded commands, only full names match. ``kept`` returns what the library has to offer.
    """

    system: "System"
    scene: Scene
    values: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = False
    kept: Entries = tuple

    @property
    def actor(self) -> Combatant | None:
        """Return the combatant that an earlier word names as the actor; None without one."""
        return self.scene.combatants.get(str(self.values.get("actor")))


class ParamType(Model, metaclass=AbstractMeta):
    """The type of a parameter: how its word is parsed, written and completed.

    ``write`` returns the word that parses to the same value later, with full names. A type has ``hint`` and ``read``.
    """

    offers: ClassVar[tuple[str, ...]] = ()  # the words to offer, where these are the same everywhere

    @property
    @abstractmethod
    def hint(self) -> str:
        """Return what to type, in a few words."""

    @property
    def sigil(self) -> str:
        """Return the character that the word must begin with, for an optional word before a text; "" for none."""
        return ""

    @abstractmethod
    def read(self, text: str, context: Context, alias: str = "") -> Any:
        """Parse a word; ``alias`` is the name it was given by, if that matters. Raises InvalidCommand."""

    def write(self, value: Any) -> str:
        """Return the word for a value."""
        return str(value)

    def for_each(self, text: str) -> tuple[str, ...]:
        """Return the results of each of several actors in their order; the word alone if it is everybody's."""
        return tuple(text.split(","))

    def complete(self, context: Context) -> tuple[str, ...]:
        """Return the words to offer."""
        return self.offers

    def meaning(self, word: str, context: Context) -> str:
        """Return the meaning of an offered word in a few characters; "" if the word needs none."""
        return ""


def is_structured(value: Plain) -> bool:
    """Return whether a value has named parts. Such values cannot be typed; only the game itself sets them."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


Whose = Literal["all", "heroes", "others"]  # whose sheets have something: everybody's, the heroes', or all others'

Values: TypeAlias = Mapping[str, Plain]  # values of a sheet or of a weapon by the names of their fields


class TrackSpec(Model):
    """A track on the sheet. Without a ``default`` it is only there when given; ``top`` fixes the maximum.

    ``low`` is the minimum; ``side`` says whose sheets have it: the heroes', all others', or all. The players' view does
    not show ``secret`` tracks. ``dice`` is the field with the dice that its maximum is the average of.
    """

    name: str
    label: str
    help: str
    default: int | None = None
    low: int = 0
    top: int | None = None
    side: Whose = "all"
    secret: bool = False
    dice: str = ""


class FieldSpec(Model):
    """A field of a sheet or of a weapon.

    An ``internal`` field is the game's own state: it is saved, but not in the JSON, and on the screen's sheet only if
    it is ``visible``. A ``passing`` field belongs to the moment: others who take the sheet over begin without it. A
    field ``kept`` by the game's actions is left out of the form of a sheet. ``said`` is how its values are said, if not
    behind its label: ``*`` is any other value, and the value within the words.
    """

    name: str
    label: str
    type: ParamType
    help: str = ""
    default: Plain = None
    side: Whose = "all"
    internal: bool = False
    visible: bool = False
    passing: bool = False
    kept: bool = False
    said: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_moment(
        cls, name: str, label: str, type: ParamType, help: str, default: Plain = None, side: Whose = "all"
    ) -> "FieldSpec":
        """Return a field that the game's actions keep, and that belongs to the moment."""
        return cls(name, label, type, help, default, side, passing=True, kept=True)

    def parts(self, value: Plain) -> str:
        """Return a value with named parts as text; an empty text for a plain value."""
        return self.type.write(value) if is_structured(value) else ""


class Band(Model):
    """A band of distance: its name, and its size in words."""

    name: str
    size: str = ""


class CoverDegree(Model):
    """A degree of cover: its name, its glyph, a plain character for it, and its effects in the game's numbers."""

    name: str
    glyph: str
    plain: str
    effects: tuple[str, ...] = ()


class ConditionSpec(Model):
    """A condition of the game, its effects in the game's numbers, and what is said at its end."""

    name: str
    help: str = ""
    over: str = ""


class Setting(Model):
    """A rule that the GM may change; ``source`` says where the default is from (S seed, G public)."""

    name: str
    default: Plain
    type: ParamType
    help: str
    source: str

    def write(self, value: Plain) -> str:
        """Return a value as it is typed."""
        return self.type.write(tuple(value) if isinstance(value, list) else value)


class Preset(Model):
    """A ready-made sheet for a combatant of ``side``; a track is its value, or a text with its maximum too: ``0/5``."""

    name: str
    help: str
    side: str = ENEMIES
    tracks: Mapping[str, int | str] = field(default_factory=dict)
    fields: Mapping[str, Plain] = field(default_factory=dict)
    weapons: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)


class RulesTable(Model):
    """A table of the rules for the reference."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


class Sheet(Model):
    """What a combatant can have. The first track is the main one unless a game overrides that.

    ``weapon`` are the fields of a weapon. ``other`` is the model for fields that players name themselves, such as
    skills; without it there are only the fields listed.
    """

    tracks: tuple[TrackSpec, ...]
    fields: tuple[FieldSpec, ...] = ()
    weapon: tuple[FieldSpec, ...] = ()
    other: FieldSpec | None = None

    def track(self, name: str) -> TrackSpec | None:
        """Return the track of this name, or None."""
        return next((track for track in self.tracks if track.name == name), None)

    def field(self, name: str) -> FieldSpec | None:
        """Return the field of this name, or None."""
        declared = next((field for field in self.fields if field.name == name), None)
        if declared is None and self.other is not None and re.fullmatch(_OWN_NAME, name):
            return replace(self.other, name=name, label=name.title())
        return declared


REASON_SUBJECTS: Final = ("pool", "units", "need", "grit", "tn", "total", "outcome", "damage", "severity", "target")
"""The numbers that reasons can count towards."""
