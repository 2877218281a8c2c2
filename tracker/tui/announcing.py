"""The notice of the heroes' turn: the terminal's bell, or a notice of the desktop (OSC 9)."""

from __future__ import annotations

from tracker.combat.scene import HEROES, Scene
from tracker.combat.text import one_line, strip_controls


def turn_of_heroes(before: Scene, after: Scene) -> str:
    """Whose turn has come between two scenes, where it is a hero's or the heroes'; else ""."""
    turn = after.turn
    if turn == before.turn:
        return ""
    acting = after.combatants.get(turn.name or "")
    if (acting.side if acting is not None else turn.side) != HEROES:
        return ""
    return turn.name or "The heroes"


def notice(kind: str, who: str) -> str:
    """What is written to the terminal to give the notice."""
    return "\a" if kind == "bell" else f"\x1b]9;{strip_controls(one_line(who))}: your turn.\a"
