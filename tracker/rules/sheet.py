"""Sheets: what somebody joins with, and values written on a sheet or a weapon."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.combat.scene import HEROES, Combatant, Plain, Track
from tracker.rules.declarations import Context, Declarations, FieldSpec, Preset
from tracker.rules.errors import InvalidCommand, suggestion
from tracker.rules.params import number


def fits(side: str, spec_side: str) -> bool:
    """Whether a track or field belongs on the sheet of this side."""
    return spec_side == "all" or (spec_side == "heroes") == (side == HEROES)


def fresh_sheet(system: Declarations, side: str, preset: Preset | None) -> Combatant:
    """A sheet with the side's defaults and the preset's values."""
    tracks = {
        each.name: Track(each.default, each.top if each.top is not None else each.default)
        for each in system.sheet.tracks
        if each.default is not None and fits(side, each.side)
    }
    fields: dict[str, Plain] = {
        each.name: each.default for each in system.sheet.fields if each.default is not None and fits(side, each.side)
    }
    if preset is not None:
        for name, value in preset.tracks.items():
            tracks[name] = given_track(system, name, value)
        fields |= preset.fields
    weapons = dict(preset.weapons) if preset else {}
    return Combatant("", side, tracks=tracks, fields=fields, weapons=weapons)


def given_track(system: Declarations, name: str, value: int) -> Track:
    """A track given on joining: value and maximum, but for tracks whose maximum the rules fix."""
    spec = system.sheet.track(name)
    if spec is not None and spec.top is not None:
        return Track(min(value, spec.top), spec.top)
    return Track(value, value)


def read_track(system: Declarations, name: str, text: str) -> int:
    """A track's value from a word; raises InvalidCommand."""
    spec = system.sheet.track(name)
    low, top = (spec.low, spec.top) if spec else (0, None)
    try:
        return number(text, low, top if top is not None else 1_000_000)
    except InvalidCommand as bad:
        raise InvalidCommand(f"{name}: {bad}") from None


def read_field(spec: FieldSpec, text: str, context: Context) -> Plain:
    """A field's value from a word, as plain data; raises InvalidCommand."""
    try:
        value = spec.type.read(text, context)
    except InvalidCommand as bad:
        raise InvalidCommand(f"{spec.name}: {bad}") from None
    return list(value) if isinstance(value, tuple) else value


def sheet_names(system: Declarations) -> tuple[str, ...]:
    """Every name ``add`` and ``set`` take."""
    fields = (each.name for each in system.sheet.fields if not each.internal)
    return (*(each.name for each in system.sheet.tracks), *fields)


def unknown_field(system: Declarations, name: str) -> InvalidCommand:
    """The sentence for a name that is not on the sheet."""
    return InvalidCommand(f"“{name}” is not on the sheet of {system.title}.{suggestion(name, sheet_names(system))}")


def weapon_values(system: Declarations, pairs: Sequence[tuple[str, str]], context: Context) -> dict[str, Plain]:
    """A weapon's fields from words; a lone word that is no field is a tag. Raises InvalidCommand."""
    known = {each.name: each for each in system.sheet.weapon}
    found: dict[str, Plain] = {}
    for name, text in pairs:
        if name not in known and text == "yes" and "tags" in known:
            found["tags"] = [*_listed(found.get("tags")), name]
            continue
        if name not in known:
            raise InvalidCommand(f"“{name}” is no field of a weapon.{suggestion(name, tuple(known))}")
        found[name] = read_field(known[name], text, context)
    return found


def _listed(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else []
