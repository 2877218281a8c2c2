"""The notice of the heroes' turn: the terminal's bell, or a desktop notification (OSC 9)."""

from __future__ import annotations

from tracker.combat.scene import HEROES, Scene
from tracker.combat.text import one_line, strip_controls


def turn_of_heroes(before: Scene, after: Scene) -> str:
    """Return the hero, or the heroes, whose turn has begun between two scenes; else ""."""
    turn = after.turn
    if turn == before.turn:
        return ""
    acting = after.combatants.get(turn.name or "")
    if (acting.side if acting is not None else turn.side) != HEROES:
        return ""
    return turn.name or "The heroes"


def notice(kind: str, who: str) -> str:
    """Return the sequence for the terminal that gives the notice."""
    return "\a" if kind == "bell" else f"\x1b]9;{strip_controls(one_line(who))}: your turn.\a"
