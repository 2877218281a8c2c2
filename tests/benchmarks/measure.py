"""Measuring two things alternately, and the table of results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.benchmarks.before import BEFORE


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: pairs of runs, people in the large fight, entries in the long session, lines in the log.

    ``quiet``: a picture is finished when nothing has come for this many seconds; changes stand out for half a second.
    """

    starts: int = 15
    changes: int = 15
    calls: int = 200
    people: int = 500
    entries: int = 10_000
    lines: int = 100_000
    quiet: float = 0.8


FULL = Size()
QUICK = Size(starts=5, changes=5, calls=50)
TINY = Size(starts=1, changes=1, calls=3, people=40, entries=300, lines=300, quiet=0.15)
"""Only to see that everything runs: its figures mean nothing."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: medians of ours and of what it is held against, and the median of the pairs' ratios.

    ``aim``: the figure that counts (``of``: "ratio" or "ours") is to be no more than this.
    """

    name: str
    ours: float
    bare: float
    ratio: float
    unit: str
    against: str
    aim: float | None = None
    of: str = "ratio"

    @property
    def counts(self) -> float:
        """The figure that the aim is about."""
        return self.ratio if self.of == "ratio" else self.ours

    @property
    def verdict(self) -> str:
        """The aim and whether it is met; empty where there is none."""
        if self.aim is None:
            return ""
        unit = "" if self.of == "ratio" else f" {self.unit}"
        return f"{'met' if self.counts <= self.aim else 'NOT MET'}: {self.of} ≤ {self.aim:g}{unit}"


def row(
    name: str,
    pairs: list[tuple[float, float]],
    unit: str,
    against: str,
    aim: float | None = None,
    of: str = "ratio",
) -> Row:
    """A row from pairs of ours and bare."""
    ours, bare = (median(each) for each in zip(*pairs, strict=True))
    return Row(name, ours, bare, median(one / max(other, 1e-9) for one, other in pairs), unit, against, aim, of)


def paired(ours: Callable[[], float], bare: Callable[[], float], count: int) -> list[tuple[float, float]]:
    """Both in turn, after one of each that does not count; who comes first changes with every pair."""
    ours(), bare()
    found = []
    for turn in range(count):
        if turn % 2:
            other = bare()
            found.append((ours(), other))
        else:
            found.append((ours(), bare()))
    return found


HEAD = f"{'what':54} {'ours':>11} {'bare':>11} {'ratio':>7} {'before':>14}  bar"


def told(each: Row) -> str:
    """A row as a line of the table, with its figure from before."""
    figures = f"{_short(each.ours, each.unit):>11} {_short(each.bare, each.unit):>11} {each.ratio:>7.2f}"
    figures += f" {BEFORE.get(each.name, '-'):>14}"
    return f"{each.name:54} {figures}  {each.verdict or 'no bar'}; bare: {each.against}"


def _short(value: float, unit: str) -> str:
    digits = 0 if unit == "bytes" or value >= 1000 else 1 if value >= 10 else 3
    return f"{value:,.{digits}f} {'B' if unit == 'bytes' else unit}"
