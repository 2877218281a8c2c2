"""Sheets: initial values, and parsing values written on a sheet or a weapon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tracker.combat.scene import ENEMIES, HEROES, Combatant, Plain, Track
from tracker.rules.declarations import Context, FieldSpec, Preset
from tracker.rules.errors import SURE, InvalidCommand, comma_list, nearest, suggestion
from tracker.rules.grammar import PLURAL, means_several, plain_value, spaced
from tracker.rules.matching import match
from tracker.rules.params import MOST, TextParam, WordsParam, YesNoParam, number

if TYPE_CHECKING:
    from tracker.rules.system import System

BLOCK: Final = "block"  # the field with the printed text of a stat block: a list of tables of kind, name and text
TAGS: Final = "tags"  # the field of a weapon with words of its own
SPARES: Final = "spares"  # what spares of all kinds are called among what can be spent
REMINDERS: Final = "reminders"  # the field with the questions of a combatant's turns (reminders.py)

TACTICS: Final = {
    "weakest": "whom least is left of",
    "nearest": "who stands nearest",
    "casters": "who casts spells",
    "spreads": "somebody else than the others of their side",
    "flees-below-half": "nobody any more, with less than half left",
}
"""The words that steer whom somebody attacks, by their meaning."""


class TacticsParam(WordsParam):
    """Words of tactics, separated by commas; the first counts first."""

    hint: str = "weakest,nearest"
    offers = tuple(TACTICS)

    def read(self, text: str, context: Context, alias: str = "") -> tuple[str, ...]:
        return tuple(match(word.strip(), (*TACTICS,), "word of tactics", context.exact) for word in text.split(","))

    def meaning(self, word: str, context: Context) -> str:
        return TACTICS[word]


COMMON_FIELDS: Final = (
    FieldSpec(PLURAL, "Plural", YesNoParam(), "whether the name means several: they join, not joins"),
    FieldSpec("tactics", "Tactics", TacticsParam(), "whom they attack first; the GM's alone"),
    FieldSpec(BLOCK, "Stat block", TextParam(), "its printed text", internal=True),
    FieldSpec(REMINDERS, "Reminders", TextParam(), "what is asked in their turns", internal=True, passing=True),
)
"""The fields that sheets have in every game."""


def fits(side: str, spec_side: str) -> bool:
    """Return whether a track or field declared for ``spec_side`` belongs on the sheets of ``side``."""
    return spec_side == "all" or (spec_side == "heroes") == (side == HEROES)


def likely_side(system: System, names: Iterable[str]) -> str:
    """Return the side of a sheet with these tracks and fields: enemies, if one of them is on no sheet of a hero."""
    specs = (system.sheet.track(name) or system.sheet.field(name) for name in names)
    return HEROES if all(spec is None or fits(HEROES, spec.side) for spec in specs) else ENEMIES


def fresh_sheet(system: System, side: str, preset: Preset | None) -> Combatant:
    """Return a combatant without a name: the side's defaults, then the preset's values."""
    tracks = {
        spec.name: Track(spec.default, spec.top if spec.top is not None else spec.default)
        for spec in system.sheet.tracks
        if spec.default is not None and fits(side, spec.side)
    }
    fields: dict[str, Plain] = {
        spec.name: spec.default for spec in system.sheet.fields if spec.default is not None and fits(side, spec.side)
    }
    ready = preset or Preset("", "")
    tracks |= {name: written_track(system, name, str(value), None) for name, value in ready.tracks.items()}
    return Combatant("", side, tracks=tracks, fields={**fields, **ready.fields}, weapons=dict(ready.weapons))


def unused_sheet(system: System, fresh: Combatant, used: Combatant) -> Combatant:
    """Return the sheet of ``used`` before anything happened to them; ``fresh`` is an empty one of their side."""
    starts = {name: track.value for name, track in fresh.tracks.items() if track.value != track.max}
    tracks = {name: Track(min(starts.get(name, one.max), one.max), one.max) for name, one in used.tracks.items()}
    fields = {
        name: value
        for name, value in used.fields.items()
        if (spec := system.sheet.field(name)) is None or not (spec.internal or spec.passing)
    }
    return replace(fresh, tracks=tracks, fields={**fresh.fields, **fields}, weapons=used.weapons, spares=used.spares)


def given_track(system: System, name: str, value: int) -> Track:
    """Return a track that begins at ``value``; that is its maximum too, unless the rules fix it."""
    spec = system.sheet.track(name)
    top = spec.top if spec is not None and spec.top is not None else value
    return Track(min(value, top), top)


def written_track(system: System, name: str, text: str, old: Track | None) -> Track:
    """Return the ``old`` track after ``NAME=VALUE``, ``NAME=VALUE/MAX`` or ``NAME.max=MAX``; raises InvalidCommand."""
    base, _, part = name.partition(".")
    low = system.track_minimum(base)
    value, slash, most = f"{low}/{text}".partition("/") if part else text.partition("/")
    if not slash:
        return given_track(system, base, read_track(system, base, text))
    try:
        top = number(most.strip(), 0, MOST)
        now = number(value.strip(), low, top)
    except InvalidCommand as error:
        raise InvalidCommand(f"{base}: {error} Write the value and its maximum, as in 0/5.") from None
    return Track(min(old.value if old else top, top) if part else now, top)


def read_track(system: System, name: str, text: str) -> int:
    """Parse the value of a track, within its bounds; raises InvalidCommand."""
    spec = system.sheet.track(name)
    low, top = (spec.low, spec.top) if spec else (0, None)
    try:
        return number(text, low, top if top is not None else MOST)
    except InvalidCommand as error:
        raise InvalidCommand(f"{name}: {error}") from None


def editable_field(system: System, name: str) -> FieldSpec:
    """Return the field that the GM may write under this name; raises InvalidCommand if there is none."""
    spec = next((spec for spec in COMMON_FIELDS if spec.name == name), None) or system.sheet.field(name)
    loose = name in ("weapon", "weapons") and name not in sheet_names(system)  # where any name is a skill
    if spec is None or spec.internal or loose:
        armed = "weapon" in name and "arm" in system.actions
        way = " A weapon is given afterwards: arm NAME WEAPON." if armed else _meant(name, sheet_names(system))
        raise InvalidCommand(f"“{name}” is not on the sheet of {system.title}.{way}")
    return spec


def read_field(spec: FieldSpec, text: str, context: Context) -> Plain:
    """Parse the value of a field as plain data; raises InvalidCommand."""
    try:
        value = spec.type.read(text, context)
    except InvalidCommand as error:
        meant = f" ({spec.help})" if spec.help else ""
        raise InvalidCommand(f"{spec.name}{meant}: {error}") from None
    return list(value) if isinstance(value, tuple) else value


def _meant(name: str, known: Mapping[str, str]) -> str:
    """Return which word is meant, by its name or its help, as a question; else which are known."""
    similar = nearest(name, tuple(known))
    return (_meant_by_help(name, known) if similar is None else "") or suggestion(name, tuple(known))


def _meant_by_help(name: str, known: Mapping[str, str]) -> str:
    for word in sorted(known, key=lambda word: len(known[word])):
        long_form = len(word) >= 3 and name.startswith(word)  # str, strength
        if word != name and (long_form or nearest(name, known[word].split(), SURE) is not None):
            return f" Did you mean {word}{f' ({known[word]})' if known[word] else ''}?"
    return ""


def sheet_names(system: System) -> Mapping[str, str]:
    """Return the help of all tracks and fields that ``add`` and ``set`` write, by their names."""
    fields = {spec.name: spec.help for spec in (*system.sheet.fields, *COMMON_FIELDS) if not spec.internal}
    return {track.name: track.help for track in system.sheet.tracks} | fields


def label_in_words(spec: FieldSpec | None, name: str) -> str:
    """Return the label of a field as it stands within a sentence; that of an unknown one is its name."""
    label = spaced(name) if spec is None else spec.label
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def field_in_words(specs: Iterable[FieldSpec], name: str, value: Plain) -> str:
    """Return a field of a sheet or a weapon as it is said: ``armor I 4``, ``not ready``; "" for no value."""
    spec = next((spec for spec in specs if spec.name == name), None)
    label = label_in_words(spec, name)
    if value in (None, [], "", "none"):
        return ""
    if isinstance(value, bool):
        return label if value else f"not {label}"
    if spec is not None and spec.name == TAGS:
        return plain_value(value)
    text = (spec.parts(value) if spec else "") or plain_value(value)
    words = spec.said if spec else {}
    return words.get(text, words.get("*", f"{label} *")).replace("*", text)


def printed(combatant: Combatant, kind: str | None = None) -> list[Mapping[str, str]]:
    """Return the parts of a stat block, all or of a ``kind``: with kind, name and text, unlike those of a bad file."""
    block = combatant.fields.get(BLOCK)
    parts = [part for part in block if isinstance(part, dict)] if isinstance(block, list) else []
    return [part for part in parts if {"kind", "name", "text"} <= part.keys() and kind in (None, part["kind"])]


def weapon_in_words(system: System, fields: Mapping[str, Plain]) -> list[str]:
    """Return each value of a weapon as it is said, without those that say nothing."""
    said = [field_in_words(system.sheet.weapon, name, value) for name, value in fields.items()]
    return [word.removesuffix(".") for word in said if word]


def unknown_weapon(system: System, weapon: str, kind: str) -> str:
    """Return as a sentence what an unknown weapon counts as, and the known ones whose names end with its name."""
    are, count = ("are", "count") if means_several(weapon) else ("is", "counts")
    like = comma_list([name for name in system.weapon_names if name.endswith(f"-{weapon.casefold()}")])
    told = f"{are} not in the table and {count} as {kind}."
    return f"The {spaced(weapon)} {told}{like and f' Known: {like}.'}"


def weapon_values(system: System, pairs: Sequence[tuple[str, str]], context: Context) -> dict[str, Plain]:
    """Parse a weapon's fields from ``name=value`` pairs; an unknown flag is a tag. Raises InvalidCommand."""
    specs = {spec.name: spec for spec in system.sheet.weapon}
    known = {spec.name: spec.help for spec in system.sheet.weapon}
    values: dict[str, Plain] = {}
    for name, text in pairs:
        if name in specs:
            try:
                values[name] = read_field(specs[name], text, context)
            except InvalidCommand as error:
                raise InvalidCommand(f"{error}{_meant_by_help(name, known)}") from None
        elif text == "yes" and TAGS in specs:
            tags = values.get(TAGS)
            values[TAGS] = [*(tags if isinstance(tags, list) else []), name]
        else:
            quoted = " A name of several words is quoted." if text == "yes" else ""
            raise InvalidCommand(f"“{name}” is not a field of a weapon.{_meant(name, known)}{quoted}")
    return values
