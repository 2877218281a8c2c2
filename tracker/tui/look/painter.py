"""Changes painted at once and in one picture, past the tasks and the timer that Textual's ``refresh`` goes through.

Those took 2 of the 7 ms of processor time of an undo among 500, the compositor another one. Nothing public paints:
where a part that is used here is missing, something covers the fight, or the layout is new, Textual paints as usual.
"""

import asyncio
from collections.abc import Collection
from time import monotonic
from typing import Any, Final

from textual.geometry import Region

FRAME: Final = 1 / 60  # the seconds that a picture waits for what is about to change too
LAYOUT: Final = 0.1  # the seconds in which a new layout is painted; before that a picture would be torn


class Painter:
    """Paints regions of a screen's widgets; a moment later while it ``waits``, since more is about to change.

    ``laid_out`` is when the layout last changed. The ``flat`` widgets change no line that another one covers.
    """

    def __init__(self, screen: Any, flat: Collection[Any]) -> None:
        self._screen, self._flat = screen, {*flat}
        self._changed: set[tuple[Any, Region]] = set()
        self._due: asyncio.TimerHandle | None = None
        self.waits, self.laid_out = False, 0.0

    def add(self, widget: Any, *regions: Region) -> None:
        """Have regions of a widget painted."""
        if not self._changed:
            self._due = asyncio.get_running_loop().call_later(FRAME if self.waits else 0, self.paint)
        self._changed |= {(widget, region) for region in regions}

    def paint(self) -> None:
        """Paint now what was added."""
        screen, changed, self._changed = self._screen, self._changed, set()
        if self._due is not None:
            self._due.cancel()
        try:
            usual = screen._layout_required or screen._repaint_required or screen.app._batch_count
            show, visible = screen.app._display, screen._compositor.visible_widgets
            widgets = {widget for widget, _ in changed}
            usual = usual or not self._flat >= visible.keys() >= widgets
            usual = usual or not all(visible[widget][1].contains_region(visible[widget][0]) for widget in widgets)
        except AttributeError:
            usual = True
        if usual or not screen.is_current or monotonic() < self.laid_out + LAYOUT:
            for widget, region in changed:
                widget.refresh(region)
        elif changed:
            places = ((widget, region, visible[widget][0]) for widget, region in changed)
            lines = [(at, widget.render_lines(region), at.y + region.y) for widget, region, at in places]
            parts = [(at.x, y, strip) for at, strips, top in lines for y, strip in enumerate(strips, top)]
            show(screen, sorted(parts, key=lambda part: part[:2]))
