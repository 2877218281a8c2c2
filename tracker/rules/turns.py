"""The order of turns, the end of a fight, and conditions that expire by themselves.

The order is that of individual combatants, by a number that each has. A condition expires after a number of rounds, or
at the start or end of somebody's turn.
"""

from __future__ import annotations

from collections.abc import Collection

from tracker.combat.events import OrderBecame, RoundsWent, TurnCame
from tracker.combat.scene import Scene, Turn
from tracker.rules.ending import OVER, is_over
from tracker.rules.grammar import possessive
from tracker.rules.reminders import END, START, ask_at, end_conditions
from tracker.rules.resolver import Resolver


def full_order(scene: Scene) -> tuple[str, ...]:
    """Return everybody: those with a place in the order, then the others in list order."""
    placed = dict.fromkeys(name for name in scene.order if name in scene.combatants)
    return (*placed, *(combatant.name for combatant in scene.listed() if combatant.name not in placed))


def place_in_order(resolver: Resolver, name: str, field: str) -> None:
    """Seat a combatant by a number on the sheet: the highest first, ties in the order they joined."""
    others = [other for other in resolver.scene.order if other != name and other in resolver.scene.combatants]
    number = resolver.combatant(name).number(field)
    lower = (place for place, other in enumerate(others) if resolver.combatant(other).number(field) < number)
    place = next(lower, len(others))
    resolver.emit(OrderBecame((*others[:place], name, *others[place:])))


def next_in_order(
    scene: Scene, leaving: Collection[str] = (), turns_while: Collection[str] = ()
) -> tuple[str | None, bool]:
    """Return who has the turn after the active combatant, and whether it begins a new round.

    Those who are out or ``leaving`` have no turn, except for those out as a word in ``turns_while``. The name is None
    if nobody is left.
    """
    order, active = full_order(scene), scene.turn.name
    up = [name for name in order if scene[name].out in (None, *turns_while) and name not in leaving]
    start = order.index(active) + 1 if active in order else len(order) if active is not None else 0
    later = next((name for name in order[start:] if name in up), None)
    if later is not None:
        return later, False
    return (up[0], True) if up else (None, False)


def note_out_of_turn(resolver: Resolver, name: str) -> None:
    """Note a combatant who acts in somebody else's turn, once there is an order."""
    active = resolver.scene.turn.name
    if active is not None and active != name and resolver.scene.order:
        resolver.note(f"Out of turn: it is {possessive(active, resolver.scene)}.")


def end_fight(resolver: Resolver, why: str | None = None) -> None:
    """End the fight, once; a later ``why`` only changes how it ended."""
    ended = is_over(resolver.scene)
    if ended and why is None:
        return
    resolver.set_scene_field(OVER, why or OVER)
    resolver.say(f"The fight is over: {why.rstrip('.')}." if why else "The fight is over.")
    if not ended:
        resolver.system.on_end(resolver)


def go_on(resolver: Resolver) -> None:
    """Continue a fight that was over."""
    resolver.set_scene_field(OVER, None)


def begin_anew(resolver: Resolver) -> bool:
    """Begin a new fight of the same people; returns False if no fight is over."""
    if not is_over(resolver.scene):
        return False
    go_on(resolver)
    resolver.emit(TurnCame(Turn()), OrderBecame(()))
    return True


def expire_at_round_end(resolver: Resolver) -> None:
    """Count down the conditions that last for a number of rounds, and end those that have expired."""
    ended: list[tuple[str, str]] = []
    for combatant in tuple(resolver.scene.combatants.values()):
        for condition in combatant.conditions:
            if condition.rounds is None:
                continue
            if condition.rounds <= 1:
                ended.append((combatant.name, condition.name))
            else:
                resolver.emit(RoundsWent((combatant.name,), condition.name, condition.rounds - 1))
    end_conditions(resolver, ended)


def expire_at_turn_start(resolver: Resolver, names: Collection[str]) -> None:
    """End the conditions that last until the start of a turn of these, and ask what is to be remembered then."""
    _expire(resolver, names, START)
    ask_at(resolver, names, START)


def expire_at_turn_end(resolver: Resolver, names: Collection[str]) -> None:
    """End the conditions that last until the end of a turn of these, and ask what is to be remembered then."""
    _expire(resolver, names, END)
    ask_at(resolver, names, END)


def expire_with(resolver: Resolver, names: Collection[str]) -> None:
    """End the conditions that last until a turn of these combatants, who have no more turns."""
    _expire(resolver, names, START)
    _expire(resolver, names, END)


def _expire(resolver: Resolver, names: Collection[str], moment: str) -> None:
    owners = set(names)
    everybody = tuple(resolver.scene.combatants.values())
    end_conditions(
        resolver,
        [
            (combatant.name, condition.name)
            for combatant in everybody
            for condition in combatant.conditions
            if condition.until == moment and condition.of in owners
        ],
    )
