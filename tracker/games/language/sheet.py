"""The declarations of a game file: tracks, fields, bands, cover, conditions, presets and tables."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tracker.combat.scene import OPEN, Plain
from tracker.games.language.rules import Rules
from tracker.games.language.shape import FieldTable, TrackTable
from tracker.rules import params
from tracker.rules.declarations import Band, CoverDegree, FieldSpec, ParamType, Preset, RulesTable, Sheet, TrackSpec
from tracker.rules.turns import INITIATIVE

USUAL_BANDS: Final = (Band("near", "within reach"), Band("far", "out of reach"))
"""The bands of a game whose file declares none."""


def sheet(rules: Rules) -> Sheet:
    """Return the sheet: the file's tracks and fields, and the place in the order if there is one."""
    table = rules.table
    fields = tuple(map(_field, table.field))
    if table.turn.kind in ("initiative", "cards"):
        order = FieldSpec(
            INITIATIVE, "Initiative", params.NumberParam(-1000, 1000), "the number in the order", passing=True
        )
        fields = (*fields, order)
    return Sheet(tuple(map(_track, table.track)), fields, tuple(map(_field, table.weapon_field)))


def _track(one: TrackTable) -> TrackSpec:
    start, about = None if one.optional else one.start, one.help or one.name
    return TrackSpec(one.name, _label(one.name), about, start, one.low, one.top, one.side, one.secret, one.dice or "")


def _field(table: FieldTable) -> FieldSpec:
    default: Any = list(table.start) if isinstance(table.start, list) else table.start
    label, kind = _label(table.name), param_of(table.kind, table.choices, 400)
    return FieldSpec(table.name, label, kind, table.help, default, table.side, internal=table.kept, said=table.said)


def param_of(kind: str, choices: Sequence[str], longest: int) -> ParamType:
    """Return the type of a field or a question of this kind; a text has at most ``longest`` characters."""
    if kind in ("text", "choice"):
        return params.TextParam("text", longest) if kind == "text" else params.ChoiceParam(tuple(choices), "choice")
    return _PARAMS.get(kind, _PARAMS["number"])


_PARAMS: Final[Mapping[str, ParamType]] = {
    "number": params.NumberParam(-params.MOST, params.MOST),
    "words": params.WordsParam(),
    "yesno": params.YesNoParam(),
    "dice": params.DiceParam(),
    "name": params.CombatantParam(),
}


def _label(name: str) -> str:
    return name.upper() if len(name) < 3 else name.replace("-", " ").capitalize()


def bands(rules: Rules) -> tuple[Band, ...]:
    """Return the bands from nearest to farthest."""
    return tuple(Band(band.name, band.size) for band in rules.table.band) or USUAL_BANDS


def cover_degrees(rules: Rules) -> tuple[CoverDegree, ...]:
    """Return the degrees of cover, none first."""
    degrees = [CoverDegree(OPEN, "·", ".")]
    for cover in rules.table.cover:
        effects = [f"{name} {value:+d}".replace("-", "−") for name, value in cover.gives.items() if name != cover.name]
        if cover.absorbs:
            effects.append(f"stops {cover.absorbs}")
        degrees.append(CoverDegree(cover.name, cover.sign, cover.plain, tuple(effects)))
    return tuple(degrees)


def presets(rules: Rules) -> tuple[Preset, ...]:
    """Return the ready-made sheets."""
    return tuple(
        Preset(item.name, item.help or item.name, item.side, item.tracks, item.fields, item.weapons)
        for item in rules.table.preset
    )


def weapons(presets: Sequence[Preset]) -> dict[str, Mapping[str, Plain]]:
    """Return the weapons of the presets with their fields, as far as the presets agree."""
    carried: dict[str, list[Mapping[str, Plain]]] = {}
    for preset in presets:
        for weapon, fields in preset.weapons.items():
            carried.setdefault(weapon, []).append(fields)
    return {weapon: kinds[0] for weapon, kinds in carried.items() if all(kind == kinds[0] for kind in kinds)}


def tables(rules: Rules) -> tuple[RulesTable, ...]:
    """Return the tables to roll on, for the reference."""
    return tuple(
        RulesTable(item.name, (item.throw, ""), tuple((f"to {row.upto}", row.say) for row in item.rows), item.source)
        for item in rules.table.table
    )
