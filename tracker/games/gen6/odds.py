"""Exact chances: all 216 throws of 3d6, and every sum of the damage dice after reductions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Final

from tracker.combat.dice import no_dice
from tracker.combat.expressions import Expression, parse
from tracker.combat.model import Model
from tracker.combat.pools import BadDice
from tracker.combat.scene import HEROES, Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions.attack import Strike
from tracker.games.gen6.actions.damage import Damage
from tracker.games.gen6.actions.fight import Initiative, initiative_bonuses, sides_up
from tracker.games.gen6.actions.healing import Care, FirstAid
from tracker.games.gen6.actions.powers import Power
from tracker.games.gen6.damage import Hit, reductions
from tracker.games.gen6.result import is_success, standing_bonuses, sum_of
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

MOST_SIDES: Final = 4
"""The most sides of a fight for which the chances of initiative are computed."""

ALL_THROWS: Final = tuple(product(range(1, t.SIDES + 1), repeat=t.DICE))
SUMS: Final = {total: Fraction(ways, len(ALL_THROWS)) for total, ways in Counter(map(sum, ALL_THROWS)).items()}
MISS: Final = "miss"


class Chances(Model):
    """The outcomes by label, in the order to show them, with chances that add up to 1; and the chance of success."""

    outcomes: Mapping[str, Fraction]
    success: Fraction


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """Return the exact chances of an action with a throw, in this scene; raises InvalidCommand for one without."""
    exact = chances(system, scene, action)
    outcomes = (Outcome(label, float(chance)) for label, chance in exact.outcomes.items() if chance)
    return Odds(tuple(outcomes), float(exact.success))


def chances(system: System, scene: Scene, action: Action) -> Chances:
    """Return the same chances as fractions, impossible outcomes included.

    Raises InvalidCommand for an action without a throw; a refused action counts as if it were ruled.
    """
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    action = action.with_defaults(resolver)
    if isinstance(action, Strike):
        exact = _strike(resolver, action)
    elif isinstance(action, FirstAid):
        exact = _treatment(resolver, action.actor, t.FIRST_AID_TN, action.bonus)
    elif isinstance(action, Care):
        exact = _treatment(resolver, action.by, t.CARE_TN, action.bonus)
    elif isinstance(action, Power):
        if action.result is None:
            raise InvalidCommand(f"“{action.verb}” has no test, so it has no odds. For a test: result=roll.")
        exact = _open_test(resolver, action.actor, action.bonus)
    elif isinstance(action, Damage):
        exact = _damage(resolver, action)
    elif isinstance(action, Initiative) and action.how is not None:
        exact = _initiative(resolver, action)
    else:
        raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")
    return exact


@cache
def chances_of_test(tn: int, bonus: int) -> Mapping[str, Fraction]:
    """Return the chances of a test with this bonus: critical, hit, miss, fumble."""
    counts = dict.fromkeys(("critical", "hit", MISS, "fumble"), 0)
    for faces in ALL_THROWS:
        critical, fumble = faces == t.CRITICAL, faces == t.FUMBLE
        success = is_success(sum(faces) + bonus, tn, critical, fumble)
        counts["critical" if critical else "fumble" if fumble else "hit" if success else MISS] += 1
    return {label: Fraction(count, len(ALL_THROWS)) for label, count in counts.items()}


def sum_chances(expression: Expression) -> dict[int, Fraction]:
    """Return the chance of every sum of a dice expression; raises InvalidCommand for too many dice."""
    try:
        return expression.distribution()
    except BadDice as error:
        raise InvalidCommand(str(error)) from None


def _lost(resolver: Resolver, name: str, hit: Hit, amount: int) -> int:
    amount = max(0, amount)
    return amount + sum_of(reductions(resolver.system, resolver.scene, resolver.combatant(name), hit, amount))


def _losses(resolver: Resolver, name: str, hit: Hit, expression: Expression, share: Fraction) -> dict[int, Fraction]:
    losses: dict[int, Fraction] = {}
    for amount, chance in sum_chances(expression).items():
        lost = _lost(resolver, name, hit, amount)
        losses[lost] = losses.get(lost, Fraction()) + chance * share
    return losses


def _loss_label(resolver: Resolver, lost: int) -> str:
    return f"{resolver.system.main_track(resolver.scene)} -{lost}" if lost else "no damage"


def _added(resolver: Resolver, actor: str, bonus: int | None) -> int:
    return (bonus or 0) + sum_of(standing_bonuses(resolver, actor))


def _strike(resolver: Resolver, action: Strike) -> Chances:
    plan, target = action.plan(resolver), action.target or ""
    test = chances_of_test(plan.tn, _added(resolver, action.actor, action.bonus) + sum_of(plan.extra))
    success = test["critical"] + test["hit"]
    outcomes = {label: test[label] for label in ("fumble", MISS)}
    if plan.damage is None:
        return Chances({**outcomes, "hit": test["hit"], "critical": test["critical"]}, success)
    expression = parse(plan.damage)
    losses = _losses(resolver, target, plan.hit, expression, test["hit"])
    most = _lost(resolver, target, plan.hit, expression.most)
    losses[most] = losses.get(most, Fraction()) + test["critical"]
    return Chances({**outcomes, **{_loss_label(resolver, lost): losses[lost] for lost in sorted(losses)}}, success)


def _damage(resolver: Resolver, action: Damage) -> Chances:
    if len(action.target) != 1 or not parse(action.amount).thrown:
        raise InvalidCommand("The odds of damage need dice and one target: damage NAME 2d6+3.")
    losses = _losses(resolver, action.target[0], action.hit(), parse(action.amount), Fraction(1))
    outcomes = {_loss_label(resolver, lost): losses[lost] for lost in sorted(losses)}
    return Chances(outcomes, 1 - losses.get(0, Fraction()))


def _treatment(resolver: Resolver, healer: str, tn: int, bonus: int | None) -> Chances:
    test = chances_of_test(tn, _added(resolver, healer, bonus))
    success = test["critical"] + test["hit"]
    return Chances({"fumble": test["fumble"], MISS: test[MISS], "helps": success}, success)


def _open_test(resolver: Resolver, actor: str, bonus: int | None) -> Chances:
    added = _added(resolver, actor, bonus)
    outcomes = {f"total {total + added}": chance for total, chance in sorted(SUMS.items())}
    return Chances(outcomes, 1 - SUMS[sum(t.FUMBLE)])


def _initiative(resolver: Resolver, action: Initiative) -> Chances:
    sides = sides_up(resolver.scene)
    if len(sides) > MOST_SIDES:
        raise InvalidCommand(f"Too many sides for exact odds: at most {MOST_SIDES}.")
    added = [sum_of(initiative_bonuses(resolver.scene, side, action.chosen(side))[1]) for side in sides]
    outcomes = dict.fromkeys((*(f"{side} first" for side in sides), "a draw"), Fraction())
    for sums in product(SUMS, repeat=len(sides)):
        totals = [total + bonus for total, bonus in zip(sums, added, strict=True)]
        label = f"{sides[totals.index(max(totals))]} first" if len(set(totals)) == len(totals) else "a draw"
        outcomes[label] += prod((SUMS[total] for total in sums), start=Fraction(1))
    return Chances(outcomes, outcomes.get(f"{HEROES} first", Fraction()))
