"""The distances of a fight that were stated pair by pair."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
Rows: TypeAlias = Mapping[str, Mapping[str, str]]


def pair(one: str, other: str) -> Pair:
    """The key of the distance between two, the same from both ends."""
    return (one, other) if one <= other else (other, one)


class Ranges(Mapping[Pair, str]):
    """From pairs of names to their band, never changed after it is built.

    The pairs stand in one row for each first name: a change copies the rows it touches, however many pairs there are.
    """

    __slots__ = ("_length", "rows")

    def __init__(self, rows: Rows | None = None, length: int | None = None) -> None:
        """``length``: how many pairs the rows hold, where that is known."""
        self.rows: Rows = rows or {}
        self._length = sum(map(len, self.rows.values())) if length is None else length

    def __getitem__(self, key: Pair) -> str:
        one, other = key
        return self.rows[one][other]

    def __iter__(self) -> Iterator[Pair]:
        return ((one, other) for one, row in self.rows.items() for other in row)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"Ranges({dict(self)!r})"

    def of(self, name: str) -> dict[str, str]:
        """The bands stated between this one and others, by the names of the others."""
        return {other: row[name] for other, row in self.rows.items() if name in row} | dict(self.rows.get(name, {}))

    def stated(self, name: str, others: Iterable[str], band: str) -> Ranges:
        """With the distance between one and each of these others at this band."""
        return self.stated_among((name,), others, band)

    def stated_among(self, names: Iterable[str], others: Iterable[str], band: str) -> Ranges:
        """With the distance between each of these and each of these others at this band; a row is written at once."""
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
        """Without every pair that one of these names is in."""
        rows = {}
        for name, row in self.rows.items():
            if name not in gone:
                rest = row if row.keys().isdisjoint(gone) else {o: band for o, band in row.items() if o not in gone}
                if rest:
                    rows[name] = rest
        return Ranges(rows)
