"""What stands on the terminal: a part of a picture that is there already is not written again.

When a screen opens, Textual styles, lays out and paints it two to five times before it comes to rest. Only the first
picture is seen; over a slow line the others are waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.control import Control
from rich.segment import Segment
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.console import Console

Part = tuple[int, int, Strip]
"""The column and the line it begins in, and what stands there."""


class Painted:
    """The strips on the terminal, by line and column."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, Strip]] = {}
        self._screen: object = None

    def forget(self) -> None:
        """Write everything next time, as the terminal may show something else."""
        self._lines.clear()

    def changes(self, screen: object, update: Any) -> Any:
        """The part of an update that differs; the first picture of another screen is written whole."""
        if screen is not self._screen:
            self._screen = screen
            self.forget()
        return Changes(self, update) if isinstance(update, LayoutUpdate | ChopsUpdate) else update

    def write(self, x: int, y: int, strip: Strip, console: Console) -> str:
        """What to send for a strip: nothing where it stands already, and only the segments that do not."""
        width = strip.cell_length
        line = self._lines.setdefault(y, {})
        old = line.get(x)
        if not width or (old is not None and old.cell_length == width and old == strip):
            return ""
        for start, there in [*line.items()]:
            if start < x + width and x < start + there.cell_length:
                del line[start]
        line[x] = strip
        runs = _differing(old, strip) if old is not None and old.cell_length == width else ((0, strip),)
        return "".join(f"{Control.move_to(x + at, y).segment.text}{run.render(console)}" for at, run in runs)


def _differing(old: Strip, new: Strip) -> Iterator[tuple[int, Strip]]:
    """The runs of segments that do not stand in a strip of the same width already, and their columns."""
    there = dict(_columns(old))
    run: list[Segment] = []
    begin = 0
    for column, segment in _columns(new):
        before = there.get(column)
        if before == segment:
            if run:
                yield begin, Strip(run)
            run = []
            continue
        same = 0 if run or before is None or before.style != segment.style else _alike(before.text, segment.text)
        begin = begin if run else column + same
        run.append(Segment(segment.text[same:], segment.style) if same else segment)
    if run:
        yield begin, Strip(run)


def _alike(old: str, new: str) -> int:
    """How many cells two texts begin with in the same way; only plain characters are sure to take one each."""
    if not (old.isascii() and new.isascii()):
        return 0
    return next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new))
    )


def _columns(strip: Strip) -> Iterator[tuple[int, Segment]]:
    column = 0
    for segment in strip:
        yield column, segment
        column += segment.cell_length


class Changes(CompositorUpdate):
    """An update of which only what differs from the terminal is written."""

    def __init__(self, painted: Painted, update: LayoutUpdate | ChopsUpdate) -> None:
        self._painted = painted
        self._update = update

    def render_segments(self, console: Console) -> str:
        """The sequences for the terminal."""
        parts = _laid_out(self._update) if isinstance(self._update, LayoutUpdate) else _chopped(self._update)
        return "".join(self._painted.write(x, y, strip, console) for x, y, strip in parts)


def _laid_out(update: LayoutUpdate) -> Iterator[Part]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _chopped(update: ChopsUpdate) -> Iterator[Part]:
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= last and end > first:
                yield x, y, strip if end <= last else strip.crop(0, last - x)
