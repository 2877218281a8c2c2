"""What a game declares: tracks, fields, weapons, bands, cover, conditions, settings and presets.

A parameter type reads a word against the declarations, and the declarations name parameter types; so they are one
room.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Final, Literal

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import AbstractMeta, Model
from tracker.combat.scene import ENEMIES, Plain, Prompt, Scene
from tracker.rules.matching import match

_OWN_NAME: Final = re.compile(r"[^\W\d][\w-]{0,39}")
"""A field that players name themselves: a letter, then letters, digits, ``_`` and ``-``, up to 40 characters."""


class Context(Model):
    """What a word is read against: the game, the scene, and the values of the words before it.

    With ``exact`` only full names match; commands that were recorded are read like this. ``kept`` gives the names in
    the library, for completion.
    """

    system: Declarations
    scene: Scene
    values: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = False
    kept: Callable[[], Sequence[str]] = tuple


class ParamType(Model, metaclass=AbstractMeta):
    """What a parameter holds: how its word is read, written back and completed.

    ``write`` gives the word that reads as the same value later, with names in full. A type declares its ``hint`` as
    a field or a property, and how it is read.
    """

    @property
    @abstractmethod
    def hint(self) -> str:
        """What to type, in a few words."""

    @property
    def sigil(self) -> str:
        """The character that the word must begin with, for an optional word before a text; "" for none."""
        return ""

    @abstractmethod
    def read(self, text: str, context: Context, alias: str = "") -> Any:
        """The value; ``alias`` is the name it was given by, where that matters. Raises InvalidCommand."""

    def write(self, value: Any) -> str:
        """The word for a value."""
        return str(value)

    def complete(self, context: Context) -> tuple[str, ...]:
        """The words to offer."""
        return ()

    def meaning(self, word: str, context: Context) -> str:
        """What one of the words offered stands for, in a few characters; "" where the word says it all."""
        return ""


def is_structured(value: Plain) -> bool:
    """Whether a value has named parts. No word is read as such a value; only the game itself sets it."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


class TrackSpec(Model):
    """A track on the sheet. Without a ``default`` it is only there when given; ``top`` fixes the maximum.

    ``low`` is the minimum; ``side`` says whose sheets have it: the heroes', all others', or all. The players' view
    does not show ``secret`` tracks.
    """

    name: str
    label: str
    help: str
    default: int | None = None
    low: int = 0
    top: int | None = None
    side: Literal["all", "heroes", "others"] = "all"
    secret: bool = False


class FieldSpec(Model):
    """A field of a sheet or of a weapon.

    An ``internal`` field is the game's own state: it is saved, but not in the JSON, and on the screen's sheet only
    where it is ``visible``. A ``passing`` one belongs to the moment: others who take the sheet over begin without it.
    What is ``kept`` by the game as its actions go is not asked for in the form of a sheet.
    """

    name: str
    label: str
    type: ParamType
    help: str = ""
    default: Plain = None
    side: Literal["all", "heroes", "others"] = "all"
    internal: bool = False
    visible: bool = False
    passing: bool = False
    kept: bool = False

    def parts(self, value: Plain) -> str:
        """A value with named parts as text; an empty text for a plain value."""
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
    """A condition that the game knows, and its effects in the game's numbers."""

    name: str
    help: str = ""


class Setting(Model):
    """A rule that the game master may change; ``source`` says where the default is from (S seed, G public)."""

    name: str
    default: Plain
    type: ParamType
    help: str
    source: str

    def write(self, value: Plain) -> str:
        """A value as it is typed."""
        return self.type.write(tuple(value) if isinstance(value, list) else value)


class Preset(Model):
    """A ready-made sheet for a combatant of ``side``: tracks, fields and weapons by name."""

    name: str
    help: str
    side: str = ENEMIES
    tracks: Mapping[str, int] = field(default_factory=dict)
    fields: Mapping[str, Plain] = field(default_factory=dict)
    weapons: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)


