"""Turns of single people, one after the other: who comes after whom, by a number each has.

Conditions that end by themselves: after so many rounds, or at the start or end of somebody's turn.
"""

from __future__ import annotations

from collections.abc import Collection

from tracker.combat.events import ConditionWent, OrderBecame, RoundsWent
from tracker.combat.scene import Scene
from tracker.rules.resolver import Resolver


def full_order(scene: Scene) -> tuple[str, ...]:
    """Everybody: the order as it stands, then those without a place as the list shows them."""
    placed = dict.fromkeys(name for name in scene.order if name in scene.combatants)
    return (*placed, *(each.name for each in scene.listed() if each.name not in placed))


def place_in_order(resolver: Resolver, name: str, field: str) -> None:
    """Put one into the order by a field of theirs, high first and behind those with as much."""
    rest = [each for each in resolver.scene.order if each != name and each in resolver.scene.combatants]
    mine = resolver.combatant(name).number(field)
    place = next((at for at, each in enumerate(rest) if resolver.combatant(each).number(field) < mine), len(rest))
    resolver.emit(OrderBecame((*rest[:place], name, *rest[place:])))


def next_in_order(scene: Scene, leaving: Collection[str] = ()) -> tuple[str | None, bool]:
    """The next one up after the active one, and whether a new round begins with them; None where nobody is up."""
    order, on = full_order(scene), scene.turn.name
    later = order[order.index(on) + 1 :] if on in order else order if on is None else ()
    up = [name for name in later if scene[name].out is None and name not in leaving]
    if up:
        return up[0], False
    first = next((name for name in order if scene[name].out is None and name not in leaving), None)
    return first, first is not None


def note_out_of_turn(resolver: Resolver, name: str) -> None:
    """Note what is done out of turn, once there is an order."""
    on = resolver.scene.turn.name
    if on not in (None, name) and resolver.scene.order:
        resolver.note(f"Out of turn: it is {on}'s.")


def expire_at_round_end(resolver: Resolver) -> None:
    """A round is over: every condition that counts rounds has one fewer, and goes at none."""
    for one in tuple(resolver.scene.combatants.values()):
        for each in one.conditions:
            if each.rounds is None:
                continue
            if each.rounds <= 1:
                resolver.emit(ConditionWent((one.name,), each.name))
            else:
                resolver.emit(RoundsWent((one.name,), each.name, each.rounds - 1))


def expire_at_turn_start(resolver: Resolver, names: Collection[str]) -> None:
    """The turn of these begins: what lasted until then goes."""
    _over(resolver, names, "start")


def expire_at_turn_end(resolver: Resolver, names: Collection[str]) -> None:
    """The turn of these ends: what lasted until then goes."""
    _over(resolver, names, "end")


def expire_with(resolver: Resolver, names: Collection[str]) -> None:
    """These have no turn any more: what lasted until one of theirs goes with them."""
    expire_at_turn_start(resolver, names)
    expire_at_turn_end(resolver, names)


def _over(resolver: Resolver, names: Collection[str], moment: str) -> None:
    wanted = set(names)
    for one in tuple(resolver.scene.combatants.values()):
        for each in one.conditions:
            if each.until == moment and each.of in wanted:
                resolver.emit(ConditionWent((one.name,), each.name))
