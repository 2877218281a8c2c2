"""A blank background widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.geometry import Region


class Blank(Widget):
    """A widget whose blank line is made once, not for every line of every frame."""

    _blank: Strip | None = None

    def notify_style_update(self) -> None:
        """Discard the blank line when colours change."""
        super().notify_style_update()
        self._blank = None

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the same blank line for all rows."""
        if self._blank is None or self._blank.cell_length != crop.width:
            ground = self.background_colors[1]
            blank = Strip.blank(crop.width, Style(bgcolor=ground.rich_color))
            for get_line_filter in self.get_line_filters():
                blank = blank.apply_filter(get_line_filter, ground)
            self._blank = blank
        return [self._blank] * crop.height
