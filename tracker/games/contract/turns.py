"""Rounds, single turns, and what takes the one Action of a round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from tracker.combat.events import CoverBecame, TurnCame
from tracker.combat.model import Model
from tracker.combat.scene import OPEN, Combatant, Cover, Scene, Turn
from tracker.games.contract import tables as t
from tracker.games.contract.harm import change_mind, injure
from tracker.games.contract.state import (
    ACTION,
    EXERTED,
    can_exert,
    carry_over,
    drop_attacks_of,
    held_by,
    hold_back_attacks,
    pending_on,
    set_held,
    set_shares,
    share_for,
    shares_of,
    spend_earlier,
)
from tracker.rules.ending import is_over
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import agree, clause, join_names
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import (
    begin_anew,
    expire_at_round_end,
    expire_at_turn_end,
    expire_at_turn_start,
    full_order,
    next_in_order,
    note_out_of_turn,
    place_in_order,
)


class Payment(Model):
    """The payment for an act: the dice of its share (None: the whole pool), and dice lost to an earlier strain.

    ``own`` is False for rolls outside the round's Action, which quick actions do not reduce.
    """

    share: int | None = None
    strain: int = 0
    own: bool = True


FREE = Payment(own=False)

EXERTION = "exerted: an injury"
"""The label of the reason for what exerting the body costs."""


def can_act(combatant: Combatant) -> bool:
    """Return whether somebody is up and has the Action of this round, or a share of it, left."""
    return combatant.out is None and ACTION not in combatant.spent


def had_turn(scene: Scene, name: str) -> bool:
    """Return whether somebody's turn of this round is over, wherever they are in the order now."""
    return scene[name].fields.get("ended") == scene.turn.round


def action_used(combatant: Combatant, reaction: bool = False, waits: bool = True) -> str:
    """Return the objection that the Action is spent, with the way around it.

    ``reaction`` says that a reaction was tried, ``waits`` to which waiting attack.
    """
    how = f"desperate {quote(combatant.name)} dodge" if waits else "say desperate in the same line"
    way = f" A desperate reaction is open: {how}." if reaction and can_exert(combatant) else ""
    return f"{combatant.name} has used this round's Action.{way}"


def pay(
    resolver: Resolver,
    name: str,
    act: str,
    target: str | None = None,
    *,
    reaction: bool = False,
    held: bool = False,
    waits: bool = True,
) -> Payment:
    """Take the Action, or the share for this act, or object. A different act ends what was held (G).

    Acting out of turn is noted, except for a reaction and for a held action. After the end nothing is taken.
    """
    combatant = resolver.combatant(name)
    if not reaction and not held:
        note_out_of_turn(resolver, name)
    strain = combatant.number("next_penalty")
    share = None
    if shares_of(combatant):
        share = share_for(combatant, act, target)
        if share is None:
            kept = ", ".join(map(str, shares_of(combatant)))
            resolver.objection(f"{name} split the Action and kept no share for this. Left: {kept}.")
    elif ACTION in combatant.spent:
        resolver.objection(action_used(combatant, reaction, waits))
    payment = Payment(share.dice if share else None, strain)
    if resolver.free or is_over(resolver.scene):
        return payment
    rest = list(shares_of(combatant))
    if share is not None:
        rest.remove(share)
    set_shares(resolver, name, rest)
    resolver.set_field(name, "next_penalty", 0)
    if not rest:
        resolver.spend(name, ACTION)
    if not reaction:
        _note_hold_ends(resolver, name)
        set_held(resolver, name, None)
    resolver.set_scene_field("begun", True)
    return payment


def exert(resolver: Resolver, name: str, what: str, earlier: tuple[str, ...] | None = None) -> None:
    """Exert body or mind, once a round: pay its price, or object. A free ruling costs nothing.

    ``earlier`` is what was spent in the earlier round that this belongs to; None for the current one.
    """
    if EXERTED in (resolver.combatant(name).spent if earlier is None else earlier):
        resolver.objection(f"{name} has exerted body or mind this round.")
    if earlier is None:
        resolver.spend(name, EXERTED)
    else:
        spend_earlier(resolver, name, EXERTED)
    if resolver.free or (what == "mind" and "mind" not in resolver.combatant(name).tracks):
        return
    source = "The Contract: exert (G; setting profile)"
    if what == "mind":
        change_mind(resolver, name, -resolver.because("units", "exerted: mind", t.EXERT_MIND, source))
    else:
        injure(resolver, name, resolver.because("units", EXERTION, t.EXERT_INJURY, source))


