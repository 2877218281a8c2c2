"""The GM's own counters, and when they are reset."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.events import CounterBecame, EncounterBegan
from tracker.combat.scene import Combatant, Counter, Scene
from tracker.rules.resolver import Resolver

ROUND: Final = "round"
TURN: Final = "turn"
ENCOUNTER: Final = "encounter"
EACH: Final = (ROUND, TURN, ENCOUNTER)
"""When a counter can be reset: with every round, every turn of its owner, or every fight."""


def renew(resolver: Resolver, before: Scene, done: int) -> None:
    """Reset counters after a command that began in the scene ``before`` and with ``done`` events."""
    anew = any(isinstance(event, EncounterBegan) for event in resolver.events[done:])
    if not anew and resolver.scene.turn == before.turn:
        return
    for combatant in tuple(resolver.scene.combatants.values()):
        for word, counter in combatant.counters.items():
            if counter.each is None or counter.value == counter.start:
                continue
            if anew or _begins(counter.each, combatant, before, resolver.scene):
                resolver.emit(CounterBecame((combatant.name,), word, replace(counter, value=counter.start)))
                resolver.say(f"{combatant.name}: {word} {counter.value} → {counter.start}.")


def _begins(moment: str, combatant: Combatant, before: Scene, now: Scene) -> bool:
    turn = now.turn
    if moment == ROUND:
        return turn.round != before.turn.round
    if moment != TURN:
        return False
    if turn.name is not None:
        return turn.name == combatant.name
    return turn.side == combatant.side or (turn.side is None and not now.order)


def counter_text(counter: Counter) -> str:
    """Return a counter as people read it, with its reset if it has one."""
    return f"{counter.value}/{counter.start}" if counter.each else str(counter.value)
