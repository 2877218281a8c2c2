"""Rounds and single turns, high initiative first (rules page, Turns)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from tracker.combat.events import SpentBecame, TurnCame
from tracker.combat.scene import Turn
from tracker.systems.base import Nonsense, Play
from tracker.systems.contract.blow import fall_away, pending_on
from tracker.systems.contract.spend import ACTION
from tracker.systems.ending import round_ends, turn_ends, turn_starts
from tracker.systems.order import following, seat, whole_order

_ROUND = {"quick": 0, "shares": [], "boost": None, "eased": None}
"""What lasts only for a round, and what it becomes."""

_FIGHT = {**_ROUND, "held": None, "evade": 0, "pending": [], "initiative": None}
"""What lasts only for a fight."""


def _put_all(play: Play, name: str, fields: dict[str, object]) -> None:
    one = play.one(name)
    for field, value in fields.items():
        if field in one.fields and one.fields[field] != value:
            play.put(name, field, value)  # type: ignore[arg-type]


def placed(play: Play, name: str, outcome: int) -> None:
    """Somebody has initiative; the first opens round 1, and until somebody has acted the highest is on."""
    play.put(name, "initiative", outcome)
    seat(play, name, "initiative")
    if play.scene.turn.round == 0:
        new_round(play)
        play.put_scene("begun", None)
    first_is_on(play)


def first_is_on(play: Play) -> None:
    """Until somebody has acted, the first in the order is on."""
    highest = next((each for each in play.scene.order if play.one(each).out is None), None)
    if not play.scene.fields.get("begun") and highest is not None and highest != play.scene.turn.name:
        turn_of(play, highest)


def new_round(play: Play) -> None:
    """Everybody has their Action again."""
    if play.scene.turn.round:
        round_ends(play)
    for one in tuple(play.scene.combatants.values()):
        if one.spent:
            play.do(SpentBecame((one.name,), ()))
        evade = {"evade": 0} if play.setting("evade_until") == "round" else {}
        _put_all(play, one.name, {**_ROUND, **evade})
    play.do(TurnCame(Turn(play.scene.turn.round + 1)))


def turn_of(play: Play, name: str) -> None:
    """One's own turn begins."""
    play.do(TurnCame(Turn(play.scene.turn.round, None, play.one(name).side, name)))
    _begins(play, name)


def _begins(play: Play, name: str) -> None:
    """What the beginning of one's own turn ends: what they held is over, and what they evaded with."""
    turn_starts(play, (name,))
    held = play.one(name).fields.get("held")
    if isinstance(held, dict):
        play.note(f"{name} holds no longer: {held['action']}.")
        play.put(name, "held", None)
    if play.setting("evade_until") == "turn":
        _put_all(play, name, {"evade": 0})


def _comes_to(play: Play, name: str, new: bool) -> None:
    """The turn passes on to this one, in a ``new`` round perhaps; the turns of those who are down come and go."""
    order, on = whole_order(play.scene), play.scene.turn.name
    left = order[order.index(on) + 1 :] if on in order else order
    if new:
        _passes_over(play, left)
        left = order
    if new or play.scene.turn.round == 0:
        new_round(play)
    _passes_over(play, takewhile(lambda each: each != name, left))
    turn_of(play, name)


def _passes_over(play: Play, names: Iterable[str]) -> None:
    for name in names:
        _begins(play, name)
        turn_ends(play, (name,))


def next_turn(play: Play) -> None:
    """On to the next in the order, or to the first of a new round."""
    name, new = following(play.scene)
    if name is None:
        raise Nonsense("Nobody is up; back NAME brings somebody up again.")
    if play.scene.turn.name is not None:
        turn_ends(play, (play.scene.turn.name,))
    play.put_scene("begun", True)
    _comes_to(play, name, new)
    play.say(f"Round {play.scene.turn.round}: {name}.")
    if not any("initiative" in one.fields for one in play.scene.combatants.values()):
        play.note("Nobody has initiative: they come as the list has them; initiative NAME OUTCOME seats one.")
    if ACTION in play.one(name).spent:
        play.note(f"{name} has used this round's Action.")
    waiting = [one.name for one in play.scene.combatants.values() if pending_on(one)]
    if waiting:
        play.note(f"An attack still waits for {', '.join(waiting)}.")


def make_active(play: Play, name: str) -> None:
    """By the Director's word it is this one's turn; a new round's bookkeeping only where none was open."""
    if play.scene.turn.round == 0:
        new_round(play)
    play.put_scene("begun", True)
    if play.scene.turn.name != name:
        turn_of(play, name)


def leaving(play: Play, names: Sequence[str]) -> None:
    """Who leaves takes their waiting attacks along; the turn passes on."""
    for name in names:
        fall_away(play, name, late_only=False)
    if play.scene.turn.name in names:
        heir, new = following(play.scene, names)
        if heir is None:
            play.do(TurnCame(Turn(play.scene.turn.round)))
            return
        _comes_to(play, heir, new)


def fresh_fight(play: Play) -> None:
    """A new fight: those who stay keep injuries and armor, and nothing of the old fight's turns."""
    for one in tuple(play.scene.combatants.values()):
        if one.spent:
            play.do(SpentBecame((one.name,), ()))
        _put_all(play, one.name, _FIGHT)
