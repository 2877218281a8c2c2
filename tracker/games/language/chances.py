"""Exact chances of every way dice can fall, for games where the sum alone does not decide the outcome."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from math import prod
from typing import Final

from tracker.combat.dice import Dice
from tracker.combat.dice import Throw as Thrown
from tracker.combat.pools import BadDice
from tracker.games.language.doing import Doing
from tracker.games.language.throws import Throw, read_throw

MOST_WAYS: Final = 50_000
"""The largest number of ways to enumerate: about a second's work."""


class _Scripted(Dice):
    """Dice that fall as scripted and report how many ways the next one could have fallen."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(None)
        self.script, self.at, self.sides = script, 0, [0] * 0

    def throw(self, count: int, sides: int, purpose: str = "result") -> tuple[int, ...]:
        fell = []
        for _ in range(count):
            if self.at == len(self.script):
                self.script.append(1)
            self.sides.append(sides)
            fell.append(self.script[self.at])
            self.at += 1
        self.thrown.append(Thrown(purpose, sides, tuple(fell)))
        return tuple(fell)


def faces_of(throw: Throw) -> list[tuple[int, tuple[int, ...], float]]:
    """Return every unordered set of faces with its total and chance; raises BadDice if there are too many."""
    chances: dict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
    script: list[int] = []
    for _ in range(MOST_WAYS):
        dice = _Scripted(script)
        rolled = throw.roll(dice, "result")
        chances[rolled.total, tuple(sorted(rolled.faces))] += 1 / prod(dice.sides)
        while script and script[-1] == dice.sides[len(script) - 1]:
            script.pop()
        if not script:
            return [(total, faces, chance) for (total, faces), chance in chances.items()]
        script[-1] += 1
    raise BadDice(f"{throw.text} can fall in too many ways to work out its chances exactly.")


def dice_of_numbers(doing: Doing) -> list[tuple[dict[str, int], float]]:
    """Return every way the dice inside the deciding numbers can fall; a single way without dice."""
    rule = doing.rule
    assert rule is not None
    keys: list[str] = []
    chances = []
    for name in rule.eager:
        for part in rule.numbers[name]:
            text = str(part.expression.run(doing.moment())) if part.expression.kind == "dice" else ""
            if text.strip() and name not in doing.given:
                keys.append(f"{name} {part.label}")
                chances.append(list(read_throw(text).chances().items()))
    if prod(map(len, chances)) > MOST_WAYS:
        raise BadDice("The dice of this action can fall in too many ways to work out its chances exactly.")
    ways = product(*chances)
    return [
        (dict(zip(keys, (value for value, _ in way), strict=True)), prod(share for _, share in way)) for way in ways
    ]
