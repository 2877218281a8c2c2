"""Rounds, single turns, and what takes the one Action of a round."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from tracker.combat.events import TurnCame
from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene, Turn
from tracker.games.contract import state
from tracker.games.contract import tables as t
from tracker.games.contract.harm import change_mind, injure
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import agree, clause, quote
from tracker.rules.resolver import Resolver
from tracker.rules.turns import TurnClock, full_order, place_in_order
from tracker.rules.view import TurnStatus


class Payment(Model):
    """The payment for an act: the dice of its share (None: the whole pool), and dice lost to an earlier strain.

    ``quick`` is the number of quick actions that reduce it; None: those of the current round.
    """

    share: int | None = None
    strain: int = 0
    quick: int | None = None


FREE = Payment(quick=0)


def action_used(combatant: Combatant, scene: Scene, reaction: bool = False, waits: bool = True) -> str:
    """Return the objection that the Action is spent, with the way around it.

    ``reaction`` says that a reaction was tried, ``waits`` to which waiting attack.
    """
    how = f"desperate {quote(combatant.name)} dodge" if waits else "say desperate in the same line"
    can_exert = combatant.out is None and state.ACTION in combatant.spent and state.EXERTED not in combatant.spent
    way = f" A desperate reaction is open: {how}." if reaction and can_exert else ""
    return f"{clause(combatant.name, scene, 'has')} used this round's Action.{way}"


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
        resolver.note_out_of_turn(name)
    strain = combatant.number("next_penalty")
    share = None
    if state.state_of(combatant).shares:
        share = state.share_for(state.state_of(combatant).shares, act, target)
        if share is None:
            kept = ", ".join(share.told for share in state.state_of(combatant).shares)
            resolver.objection(f"{name} split the Action and kept no share for this. Left: {kept}.")
    elif state.ACTION in combatant.spent:
        resolver.objection(action_used(combatant, resolver.scene, reaction, waits))
    payment = Payment(share.dice if share else None, strain)
    if resolver.free or resolver.scene.is_over:
        return payment
    rest = list(state.state_of(combatant).shares)
    if share is not None:
        rest.remove(share)
    state.set_state(resolver, name, shares=tuple(rest))
    resolver.set_field(name, "next_penalty", 0)
    if not rest:
        resolver.spend(name, state.ACTION)
    if not reaction:
        _end_hold(resolver, name)
    resolver.set_scene_field("begun", True)
    return payment


def exert(resolver: Resolver, name: str, what: str, earlier: tuple[str, ...] | None = None) -> None:
    """Exert body or mind, once a round: pay its price, or object. A free ruling costs nothing.

    ``earlier`` is what was spent in the earlier round that this belongs to; None for the current one.
    """
    if state.EXERTED in (resolver.combatant(name).spent if earlier is None else earlier):
        resolver.objection(f"{resolver.clause(name, 'has')} exerted body or mind this round.")
    if earlier is None:
        resolver.spend(name, state.EXERTED)
    else:
        state.spend_earlier(resolver, name, state.EXERTED)
    if resolver.free or (what == "mind" and "mind" not in resolver.combatant(name).tracks):
        return
    source = "The Contract: exert (G; setting profile)"
    if what == "mind":
        change_mind(resolver, name, -resolver.because("units", "exerted: mind", t.EXERT_MIND, source))
    else:
        injure(resolver, name, resolver.because("units", "exerted: an injury", t.EXERT_INJURY, source))


def release_held(resolver: Resolver, name: str, on: str | None = None) -> str:
    """Release and return a held action, before the waiting attacks of its target ``on``; objects if there is none."""
    held = state.state_of(resolver.combatant(name)).held
    if held is None:
        way = f"hold {quote(name)} ACTION when=CONDITION"
        resolver.objection(f"{resolver.clause(name, 'holds')} no action. Declare one: {way}.")
    state.set_state(resolver, name, held=None)
    if on is not None:
        state.hold_back_attacks(resolver, on)
    return held.action if held is not None else "an action that was not named"


def _end_hold(resolver: Resolver, name: str) -> None:
    held = state.state_of(resolver.combatant(name)).held
    if held is not None:
        resolver.note(f"{name} no longer holds: {held.action}.")
        state.set_state(resolver, name, held=None)


_ROUND = {"quick": 0, "shares": [], "boost": None, "eased": None}
"""Fields that last for a round, and their values after it."""

_TURNS = {**_ROUND, "held": None, "evade": 0, "ended": None}  # fields that last only while turns are taken


def _set_fields(resolver: Resolver, name: str, fields: dict[str, object]) -> None:
    combatant = resolver.combatant(name)
    for field, value in fields.items():
        if field in combatant.fields and combatant.fields[field] != value:
            resolver.set_field(name, field, value)  # type: ignore[arg-type]


def has_action(combatant: Combatant) -> bool:
    """Return whether somebody is up and has the Action of this round, or a share of it, left."""
    return combatant.out is None and state.ACTION not in combatant.spent


def _had_turn(scene: Scene, name: str) -> bool:
    return scene[name].fields.get("ended") == scene.turn.round


def _note_pending(resolver: Resolver) -> None:
    if pending := [who.name for who in resolver.scene.combatants.values() if who.fields.get("pending")]:
        resolver.note(f"An attack still waits for {', '.join(pending)}.")


class ContractClock(TurnClock):
    """One combatant after another, the highest initiative first; reactions may use up an Action before its turn."""

    number = "initiative"
    asks = "outcome"

    def names_to_come(self, scene: Scene) -> Iterable[str]:
        """Return those later in the order; once nobody of them is up, those left behind who still have an Action."""
        order, active = full_order(scene), scene.turn.name
        at = order.index(active) + 1 if active in order else 0
        later = (name for name in order[at:] if not _had_turn(scene, name))
        if not all(scene[name].out for name in order[at:] if not _had_turn(scene, name)):
            return later
        before = (name for name in order[:at] if not _had_turn(scene, name) and name != active)
        return [name for name in before if has_action(scene[name])] or later

    def is_used_up(self, scene: Scene) -> bool:
        """Return whether somebody spent the Action on a reaction before their own turn."""
        active = scene.turn.name
        return active in scene.combatants and not has_action(scene[str(active)])

    def is_done(self, scene: Scene, name: str) -> bool:
        return not has_action(scene[name])

    def running(self, scene: Scene) -> TurnStatus:
        turn, order = scene.turn, full_order(scene)
        if turn.round == 0:
            return TurnStatus("before the fight")
        on = order.index(turn.name) if turn.name in order else -1
        come = (*order[on + 1 :], *order[: max(on, 0)])
        return TurnStatus(f"ROUND {turn.round}", turn.name or "", tuple(one for one in come if has_action(scene[one])))

    def sentences(self, scene: Scene) -> tuple[str, ...]:
        return (f"Round {scene.turn.round}: {scene.turn.name}.",)

    def advance(self, resolver: Resolver, leaving: Collection[str] = ()) -> None:
        """Go on to the next in the order, or to the first of a new round; note who has not acted in the old one."""
        scene = resolver.scene
        if all(combatant.out for combatant in scene.combatants.values()):
            raise InvalidCommand("Nobody is up. Bring somebody back: back NAME.")
        if scene.turn.round and all(scene[name].out for name in self.names_to_come(scene)):
            if idle := [combatant.name for combatant in scene.listed() if has_action(combatant)]:
                resolver.note(f"{resolver.clause(idle, 'has')} not acted.")
        if not scene.turn.round:
            resolver.set_scene_field("begun", True)
        super().advance(resolver, leaving)
        if not any("initiative" in combatant.fields for combatant in scene.combatants.values()):
            resolver.note("Nobody has initiative, so turns follow the list. Give it: initiative NAME OUTCOME.")
        active = str(resolver.scene.turn.name)
        if state.ACTION in resolver.combatant(active).spent:
            resolver.note(action_used(resolver.combatant(active), resolver.scene))
        _note_pending(resolver)

    def pass_on(self, resolver: Resolver, leaving: Collection[str] = ()) -> bool:
        resolver.set_scene_field("begun", True)
        return super().pass_on(resolver, leaving)

    def renew(self, resolver: Resolver, number: int) -> None:
        state.carry_over(resolver)
        for name in tuple(resolver.scene.combatants):
            resolver.restore((name,))
            evade = {"evade": 0} if resolver.setting("evade_until") == "round" else {}
            _set_fields(resolver, name, {**_ROUND, **evade})

    def begin_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        super().begin_turns(resolver, names)
        for name in names:
            _end_hold(resolver, name)
            if resolver.setting("evade_until") == "turn":
                _set_fields(resolver, name, {"evade": 0})

    def end_turns(self, resolver: Resolver, names: Collection[str]) -> None:
        turn = resolver.scene.turn
        if turn.name in names:
            resolver.set_field(str(turn.name), "ended", turn.round)
        super().end_turns(resolver, names)

    def give(self, resolver: Resolver, name: str) -> None:
        """Give somebody the turn by hand; this opens a round only if none was open."""
        if resolver.scene.turn.round == 0:
            self.begin_round(resolver, 1)
        resolver.set_scene_field("begun", True)
        if resolver.scene.turn.name != name:
            self.come(resolver, self.turn_of(resolver.scene, name))

    def take_place(self, resolver: Resolver, name: str, outcome: int) -> None:
        """Seat somebody in the order; the first one opens round 1, and the highest is active until somebody has acted.

        After the end of a fight the first one begins the next, in which nobody else has a place yet.
        """
        self.reopen(resolver)
        resolver.set_field(name, "initiative", outcome)
        place_in_order(resolver, name, "initiative")
        if resolver.scene.turn.round == 0:
            self.begin_round(resolver, 1)
            resolver.set_scene_field("begun", None)
        self._activate_first(resolver)

    def _activate_first(self, resolver: Resolver) -> None:
        highest = next((name for name in resolver.scene.order if resolver.combatant(name).out is None), None)
        if not resolver.scene.fields.get("begun") and highest is not None and highest != resolver.scene.turn.name:
            self.come(resolver, self.turn_of(resolver.scene, highest))

    def moved(self, resolver: Resolver, name: str) -> None:
        """Before anybody has acted, make the first of a reordered tie active."""
        if resolver.scene.turn.round:
            self._activate_first(resolver)

    def seat(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Note that newcomers to a fight with an order come last until their initiative is known."""
        scene = resolver.scene
        waiting = [name for name in names if name not in scene.order]
        if scene.turn.round and scene.order and waiting:
            comes = agree(waiting, scene, "comes")
            missing = f"{clause(waiting, scene, 'has')} no initiative and {comes} last"
            resolver.note(f"{missing}. Give it: initiative {quote(waiting[0])} OUTCOME.")

    def leave(self, resolver: Resolver, names: Collection[str]) -> None:
        scene = resolver.scene
        if scene.turn.name not in names:
            return
        if all(who.out or who.name in names for who in scene.combatants.values()):
            resolver.emit(TurnCame(Turn(scene.turn.round)))
        elif not super().pass_on(resolver, names):
            self.begin_round(resolver, scene.turn.round + 1)
            super().pass_on(resolver, names)

    def close(self, resolver: Resolver) -> None:
        """Close the fight: held actions, evading, shares end; waiting attacks keep what their round left them."""
        state.carry_over(resolver)
        for name in tuple(resolver.scene.combatants):
            _end_hold(resolver, name)
            _set_fields(resolver, name, _TURNS)
            resolver.restore((name,))
        _note_pending(resolver)
        super().close(resolver)

    def forget(self, resolver: Resolver) -> None:
        for name in tuple(resolver.scene.combatants):
            _set_fields(resolver, name, {**_TURNS, "initiative": None})


CLOCK: Final = ContractClock()