class Table(Model):
    """A table of the rules for the reference."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


class Sheet(Model):
    """What a combatant can have. The first track is the main one unless a game says otherwise.

    ``weapon`` are the fields of a weapon. ``other`` is the model for fields that players name themselves, such as
    skills; without it there are only the fields listed.
    """

    tracks: tuple[TrackSpec, ...]
    fields: tuple[FieldSpec, ...] = ()
    weapon: tuple[FieldSpec, ...] = ()
    other: FieldSpec | None = None

    def track(self, name: str) -> TrackSpec | None:
        """The track of this name, or None."""
        return next((track for track in self.tracks if track.name == name), None)

    def field(self, name: str) -> FieldSpec | None:
        """The field of this name, or None."""
        declared = next((field for field in self.fields if field.name == name), None)
        if declared is None and self.other is not None and _OWN_NAME.fullmatch(name):
            return replace(self.other, name=name, label=name.title())
        return declared


class Declarations:
    """The part of a game that words are read against: what there is, and what it is called."""

    name: ClassVar[str]
    """The game's name in commands and saves: lower-case letters, digits and ``-``."""

    title: ClassVar[str]
    """The game's name as people write it."""

    source: ClassVar[str]
    """What the rules follow, for the reference."""

    licence: ClassVar[str] = ""
    """The licence of the rules with its attribution, where they need one."""

    text: ClassVar[str] = ""
    """The text of the file that the game was read from, which its sessions keep; "" for a game of the program."""

    sheet: ClassVar[Sheet]
    bands: ClassVar[tuple[Band, ...]]
    default_band: ClassVar[str]
    cover_degrees: ClassVar[tuple[CoverDegree, ...]]
    conditions: ClassVar[tuple[ConditionSpec, ...]] = ()
    own_settings: ClassVar[tuple[Setting, ...]] = ()
    """The rules that the game master may change in this game."""

    common_settings: ClassVar[tuple[Setting, ...]] = ()
    """Those of every game."""

    presets: ClassVar[tuple[Preset, ...]] = ()
    tables: ClassVar[tuple[Table, ...]] = ()
    weapons: ClassVar[Mapping[str, Mapping[str, Plain]]] = {}
    """Weapons with the fields that they bring when somebody is armed with them."""
    weapon_names: ClassVar[tuple[str, ...]] = ()
    """The weapons that the game knows, to be offered."""
    weapon_example: ClassVar[str] = ""
    """A weapon with its values as one would type it, for the form."""

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """Everything that the game master may change."""
        return (*self.own_settings, *self.common_settings)

    def setting(self, scene: Scene, name: str) -> Plain:
        """The value of a setting in this session; raises KeyError for an unknown name."""
        setting = next((setting for setting in self.settings if setting.name == name), None)
        if setting is None:
            raise KeyError(name)
        return scene.settings.get(name, self.setting_default(scene, setting))

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """The default of a setting in this session; a game may let it depend on other settings, such as an edition."""
        return setting.default

    def main_track(self, scene: Scene) -> str:
        """The track that ``hurt`` and ``heal`` mean when none is named."""
        return self.sheet.tracks[0].name

    def track_minimum(self, track: str) -> int:
        """The minimum of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from nearest to farthest."""
        return tuple(band.name for band in self.bands)

    def read_band(self, text: str, context: Context) -> str:
        """The band that a word means; raises InvalidCommand."""
        return match(text, self.band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step nearer (-1) or farther (+1); None beyond the last one."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_cover_degree(self, text: str, context: Context) -> str:
        """The degree of cover that a word means; raises InvalidCommand."""
        return match(text, self.cover_degree_names(context.scene), "degree of cover")

    def cover_degree_names(self, scene: Scene) -> tuple[str, ...]:
        """The degrees of cover, from none to most."""
        return tuple(degree.name for degree in self.cover_degrees)

    def cover_materials(self) -> Mapping[str, str]:
        """The materials of cover that the game knows, each with what it stops."""
        return {}

    def condition_names(self, context: Context) -> tuple[str, ...]:
        """The conditions that the game knows."""
        return tuple(condition.name for condition in self.conditions)

    @property
    def out_words(self) -> tuple[str, ...]:
        """The game's words for being out."""
        return ("out",)

    def cover_degree(self, name: str) -> CoverDegree:
        """The degree of cover of this name; one without effects where the game declares none."""
        declared = next((degree for degree in self.cover_degrees if degree.name == name), None)
        return declared or CoverDegree(name, "◧", "[")

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """An open prompt with its text and choices as they are now; a prompt does not change unless a game says so."""
        return prompt

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """The answer to a prompt that a typed text means; raises InvalidCommand."""
        return match(text, (*prompt.choices, "skip"), "answer here") if prompt.choices else text
