"""Exact chances: all 216 throws of 3d6, every sum of the damage dice, after what reduces them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Final

from tracker.combat.dice import no_dice
from tracker.combat.expressions import BadDice, Expression, parse
from tracker.combat.scene import HEROES, Scene
from tracker.games.gen6 import tables as t
from tracker.games.gen6.actions import Power
from tracker.games.gen6.attack import Blow
from tracker.games.gen6.begin import Initiative
from tracker.games.gen6.care import Care, Damage, FirstAid
from tracker.games.gen6.damage import Hit, reductions
from tracker.games.gen6.sides import added, sides_up
from tracker.games.gen6.throw import judged, known
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.view import Odds, Outcome

MOST_SIDES: Final = 4
"""The most sides of a fight for which initiative is worked out."""

Chances = Mapping[str, Fraction]
"""Outcomes by their label, in the order to show them, adding up to 1."""

ALL: Final = tuple(product(range(1, t.SIDES + 1), repeat=t.DICE))
SUMS: Final = {total: Fraction(n, len(ALL)) for total, n in Counter(map(sum, ALL)).items()}
MISS: Final = "miss"


def odds(system: System, scene: Scene, action: Action) -> Odds:
    """The exact chances of an action with a throw, as the table stands now; raises InvalidCommand for one without."""
    found, made = chances(system, scene, action)
    return Odds(tuple(Outcome(label, float(p)) for label, p in found.items()), float(made))


def chances(system: System, scene: Scene, action: Action) -> tuple[Chances, Fraction]:
    """The same as fractions: every outcome, and the chance that the test is made.

    Raises InvalidCommand for an action without a throw, and for one the rules refuse at this target.
    """
    resolver = Resolver(system, scene, no_dice())
    action = action.with_defaults(resolver)
    if isinstance(action, Blow):
        found = _blow(resolver, action)
    elif isinstance(action, FirstAid):
        found = _test(resolver, action.actor, t.FIRST_AID_TN, action.bonus)
    elif isinstance(action, Care):
        found = _test(resolver, action.by, t.CARE_TN, action.bonus)
    elif isinstance(action, Power):
        if action.result is None:
            raise InvalidCommand(f"“{action.verb}” has no test yet, so it has no odds; result=roll asks for one.")
        found = _open_test(resolver, action.actor, action.bonus)
    elif isinstance(action, Damage):
        found = _damage(resolver, action)
    elif isinstance(action, Initiative) and action.how is not None:
        found = _initiative(resolver, action)
    else:
        raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")
    if resolver.objections:
        raise InvalidCommand(" ".join(resolver.objections))
    return found


def throws(tn: int, more: int) -> dict[str, Fraction]:
    """The chances of a test with so much added: critical, hit, miss, fumble."""
    counts = dict.fromkeys(("critical", "hit", MISS, "fumble"), 0)
    for faces in ALL:
        critical, fumble = faces == t.CRITICAL, faces == t.FUMBLE
        made = judged(sum(faces) + more, tn, critical, fumble)
        counts["critical" if critical else "fumble" if fumble else "hit" if made else MISS] += 1
    return {name: Fraction(n, len(ALL)) for name, n in counts.items()}


def sums(expression: Expression) -> dict[int, Fraction]:
    """The chance of every sum of a dice expression; raises InvalidCommand for more dice than can be worked out."""
    try:
        return expression.distribution()
    except BadDice as bad:
        raise InvalidCommand(str(bad)) from None


def _lost(resolver: Resolver, name: str, hit: Hit, amount: int) -> int:
    amount = max(0, amount)
    one = resolver.combatant(name)
    return amount + sum(value for _, value, _ in reductions(resolver.system, resolver.scene, one, hit, amount))


def _losses(resolver: Resolver, name: str, hit: Hit, expression: Expression, share: Fraction) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for amount, p in sums(expression).items():
        lost = _lost(resolver, name, hit, amount)
        found[lost] = found.get(lost, Fraction()) + p * share
    return found


def _label(resolver: Resolver, lost: int) -> str:
    return f"{resolver.system.main_track(resolver.scene)} -{lost}" if lost else "no damage"


def _blow(resolver: Resolver, action: Blow) -> tuple[Chances, Fraction]:
    aimed, name = action.plan(resolver), action.target or ""
    more = (action.bonus or 0) + sum(value for _, value, _ in known(resolver, action.actor, aimed.extra))
    test = throws(aimed.tn, more)
    made = test["critical"] + test["hit"]
    found = {label: test[label] for label in ("fumble", MISS)}
    if aimed.damage is None:
        return _shown({**found, "hit": test["hit"], "critical": test["critical"]}), made
    expression = parse(aimed.damage)
    lost = _losses(resolver, name, aimed.hit, expression, test["hit"])
    most = _lost(resolver, name, aimed.hit, expression.most)
    lost[most] = lost.get(most, Fraction()) + test["critical"]
    return _shown({**found, **{_label(resolver, each): lost[each] for each in sorted(lost)}}), made


def _damage(resolver: Resolver, action: Damage) -> tuple[Chances, Fraction]:
    if len(action.target) != 1 or not parse(action.amount).thrown:
        raise InvalidCommand("The odds of damage need dice and one target: damage NAME 2d6+3.")
    hit = Hit(action.source_, action.type_ or t.TYPES[0], action.through, action.no_armor)
    lost = _losses(resolver, action.target[0], hit, parse(action.amount), Fraction(1))
    return {_label(resolver, each): lost[each] for each in sorted(lost)}, 1 - lost.get(0, Fraction())


def _test(resolver: Resolver, actor: str, tn: int, bonus: int | None) -> tuple[Chances, Fraction]:
    test = throws(tn, (bonus or 0) + sum(value for _, value, _ in known(resolver, actor)))
    made = test["critical"] + test["hit"]
    return _shown({"fumble": test["fumble"], MISS: test[MISS], "helps": made}), made


def _open_test(resolver: Resolver, actor: str, bonus: int | None) -> tuple[Chances, Fraction]:
    more = (bonus or 0) + sum(value for _, value, _ in known(resolver, actor))
    return {f"total {total + more}": p for total, p in sorted(SUMS.items())}, 1 - SUMS[sum(t.FUMBLE)]


def _initiative(resolver: Resolver, action: Initiative) -> tuple[Chances, Fraction]:
    sides = sides_up(resolver.scene)
    if len(sides) > MOST_SIDES:
        raise InvalidCommand(f"Too many sides to work out: at most {MOST_SIDES}.")
    more = [sum(value for _, value, _ in added(resolver.scene, side, action.chosen(side))[1]) for side in sides]
    found = dict.fromkeys((*(f"{side} first" for side in sides), "a draw"), Fraction())
    for faces in product(SUMS, repeat=len(sides)):
        totals = [total + plus for total, plus in zip(faces, more, strict=True)]
        draw = len(set(totals)) < len(totals)
        label = "a draw" if draw else f"{sides[totals.index(max(totals))]} first"
        found[label] += prod((SUMS[total] for total in faces), start=Fraction(1))
    return found, found.get(f"{HEROES} first", Fraction())


def _shown(found: Chances) -> Chances:
    return {label: p for label, p in found.items() if p}
