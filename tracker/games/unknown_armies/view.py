"""What Unknown Armies shows on the screen: the turn in words, cells, bars, badges, what waits."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.scene import Combatant, Scene
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.actions.basics import default_skill, default_weapon
from tracker.games.unknown_armies.state import CombatantState, state_of, weapon_of
from tracker.games.unknown_armies.target import wound_shift
from tracker.games.unknown_armies.turns import ACT
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Badge, Bar, Pending

COLUMNS: Final = ("order", "attack", "dodge", "wounds")
"""The number in the order, the current attack, the dodge, and the shift of wounds."""


def cells(system: System, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
    """Return the numbers under the heads; a dash if the sheet has none."""
    weapon = default_weapon(Resolver(system, scene, no_dice()), combatant.name, None)
    skill = str(default_skill(combatant, weapon, None))
    shift = wound_shift(combatant.tracks.get("body"), str(system.setting(scene, "wound_shift")))
    numbers = (state_of(combatant).place, combatant.fields.get(skill), combatant.fields.get(t.DODGE))
    texts = (str(number) if number is not None else "–" for number in numbers)
    return (*texts, with_minus(shift) if shift else "")


def ticks(system: System, scene: Scene, body_maximum: int) -> tuple[int, ...]:
    """Return the values of the body at which wounds begin to shift, and at which one falls."""
    steps = t.WOUND_STEPS[str(system.setting(scene, "wound_shift"))]
    values = {body_maximum * (whole - part) // whole for part, whole, _ in steps}
    part, whole = t.UNCONSCIOUS_SHARE
    five = system.setting(scene, "unconscious") == "five"
    values.add(t.UNCONSCIOUS_AT if five else body_maximum * (whole - part) // whole)
    return tuple(sorted(values))


def pending(scene: Scene) -> tuple[Pending, ...]:
    """Return feints that worked, unused shares of a split, weapons being drawn."""
    waiting = []
    for combatant in scene.combatants.values():
        name, sucker, state = combatant.name, combatant.condition("sucker"), state_of(combatant)
        if sucker is not None and sucker.of is not None:
            when = "next round" if sucker.since == scene.turn.round else "now"
            text = f"fooled {sucker.of}: one die, a match, {when}"
            waiting.append(Pending(name, text, ("attack",), target=sucker.of))
        if state.shares_left and combatant.out is None and scene.turn.phase == ACT:
            waiting.append(Pending(name, _shares_left(state), ("attack",)))
        if combatant.has("drawing"):
            waiting.append(Pending(name, f"draws {state.drawing or 'a weapon'}, ready next round"))
    return tuple(waiting)


def _shares_left(state: CombatantState) -> str:
    """Return the unused shares of a split, each with the number for ``share=``."""
    sizes = state.split.shares if state.split else ()
    return "shares left: " + ", ".join(f"{sizes[place - 1]} (share {place})" for place in state.shares_left)


def weapon_badges(combatant: Combatant) -> tuple[Badge, ...]:
    """Return badges for weapons in hand, holstered and dropped."""
    return tuple(_weapon_badge(combatant, name) for name in combatant.weapons)


def _weapon_badge(combatant: Combatant, name: str) -> Badge:
    weapon = weapon_of(combatant, name)
    if weapon.ready:
        return Badge("●", "+", name, "normal")
    return Badge("○", "-", f"{name} {'dropped' if weapon.dropped else 'holstered'}", "dim")


def bar_with_ticks(system: System, scene: Scene, bar: Bar | None, combatant: Combatant) -> Bar | None:
    """Return the body's bar with its ticks."""
    body = combatant.tracks.get("body")
    return bar if bar is None or body is None else replace(bar, ticks=ticks(system, scene, body.max))


def with_minus(shift: int) -> str:
    """Return a shift as the screen writes it."""
    return f"−{-shift}" if shift < 0 else str(shift)
