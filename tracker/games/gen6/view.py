"""What Gen6 shows on the screen: columns, cells, badges, notes on bands, cover, prepared actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from tracker.combat.scene import HEROES, OPEN, Combatant, Scene
from tracker.games.gen6 import health
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.fight import next_roller
from tracker.games.gen6.actions.prepare import MAJOR_VERBS
from tracker.games.gen6.state import fight_state, state_of, weapon_of
from tracker.games.gen6.target import RANGED
from tracker.games.gen6.turns import can_act, had_turn, still_to_come
from tracker.rules.ending import how_it_ended, is_over
from tracker.rules.system import System
from tracker.rules.turns import full_order
from tracker.rules.view import Badge, BandColumn, CoverRow, Opening, Pending, Place, TurnStatus

COLUMNS: Final = ("defense", "armor", "con")


def defense_now(combatant: Combatant) -> str:
    """Return the defense with its current bonuses."""
    guard = combatant.condition("guard")
    more = t.DEFEND * combatant.has("defend") + ((guard.value or t.GUARDS[0]) if guard else 0)
    return f"{combatant.number('defense')}+{more}" if more else str(combatant.fields.get("defense", ""))


def armor_text(combatant: Combatant) -> str:
    """Return armor as the game writes it: 4I 6B, and T for toughness."""
    armor = (f"{combatant.number(field)}{field[-1].upper()}" for field in t.ARMOR.values() if combatant.number(field))
    toughness = (f"{combatant.number('toughness')}T",) if combatant.number("toughness") else ()
    return " ".join((*armor, *toughness))


def track_text(combatant: Combatant, name: str) -> str:
    """Return a track as value/max."""
    track = combatant.tracks.get(name)
    return f"{track.value}/{track.max}" if track else ""


def cells(combatant: Combatant) -> tuple[str, ...]:
    """Return the texts under the heads: defense, armor, con, and courage for heroes."""
    numbers = (defense_now(combatant), armor_text(combatant), track_text(combatant, "con"))
    return (*numbers, track_text(combatant, "courage")) if combatant.side == HEROES else numbers


def weapon_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for weapons with their damage."""
    return tuple(Badge("†", "+", _weapon_text(combatant, name), "dim") for name in combatant.weapons)


def _weapon_text(combatant: Combatant, name: str) -> str:
    weapon = weapon_of(combatant, name)
    return f"{name}{f' {weapon.damage}' if weapon.damage else ''}{' (built in)' if weapon.integrated else ''}"


def own_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for the con left while somebody is dying, and for ongoing effects."""
    dying = combatant.out == health.DYING and "con" in combatant.tracks
    con = (Badge("!", "!", f"con {track_text(combatant, 'con')}", "bad"),) if dying else ()
    return (*con, *(Badge("∞", "~", what, "accent") for what in state_of(combatant).kept_up))


def band_notes(system: System, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    """Return a line for each weapon with its TN at each band; close combat only where combatants are adjacent."""
    alone = system.setting(scene, "extended") == "alone"
    kinds = {name: weapon_of(scene[origin], name).kind for name in scene[origin].weapons} or {"TN": RANGED}

    def note(kind: str, band: str) -> str:
        if kind == RANGED:
            return f"{t.range_tn(band, alone):+d}"
        return "+0" if band == t.ADJACENT else "×"

    return tuple(kinds), {band: tuple(note(kind, band) for kind in kinds.values()) for band in system.band_names(scene)}


def is_shown(column: BandColumn) -> bool:
    """Return whether a band has a column: all up to long range, and increments beyond that are in use."""
    return bool(column.names) or not column.band.startswith(t.EXTENDED)


def cover_row(row: CoverRow, combatant: Combatant) -> CoverRow:
    """Return cover with what its material stops and still sustains."""
    cover = combatant.cover
    if cover.degree == OPEN:
        return row
    stops = (f"stops {cover.absorbs} damage",) if cover.absorbs is not None else ()
    return replace(row, effects=(*cover_effects(cover.degree), *stops))


def cover_effects(degree: str) -> tuple[str, ...]:
    """Return the numbers of a degree of cover."""
    if int(degree) >= t.FULL_COVER:
        return ("cannot be targeted",)
    return (f"TN {t.cover_tn(int(degree)):+d}",) if t.cover_tn(int(degree)) else ()


def pending(scene: Scene) -> tuple[Pending, ...]:
    """Return prepared actions, until their trigger or the actor's next turn."""
    waiting = []
    for combatant in scene.combatants.values():
        state = state_of(combatant)
        if state.prepared:
            verbs = ("trigger", state.prepared_verb) if state.prepared_verb in MAJOR_VERBS else ("trigger",)
            waiting.append(Pending(combatant.name, f"prepared: {state.prepared}", verbs, ("prepared",)))
    return tuple(waiting)


def openings(scene: Scene) -> tuple[Opening, ...]:
    """Return the steps before the first turn; before a later round, only its initiative."""
    fight = fight_state(scene)
    if is_over(scene) or (scene.turn.round and not fight.awaits_initiative):
        return ()
    roll = Opening("initiative", "initiative", due=not scene.order or fight.awaits_initiative)
    return (roll,) if scene.turn.round else (Opening("surprise", "surprise"), Opening("positions", "nearer"), roll)


def places(scene: Scene) -> tuple[Place, ...]:
    """Return everybody who is up, in order, once there is an order."""
    if not scene.turn.round or not scene.order or is_over(scene):
        return ()
    up = (scene[name] for name in full_order(scene) if scene[name].out is None)
    return tuple(
        Place(combatant.name, combatant.side, "", had_turn(scene, combatant.name) or not can_act(scene, combatant.name))
        for combatant in up
    )


def turn_status(scene: Scene) -> TurnStatus:
    """Return the round, whose turn it is, and who comes next; between fights, who is to roll initiative."""
    turn, fight = scene.turn, fight_state(scene)
    if is_over(scene):
        return TurnStatus(how_it_ended(scene))
    if not turn.round or fight.awaits_initiative:
        moment = f"round {turn.round}" if turn.round else "before the fight"
        roller = next_roller(scene)
        return TurnStatus(moment, f"{roller} rolls initiative" if roller else "")
    order = full_order(scene)
    later = (turn.name, *still_to_come(scene, turn.name)) if turn.name in order else order
    still = tuple(name for name in later if can_act(scene, name) and not had_turn(scene, name))
    return TurnStatus(f"round {turn.round}", turn.name or "", still)
