"""The states of combatants, in words for players."""

from __future__ import annotations

from typing import Literal

from tracker.combat.scene import Combatant, Scene
from tracker.rules.system import System

State = Literal["unhurt", "hurt", "bad", "down"]


def state_of(system: System, scene: Scene, combatant: Combatant) -> State:
    """Return a combatant's state in a word; the thresholds are those of the bar on the GM's screen."""
    if combatant.out is not None:
        return "down"
    bar = system.bar(scene, combatant)
    if bar is None or (bar.left >= bar.max and bar.tone in ("good", "accent")):
        return "unhurt"
    return "bad" if bar.tone == "bad" else "hurt"


def strength(system: System, scene: Scene, combatant: Combatant) -> int:
    """Return how far the main track is from its bad end; 0 if there is none."""
    bar = system.bar(scene, combatant)
    return bar.left if bar is not None else 0
