"""The glyphs of the screen, and step charts in braille."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import json

from tracker.combat.model import Model


class Glyphs(Model):
    """A symbol for each state that has one."""

    cursor: str = "▌"
    target: str = "◎"
    picked: str = "+"
    out: str = "×"
    pending: str = "⚑"
    hidden: str = "◌"
    low: str = "!"
    tick: str = "┊"
    dot: str = "·"
    more_up: str = "▲"
    more_down: str = "▼"
    leads_to: str = "→"
    saved: str = "●"
    saving: str = "◌"
    rule: str = "─"
    double: str = "═"
    lane: str = "│"
    branch: str = "└"
    undone: str = "↶"
    other: str = "↳"
    open: str = "▾"
    folded: str = "▹"
    full: str = "█"
    eighths: str = " ▏▎▍▌▋▊▉"
    empty: str = "·"
    on: str = "▸"
    dice: str = "⚀⚁⚂⚃⚄⚅"
    note: str = "✎"
    everything: str = "≡"
    fancy: bool = True


FANCY: Final = Glyphs()

PLAIN: Final = json.decode(Path(__file__).with_name("plain.json").read_bytes(), type=Glyphs)

POOR: Final = str.maketrans("·•−–—─“”„‘’×…→≤≥÷│✓▁▮★☠▯", '..----"""\'\'x~><>/|x_|*x.')
"""Plain replacements of punctuation for poor terminals, each of the same width."""


def bar(value: int, most: int, room: int, glyphs: Glyphs) -> tuple[str, str]:
    """Return a bar in eighths of a cell, its filled and its empty part; a positive value shows at least a sliver."""
    share = 0 if most <= 0 else max(0, min(value, most)) * room * 8 // most
    if not glyphs.fancy:
        share = (share + 7) // 8 * 8
    if value > 0 and share == 0:
        share = 1
    whole, part = divmod(share, 8)
    filled = glyphs.full * whole + (glyphs.eighths[part] if part else "")
    return filled, glyphs.empty * (room - len(filled))


BLANK: Final = 0x2800  # the braille pattern without a dot

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
