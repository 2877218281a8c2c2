"""The state between the end of a fight and the beginning of the next; ``rules.turns`` ends a fight."""

from typing import Final

from tracker.combat.scene import Scene

OVER: Final = "over"  # the field of the scene for how the fight ended, and its value if nobody said how


def is_over(scene: Scene) -> bool:
    """Return whether the fight has ended and the next one has not begun."""
    return bool(scene.fields.get(OVER))


def sides_down(scene: Scene) -> tuple[str, ...]:
    """Return the sides of which nobody is up while the fight goes on."""
    if not scene.turn.round or is_over(scene):
        return ()
    up = {member.side for member in scene.combatants.values() if member.out is None}
    return tuple(side for side in scene.sides() if side not in up)


def how_it_ended(scene: Scene) -> str:
    """Return the sentence that the fight is over, and how it ended if that is known."""
    why = scene.fields.get(OVER)
    return f"the fight is over: {why}" if isinstance(why, str) and why != OVER else "the fight is over"
