"""The dice of an Action Roll or a Reaction Roll before its result, by source, and the set they must show."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.reaction import React
from tracker.games.outgunned.actions.rolls import difficulty_of
from tracker.games.outgunned.result import Result
from tracker.games.outgunned.state import threat_to
from tracker.games.outgunned.turns import is_brawl
from tracker.rules.action import Action
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Throw

SETS: Final = {
    "basic": ("a pair", "two pairs"),
    "critical": ("three of a kind", "three of a kind twice"),
    "extreme": ("four of a kind", "four of a kind twice"),
    "impossible": ("five of a kind", "five of a kind twice"),
}
"""What the dice must show for a level, singly and twice (G)."""

TYPED: Final = "the sets on the dice: c, 2b, c+2b, 0; or the faces: 133556"
"""What may be typed as a result."""

UNTYPED: Final = Result()
"""A result that throws nothing: its dice need not be known."""


def throw(system: System, scene: Scene, action: Action) -> Throw | None:
    """Return the dice of an attack or a reaction; None for other actions.

    Raises InvalidCommand for an action that makes no sense.
    """
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Attack):
        filled = replace(action, result=UNTYPED).with_defaults(resolver)
        dice = filled.dice(resolver)
        field, difficulty, _ = filled.meets(resolver)
        once = field == "attack"  # in a brawl each matching success is a hit
        wanted = SETS[t.level(difficulty)][0 if once or not difficulty.startswith("2") else 1]
        return _throw(
            resolver, filled.actor, dice, f"{field} {difficulty}", wanted, _pool(resolver, filled, filled.pool)
        )
    if isinstance(action, React):
        filled_reaction = action.with_defaults(resolver)
        if filled_reaction.passes(resolver):
            return None
        dice = filled_reaction.dice(resolver, thrown=False)
        difficulty = difficulty_of(resolver, filled_reaction.vs or "", "attack")
        wanted = SETS[t.level(difficulty)][difficulty.startswith("2")]
        pool = filled_reaction.pool or threat_to(scene, filled_reaction.actor).pool
        return _throw(resolver, filled_reaction.actor, dice, f"attack {difficulty}", wanted, pool)
    return None


def _pool(resolver: Resolver, action: Attack, pool: str | None) -> str | None:
    """Return the words of the pool; the sheet may lack any of them."""
    if pool is None and is_brawl(resolver.scene):
        return t.MELEE_POOL
    return pool


def _throw(resolver: Resolver, actor: str, dice: int | None, against: str, wanted: str, pool: str | None) -> Throw:
    parts = tuple(Addend(reason.label, reason.value) for reason in resolver.reasons if reason.of == "pool")
    if dice is None:
        wanted, base = f"{against} ({wanted})", _base(resolver, actor, pool)
        lacks = () if base else ("pool",)
        return Throw(actor, "", (*base, *parts), wanted=wanted, typed=TYPED, measures=_measures(parts), lacks=lacks)
    count = f"{dice} {'die' if dice == 1 else 'dice'}"
    return Throw(actor, count, parts, None, f"against {against}", (), f"{wanted} or better", TYPED, _measures(parts))


def _measures(parts: tuple[Addend, ...]) -> tuple[Addend, ...]:
    return (Addend("dice", sum(part.value or 0 for part in parts)),)


def _base(resolver: Resolver, actor: str, pool: str | None) -> tuple[Addend, ...]:
    """Return the words of the pool with their dice, known or not: ``brawn 3``, ``stunt ?``."""
    fields = resolver.combatant(actor).fields
    words = pool.split("+") if pool is not None else []
    values = (fields.get(word) for word in words)
    return tuple(
        Addend(word, value if isinstance(value, int) else None) for word, value in zip(words, values, strict=True)
    )
