"""Turns of single people, one after the other: who comes after whom, by a number each has."""

from __future__ import annotations

from collections.abc import Collection

from tracker.combat.events import OrderBecame
from tracker.combat.scene import Scene
from tracker.systems.play import Play


def whole_order(scene: Scene) -> tuple[str, ...]:
    """Everybody: the order as it stands, then those without a place as the list shows them."""
    placed = dict.fromkeys(name for name in scene.order if name in scene.combatants)
    return (*placed, *(each.name for each in scene.listed() if each.name not in placed))


def seat(play: Play, name: str, field: str) -> None:
    """Put one into the order by a field of theirs, high first and behind those with as much."""
    rest = [each for each in play.scene.order if each != name and each in play.scene.combatants]
    mine = play.one(name).number(field)
    place = next((at for at, each in enumerate(rest) if play.one(each).number(field) < mine), len(rest))
    play.do(OrderBecame((*rest[:place], name, *rest[place:])))


def following(scene: Scene, leaving: Collection[str] = ()) -> tuple[str | None, bool]:
    """The next one up after the active one, and whether a new round begins with them; None where nobody is up."""
    order, on = whole_order(scene), scene.turn.name
    later = order[order.index(on) + 1 :] if on in order else order if on is None else ()
    up = [name for name in later if scene[name].out is None and name not in leaving]
    if up:
        return up[0], False
    first = next((name for name in order if scene[name].out is None and name not in leaving), None)
    return first, first is not None


def in_turn(play: Play, name: str) -> None:
    """Note what is done out of turn, once there is an order."""
    on = play.scene.turn.name
    if on not in (None, name) and play.scene.order:
        play.note(f"Out of turn: it is {on}'s.")
