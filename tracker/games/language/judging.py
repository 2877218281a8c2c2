"""From an action of a game file to its throw and outcome, for carrying out, odds and forms alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tracker.combat.pools import BadDice
from tracker.combat.scene import HEROES
from tracker.games.language.doing import Doing
from tracker.games.language.moment import Value
from tracker.games.language.results import Given
from tracker.games.language.rules import ActionRule, OutcomeRule, Rules
from tracker.games.language.throws import Throw, read_throw
from tracker.rules.errors import InvalidCommand
from tracker.rules.throwing import as_thrown

if TYPE_CHECKING:
    from tracker.rules.resolver import Resolver


def doing_of(resolver: Resolver, rules: Rules, rule: ActionRule, action: Any, target: str = "") -> Doing:
    """Return an action about to be carried out on one target."""
    words: dict[str, Value] = {}
    for ask in rule.table.ask:
        value = getattr(action, attr(ask.name))
        if value is not None and value is not False:
            words[ask.name] = value
    given = frozenset(name for name in words if name in rule.numbers)
    return Doing(resolver, rules, rule, action.actor, target, getattr(action, "weapon", None) or "", words, given=given)


def attr(name: str) -> str:
    """Return the command attribute that holds the word of this name."""
    plain = name.replace("-", "_")
    return f"{plain}_" if plain in _TAKEN else plain


_TAKEN: Final = frozenset(
    (
        *("verb", "help", "cost", "source", "order", "asks", "after_result", "refused_when", "parameters", "rule"),
        *("rules", "by_hand", "helps", "actor", "target", "result", "weapon", "otherwise", "resolve", "revision"),
        *("with_defaults", "copy_with", "against", "now", "targets"),
    )
)
"""Attributes that commands already have."""


def mode_of(doing: Doing, action: Any) -> str:
    """Return the mode of the throw: the requested one combined with those of conditions, unless they cancel out."""
    rule = doing.rule
    assert rule is not None
    modes = {mode for mode in rule.modes if getattr(action, attr(mode), False)}
    for key, name in (("mine", doing.me), ("at-me", doing.it)):
        who = doing.scene.combatants.get(name)
        given = doing.rules.modes_of.get((key, rule.verb), {})
        modes |= {mode for condition, mode in given.items() if who is not None and who.has(condition)}
    return modes.pop() if len(modes) == 1 else ""


def throw_of(doing: Doing, mode: str) -> Throw | None:
    """Return the throw of an action; raises InvalidCommand if the sheet gives impossible dice."""
    rule = doing.rule
    assert rule is not None
    template = rule.modes.get(mode) or rule.throw
    me = doing.scene.combatants.get(doing.me)
    if not mode and rule.throw_others is not None and me is not None and me.side != HEROES:
        template = rule.throw_others
    if template is None:
        return None
    try:
        return read_throw(template.at(doing.moment()))
    except BadDice as bad:
        raise InvalidCommand(str(bad)) from None


def as_if(doing: Doing, roll: int, faces: tuple[int, ...] = (), thrown: dict[str, int] | None = None) -> Doing:
    """Return a silent copy of the action with this throw."""
    other = replace(doing, roll=roll, faces=faces, known={}, thrown=thrown or {}, silent=True)
    other.seen = doing.moment().as_thrown(roll, faces, other.number)
    return other


def put_result(doing: Doing, throw: Throw, given: Given) -> OutcomeRule | None:
    """Take a result, thrown now or typed; returns the outcome if the result names it."""
    rule, resolver = doing.rule, doing.resolver
    assert rule is not None
    if given.kind in ("thrown", "faces"):
        resolver.check_objections()
        try:
            if given.kind == "faces":
                resolver.dice.recorded[:0] = as_thrown(throw.expression, given.faces, "result")
            rolled = throw.roll(resolver.dice, "result")
        except BadDice as bad:
            raise InvalidCommand(str(bad)) from None
        doing.roll, doing.faces = rolled.total, rolled.faces
        shown = throw.expression.shown(rolled.faces)
        resolver.record_as(result=Given("faces", faces=shown))
        return None
    if given.kind == "outcome":
        return _outcome(doing, throw, given.outcome)
    values = _values(throw)
    doing.roll = given.value if given.kind == "roll" else given.value - added(doing)
    if values and not values[0] <= doing.roll <= values[-1]:
        if given.kind == "roll":
            raise InvalidCommand(f"{throw.text} does not come to {given.value}: it is {values[0]} to {values[-1]}.")
        plus = added(doing)
        raise InvalidCommand(
            f"{given.value} would need {throw.text} to show {doing.roll}: with {plus:+d} it goes from "
            f"{values[0] + plus} to {values[-1] + plus}."
        )
    return None


def added(doing: Doing) -> int:
    """Return what is added to the roll in the total."""
    rule = doing.rule
    assert rule is not None
    if not rule.total:
        return 0
    return as_if(doing, 0).number(rule.total)


def _values(throw: Throw) -> tuple[int, ...]:
    try:
        return tuple(throw.chances())
    except BadDice:
        return ()


def _outcome(doing: Doing, throw: Throw, name: str) -> OutcomeRule:
    """Return the outcome that was typed, with the lowest roll that leads to it."""
    rule = doing.rule
    assert rule is not None
    wanted = next(outcome for outcome in rule.outcomes if outcome.name == name)
    for value in _values(throw):
        if as_if(doing, value).judge() is wanted:
            doing.roll = value
            break
    else:
        doing.resolver.objection(f"No throw of {throw.text} comes to “{name}” here.")
    doing.unsaid = rule.rolled
    return wanted


def every_way(doing: Doing, throw: Throw) -> Iterator[tuple[Doing, float]]:
    """Yield every way a throw can come out with its exact chance; raises InvalidCommand if there are too many.

    Each way is the same object, changed in place.
    """
    from tracker.games.language.chances import dice_of_numbers, faces_of  # Loaded with the first question.

    rule = doing.rule
    assert rule is not None
    try:
        if uses_faces(rule):
            rolls = [(total, faces, chance) for total, faces, chance in faces_of(throw)]
        else:
            rolls = [(value, (), chance) for value, chance in throw.chances().items()]
        others = dice_of_numbers(doing)
    except BadDice as bad:
        raise InvalidCommand(str(bad)) from None
    way = as_if(doing, 0)
    moment = way.moment()
    for roll, faces, chance in rolls:
        for thrown, share in others:
            way.roll, way.faces, way.known, way.thrown = roll, faces, {}, thrown
            way.seen = moment.as_thrown(roll, faces, way.number)
            yield way, chance * share


def uses_faces(rule: ActionRule) -> bool:
    """Return whether the outcome depends on single faces."""
    numbers = any("faces" in part.expression.uses for name in rule.eager for part in rule.numbers[name])
    return numbers or any(outcome.when is not None and "faces" in outcome.when.uses for outcome in rule.outcomes)
