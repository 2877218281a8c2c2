"""Chances as bars: the outcomes of a throw, or a line for each target."""

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
"""The number of steps in a bar."""

SHARE: Final = 6
"""The width of a percentage in cells."""

LONGEST: Final = 40
"""The greatest width of a bar in cells."""


def chance_bits(chance: float, top: float, room: int, glyphs: Glyphs, tone: str = "good") -> list[Bit]:
    """Return a percentage and its bar in that many cells; a chance of ``top`` fills them."""
    filled, empty = bar(round(chance / top * GRAIN) if top else 0, GRAIN, room, glyphs)
    return [(right(percent(chance), SHARE), "normal"), ("  ", "dim"), (filled, tone), (empty, "dim")]


def distribution(odds: Odds, room: int, most: int, glyphs: Glyphs) -> list[Line]:
    """Return the outcomes as bars, beside their totals; if there are too many, neighbouring numbers are merged."""
    beside = [(outcome.label, outcome.p) for outcome in odds.beside][: max(0, most - 1)]
    shown = [*grouped([(outcome.label, outcome.p) for outcome in odds.outcomes], most - len(beside)), *beside]
    wide = min(room // 3, max((cells(label) for label, _ in shown), default=0))
    top = max((p for _, p in shown), default=1.0)
    space = max(4, min(LONGEST, room - wide - SHARE - 6))
    return [fit([(f"  {pad(label, wide)}  ", "dim"), *chance_bits(p, top, space, glyphs)], room) for label, p in shown]


def grouped(outcomes: Sequence[tuple[str, float]], most: int) -> list[tuple[str, float]]:
    """Return at most that many outcomes; those ending in a number are sorted and merged with neighbours as needed."""
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
    """Return the outcomes of one name in runs of this size, the smallest number first: ``health -6 to -8``."""
    ordered = sorted(numbers, key=lambda pair: (abs(pair[0]), pair[0]))
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    return [
        (f"{name}{part[0][0]}{f' to {part[-1][0]}' if len(part) > 1 else ''}", sum(p for _, p in part))
        for part in parts
    ]
