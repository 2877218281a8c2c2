"""Sides, rounds and turns: their order, what begins and ends with a turn, and the end of a fight.

One side rolls initiative against the other; ``next`` passes the turn on. What actions cost is in ``actions.cost``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest
from typing import Final

from msgspec.structs import replace

from tracker.combat.events import OrderBecame, TurnCame
from tracker.combat.scene import Scene
from tracker.games.gen6 import health
from tracker.games.gen6.state import (
    fight_state,
    forget,
    set_awaits_initiative,
    set_state,
    state_of,
)
from tracker.rules.grammar import join_names, possessive
from tracker.rules.resolver import Resolver
from tracker.rules.turns import begin_anew, expire_at_round_end, expire_at_turn_end, expire_at_turn_start, full_order

_OF_ONE_FIGHT: Final = ("aim", "guard", "defend", "prepared")


def turn_order(scene: Scene, sides: Sequence[str], alternate: bool) -> tuple[str, ...]:
    """Return everybody in turn order: side by side, or alternating, those who are surprised last of their side (G)."""
    people = [[combatant.name for combatant in scene.listed() if combatant.side == side] for side in sides]
    if alternate:
        people = [sorted(names, key=lambda name: scene[name].has("surprised")) for names in people]
    names = chain.from_iterable(zip_longest(*people) if alternate else people)
    return tuple(name for name in names if name is not None)


def can_act(scene: Scene, name: str) -> bool:
    """Return whether somebody can have a turn: up, and not surprised."""
    return scene[name].out is None and not scene[name].has("surprised")


def had_turn(scene: Scene, name: str) -> bool:
    """Return whether somebody's turn of this round is over, wherever they are in the order now."""
    return state_of(scene[name]).ended == scene.turn.round


def still_to_come(scene: Scene, active: str) -> tuple[str, ...]:
    """Return those after the active combatant in this round: the later ones, then those passed over."""
    order = full_order(scene)
    place = order.index(active)
    passed_over = (name for name in order[:place] if state_of(scene[name]).began != scene.turn.round)
    return (*order[place + 1 :], *passed_over)


def advance(resolver: Resolver, leaving: Sequence[str] = ()) -> None:
    """Pass the turn to the next combatant who can act, in a new round once everybody has had a turn.

    The dying bleed as their place is passed.
    """
    turn, order = resolver.scene.turn, full_order(resolver.scene)
    active = turn.name if turn.name in order else None
    if active is not None:
        _check_chase(resolver, active)
        expire_at_turn_end(resolver, (active,))
        set_state(resolver, active, ended=turn.round)
        if _stop_at_next(resolver, still_to_come(resolver.scene, active), leaving):
            return
    elif turn.round and fight_state(resolver.scene).awaits_initiative:
        resolver.note("Nobody has rolled initiative for this round, so the order stays.")
        set_awaits_initiative(resolver, False)
        if _stop_at_next(resolver, order, leaving):
            return
    _begin_round(resolver, turn.round + 1)
    if turn.round and resolver.setting("initiative_each") == "round":
        set_awaits_initiative(resolver, True)
        resolver.say("Roll initiative.")
    elif not _stop_at_next(resolver, order, leaving):
        resolver.say("Nobody can act.")


def _check_chase(resolver: Resolver, name: str) -> None:
    """End a chase for somebody who did not run this turn (S)."""
    state = state_of(resolver.combatant(name))
    if state.in_chase and not state.has_done("run"):
        resolver.note(f"{resolver.clause(name, 'has')} not run this turn and is out of the chase.")
        set_state(resolver, name, in_chase=False)


def _begin_round(resolver: Resolver, number: int) -> None:
    """Begin a round; the dying who were passed over by a changed order bleed first."""
    for name in resolver.scene.combatants if number > 1 else ():
        health.bleed(resolver, name)
    if number > 1:
        expire_at_round_end(resolver)
    resolver.emit(TurnCame(replace(resolver.scene.turn, round=number, side=None, name=None)))
    resolver.restore()
    forget(resolver, tuple(resolver.scene.combatants), "deeds")
    resolver.say(round_begins(number))


