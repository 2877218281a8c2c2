"""Exact chances of pools: every split of the dice over the six faces, counted.

Faces fall into sets and loose dice; what a throw is worth depends only on the sizes of its sets, so all
6**n throws are a few hundred cases with whole-number weights.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial, prod

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.scene import Scene
from tracker.games.outgunned import tables as t
from tracker.games.outgunned.actions.attack import Attack
from tracker.games.outgunned.actions.reaction import React
from tracker.games.outgunned.actions.rolls import difficulty_of
from tracker.games.outgunned.chances import Sizes, after_reroll, levels, rerolled, units_of
from tracker.games.outgunned.harm import grit_lacking
from tracker.games.outgunned.result import MOST_FACES
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import join_names
from tracker.rules.quoting import quote
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

Chances = Mapping[int, Fraction]
"""The chance of each number of units."""


def _splits(dice: int, faces: int, most: int) -> Iterator[Sizes]:
    """Yield every way to divide dice among faces, the largest number first."""
    if faces == 1:
        if dice <= most:
            yield (dice,)
        return
    for first in range(min(dice, most), -1, -1):
        for rest in _splits(dice - first, faces - 1, first):
            yield (first, *rest)


@cache
def patterns(dice: int) -> dict[Sizes, int]:
    """Return how many of the 6**dice throws show each pattern of sizes."""
    ways: dict[Sizes, int] = {}
    for sizes in _splits(dice, t.SIDES_OF_DIE, dice):
        orders = factorial(t.SIDES_OF_DIE) // prod(map(factorial, Counter(sizes).values()))
        ways[sizes] = orders * factorial(dice) // prod(map(factorial, sizes))
    return ways


@lru_cache(512)
def chances(dice: int, need: int, reroll: bool = False, free: bool = False, all_in: bool = False) -> Chances:
    """Return the chance of each number of units; re-rolls are used when they help to reach ``need``.

    ``all_in``: after a re-roll that was better but not enough, another, for all or nothing.
    """
    chance_of: dict[int, Fraction] = defaultdict(Fraction)
    for sizes, ways in patterns(dice).items():
        p, units = Fraction(ways, t.SIDES_OF_DIE**dice), units_of(sizes)
        may = units < need and 1 in sizes and (free or (reroll and units > 0))
        after = _play_out(sizes, units, need, free, all_in) if may else {}
        if not any(value >= need for value in after):
            chance_of[units] += p
            continue
        for value, q in after.items():
            chance_of[value] += p * q
    return dict(chance_of)


def _play_out(sizes: Sizes, units: int, need: int, free: bool, all_in: bool) -> Chances:
    """Return the chance of each number of units after a re-roll of the loose dice, and after all-in if it can help."""
    lost = 0 if free else min(t.LEVELS[level] for level in levels(sizes))
    chance_of: dict[int, Fraction] = defaultdict(Fraction)
    for pattern, q in rerolled(sizes).items():
        value = units_of(pattern)
        if value <= units:
            chance_of[units - lost] += q
            continue
        last = after_reroll(pattern) if all_in and value < need and 1 in pattern else {}
        if not any(end >= need for end in last):
            chance_of[value] += q
            continue
        for end, r in last.items():
            chance_of[end if end > value else 0] += q * r
    return dict(chance_of)


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """Return the exact chances of an attack or a reaction; raises InvalidCommand for other actions."""
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    if isinstance(action, Attack):
        return _attack_odds(resolver, action.with_defaults(resolver))
    if isinstance(action, React):
        return _reaction_odds(resolver, action.with_defaults(resolver))
    raise InvalidCommand(f"“{action.verb}” throws no dice of its own, so it has no odds.")


def _attack_odds(resolver: Resolver, action: Attack) -> Odds:
    action.check_weapon(resolver)
    field, _, worth = action.meets(resolver)
    attack = action.danger(resolver)

    def label(units: int) -> str:
        own = ""
        if attack and units < t.need(attack):
            own = f", own grit -{_open_boxes(resolver, action.actor, grit_lacking(attack, units))}"
        if field == "difficulty":
            return ("passed" if units >= worth else "missed") + own
        hits = action.hits_of(units, worth)
        return (f"grit -{_open_boxes(resolver, action.target or '', hits)}" if hits else "no hit") + own

    dice = action.dice(resolver)
    return replace(_odds(dice, worth, action, label), beside=_ones(resolver, action, dice, action.endangered(resolver)))


def _reaction_odds(resolver: Resolver, action: React) -> Odds:
    if action.passes(resolver):
        return Odds((Outcome("safe", 1.0),), 1.0)
    attack = difficulty_of(resolver, action.vs or "", "attack")
    need = t.need(attack)

    def label(units: int) -> str:
        loss = grit_lacking(attack, units)
        return "safe" if units >= need else f"grit -{_open_boxes(resolver, action.actor, loss)}"

    dice, endangered = action.dice(resolver, thrown=True), (action.actor,) if action.gamble else ()
    return replace(_odds(dice, need, action, label), beside=_ones(resolver, action, dice, endangered))


def _ones(resolver: Resolver, action: Attack | React, dice: int | None, who: tuple[str, ...]) -> tuple[Outcome, ...]:
    """Return the chances of the ones of a Gamble without re-rolls, with their cost to those endangered."""
    if not who or dice is None or action.reroll or action.free_reroll:
        return ()
    names, sides = join_names(who, resolver.scene), t.SIDES_OF_DIE
    chance = {ones: comb(dice, ones) * Fraction((sides - 1) ** (dice - ones), sides**dice) for ones in range(dice + 1)}
    return tuple(
        Outcome(f"{ones} one{'s' * (ones > 1)}: {names} grit -{ones}" if ones else "no ones", float(p))
        for ones, p in chance.items()
    )


def _open_boxes(resolver: Resolver, name: str, loss: int) -> int:
    """Return the part of a loss that there is grit for; all of it if none is left."""
    return min(loss, resolver.combatant(name).value("grit") or loss)


def _odds(dice: int | None, need: int, action: Attack | React, label: Callable[[int], str]) -> Odds:
    if dice is None:
        raise InvalidCommand(f"How many dice? Say pool=N, or set {quote(action.actor)} pool=N.")
    if dice > MOST_FACES:
        raise InvalidCommand(f"Odds are worked out for at most {MOST_FACES} dice; say pool=N.")
    chance_of: dict[str, Fraction] = defaultdict(Fraction)
    success = Fraction(0)
    for units, p in sorted(chances(dice, need, action.reroll, action.free_reroll, action.all_in).items()):
        chance_of[label(units)] += p
        success += p if units >= need else 0
    return Odds(tuple(Outcome(name, float(p)) for name, p in chance_of.items()), float(success))
