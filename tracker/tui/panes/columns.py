"""The widths of the list's columns: columns fit their texts, bars take the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.tui.look.text import cells

GAP: Final = 2
"""The blanks after a column."""

MARKS: Final = 16
"""The cells left for the badges at the right of a bar."""

SHORTEST: Final = 5
"""The least length of a bar in cells."""

LONGEST: Final = ((96, 14), (76, 12), (60, 10), (0, 7))
"""The greatest length of a bar, by the width of the row."""


class Columns:
    """The widths of a list. They only grow, so that nothing jumps, and all sides share them, so that columns align.

    A column has room for its head from the start, so that nothing moves with the first wound. ``grown`` counts the
    changes.
    """

    def __init__(self) -> None:
        self.grown = 0
        self._acts = 0
        self._heads: dict[str, int] = {}
        self._sides: dict[str, list[str]] = {}
        self._acting: set[str] = set()

    def see(self, side: str, heads: Sequence[str], acts: int, texts: Sequence[str]) -> bool:
        """Measure a row: the width of its spent and free actions, and its texts; returns whether any column grew."""
        before = (self._acts, sum(self._heads.values()), len(self._acting))
        if acts:
            self._acts = max(self._acts, acts)
            self._acting.add(side)
        known = self._sides.setdefault(side, [])
        for head, text in zip(heads, texts, strict=False):
            self._heads[head] = max(self._heads.get(head, cells(head)), cells(text))
            if head not in known:
                known.append(head)
        grew = before != (self._acts, sum(self._heads.values()), len(self._acting))
        self.grown += grew
        return grew

    def acts(self, side: str) -> int:
        """Return the width of a side's spent and free actions."""
        return self._acts if side in self._acting else 0

    def of(self, head: str) -> int:
        """Return the width of a column; 0 before any row has it."""
        return self._heads.get(head, 0)

    def bar(self, room: int, others: int) -> int:
        """Return the length of a bar if name, numbers and gaps take ``others`` cells of the row."""
        most = next(length for least, length in LONGEST if room >= least)
        return max(SHORTEST, min(most, room - others - self.widest() - MARKS))

    def widest(self) -> int:
        """Return the width of actions and columns on the side with the widest."""
        return max((self._wanted(side) for side in self._sides), default=0)

    def _wanted(self, side: str) -> int:
        return self.acts(side) + sum(self._heads[head] + GAP for head in self._sides[side])
