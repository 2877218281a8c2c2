"""How wide the columns of the list are: what stands in them decides, and the bars take what they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.tui.look.text import cells

GAP: Final = 2
"""Blanks after a column."""

MARKS: Final = 16
"""The cells that the bars leave to the marks at the right."""

SHORTEST: Final = 5
"""The fewest cells of a bar."""

LONGEST: Final = ((96, 14), (76, 12), (60, 10), (0, 7))
"""How long a bar is at most, by the cells of a whole row."""


class Columns:
    """The widths of a list. They only grow, so that nothing jumps, and are shared by all sides, so that it aligns.

    A column has room for its head from the beginning, so that nothing moves when the first wound comes. ``grown`` is
    how often any grew.
    """

    def __init__(self) -> None:
        self.grown = 0
        self._acts = 0
        self._heads: dict[str, int] = {}
        self._sides: dict[str, list[str]] = {}
        self._acting: set[str] = set()

    def see(self, side: str, heads: Sequence[str], acts: int, texts: Sequence[str]) -> bool:
        """Take a row in: the cells its spent and free actions take, and its texts; says whether anything grew."""
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
        """The cells of the spent and free actions of a side."""
        return self._acts if side in self._acting else 0

    def of(self, head: str) -> int:
        """The cells of a column, 0 before anybody has it."""
        return self._heads.get(head, 0)

    def bar(self, room: int, others: int) -> int:
        """How long a bar may be, when name, numbers and gaps take ``others`` cells of the row."""
        most = next(length for least, length in LONGEST if room >= least)
        return max(SHORTEST, min(most, room - others - self.widest() - MARKS))

    def widest(self) -> int:
        """The cells of the actions and columns of the side that has most of them."""
        return max((self._wanted(side) for side in self._sides), default=0)

    def _wanted(self, side: str) -> int:
        return self.acts(side) + sum(self._heads[head] + GAP for head in self._sides[side])
