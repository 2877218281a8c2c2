"""The order of turns of a game file, as it is asked for and shown: the form of numbers, and everybody's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.games.language.turns import INITIATIVE, throws
from tracker.rules.ending import is_over
from tracker.rules.turns import full_order
from tracker.rules.view import GroupAction, Opening, Place

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.games.language.rules import Rules

VERB = "initiative"
"""The command that gives a number in the order."""


def without_number(scene: Scene) -> tuple[str, ...]:
    """Return those who have no number yet; after the end of a fight, everybody.

    A group without any numbers is listed by its own name, since one number serves it.
    """
    waiting: dict[str, None] = {}
    over = is_over(scene)
    for combatant in scene.listed():
        if combatant.out is None and (over or INITIATIVE not in combatant.fields):
            members = scene.group(combatant.group or "")
            alike = len(members) > 1 and all(over or INITIATIVE not in scene[name].fields for name in members)
            waiting[combatant.group if alike and combatant.group else combatant.name] = None
    return tuple(waiting)


def sheet(scene: Scene) -> GroupAction | None:
    """Return a form with a row for everybody without a number; None if nobody lacks one."""
    missing = without_number(scene)
    return GroupAction(VERB, "who acts when", missing, ("value",), rest="roll") if missing else None


def openings(rules: Rules, scene: Scene) -> tuple[Opening, ...]:
    """Return the steps before the fight: positions, then the numbers in the order if dice give them."""
    positions = Opening("positions", "nearer")
    if not throws(rules):
        return (positions,)
    return (positions, Opening(VERB, VERB, due=bool(without_number(scene))))


def places(rules: Rules, scene: Scene) -> tuple[Place, ...]:
    """Return everybody who has turns, the highest number first; those who have had theirs this round are over."""
    order = [name for name in full_order(scene) if scene[name].out in (None, *rules.table.turn.out_turns)]
    active = order.index(scene.turn.name) if scene.turn.name in order else 0
    return tuple(
        Place(name, scene[name].side, str(scene[name].fields.get(INITIATIVE, "")), place < active)
        for place, name in enumerate(order)
    )
