"""Rounds and single turns, high initiative first (rules page, Turns)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from tracker.combat.events import SpentBecame, TurnCame
from tracker.combat.scene import Turn
from tracker.games.contract.blow import fall_away, pending_on
from tracker.games.contract.spend import ACTION
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.turns import (
    expire_at_round_end,
    expire_at_turn_end,
    expire_at_turn_start,
    full_order,
    next_in_order,
    place_in_order,
)

_ROUND = {"quick": 0, "shares": [], "boost": None, "eased": None}
"""What lasts only for a round, and what it becomes."""

_FIGHT = {**_ROUND, "held": None, "evade": 0, "pending": [], "initiative": None}
"""What lasts only for a fight."""


def _put_all(resolver: Resolver, name: str, fields: dict[str, object]) -> None:
    one = resolver.combatant(name)
    for field, value in fields.items():
        if field in one.fields and one.fields[field] != value:
            resolver.set_field(name, field, value)  # type: ignore[arg-type]


def placed(resolver: Resolver, name: str, outcome: int) -> None:
    """Somebody has initiative; the first opens round 1, and until somebody has acted the highest is on."""
    resolver.set_field(name, "initiative", outcome)
    place_in_order(resolver, name, "initiative")
    if resolver.scene.turn.round == 0:
        new_round(resolver)
        resolver.set_scene_field("begun", None)
    first_is_on(resolver)


def first_is_on(resolver: Resolver) -> None:
    """Until somebody has acted, the first in the order is on."""
    highest = next((each for each in resolver.scene.order if resolver.combatant(each).out is None), None)
    if not resolver.scene.fields.get("begun") and highest is not None and highest != resolver.scene.turn.name:
        turn_of(resolver, highest)


def new_round(resolver: Resolver) -> None:
    """Everybody has their Action again."""
    if resolver.scene.turn.round:
        expire_at_round_end(resolver)
    for one in tuple(resolver.scene.combatants.values()):
        if one.spent:
            resolver.emit(SpentBecame((one.name,), ()))
        evade = {"evade": 0} if resolver.setting("evade_until") == "round" else {}
        _put_all(resolver, one.name, {**_ROUND, **evade})
    resolver.emit(TurnCame(Turn(resolver.scene.turn.round + 1)))


def turn_of(resolver: Resolver, name: str) -> None:
    """One's own turn begins."""
    resolver.emit(TurnCame(Turn(resolver.scene.turn.round, None, resolver.combatant(name).side, name)))
    _begins(resolver, name)


def _begins(resolver: Resolver, name: str) -> None:
    """What the beginning of one's own turn ends: what they held is over, and what they evaded with."""
    expire_at_turn_start(resolver, (name,))
    held = resolver.combatant(name).fields.get("held")
    if isinstance(held, dict):
        resolver.note(f"{name} holds no longer: {held['action']}.")
        resolver.set_field(name, "held", None)
    if resolver.setting("evade_until") == "turn":
        _put_all(resolver, name, {"evade": 0})


def _comes_to(resolver: Resolver, name: str, new: bool) -> None:
    """The turn passes on to this one, in a ``new`` round perhaps; the turns of those who are down come and go."""
    order, on = full_order(resolver.scene), resolver.scene.turn.name
    left = order[order.index(on) + 1 :] if on in order else order
    if new:
        _passes_over(resolver, left)
        left = order
    if new or resolver.scene.turn.round == 0:
        new_round(resolver)
    _passes_over(resolver, takewhile(lambda each: each != name, left))
    turn_of(resolver, name)


def _passes_over(resolver: Resolver, names: Iterable[str]) -> None:
    for name in names:
        _begins(resolver, name)
        expire_at_turn_end(resolver, (name,))


def next_turn(resolver: Resolver) -> None:
    """On to the next in the order, or to the first of a new round."""
    name, new = next_in_order(resolver.scene)
    if name is None:
        raise InvalidCommand("Nobody is up; back NAME brings somebody up again.")
    if resolver.scene.turn.name is not None:
        expire_at_turn_end(resolver, (resolver.scene.turn.name,))
    resolver.set_scene_field("begun", True)
    _comes_to(resolver, name, new)
    resolver.say(f"Round {resolver.scene.turn.round}: {name}.")
    if not any("initiative" in one.fields for one in resolver.scene.combatants.values()):
        resolver.note("Nobody has initiative: they come as the list has them; initiative NAME OUTCOME seats one.")
    if ACTION in resolver.combatant(name).spent:
        resolver.note(f"{name} has used this round's Action.")
    pending = [one.name for one in resolver.scene.combatants.values() if pending_on(one)]
    if pending:
        resolver.note(f"An attack still waits for {', '.join(pending)}.")


def make_active(resolver: Resolver, name: str) -> None:
    """By the Director's word it is this one's turn; a new round's bookkeeping only where none was open."""
    if resolver.scene.turn.round == 0:
        new_round(resolver)
    resolver.set_scene_field("begun", True)
    if resolver.scene.turn.name != name:
        turn_of(resolver, name)


def leaving(resolver: Resolver, names: Sequence[str]) -> None:
    """Who leaves takes their waiting attacks along; the turn passes on."""
    for name in names:
        fall_away(resolver, name, late_only=False)
    if resolver.scene.turn.name in names:
        heir, new = next_in_order(resolver.scene, names)
        if heir is None:
            resolver.emit(TurnCame(Turn(resolver.scene.turn.round)))
            return
        _comes_to(resolver, heir, new)


def fresh_fight(resolver: Resolver) -> None:
    """A new fight: those who stay keep injuries and armor, and nothing of the old fight's turns."""
    for one in tuple(resolver.scene.combatants.values()):
        if one.spent:
            resolver.emit(SpentBecame((one.name,), ()))
        _put_all(resolver, one.name, _FIGHT)