def release_held(resolver: Resolver, name: str, on: str | None = None) -> str:
    """Release a held action before the waiting attacks of its target ``on``.

    Returns the held action; objects if there is none.
    """
    held = held_by(resolver.combatant(name))
    if held is None:
        resolver.objection(f"{name} holds no action. Declare one first: hold {quote(name)} ACTION when=CONDITION.")
    set_held(resolver, name, None)
    if on is not None:
        hold_back_attacks(resolver, on)
    return held.action if held is not None else "something unsaid"


def _note_hold_ends(resolver: Resolver, name: str) -> None:
    held = held_by(resolver.combatant(name))
    if held is not None:
        resolver.note(f"{name} no longer holds: {held.action}.")


_ROUND = {"quick": 0, "shares": [], "boost": None, "eased": None}
"""Fields that last for a round, and their values after it."""

_TURNS = {**_ROUND, "held": None, "evade": 0, "ended": None}
"""Fields that last only while turns are taken."""


def _set_fields(resolver: Resolver, name: str, fields: dict[str, object]) -> None:
    combatant = resolver.combatant(name)
    for field, value in fields.items():
        if field in combatant.fields and combatant.fields[field] != value:
            resolver.set_field(name, field, value)  # type: ignore[arg-type]


def take_place(resolver: Resolver, name: str, outcome: int) -> None:
    """Seat somebody in the order; the first one opens round 1, and the highest is active until somebody has acted.

    After the end of a fight the first one begins the next, in which nobody else has a place yet.
    """
    if begin_anew(resolver):
        forget_places(resolver)
    resolver.set_field(name, "initiative", outcome)
    place_in_order(resolver, name, "initiative")
    if resolver.scene.turn.round == 0:
        start_round(resolver)
        resolver.set_scene_field("begun", None)
    activate_first(resolver)


def note_without_place(resolver: Resolver, names: Sequence[str]) -> None:
    """Note that newcomers to a fight with an order come last until their initiative is known."""
    scene = resolver.scene
    waiting = [name for name in names if name not in scene.order]
    if scene.turn.round and scene.order and waiting:
        comes = agree(waiting, scene, "comes")
        missing = f"{clause(waiting, scene, 'has')} no initiative and {comes} last"
        resolver.note(f"{missing}. Give it: initiative {quote(waiting[0])} OUTCOME.")


def activate_first(resolver: Resolver) -> None:
    """Make the first in the order active, unless somebody has acted."""
    highest = next((name for name in resolver.scene.order if resolver.combatant(name).out is None), None)
    if not resolver.scene.fields.get("begun") and highest is not None and highest != resolver.scene.turn.name:
        start_turn_of(resolver, highest)


def start_round(resolver: Resolver) -> None:
    """Give everybody their Action back; waiting attacks keep what was spent in the round that ends."""
    if resolver.scene.turn.round:
        expire_at_round_end(resolver)
    for combatant in tuple(resolver.scene.combatants.values()):
        carry_over(resolver, combatant.name)
        resolver.restore((combatant.name,))
        evade = {"evade": 0} if resolver.setting("evade_until") == "round" else {}
        _set_fields(resolver, combatant.name, {**_ROUND, **evade})
    resolver.emit(TurnCame(Turn(resolver.scene.turn.round + 1)))


def start_turn_of(resolver: Resolver, name: str) -> None:
    """Begin one combatant's own turn."""
    resolver.emit(TurnCame(Turn(resolver.scene.turn.round, None, resolver.combatant(name).side, name)))
    _start_of_turn(resolver, name)


def _start_of_turn(resolver: Resolver, name: str) -> None:
    """End what lasts until the combatant's own turn begins: a held action, and evading."""
    expire_at_turn_start(resolver, (name,))
    _note_hold_ends(resolver, name)
    set_held(resolver, name, None)
    if resolver.setting("evade_until") == "turn":
        _set_fields(resolver, name, {"evade": 0})


def _pass_turn_to(resolver: Resolver, name: str, new: bool) -> None:
    """Pass the turn on, possibly in a ``new`` round; the turns of those who are down begin and end."""
    order, on = full_order(resolver.scene), resolver.scene.turn.name
    left = order[order.index(on) + 1 :] if on in order else order
    if not new and name not in left:
        left = ()
    if new:
        _pass_over(resolver, (late for late in left if not had_turn(resolver.scene, late)))
        left = order
    if new or resolver.scene.turn.round == 0:
        start_round(resolver)
    _pass_over(resolver, takewhile(lambda other: other != name, left))
    start_turn_of(resolver, name)


def _pass_over(resolver: Resolver, names: Iterable[str]) -> None:
    for name in names:
        _start_of_turn(resolver, name)
        expire_at_turn_end(resolver, (name,))


