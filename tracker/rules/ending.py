"""That a fight is over and how it ended, until the next one begins; ``rules.turns`` ends it."""

from __future__ import annotations

from typing import Final

from tracker.combat.scene import Scene

OVER: Final = "over"
"""The field of the scene that says how the fight ended; this word in it where that was not said."""


def is_over(scene: Scene) -> bool:
    """Whether the fight has ended and the next one has not begun."""
    return bool(scene.fields.get(OVER))


def sides_down(scene: Scene) -> tuple[str, ...]:
    """The sides of whom nobody is up any more while the fight goes on."""
    if not scene.turn.round or is_over(scene):
        return ()
    return tuple(side for side in scene.sides() if all(member.out is not None for member in scene.of_side(side)))


def how_it_ended(scene: Scene) -> str:
    """That the fight is over, and how it ended where that was said."""
    why = scene.fields.get(OVER)
    return f"the fight is over: {why}" if isinstance(why, str) and why != OVER else "the fight is over"
