"""Step charts in braille: a value holds until the next one; a cell is two dots wide and four high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BLANK: Final = 0x2800
"""The braille pattern without a dot."""

DOTS: Final = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bit of each dot in a cell, by column and row from the top."""


def step_chart(steps: Sequence[tuple[int, int]], last: int, most: int, width: int, height: int = 2) -> list[str]:
    """Return rows of cells with the line of ``steps``: the moments and the values from then on.

    ``last`` is the last moment, ``most`` the value at the top; ``width`` and ``height`` are in cells.
    """
    grid = [[0] * width for _ in range(height)]
    columns, rows = width * 2, height * 4
    before: int | None = None
    place = -1
    for column in range(columns):
        moment = column * last // max(1, columns - 1)
        while place + 1 < len(steps) and steps[place + 1][0] <= moment:
            place += 1
        if place < 0:
            continue
        value = max(0, min(most, steps[place][1]))
        row = rows - 1 - (value * (rows - 1) + most // 2) // max(1, most)
        # A change is drawn as a vertical line to the new value.
        for dot in range(min(row, row if before is None else before), max(row, row if before is None else before) + 1):
            grid[dot // 4][column // 2] |= DOTS[column % 2][dot % 4]
        before = row
    return ["".join(chr(BLANK + cell) for cell in line) for line in grid]
