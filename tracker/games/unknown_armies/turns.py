"""Rounds of declaring and acting, one after the other (rules page, Turns)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from tracker.combat.events import ConditionWent, FieldBecame, OrderBecame, SpentBecame, TurnCame
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.wounds import hold
from tracker.rules.action import ActorAction
from tracker.rules.command import argument
from tracker.rules.params import NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.turns import (
    expire_at_round_end,
    expire_at_turn_end,
    expire_at_turn_start,
    full_order,
    note_out_of_turn,
    place_in_order,
)

DECLARE: Final = "declare"
ACT: Final = "act"
ACTION: Final = "action"


def split_of(one: Combatant) -> dict[str, Any] | None:
    """The split of this round: ``shares``, places ``used``, ``skill``, ``weapon``, ``only`` target; or None."""
    found = one.fields.get("split")
    return found if isinstance(found, dict) else None


def shares_left(one: Combatant) -> list[int]:
    """The places, from 1, of the shares not yet used."""
    split = split_of(one)
    return [n for n in range(1, len(split["shares"]) + 1) if n not in split["used"]] if split else []


def able(one: Combatant) -> bool:
    """Whether somebody has something left to do this round."""
    return one.out is None and (ACTION not in one.spent or bool(shares_left(one)))


def declaring(resolver: Resolver) -> None:
    """The first word of a fight opens round 1, in which everybody may declare."""
    if resolver.scene.turn.round == 0:
        _open(resolver, 1)


def acting(resolver: Resolver, name: str | None = None) -> None:
    """Whatever is done first closes the declaring; ``name`` is who does it."""
    turn = resolver.scene.turn
    if turn.phase != ACT:
        if not turn.round:
            in_order(resolver)
        resolver.emit(TurnCame(Turn(max(1, turn.round), ACT)))
        _on_from(resolver, None)
        if name is not None:
            note_out_of_turn(resolver, name)


def use_turn(resolver: Resolver, name: str) -> None:
    """The declaring is closed and somebody's action of this round is spent."""
    acting(resolver, name)
    resolver.spend(name, ACTION)


def next_turn(resolver: Resolver) -> None:
    """Close the declaring, or go on to the next actor; after the last one a new round begins."""
    scene = resolver.scene
    if scene.turn.phase == DECLARE:
        acting(resolver)
    elif scene.turn.phase is None or not _on_from(resolver, scene.turn.name):
        _open(resolver, scene.turn.round + 1)
    turn = resolver.scene.turn
    resolver.say(f"Round {turn.round}: {'declare' if turn.phase == DECLARE else turn.name or 'nobody is up'}.")


def _on_from(resolver: Resolver, on: str | None, leaving: Collection[str] = ()) -> bool:
    """The turn passes on from one to the next able one; False, and nobody is on, where there is none left."""
    order = full_order(resolver.scene)
    if on is not None:
        expire_at_turn_end(resolver, (on,))
    for name in order[order.index(on) + 1 if on in order else 0 :]:
        if name in leaving:
            continue
        expire_at_turn_start(resolver, (name,))
        if able(resolver.combatant(name)):
            resolver.emit(TurnCame(Turn(resolver.scene.turn.round, ACT, resolver.combatant(name).side, name)))
            return True
        expire_at_turn_end(resolver, (name,))
    return False


def passes(resolver: Resolver, names: tuple[str, ...]) -> None:
    """Those who leave pass the turn on."""
    turn = resolver.scene.turn
    if turn.name in names and not _on_from(resolver, turn.name, names):
        resolver.emit(TurnCame(Turn(turn.round, turn.phase)))


def _open(resolver: Resolver, number: int) -> None:
    if resolver.scene.turn.round:
        expire_at_round_end(resolver)
    clear(resolver)
    for one in resolver.scene.combatants.values():
        fooled = one.condition("sucker")
        if fooled is not None and fooled.since < number - 1:
            resolver.emit(ConditionWent((one.name,), "sucker"))
        weapon = one.fields.get("drawing")
        if weapon in one.weapons and one.has("drawing"):
            hold(resolver, one.name, str(weapon), True)
        resolver.unmark(one.name, "drawing")
        resolver.set_field(one.name, "drawing", None)
    resolver.emit(TurnCame(Turn(number, DECLARE)))
    in_order(resolver)


def clear(resolver: Resolver) -> None:
    """What lasts for a round is over: spent actions, focus, splits, hits that could be dodged."""
    for one in resolver.scene.combatants.values():
        if one.spent:
            resolver.emit(SpentBecame((one.name,), ()))
        resolver.unmark(one.name, "focus")
        for field in ("split", "hits"):
            if field in one.fields:
                resolver.emit(FieldBecame((one.name,), field, None))


def in_order(resolver: Resolver) -> None:
    """Under order=skill everybody has a place, the better fighter first; a given number wins over the skill."""
    if resolver.setting("order") == "skill":
        order = full_order(resolver.scene)
        resolver.emit(OrderBecame(tuple(sorted(order, key=lambda name: -_rank(resolver.scene, name)))))


def reordered(resolver: Resolver, name: str) -> None:
    """One the Director moved has the number of their new neighbour, so that later comers find their place."""
    order = resolver.scene.order
    at = order.index(name)
    near = order[at + 1] if at + 1 < len(order) else order[at - 1]
    if near != name and "place" in resolver.combatant(near).fields:
        resolver.set_field(name, "place", resolver.combatant(near).number("place"))


def _rank(scene: Scene, name: str) -> int:
    one = scene[name]
    return one.number("place", max(one.number(skill) for skill in t.SKILLS.values()))


class Initiative(ActorAction):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    by_hand = True

    number: int = argument(NumberParam(-100, 1000), "the number", required=True)

    def resolve(self, resolver: Resolver) -> None:
        """Find the place."""
        declaring(resolver)
        resolver.set_field(self.actor, "place", self.number)
        if resolver.setting("order") == "skill":
            in_order(resolver)
        else:
            place_in_order(resolver, self.actor, "place")
        resolver.say(f"{self.actor}: initiative {self.number}.")
