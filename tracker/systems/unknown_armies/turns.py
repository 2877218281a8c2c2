"""Rounds of declaring and acting, one after the other (rules page, Turns)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from tracker.combat.events import ConditionWent, FieldBecame, OrderBecame, SpentBecame, TurnCame
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.systems.base import Deed, Play, place
from tracker.systems.ending import round_ends, turn_ends, turn_starts
from tracker.systems.order import in_turn, seat, whole_order
from tracker.systems.unknown_armies import tables as t
from tracker.systems.unknown_armies.wounds import hold
from tracker.systems.words import Number

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


def declaring(play: Play) -> None:
    """The first word of a fight opens round 1, in which everybody may declare."""
    if play.scene.turn.round == 0:
        _open(play, 1)


def acting(play: Play, name: str | None = None) -> None:
    """Whatever is done first closes the declaring; ``name`` is who does it."""
    turn = play.scene.turn
    if turn.phase != ACT:
        if not turn.round:
            in_order(play)
        play.do(TurnCame(Turn(max(1, turn.round), ACT)))
        _on_from(play, None)
        if name is not None:
            in_turn(play, name)


def use_turn(play: Play, name: str) -> None:
    """The declaring is closed and somebody's action of this round is spent."""
    acting(play, name)
    play.spend(name, ACTION)


def next_turn(play: Play) -> None:
    """Close the declaring, or go on to the next actor; after the last one a new round begins."""
    scene = play.scene
    if scene.turn.phase == DECLARE:
        acting(play)
    elif scene.turn.phase is None or not _on_from(play, scene.turn.name):
        _open(play, scene.turn.round + 1)
    turn = play.scene.turn
    play.say(f"Round {turn.round}: {'declare' if turn.phase == DECLARE else turn.name or 'nobody is up'}.")


def _on_from(play: Play, on: str | None, leaving: Collection[str] = ()) -> bool:
    """The turn passes on from one to the next able one; False, and nobody is on, where there is none left."""
    order = whole_order(play.scene)
    if on is not None:
        turn_ends(play, (on,))
    for name in order[order.index(on) + 1 if on in order else 0 :]:
        if name in leaving:
            continue
        turn_starts(play, (name,))
        if able(play.one(name)):
            play.do(TurnCame(Turn(play.scene.turn.round, ACT, play.one(name).side, name)))
            return True
        turn_ends(play, (name,))
    return False


def passes(play: Play, names: tuple[str, ...]) -> None:
    """Those who leave pass the turn on."""
    turn = play.scene.turn
    if turn.name in names and not _on_from(play, turn.name, names):
        play.do(TurnCame(Turn(turn.round, turn.phase)))


def _open(play: Play, number: int) -> None:
    if play.scene.turn.round:
        round_ends(play)
    clear(play)
    for one in play.scene.combatants.values():
        fooled = one.condition("sucker")
        if fooled is not None and fooled.since < number - 1:
            play.do(ConditionWent((one.name,), "sucker"))
        weapon = one.fields.get("drawing")
        if weapon in one.weapons and one.has("drawing"):
            hold(play, one.name, str(weapon), True)
        play.unmark(one.name, "drawing")
        play.put(one.name, "drawing", None)
    play.do(TurnCame(Turn(number, DECLARE)))
    in_order(play)


def clear(play: Play) -> None:
    """What lasts for a round is over: spent actions, focus, splits, hits that could be dodged."""
    for one in play.scene.combatants.values():
        if one.spent:
            play.do(SpentBecame((one.name,), ()))
        play.unmark(one.name, "focus")
        for field in ("split", "hits"):
            if field in one.fields:
                play.do(FieldBecame((one.name,), field, None))


def in_order(play: Play) -> None:
    """Under order=skill everybody has a place, the better fighter first; a given number wins over the skill."""
    if play.setting("order") == "skill":
        order = whole_order(play.scene)
        play.do(OrderBecame(tuple(sorted(order, key=lambda name: -_rank(play.scene, name)))))


def reordered(play: Play, name: str) -> None:
    """One the Director moved has the number of their new neighbour, so that later comers find their place."""
    order = play.scene.order
    at = order.index(name)
    near = order[at + 1] if at + 1 < len(order) else order[at - 1]
    if near != name and "place" in play.one(near).fields:
        play.put(name, "place", play.one(near).number("place"))


def _rank(scene: Scene, name: str) -> int:
    one = scene[name]
    return one.number("place", max(one.number(skill) for skill in t.SKILLS.values()))


class Initiative(Deed):
    """The place in the order, high first; the first one opens round 1."""

    source = "G"
    by_hand = True

    number: int = place(Number(-100, 1000), "the number", required=True)

    def resolve(self, play: Play) -> None:
        """Find the place."""
        declaring(play)
        play.put(self.actor, "place", self.number)
        if play.setting("order") == "skill":
            in_order(play)
        else:
            seat(play, self.actor, "place")
        play.say(f"{self.actor}: initiative {self.number}.")
