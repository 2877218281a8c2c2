"""What a game declares: tracks, fields, weapons, bands, cover, conditions, settings, presets, and how words are read.

A parameter type reads a word against the declarations, and the declarations name parameter types; they are one room.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import ENEMIES, Plain, Prompt, Scene
from tracker.rules.matching import match

_OWN_NAME: Final = re.compile(r"[^\W\d][\w-]{0,39}")
"""A field people name themselves: a letter, then letters, digits, ``_`` and ``-``, at most 40 signs."""


class Context(Model):
    """What a word is read against: the game, the scene, and the values of the words before it.

    ``exact`` lets only full names match: how a kept command is read again.
    """

    system: Declarations
    scene: Scene
    values: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = False


class ParamType(Model):
    """What a parameter holds: how its word is read, written back and completed.

    ``write`` gives the word that reads as the same value later, with names in full. A type declares its ``hint`` as
    a field or a property, and how it is read.
    """

    @property
    def hint(self) -> str:
        """What to type, in a few words."""
        raise NotImplementedError

    def read(self, text: str, context: Context, alias: str = "") -> Any:
        """The value; ``alias`` is the name it was given by, where that matters. Raises InvalidCommand."""
        raise NotImplementedError

    def write(self, value: Any) -> str:
        """The word for a value."""
        return str(value)

    def complete(self, context: Context) -> tuple[str, ...]:
        """The words to offer."""
        return ()


def is_structured(value: Plain) -> bool:
    """Whether a value is one of several parts with names: no word is read as that, the game keeps it itself."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


class TrackSpec(Model):
    """A track on the sheet. ``default`` None: only there when given; ``top`` fixes the maximum.

    ``side`` says whose sheet has it: heroes, others (anybody else) or all; ``secret`` ones are kept from
    the players' view.
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
    """A field of the sheet, or of a weapon.

    ``internal`` ones are the game's state: kept, but left out of the JSON and, unless ``visible``, of the sheet on
    the screen.
    """

    name: str
    label: str
    type: ParamType
    help: str = ""
    default: Plain = None
    side: Literal["all", "heroes", "others"] = "all"
    internal: bool = False
    visible: bool = False

    def parts(self, value: Plain) -> str:
        """A value of several parts with names, as its word writes it; "" for a plain one."""
        return self.type.write(value) if is_structured(value) else ""


class Band(Model):
    """A distance: its name, its size in words."""

    name: str
    size: str = ""


class CoverDegree(Model):
    """A degree of cover: its name, glyphs, and what it does in this game's numbers."""

    name: str
    glyph: str
    plain: str
    effects: tuple[str, ...] = ()


class ConditionSpec(Model):
    """A condition the game knows, and what it does in its numbers."""

    name: str
    help: str = ""


class Setting(Model):
    """A value the Director may change: default, choices, a sentence and where it comes from (S seed, G public)."""

    name: str
    default: Plain
    type: ParamType
    help: str
    source: str

    def write(self, value: Plain) -> str:
        """A value of it as it is typed."""
        return self.type.write(tuple(value) if isinstance(value, list) else value)


class Preset(Model):
    """A ready sheet for somebody of ``side``: tracks, fields and weapons by name."""

    name: str
    help: str
    side: str = ENEMIES
    tracks: Mapping[str, int] = field(default_factory=dict)
    fields: Mapping[str, Plain] = field(default_factory=dict)
    weapons: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)


class Table(Model):
    """A table of the rules for reading: a title, heads, rows and its source."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


class Sheet(Model):
    """All a combatant can have. The first track is the main one unless a game says otherwise.

    ``other`` is the pattern of fields that people name themselves (skills); None: there are only those listed.
    """

    tracks: tuple[TrackSpec, ...]
    fields: tuple[FieldSpec, ...] = ()
    weapon: tuple[FieldSpec, ...] = ()
    other: FieldSpec | None = None

    def track(self, name: str) -> TrackSpec | None:
        """The track of this name, or None."""
        return next((each for each in self.tracks if each.name == name), None)

    def field(self, name: str) -> FieldSpec | None:
        """The field of this name, or None."""
        found = next((each for each in self.fields if each.name == name), None)
        if found is None and self.other is not None and _OWN_NAME.fullmatch(name):
            return replace(self.other, name=name, label=name.title())
        return found


class Declarations:
    """The part of a game that words are read against: what there is, and what it is called."""

    name: ClassVar[str]
    """The word for it in commands and saves: small letters, digits and ``-``."""

    title: ClassVar[str]
    """Its name as people write it."""

    source: ClassVar[str]
    """What its rules page follows, for the reference."""

    sheet: ClassVar[Sheet]
    bands: ClassVar[tuple[Band, ...]]
    default_band: ClassVar[str]
    cover_degrees: ClassVar[tuple[CoverDegree, ...]]
    conditions: ClassVar[tuple[ConditionSpec, ...]] = ()
    settings: ClassVar[tuple[Setting, ...]] = ()
    presets: ClassVar[tuple[Preset, ...]] = ()
    tables: ClassVar[tuple[Table, ...]] = ()
    weapon_names: ClassVar[tuple[str, ...]] = ()
    """The weapons the game knows by name, to be offered."""

    def setting(self, scene: Scene, name: str) -> Plain:
        """The value of a setting in this session; KeyError for a name that is none."""
        found = next((each for each in self.settings if each.name == name), None)
        if found is None:
            raise KeyError(name)
        return scene.settings.get(name, self.setting_default(scene, found))

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """A setting's default in this session (an edition setting may move the others' defaults)."""
        return setting.default

    def main_track(self, scene: Scene) -> str:
        """The track that hurting and healing mean when none is named."""
        return self.sheet.tracks[0].name

    def track_minimum(self, track: str) -> int:
        """The lowest value of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """The bands from nearest to farthest."""
        return tuple(each.name for each in self.bands)

    def read_band(self, text: str, context: Context) -> str:
        """The band meant by a word; raises InvalidCommand."""
        return match(text, self.band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """The band one step nearer (-1) or farther (+1), None where there is none."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_cover_degree(self, text: str, context: Context) -> str:
        """The degree of cover meant by a word; raises InvalidCommand."""
        return match(text, self.cover_degree_names(context.scene), "degree of cover")

    def cover_degree_names(self, scene: Scene) -> tuple[str, ...]:
        """The degrees of cover, from none to most."""
        return tuple(each.name for each in self.cover_degrees)

    def condition_names(self, context: Context) -> tuple[str, ...]:
        """The conditions the game knows."""
        return tuple(each.name for each in self.conditions)

    @property
    def out_words(self) -> tuple[str, ...]:
        """The ways of being out the game has words for."""
        return ("out",)

    def cover_degree(self, name: str) -> CoverDegree:
        """A degree of cover by its name."""
        found = next((each for each in self.cover_degrees if each.name == name), None)
        return found or CoverDegree(name, "◧", "[", ())

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """An open question with what it says and offers at this moment; by itself as it was asked."""
        return prompt

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """The whole answer to a prompt from a typed one; raises InvalidCommand."""
        return match(text, (*prompt.choices, "skip"), "answer here") if prompt.choices else text
