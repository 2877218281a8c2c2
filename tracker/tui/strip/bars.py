"""Chances as bars: the ways a throw can come out, and a line for each target."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tracker.rules.throw import percent
from tracker.rules.view import Odds
from tracker.tui.look.glyphs import Glyphs, bar
from tracker.tui.look.text import Bit, Line, cells, fit, pad, right

_NUMBERED: Final = re.compile(r"(.*?)(-?\d+)")

GRAIN: Final = 1000
"""Into how many parts a bar is divided."""

SHARE: Final = 6
"""The cells of a percentage."""

LONGEST: Final = 40
"""The most cells of a bar."""


def chance_bits(chance: float, top: float, room: int, glyphs: Glyphs, tone: str = "good") -> list[Bit]:
    """A percentage and its bar, in that many cells; a chance of ``top`` fills them."""
    filled, empty = bar(round(chance / top * GRAIN) if top else 0, GRAIN, room, glyphs)
    return [(right(percent(chance), SHARE), "normal"), ("  ", "dim"), (filled, tone), (empty, "dim")]


def distribution(odds: Odds, room: int, most: int, glyphs: Glyphs) -> list[Line]:
    """The outcomes as bars, and what comes beside them; too many neighbours in number are put together."""
    beside = [(outcome.label, outcome.p) for outcome in odds.beside][: max(0, most - 1)]
    shown = [*grouped([(outcome.label, outcome.p) for outcome in odds.outcomes], most - len(beside)), *beside]
    wide = min(room // 3, max((cells(label) for label, _ in shown), default=0))
    top = max((p for _, p in shown), default=1.0)
    space = max(4, min(LONGEST, room - wide - SHARE - 6))
    return [fit([(f"  {pad(label, wide)}  ", "dim"), *chance_bits(p, top, space, glyphs)], room) for label, p in shown]


def grouped(outcomes: Sequence[tuple[str, float]], most: int) -> list[tuple[str, float]]:
    """At most that many outcomes: those that end in a number in its order, neighbours put together as it takes."""
    numbered: dict[str, list[tuple[int, float]]] = {}
    other: list[tuple[str, float]] = []
    for label, p in outcomes:
        match = _NUMBERED.fullmatch(label)
        if match:
            numbered.setdefault(match[1], []).append((int(match[2]), p))
        else:
            other.append((label, p))
    size = 1
    while True:
        runs = [run for name, numbers in numbered.items() for run in _runs(name, numbers, size)]
        if len(other) + len(runs) <= most or size > len(outcomes):
            return [*other, *runs][: max(1, most)]
        size += 1


def _runs(name: str, numbers: list[tuple[int, float]], size: int) -> list[tuple[str, float]]:
    """Outcomes of one name, that many at a time, from the smallest number on: ``health -6 to -8``."""
    ordered = sorted(numbers, key=lambda pair: (abs(pair[0]), pair[0]))
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return [
        (f"{name}{part[0][0]}{f' to {part[-1][0]}' if len(part) > 1 else ''}", sum(p for _, p in part))
        for part in parts
    ]
