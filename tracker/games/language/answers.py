"""What a game file answers before and after a throw: chances, dice, follow-up questions and the deed for the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tracker.combat.dice import no_dice
from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.games.language.acting import FileAction
from tracker.games.language.doing import Doing
from tracker.games.language.judging import as_if, attr, doing_of, every_way, mode_of, put_result, throw_of
from tracker.games.language.results import Given
from tracker.games.language.rules import OutcomeRule, Rules
from tracker.games.language.waiting import waiting
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Throw
from tracker.rules.view import Deed, Odds, Outcome


def odds(system: System, rules: Rules, scene: Scene, action: Action) -> Odds:
    """Return the exact chances of each outcome."""
    doing, throw = _silent(system, rules, scene, action)
    if doing is None or throw is None:
        raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.")
    chances: dict[str, float] = {}
    success = 0.0
    for way, chance in every_way(doing, throw):
        outcome = way.judge()
        label = (
            outcome.name if outcome else str(way.number(way.rule.total) if way.rule and way.rule.total else way.roll)
        )
        chances[label] = chances.get(label, 0.0) + chance
        success += chance if outcome is None or outcome.good else 0.0
    order = [outcome.name for outcome in doing.rule.outcomes] if doing.rule else []
    labels = sorted(chances, key=lambda label: order.index(label) if label in order else len(order))
    return Odds(tuple(Outcome(label, chances[label]) for label in labels), min(1.0, success))


def _silent(system: System, rules: Rules, scene: Scene, action: Action) -> tuple[Doing | None, Any]:
    """Return a silent copy of an action about to be carried out, and its throw."""
    if not isinstance(action, FileAction):
        return None, None
    resolver = Resolver(system, scene, no_dice(), ruled=True)
    complete = action.with_defaults(resolver)
    doing = doing_of(resolver, rules, action.rule, complete, complete.targets()[0])
    doing.silent = True
    return doing, throw_of(doing, mode_of(doing, complete))


def throw(system: System, rules: Rules, scene: Scene, action: Action) -> Throw | None:
    """Return the dice of an action and what it needs."""
    doing, throw = _silent(system, rules, scene, action)
    if doing is None or throw is None or doing.rule is None:
        return None
    rule = doing.rule
    parts = [part for part in rule.numbers.get(rule.total, ()) if not part.is_roll]
    moment = as_if(doing, 0).moment()
    addends = [Addend(part.label, part.expression.number(moment)) for part in parts if part.expression.kind != "dice"]
    need = tuple(Addend(part.label, part.expression.number(moment)) for part in rule.numbers.get(rule.need, ()))
    against = f"against {sum(addend.value or 0 for addend in need)}" if need else ""
    good, sure = [], False
    for way, _ in every_way(doing, throw):
        outcome = way.judge()
        sure = sure or outcome is not None
        if outcome is not None and outcome.good:
            good.append(way.roll)
    values = sorted({way.roll for way, _ in every_way(doing, throw)})
    bonus = sum(addend.value or 0 for addend in addends) if rule.total else None
    return Throw(
        doing.me,
        throw.text,
        tuple(addends),
        bonus,
        against,
        need if len(need) > 1 else (),
        _wanted(sorted(set(good)), values) if sure else "",
        result_help(rules, rule.verb),
        (Addend("bonus", bonus), Addend("need", -sum(addend.value or 0 for addend in need))),
    )


def asked_next(system: System, rules: Rules, scene: Scene, action: Action) -> tuple[str, ...]:
    """Return the words used by the effects of the typed result."""
    outcome, _ = _outcome(system, rules, scene, action)
    if outcome is None or not isinstance(action, FileAction):
        return ()
    uses = frozenset[str]().union(*(effect.uses for effect in (*outcome.do, *action.rule.do)))
    return tuple(attr(name) for name in action.rule.table.after if name.replace("-", "_") in uses)


def _outcome(system: System, rules: Rules, scene: Scene, action: Action) -> tuple[OutcomeRule | None, Doing | None]:
    """Return the outcome of an action whose result is typed; None if it is unknown before the throw."""
    doing, throw = _silent(system, rules, scene, action)
    given = getattr(action, "result", None)
    if doing is None or doing.rule is None or not isinstance(given, Given) or given.kind == "thrown":
        return None, doing
    doing.resolver.action = None
    said = put_result(doing, throw, given) if throw is not None else None
    return said or as_if(doing, doing.roll, doing.faces).judge(), doing


def deed(
    system: System, rules: Rules, action: FileAction, before: Scene, after: Scene, why: tuple[Reason, ...]
) -> Deed | None:
    """Return who did what to whom, and the outcome; raises InvalidCommand if the action no longer makes sense."""
    outcome, doing = _outcome(system, rules, before, action)
    if doing is None:
        return None
    rule = action.rule
    waits = len(waiting(after, rules)) > len(waiting(before, rules))
    numbers = [sum(reason.value for reason in why if reason.of == name) for name in (rule.total, rule.need) if name]
    rolled = " vs ".join(map(str, numbers)).replace("-", "−") if any(numbers) else ""
    name = outcome.name if outcome is not None else ""
    how = (doing.me, doing.weapon or rule.verb, rolled, name if outcome is not None and outcome.good else "")
    hit = outcome.good if outcome is not None and rule.table.main and not waits else None
    target = doing.it if rule.table.target else doing.me
    return Deed(doing.me, target, tuple(filter(None, how)), "waits" if waits else name, hit=hit)


def succeeded(system: System, rules: Rules, action: Action, before: Scene) -> bool | None:
    """Return whether a throw succeeded, as the odds count it; None without a throw or a good outcome."""
    try:
        doing, throw = _silent(system, rules, before, action)
        outcome, _ = _outcome(system, rules, before, action)
    except InvalidCommand:
        return None
    if doing is None or doing.rule is None or throw is None or outcome is None:
        return None
    return outcome.good if any(rule.good for rule in doing.rule.outcomes) else None


def _wanted(good: Sequence[int], values: Sequence[int]) -> str:
    """Return what the dice must show for a good outcome."""
    if not good or not values:
        return "nothing helps"
    if list(good) == [value for value in values if value >= good[0]]:
        return f"{good[0]} or more".replace("-", "−")
    if list(good) == [value for value in values if value <= good[-1]]:
        return f"{good[-1]} or less".replace("-", "−")
    if list(good) == [value for value in values if good[0] <= value <= good[-1]]:
        return f"{good[0]} to {good[-1]}".replace("-", "−")
    return ", ".join(map(str, good[:8])) + ("…" if len(good) > 8 else "")


def result_help(rules: Rules, verb: str = "") -> str:
    """Describe in one line how a result is written."""
    rule = rules.actions.get(verb)
    if rules.table.result and (rule is None or rule.table.main):
        return rules.table.result
    names: Iterable[str] = (outcome.name for outcome in rule.outcomes) if rule else ()
    number = {"total": "a total", "roll": "what the dice show", "faces": "the faces"}[
        rule.table.says if rule else "roll"
    ]
    return ", ".join((number, *list(names)[:4])) + ", or roll"
