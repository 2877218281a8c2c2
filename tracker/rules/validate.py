"""What stands in a scene that no fight of its game can hold: values somebody wrote into a file by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tracker.combat.scene import Combatant, Plain, Scene
from tracker.rules.declarations import Context, FieldSpec, ParamType, is_structured
from tracker.rules.errors import QUOTED, InvalidCommand
from tracker.rules.params import YesNoParam
from tracker.rules.system import System


def first_fault(system: System, scene: Scene) -> str:
    """The first value the game has declared otherwise, as part of a sentence; an empty text where there is none.

    A value is sound where the word for it reads it back as it is. What the game keeps for itself is not looked into.
    """
    return next(_faults(system, scene), "")


def _faults(system: System, scene: Scene) -> Iterator[str]:
    context = Context(system, scene)
    settings = {each.name: each for each in system.settings}
    for name, value in scene.settings.items():
        if name not in settings or not _sound(settings[name].type, value, context):
            yield _said(system, f"the setting {name}", value)
    declared = {each.name for each in system.bands}
    for band in (scene.default_range, *scene.ranges.values()):
        if band not in declared and not _reads(system.read_band, band, context):
            yield _said(system, "a range", band)
    for one in scene.combatants.values():
        yield from _faults_of(system, one, context)


def _faults_of(system: System, one: Combatant, context: Context) -> Iterator[str]:
    if not _reads(system.read_cover_degree, one.cover.degree, context):
        yield _said(system, f"the cover of {one.name}", one.cover.degree)
    for name, value in _odd(one.fields, system.sheet.fields, context):
        yield _said(system, f"{name} of {one.name}", value)
    for weapon, fields in one.weapons.items():
        for name, value in _odd(fields, system.sheet.weapon, context):
            yield _said(system, f"{name} of {one.name}'s {weapon}", value)


def _odd(values: Mapping[str, Plain], specs: Sequence[FieldSpec], context: Context) -> Iterator[tuple[str, Plain]]:
    for spec in specs:
        value = values.get(spec.name, spec.default)
        if not (spec.internal or value == spec.default or is_structured(value) or _sound(spec.type, value, context)):
            # What is on or off may count, too.
            if not (isinstance(spec.type, YesNoParam) and type(value) is int and value >= 0):
                yield spec.name, value


def _sound(word: ParamType, value: Plain, context: Context) -> bool:
    """Whether a value is one that this word can have been read as."""
    plain = tuple(value) if isinstance(value, list) else value
    try:
        found = word.read(word.write(plain), context)
    except (ValueError, TypeError, AttributeError):
        return False
    return bool(found == plain and type(found) is type(plain))


def _reads(read: Callable[[str, Context], str], text: str, context: Context) -> bool:
    try:
        return read(text, context) == text
    except InvalidCommand:
        return False


def _said(system: System, what: str, value: Plain) -> str:
    return f"{what} is “{str(value)[:QUOTED]}”, which {system.title} does not know"
