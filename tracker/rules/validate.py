"""Checking values in a scene against the game: a file may have been edited by hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from tracker.combat.errors import QUOTED, InvalidCommand
from tracker.combat.scene import Combatant, Plain, Scene
from tracker.rules.declarations import Context, FieldSpec, ParamType, is_structured
from tracker.rules.params import YesNoParam
from tracker.rules.system import System


def first_fault(system: System, scene: Scene) -> str:
    """Return the first value that does not fit the game's declarations, as part of a sentence; "" if all do.

    A value fits if its parameter type writes it and parses the same value back. Internal fields are not checked. But
    the game must be able to answer a screen's first queries with them.
    """
    return next(_faults(system, scene), "") or _breaks(system, scene)


def _faults(system: System, scene: Scene) -> Iterator[str]:
    context = Context(system, scene)
    settings = {setting.name: setting for setting in system.settings}
    for name, value in scene.settings.items():
        if name not in settings or not fits_type(settings[name].type, value, context):
            yield _misfit(system, f"the setting {name}", value)
    declared = {band.name for band in system.bands}
    for band in (scene.default_range, *scene.ranges.values()):
        if band not in declared and not _reads_back(system.read_band, band, context):
            yield _misfit(system, "a range", band)
    for name in scene.order:
        if name not in scene.combatants:
            yield f"the order of turns names “{name[:QUOTED]}”, who is not in the fight"
    for prompt in scene.prompts:
        if prompt.name and prompt.name not in scene.combatants:
            yield f"question {prompt.id} is about “{prompt.name[:QUOTED]}”, who is not in the fight"
    # Members of a group share what they have not changed.
    alike: dict[tuple[int, int, str], Combatant] = {}
    for combatant in scene.combatants.values():
        alike.setdefault((id(combatant.fields), id(combatant.weapons), combatant.cover.degree), combatant)
    for combatant in alike.values():
        if not _reads_back(system.read_cover_degree, combatant.cover.degree, context):
            yield _misfit(system, f"the cover of {combatant.name}", combatant.cover.degree)
        for name, value in _misfits(combatant.fields, system.sheet.fields, context):
            yield _misfit(system, f"{name} of {combatant.name}", value)
        for weapon, fields in combatant.weapons.items():
            for name, value in _misfits(fields, system.sheet.weapon, context):
                yield _misfit(system, f"{name} of {combatant.name}'s {weapon}", value)


def _breaks(system: System, scene: Scene) -> str:
    asked = "the turn"
    try:
        system.clock.status(scene)
        system.sections(scene)
        asked = "what is pending"
        system.pending(scene)
        for prompt in scene.prompts:
            asked = f"question {prompt.id}"
            system.refresh_prompt(scene, prompt)
        for name, combatant in scene.combatants.items():
            asked = name
            system.row(scene, combatant)
            system.cover_row(scene, combatant)
            system.clock.may_act(scene, name)
            system.main_action(scene, name)
        if scene.combatants:
            asked = "the distances"
            system.band_table(scene, next(iter(scene.combatants)))
    except Exception:
        return f"{system.title} cannot make sense of {asked[:QUOTED]}"
    return ""


def _misfits(values: Mapping[str, Plain], specs: Sequence[FieldSpec], context: Context) -> Iterator[tuple[str, Plain]]:
    for spec in specs:
        type_, value = spec.type, values.get(spec.name, spec.default)
        # A yes-or-no field may also hold a count.
        counts = isinstance(type_, YesNoParam) and type(value) is int and value >= 0
        sound = spec.internal or counts or (value == spec.default and not is_structured(value))
        if not sound and not (_is_written(type_, value) if is_structured(value) else fits_type(type_, value, context)):
            yield spec.name, value


def fits_type(type_: ParamType, value: Plain, context: Context) -> bool:
    """Return whether a value is one that this type can have parsed."""
    plain = tuple(value) if isinstance(value, list) else value
    try:
        read = type_.read(type_.write(plain), context)
    except (ValueError, TypeError, AttributeError):
        return False
    return bool(read == plain and type(read) is type(plain))


def _is_written(type_: ParamType, value: Plain) -> bool:
    """Return whether a type can say a value that no word stands for: one that a game keeps for itself."""
    try:
        return isinstance(type_.write(value), str)
    except Exception:
        return False


def _reads_back(read: Callable[[str, Context], str], text: str, context: Context) -> bool:
    try:
        return read(text, context) == text
    except InvalidCommand:
        return False


def _misfit(system: System, what: str, value: Plain) -> str:
    return f"{what} is “{str(value)[:QUOTED]}”, which {system.title} does not know"
