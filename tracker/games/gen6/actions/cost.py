"""The cost of actions, and obstacles known before the rest of the line.

A turn has a major and a minor action, or two minor ones (G).
"""

from __future__ import annotations

from abc import abstractmethod

from tracker.games.gen6.state import MAJOR, MINOR, CombatantState, add_deed, set_state, state_of
from tracker.games.gen6.turns import begin_turn
from tracker.rules.action import ActorAction
from tracker.rules.grammar import clause, possessive
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver


class Restricted(ActorAction):
    """An action that may be impossible regardless of its other words."""

    @classmethod
    @abstractmethod
    def obstacle(cls, resolver: Resolver, actor: str) -> str:
        """Return the obstacle to the action now, as a sentence; "" for none."""


def take_action(resolver: Resolver, actor: str, verb: str, cost: str, prepared: bool = False) -> None:
    """Take an action: spend its cost, end aiming unless it is an attack, and note irregularities."""
    if verb != "attack":
        resolver.unmark(actor, "aim")
    if prepared:
        _carry_out_prepared(resolver, actor, verb)
    else:
        _take_in_turn(resolver, actor, cost)
    add_deed(resolver, actor, verb, cost == MAJOR and not (prepared or resolver.free))


def _take_in_turn(resolver: Resolver, actor: str, cost: str) -> None:
    """Take an action that was not prepared: it begins the actor's turn and has a cost."""
    begin_turn(resolver, actor)
    side, turn = resolver.combatant(actor).side, resolver.scene.turn
    one_by_one = resolver.setting("turn_order") == "alternate"
    if turn.side not in (None, side) or (one_by_one and turn.name not in (None, actor)):
        owner = possessive(turn.name, resolver.scene) if turn.name else f"the {turn.side}'"
        resolver.note(f"It is {owner} turn.")
    if "run" in _state(resolver, actor).majors:
        resolver.note(
            f"{clause(actor, resolver.scene, 'has', 'have')} run, and nothing else comes after that this turn."
        )
    if cost in (MAJOR, MINOR):
        _spend(resolver, actor, cost)


def _spend(resolver: Resolver, actor: str, cost: str) -> None:
    """Spend a major or minor action; a second minor one uses the major one (G)."""
    spent = resolver.combatant(actor).spent
    if cost not in spent:
        resolver.spend(actor, cost)
    elif cost == MINOR and MAJOR not in spent:
        resolver.spend(actor, MAJOR)
    else:
        nothing_left = f"{clause(actor, resolver.scene, 'has', 'have')} no {cost} action left this turn."
        if resolver.setting("extra_actions") == "refused":
            resolver.objection(f"{nothing_left} To allow it: settings extra_actions=noted.")
        elif not resolver.free:
            resolver.note(nothing_left)


def check_distance(resolver: Resolver, actor: str, yards: int, most: int, rule: str) -> None:
    """Object to more yards than ``most``; without a speed on the sheet there is no limit, only a note."""
    if "speed" not in resolver.combatant(actor).fields:
        resolver.note(
            f"{clause(actor, resolver.scene, 'has', 'have')} no speed on the sheet, so nothing limits the distance."
        )
    elif yards > max(0, most):
        resolver.objection(f"{rule}: {in_yards(max(0, most))} for {actor}, not {yards}.")


def in_yards(count: int) -> str:
    """Return a distance in words."""
    return f"{count} yard{'' if count == 1 else 's'}"


def keep_up(resolver: Resolver, actor: str, what: str) -> None:
    """Add an effect that somebody keeps up until they fall to 0 health."""
    set_state(resolver, actor, kept_up=(*_state(resolver, actor).kept_up, what))


def nothing_prepared(resolver: Resolver, actor: str) -> str:
    """Return the refusal for somebody who has prepared nothing; "" for everybody else."""
    if resolver.combatant(actor).has("prepared") and _state(resolver, actor).prepared:
        return ""
    subject = clause(actor, resolver.scene, "has", "have")
    return f"{subject} prepared nothing. On their turn: prepare {quote(actor)} ACTION."


def _carry_out_prepared(resolver: Resolver, actor: str, verb: str) -> None:
    """Carry out a prepared action if this is the one."""
    state = _state(resolver, actor)
    if obstacle := nothing_prepared(resolver, actor):
        resolver.objection(obstacle)
    elif state.prepared_verb != verb:
        resolver.objection(f"{actor} prepared “{state.prepared}”, not {verb}.")
    resolver.unmark(actor, "prepared")
    set_state(resolver, actor, prepared=None)


def _state(resolver: Resolver, actor: str) -> CombatantState:
    return state_of(resolver.combatant(actor))
