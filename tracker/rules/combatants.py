"""Who joins with what: fresh sheets, values from words, moving between bands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.combat.events import BandBecame
from tracker.combat.scene import HEROES, Combatant, Plain, Scene, Track
from tracker.rules.errors import InvalidCommand, suggestion
from tracker.rules.params import Context, number
from tracker.rules.sheet import FieldSpec, Preset

if TYPE_CHECKING:
    from tracker.rules.resolver import Resolver
    from tracker.rules.system import System


def fits(side: str, spec_side: str) -> bool:
    """Whether a track or field belongs on the sheet of this side."""
    return spec_side == "all" or (spec_side == "heroes") == (side == HEROES)


def fresh_sheet(system: System, side: str, preset: Preset | None) -> Combatant:
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


def given_track(system: System, name: str, value: int) -> Track:
    """A track given on joining: value and maximum, but for tracks whose maximum the rules fix."""
    spec = system.sheet.track(name)
    if spec is not None and spec.top is not None:
        return Track(min(value, spec.top), spec.top)
    return Track(value, value)


def read_track(system: System, name: str, text: str) -> int:
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


def sheet_names(system: System) -> tuple[str, ...]:
    """Every name ``add`` and ``set`` take."""
    fields = (each.name for each in system.sheet.fields if not each.internal)
    return (*(each.name for each in system.sheet.tracks), *fields)


def unknown_field(system: System, name: str) -> InvalidCommand:
    """The sentence for a name that is not on the sheet."""
    return InvalidCommand(f"“{name}” is not on the sheet of {system.title}.{suggestion(name, sheet_names(system))}")


def weapon_values(system: System, pairs: Sequence[tuple[str, str]], context: Context) -> dict[str, Plain]:
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


def move_to_band(resolver: Resolver, name: str, others: Sequence[str], band: str) -> None:
    """Somebody comes to a band of others. In the nearest one they stand where the other stands.

    interface.md part 2, ``range``: they take over the other's bands to everyone else.
    """
    names = tuple(each for each in others if each != name)
    suggestion = resolver.system.band_names(resolver.scene)[0]
    beside = [
        each for each in resolver.scene.combatants if each != name and resolver.scene.band(name, each) == suggestion
    ]
    resolver.emit(BandBecame(name, names, band))
    if band == suggestion and len(names) == 1:
        share_position(resolver, name, names[0])
        left = [each for each in beside if resolver.scene.band(name, each) != suggestion]
        if left:
            resolver.note(f"{name} is no longer {suggestion} with {join_names(left, resolver.scene)}.")


def share_position(resolver: Resolver, name: str, other: str) -> None:
    """Give one the other's bands to everyone else."""
    scene = resolver.scene
    by_band: dict[str, list[str]] = {}
    for each in scene.combatants:
        if each not in (name, other) and scene.band(name, each) != scene.band(other, each):
            by_band.setdefault(scene.band(other, each), []).append(each)
    for band, people in by_band.items():
        resolver.emit(BandBecame(name, tuple(people), band))


def join_names(names: Sequence[str], scene: Scene, most: int = 5) -> str:
    """Names for a sentence: a whole group by its name, a long list cut with the number of the others."""
    if len(names) > 1:
        groups = {each.group for each in map(scene.combatants.get, names) if each is not None}
        if len(groups) == 1:
            (group,) = groups
            if group is not None and len(scene.group(group)) == len(names):
                return f"{group} ({len(names)})"
    if len(names) <= most:
        return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} others"
