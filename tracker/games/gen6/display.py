"""What the screen shows of Gen6: columns, cells, marks, the notes of the board, cover, prepared actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tracker.combat.scene import HEROES, OPEN, Combatant, Scene
from tracker.games.gen6 import health
from tracker.games.gen6 import tables as t
from tracker.games.gen6.lookup import cover_of, range_of
from tracker.games.gen6.rest import OVER
from tracker.games.gen6.sides import roller
from tracker.games.gen6.turns import MAJORS, able, had_turn, to_come
from tracker.rules.system import System
from tracker.rules.turns import full_order
from tracker.rules.view import Badge, BandColumn, Bar, CoverRow, Pending, TurnStatus

COLUMNS: Final = ("defense", "armor", "con")


def defense_now(one: Combatant) -> str:
    """Defense with what is on top of it now."""
    guard = one.condition("guard")
    more = t.DEFEND * one.has("defend") + ((guard.value or t.GUARDS[0]) if guard else 0)
    return f"{one.number('defense')}+{more}" if more else str(one.fields.get("defense", ""))


def armor_of(one: Combatant) -> str:
    """Armor as the game writes it: 4I 6B, and T for toughness."""
    worn = (f"{one.number(name)}{name[-1].upper()}" for name in t.ARMOR.values() if one.number(name))
    tough = (f"{one.number('toughness')}T",) if one.number("toughness") else ()
    return " ".join((*worn, *tough))


def share(one: Combatant, track: str) -> str:
    """A track as value/max."""
    found = one.tracks.get(track)
    return f"{found.value}/{found.max}" if found else ""


def cells(scene: Scene, one: Combatant) -> tuple[str, ...]:
    """Under the heads: defense, armor, con, and for heroes courage."""
    mine = (defense_now(one), armor_of(one), share(one, "con"))
    return (*mine, share(one, "courage")) if one.side == HEROES else mine


def dying_bar(one: Combatant) -> Bar | None:
    """What is left of con while somebody dies."""
    track = one.tracks.get("con")
    return Bar(track.value, track.max, "bad") if track and one.out == health.DYING else None


def weapon_marks(one: Combatant) -> tuple[Badge, ...]:
    """Weapons with what they do."""
    words = ((name, each.get("damage"), each.get("integrated")) for name, each in one.weapons.items())
    return tuple(
        Badge("†", "+", f"{name}{f' {damage}' if damage else ''}{' (built in)' if built else ''}", "dim")
        for name, damage, built in words
    )


def kept_marks(one: Combatant) -> tuple[Badge, ...]:
    """What somebody keeps up."""
    kept = one.fields.get("ongoing")
    return tuple(Badge("∞", "~", str(each), "accent") for each in (kept if isinstance(kept, list) else ()))


def board_notes(system: System, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """A line for each weapon: the TN a band means for it; close combat only where people are adjacent."""
    alone = system.setting(scene, "extended") == "alone"
    kinds = {name: str(each.get("kind") or "melee") for name, each in scene[origin].weapons.items()}
    kinds = kinds or {"TN": "ranged"}
    notes = {
        band: tuple(
            f"{range_of(band, alone):+d}" if kind == "ranged" else "+0" if band == t.ADJACENT else "×"
            for kind in kinds.values()
        )
        for band in system.band_names(scene)
    }
    return tuple(kinds), notes


def worth_a_lane(column: BandColumn) -> bool:
    """Whether a band is shown on the board: every one up to long range, and those beyond where somebody stands."""
    return bool(column.names) or not column.band.startswith(t.EXTENDED)


def cover_rows(base: CoverRow, one: Combatant) -> CoverRow:
    """Cover with what its material stops and still sustains."""
    cover = one.cover
    if cover.degree == OPEN:
        return base
    stops = (f"stops {cover.absorbs} damage",) if cover.absorbs is not None else ()
    return replace(base, effects=(*degree_effects(cover.degree), *stops))


def degree_effects(degree: str) -> tuple[str, ...]:
    """What a degree of cover does, in numbers."""
    if int(degree) >= t.FULL_COVER:
        return ("cannot be targeted",)
    return (f"TN {cover_of(int(degree)):+d}",) if cover_of(int(degree)) else ()


def pending(scene: Scene) -> tuple[Pending, ...]:
    """Prepared actions, until their trigger or the own next turn."""
    found = []
    for one in scene.combatants.values():
        held = one.fields.get("held")
        if isinstance(held, str) and held:
            word = held.split(" ")[0]
            verbs = ("trigger", word) if word in MAJORS else ("trigger",)
            found.append(Pending(one.name, f"prepared: {held}", verbs, ("prepared",)))
    return tuple(found)


def status(scene: Scene) -> TurnStatus:
    """The round, who is on, who comes after; between fights whose turn it is to roll initiative."""
    turn = scene.turn
    if not turn.round or scene.fields.get("rolling") or scene.fields.get(OVER):
        moment = (
            "the fight is over"
            if scene.fields.get(OVER)
            else f"round {turn.round}"
            if turn.round
            else "before the fight"
        )
        who = roller(scene)
        return TurnStatus(moment, f"{who} rolls initiative" if who else "")
    order = full_order(scene)
    later = (turn.name, *to_come(scene, turn.name)) if turn.name in order else order
    return TurnStatus(
        f"round {turn.round}",
        turn.name or "",
        tuple(name for name in later if able(scene, name) and not had_turn(scene, name)),
    )
