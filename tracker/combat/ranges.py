"""The distances of a fight that were set pair by pair."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
Rows: TypeAlias = Mapping[str, Mapping[str, str]]


def pair(name: str, other: str) -> Pair:
    """Return the key of the distance between two, the same in both directions."""
    return (name, other) if name <= other else (other, name)


class Ranges(Mapping[Pair, str]):
    """An immutable mapping from pairs of names to their band.

    The pairs are stored in a row for each first name: a change copies only the rows it touches.
    """

    __slots__ = ("_length", "rows")

    def __init__(self, rows: Rows | None = None, length: int | None = None) -> None:
        """``length``: the number of pairs in the rows, if it is known."""
        self.rows: Rows = rows or {}
        self._length = sum(map(len, self.rows.values())) if length is None else length

    def __getitem__(self, key: Pair) -> str:
        name, other = key
        return self.rows[name][other]

    def __iter__(self) -> Iterator[Pair]:
        return ((name, other) for name, row in self.rows.items() for other in row)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"Ranges({dict(self)!r})"

    def of(self, name: str) -> dict[str, str]:
        """Return the bands set between a name and others, by the names of the others."""
        return {other: row[name] for other, row in self.rows.items() if name in row} | dict(self.rows.get(name, {}))

    def stated(self, names: Iterable[str], others: Iterable[str], band: str) -> Ranges:
        """Return a copy with each of these at this band of each of the others; rows are written as a whole."""
        names, others = sorted(names), sorted(others)
        rows, length = dict(self.rows), len(self)
        both = ((names, others),) if names == others else ((names, others), (others, names))
        for firsts, seconds in both:
            for first in firsts:
                later = seconds[bisect_right(seconds, first) :]
                if later:
                    length -= len(rows.get(first, ()))
                    rows[first] = {**rows.get(first, {}), **dict.fromkeys(later, band)}
                    length += len(rows[first])
        return Ranges(rows, length)

    def without(self, gone: Collection[str]) -> Ranges:
        """Return a copy without any pair that contains one of these names."""
        rows = {}
        for name, row in self.rows.items():
            if name not in gone:
                rest = row if row.keys().isdisjoint(gone) else {o: band for o, band in row.items() if o not in gone}
                if rest:
                    rows[name] = rest
        return Ranges(rows)
