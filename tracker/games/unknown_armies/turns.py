"""Rounds: declaring, then acting in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tracker.combat.events import OrderBecame, TurnCame
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import forget, set_ready, set_state, state_of
from tracker.rules.ending import is_over
from tracker.rules.reminders import end_conditions
from tracker.rules.resolver import Resolver
from tracker.rules.turns import (
    begin_anew,
    expire_at_round_end,
    expire_at_turn_end,
    expire_at_turn_start,
    full_order,
    note_out_of_turn,
)

DECLARE: Final = "declare"
ACT: Final = "act"
ACTION: Final = "action"


def can_act(combatant: Combatant) -> bool:
    """Return whether somebody has something left to do this round."""
    return combatant.out is None and (ACTION not in combatant.spent or bool(state_of(combatant).shares_left))


def begin_declaring(resolver: Resolver) -> None:
    """Open round 1, in which everybody may declare, if no round is open."""
    if begin_anew(resolver):
        forget_fight(resolver)
    if resolver.scene.turn.round == 0:
        _open_round(resolver, 1)


def begin_acting(resolver: Resolver, name: str | None = None) -> None:
    """Close the declaring at the first action, except after the end; ``name`` is the actor."""
    turn = resolver.scene.turn
    if turn.phase == ACT or is_over(resolver.scene):
        return
    if not turn.round:
        sort_by_skill(resolver)
    resolver.emit(TurnCame(Turn(max(1, turn.round), ACT)))
    _pass_turn(resolver, None)
    if name is not None:
        note_out_of_turn(resolver, name)


def spend_action(resolver: Resolver, name: str) -> None:
    """Close the declaring, and spend somebody's action of this round."""
    begin_acting(resolver, name)
    resolver.spend(name, ACTION)


def advance(resolver: Resolver) -> None:
    """Close the declaring, or go on to the next actor; after the last, begin a new round."""
    turn = resolver.scene.turn
    if turn.phase == DECLARE:
        begin_acting(resolver)
    elif turn.phase is None or not _pass_turn(resolver, turn.name):
        _open_round(resolver, turn.round + 1)
    resolver.say(*turn_sentences(resolver.scene))


def turn_sentences(scene: Scene) -> tuple[str, ...]:
    """Return what is reported when the current turn begins."""
    turn = scene.turn
    return (f"Round {turn.round}: {'declare' if turn.phase == DECLARE else turn.name or 'nobody can act'}.",)


def pass_on_from(resolver: Resolver, names: tuple[str, ...]) -> None:
    """Pass the turn on from those who leave."""
    turn = resolver.scene.turn
    if turn.name in names and not _pass_turn(resolver, turn.name, names):
        resolver.emit(TurnCame(Turn(turn.round, turn.phase)))


def _pass_turn(resolver: Resolver, active: str | None, leaving: Collection[str] = ()) -> bool:
    """Pass the turn to the next who can act; returns False, with nobody active, if there is none left."""
    order = full_order(resolver.scene)
    if active is not None:
        expire_at_turn_end(resolver, (active,))
        if active in resolver.scene.combatants and active not in leaving and can_act(resolver.combatant(active)):
            _pass_over(resolver, active)
    for name in _still_to_visit(resolver.scene, order, active):
        if name in leaving:
            continue
        expire_at_turn_start(resolver, (name,))
        if can_act(resolver.combatant(name)):
            resolver.emit(TurnCame(Turn(resolver.scene.turn.round, ACT, resolver.combatant(name).side, name)))
            return True
        expire_at_turn_end(resolver, (name,))
    return False


def _pass_over(resolver: Resolver, name: str) -> None:
    """Pass over somebody's turn: they have another before the round ends."""
    passed = state_of(resolver.combatant(name)).passed
    set_state(resolver, name, passed=passed + 1)
    if not passed:
        resolver.say(f"{resolver.clause(name, 'waits')}.")


def _still_to_visit(scene: Scene, order: Sequence[str], active: str | None) -> tuple[str, ...]:
    """Return those after the active one who have not had a turn, then those passed over once."""
    place = order.index(active) + 1 if active in order else 0
    later = tuple(name for name in order[place:] if not state_of(scene[name]).passed)
    waiting = (name for name in order if name != active and state_of(scene[name]).passed == 1)
    return (*later, *waiting)


def _open_round(resolver: Resolver, number: int) -> None:
    if resolver.scene.turn.round:
        expire_at_round_end(resolver)
    reset_round(resolver)
    suckers = ((fighter.name, fighter.condition("sucker")) for fighter in resolver.scene.combatants.values())
    end_conditions(resolver, [(name, "sucker") for name, since in suckers if since and since.since < number - 1])
    _finish_drawing(resolver)
    resolver.emit(TurnCame(Turn(number, DECLARE)))
    sort_by_skill(resolver)


def _finish_drawing(resolver: Resolver) -> None:
    """Finish drawing weapons: they are in hand."""
    for combatant in resolver.scene.combatants.values():
        weapon = state_of(combatant).drawing
        if weapon in combatant.weapons and combatant.has("drawing"):
            set_ready(resolver, combatant.name, str(weapon), True)
        resolver.unmark(combatant.name, "drawing")
        set_state(resolver, combatant.name, drawing=None)


def close_fight(resolver: Resolver) -> None:
    """Close the fight: focus, splits and feints end, and weapons being drawn are in hand."""
    reset_round(resolver)
    _finish_drawing(resolver)
    for name in resolver.scene.combatants:
        resolver.unmark(name, "sucker")


def forget_fight(resolver: Resolver) -> None:
    """Clear the rounds of the last fight."""
    reset_round(resolver)
    for name in resolver.scene.combatants:
        for condition in ("sucker", "drawing"):
            resolver.unmark(name, condition)
        set_state(resolver, name, place=None, drawing=None)


def reset_round(resolver: Resolver) -> None:
    """End what lasts for a round: spent actions, focus, splits, hits that could be dodged."""
    resolver.restore()
    for combatant in resolver.scene.combatants.values():
        resolver.unmark(combatant.name, "focus")
        forget(resolver, (combatant.name,), "split", "hits", "passed")


def sort_by_skill(resolver: Resolver) -> None:
    """Under order=skill, seat everybody by skill, the highest first; a typed number overrides the skill."""
    if resolver.setting("order") == "skill":
        order = full_order(resolver.scene)
        resolver.emit(OrderBecame(tuple(sorted(order, key=lambda name: -_rank(resolver.scene, name)))))


def _rank(scene: Scene, name: str) -> int:
    combatant = scene[name]
    place = state_of(combatant).place
    return max(combatant.number(skill) for skill in t.SKILLS.values()) if place is None else place


def take_number_of_neighbour(resolver: Resolver, name: str) -> None:
    """Give somebody moved by hand the number of their new neighbour, so that later ones are seated correctly."""
    order = resolver.scene.order
    place = order.index(name)
    neighbour = order[place + 1] if place + 1 < len(order) else order[place - 1]
    number = state_of(resolver.combatant(neighbour)).place
    if neighbour != name and number is not None:
        set_state(resolver, name, place=number)