def _stop_at_next(resolver: Resolver, names: Sequence[str], leaving: Sequence[str]) -> bool:
    """Pass these places up to the first combatant who can act and has not had a turn; False if there is none."""
    for name in names:
        if name in leaving or had_turn(resolver.scene, name):
            continue
        begin_turn(resolver, name)
        if can_act(resolver.scene, name):
            resolver.emit(TurnCame(replace(resolver.scene.turn, side=resolver.combatant(name).side, name=name)))
            resolver.say(turn_begins(resolver.scene, name))
            return True
        expire_at_turn_end(resolver, (name,))
    resolver.emit(TurnCame(replace(resolver.scene.turn, side=None, name=None)))
    return False


def round_begins(number: int) -> str:
    """Return the sentence for a new round."""
    return f"Round {number}."


def turn_begins(scene: Scene, name: str) -> str:
    """Return the sentence for somebody's turn."""
    return f"{possessive(name, scene)} turn."


def turn_sentences(scene: Scene) -> tuple[str, ...]:
    """Return what is reported when the current turn begins."""
    turn = scene.turn
    active = (turn_begins(scene, turn.name),) if turn.name in scene.combatants and turn.name else ()
    return (round_begins(turn.round), *active)


def begin_turn(resolver: Resolver, name: str) -> None:
    """Begin somebody's turn: effects end, a prepared action is lost, the dying bleed.

    A turn begins once a round: at their place in the order, or with an action taken before it.
    """
    now = resolver.scene.turn.round
    if not now or state_of(resolver.combatant(name)).began == now:
        return
    set_state(resolver, name, began=now, moved=0)
    if resolver.combatant(name).has("prepared"):
        resolver.say(f"{resolver.clause(name, 'loses')} the prepared action.")
        set_state(resolver, name, prepared=None)
        resolver.unmark(name, "prepared")
    expire_at_turn_start(resolver, (name,))
    health.bleed(resolver, name)


def reset_fight(resolver: Resolver) -> None:
    """Clear actions, breathers and temporary effects before a new fight."""
    people = tuple(resolver.scene.combatants.values())
    names = tuple(combatant.name for combatant in people)
    resolver.restore()
    forget(resolver, names, "deeds", "began", "ended", "prepared", "in_chase", "had_breather", "ended_at_zero", "moved")
    for combatant in people:
        for condition in _OF_ONE_FIGHT:
            resolver.unmark(combatant.name, condition)
        if combatant.out == health.DYING and not combatant.has("stable"):
            set_state(resolver, combatant.name, bled=0)


def begin_fight(resolver: Resolver, totals: Mapping[str, int]) -> None:
    """Sort everybody by the sides' initiative, highest first, and begin the first turn if none has begun."""
    sides = sorted(totals, key=lambda side: -totals[side])
    alternate = resolver.setting("turn_order") == "alternate"
    resolver.emit(OrderBecame(turn_order(resolver.scene, sides, alternate)))
    turn = resolver.scene.turn
    if turn.round and turn.name is not None:
        return
    set_awaits_initiative(resolver, False)
    if not turn.round:
        _begin_round(resolver, 1)
    _stop_at_next(resolver, resolver.scene.order, ())


def reopen_fight(resolver: Resolver) -> None:
    """Begin a new fight with the initiative rolled after the end of the last."""
    if begin_anew(resolver):
        reset_fight(resolver)


def close_fight(resolver: Resolver) -> None:
    """Close the fight: surprise ends, and whoever is at 0 health now cannot take a breather."""
    main = resolver.system.main_track(resolver.scene)
    people = resolver.scene.combatants.values()
    at_zero = [combatant.name for combatant in people if main in combatant.tracks and not combatant.value(main)]
    for name in resolver.scene.combatants:
        set_state(resolver, name, ended_at_zero=name in at_zero)
        if resolver.scene.turn.round:
            resolver.unmark(name, "surprised")
    if at_zero:
        resolver.say(f"At 0 {main}: {join_names(at_zero, resolver.scene)}.")


def seat(resolver: Resolver, names: Sequence[str]) -> None:
    """Seat newcomers after the last of their side, once there is an order."""
    order = list(resolver.scene.order)
    if not order:
        return
    side = resolver.combatant(names[0]).side
    allies = [place for place, name in enumerate(order) if resolver.combatant(name).side == side]
    place = allies[-1] + 1 if allies else len(order)
    resolver.emit(OrderBecame((*order[:place], *names, *order[place:])))