def still_to_come(scene: Scene) -> tuple[str, ...]:
    """Return who is up with a turn still to come this round: those later in the order, then those left behind.

    Somebody left behind without an Action has no turn to come back to.
    """
    order, active = full_order(scene), scene.turn.name
    at = order.index(active) + 1 if active in order else 0
    behind = (name for name in order[:at] if can_act(scene[name]))
    around = (name for name in (*order[at:], *behind) if name != active)
    return tuple(name for name in around if scene[name].out is None and not had_turn(scene, name))


def _next_up(resolver: Resolver) -> tuple[str, bool]:
    """Return who has the next turn, and whether it begins a new round.

    Those who have not acted in the old one are reported.
    """
    scene = resolver.scene
    to_come = still_to_come(scene) if scene.turn.round else ()
    if to_come:
        return to_come[0], False
    first = next((name for name in full_order(scene) if scene[name].out is None), None)
    if first is None:
        raise InvalidCommand("Nobody is up. Bring somebody back: back NAME.")
    idle = [combatant.name for combatant in scene.listed() if scene.turn.round and can_act(combatant)]
    if idle:
        resolver.note(f"Not acted: {join_names(idle, scene)}.")
    return first, True


def next_turn(resolver: Resolver) -> None:
    """Go on to the next in the order, or to the first of a new round."""
    if resolver.scene.turn.name is not None:
        resolver.set_field(resolver.scene.turn.name, "ended", resolver.scene.turn.round)
    name, new = _next_up(resolver)
    if resolver.scene.turn.name is not None:
        expire_at_turn_end(resolver, (resolver.scene.turn.name,))
    resolver.set_scene_field("begun", True)
    _pass_turn_to(resolver, name, new)
    resolver.say(*turn_sentences(resolver.scene))
    if not any("initiative" in combatant.fields for combatant in resolver.scene.combatants.values()):
        resolver.note("Nobody has initiative, so turns follow the list. Give it: initiative NAME OUTCOME.")
    if ACTION in resolver.combatant(name).spent:
        resolver.note(f"{name} has used this round's Action.")
    _note_pending(resolver)


def _note_pending(resolver: Resolver) -> None:
    pending = [combatant.name for combatant in resolver.scene.combatants.values() if pending_on(combatant)]
    if pending:
        resolver.note(f"An attack still waits for {', '.join(pending)}.")


def turn_sentences(scene: Scene) -> tuple[str, ...]:
    """Return what is reported when the current turn begins."""
    return (f"Round {scene.turn.round}: {scene.turn.name}.",)


def make_active(resolver: Resolver, name: str) -> None:
    """Give somebody the turn by hand; this opens a round only if none was open."""
    if resolver.scene.turn.round == 0:
        start_round(resolver)
    resolver.set_scene_field("begun", True)
    if resolver.scene.turn.name != name:
        start_turn_of(resolver, name)


def pass_turn_on(resolver: Resolver, names: Sequence[str]) -> None:
    """Drop the waiting attacks of those who leave, and pass the turn on."""
    for name in names:
        drop_attacks_of(resolver, name, late_only=False)
    if resolver.scene.turn.name in names:
        stay = [name for name in still_to_come(resolver.scene) if name not in names]
        heir, new = (stay[0], False) if stay else next_in_order(resolver.scene, names)
        if heir is None:
            resolver.emit(TurnCame(Turn(resolver.scene.turn.round)))
            return
        _pass_turn_to(resolver, heir, new)


def close_fight(resolver: Resolver) -> None:
    """Close the fight: held actions, evading and shares are over.

    Waiting attacks keep what their round left to meet them.
    """
    for name in tuple(resolver.scene.combatants):
        _note_hold_ends(resolver, name)
        _set_fields(resolver, name, _TURNS)
        carry_over(resolver, name)
        resolver.restore((name,))
    _note_pending(resolver)


def forget_places(resolver: Resolver) -> None:
    """Clear all places in the order before the same people fight again."""
    for name in tuple(resolver.scene.combatants):
        _set_fields(resolver, name, {**_TURNS, "initiative": None})


def reset_for_encounter(resolver: Resolver) -> None:
    """Begin a new fight: those who stay keep injuries and armor, but nothing of the old fight's turns or cover."""
    forget_places(resolver)
    resolver.restore()
    for combatant in tuple(resolver.scene.combatants.values()):
        _set_fields(resolver, combatant.name, {"pending": []})
        if combatant.cover.degree != OPEN:
            resolver.emit(CoverBecame((combatant.name,), Cover()))
