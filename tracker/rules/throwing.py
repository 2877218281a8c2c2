"""Dice expressions in commands: thrown by the tracker, or with typed faces."""

from __future__ import annotations

from tracker.combat.dice import Throw
from tracker.combat.expressions import Expression, Rolled
from tracker.combat.pools import BadDice
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver


def throw(resolver: Resolver, expression: Expression, faces: tuple[int, ...] | None, purpose: str) -> Rolled:
    """Throw an expression and record its faces in the command's ``dice``; ``faces`` are those typed.

    One-digit faces may be typed without commas: 133 for three dice is 1, 3 and 3. Raises InvalidCommand if the faces do
    not fit.
    """
    if faces is not None:
        resolver.dice.recorded[:] = as_thrown(expression, faces, purpose)
    rolled = expression.roll(resolver.dice, purpose)
    resolver.record_as(dice=expression.shown(rolled.faces) or None)
    return rolled


def as_thrown(expression: Expression, faces: tuple[int, ...], *purposes: str) -> tuple[Throw, ...]:
    """Return the throws with these faces, which may be the digits of one number; raises InvalidCommand."""
    try:
        return expression.as_thrown(expression.typed(faces), *purposes)
    except BadDice as bad:
        if len(faces) == 1 and faces[0] > 9:
            return as_thrown(expression, tuple(int(digit) for digit in str(faces[0])), *purposes)
        raise InvalidCommand(str(bad)) from None
