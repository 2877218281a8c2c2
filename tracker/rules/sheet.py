"""What a game says of itself: tracks, fields, weapons, bands, cover, conditions, settings, presets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Final, Literal

from tracker.combat.frozen import frozen
from tracker.combat.scene import ENEMIES, Plain
from tracker.rules.params import ParamType

_OWN_NAME: Final = re.compile(r"[^\W\d][\w-]{0,39}")
"""A field people name themselves: a letter, then letters, digits, ``_`` and ``-``, at most 40 signs."""


def is_structured(value: Plain) -> bool:
    """Whether a value is one of several parts with names: no word is read as that, the game keeps it itself."""
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))


@frozen
class TrackSpec:
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


@frozen
class FieldSpec:
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


@frozen
class Band:
    """A distance: its name, its size in words."""

    name: str
    size: str = ""


@frozen
class CoverDegree:
    """A degree of cover: its name, glyphs, and what it does in this game's numbers."""

    name: str
    glyph: str
    plain: str
    effects: tuple[str, ...] = ()


@frozen
class ConditionSpec:
    """A condition the game knows, and what it does in its numbers."""

    name: str
    help: str = ""


@frozen
class Setting:
    """A value the Director may change: default, choices, a sentence and where it comes from (S seed, G public)."""

    name: str
    default: Plain
    type: ParamType
    help: str
    source: str

    def write(self, value: Plain) -> str:
        """A value of it as it is typed."""
        return self.type.write(tuple(value) if isinstance(value, list) else value)


@frozen
class Preset:
    """A ready sheet for somebody of ``side``: tracks, fields and weapons by name."""

    name: str
    help: str
    side: str = ENEMIES
    tracks: Mapping[str, int] = field(default_factory=dict)
    fields: Mapping[str, Plain] = field(default_factory=dict)
    weapons: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)


@frozen
class Table:
    """A table of the rules for reading: a title, heads, rows and its source."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str = ""


@frozen
class Sheet:
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
