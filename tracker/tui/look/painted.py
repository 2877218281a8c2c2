"""What stands on the terminal: a part of a picture that is there already is not written again.

When a screen opens, Textual styles, lays out and paints it two to five times before it comes to rest. Only the first
picture is seen; over a slow line the others are waited for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate

if TYPE_CHECKING:
    from rich.console import Console
    from textual.strip import Strip

Part = tuple[int, int, "Strip"]
"""The column and the line it begins in, and what stands there."""


class Painted:
    """The strips on the terminal, by line and column."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, tuple[int, str]]] = {}
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
        """What to send for a strip: nothing where it stands already."""
        width, text = strip.cell_length, strip.render(console)
        line = self._lines.setdefault(y, {})
        if not width or line.get(x) == (width, text):
            return ""
        for start, (length, _) in [*line.items()]:
            if start < x + width and x < start + length:
                del line[start]
        line[x] = (width, text)
        return f"{Control.move_to(x, y).segment.text}{text}"


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
