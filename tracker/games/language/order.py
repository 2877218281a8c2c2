"""The order of turns of a game file, as it is asked for and shown: the form of numbers, and everybody's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tracker.combat.dice import no_dice
from tracker.games.language.throws import read_throw
from tracker.games.language.turns import INITIATIVE, Initiative, added
from tracker.rules.ending import is_over
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Throw
from tracker.rules.turns import full_order
from tracker.rules.view import GroupAction, Opening, Place

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.games.language.rules import Rules
    from tracker.rules.system import System

VERB = "initiative"
"""The command that gives a number in the order."""


def throws(rules: Rules) -> bool:
    """Return whether the order comes from dice; in some games a number on the sheet decides it alone."""
    return rules.table.turn.kind == "initiative" and read_throw(rules.table.turn.throw).expression.thrown


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


def places(scene: Scene) -> tuple[Place, ...]:
    """Return everybody who is up, the highest number first; those who have had their turn this round are over."""
    order = [name for name in full_order(scene) if scene[name].out is None]
    active = order.index(scene.turn.name) if scene.turn.name in order else 0
    return tuple(
        Place(name, scene[name].side, str(scene[name].fields.get(INITIATIVE, "")), place < active)
        for place, name in enumerate(order)
    )


def throw(system: System, rules: Rules, scene: Scene, action: Initiative) -> Throw:
    """Return the throw for a number in the order; one throw serves a whole group."""
    who = action.names[0]
    bonus = added(Resolver(system, scene, no_dice()), rules, who)
    dice = rules.table.turn.throw if throws(rules) else ""
    return Throw(_together(scene, action.names), dice, (Addend("bonus", bonus),), bonus, typed="a number, or roll")


def _together(scene: Scene, names: Sequence[str]) -> str:
    """Return the name of a combatant, or of the group these form."""
    group = scene[names[0]].group
    return group if group and len(names) > 1 else names[0]
