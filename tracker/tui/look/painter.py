"""Changes painted at once and in one picture, past the tasks and the timer that Textual's ``refresh`` goes through.

Those took 2 of the 7 ms of processor time of an undo among 500. Nothing public paints: where one of the parts that are
used here is missing, and while the layout changes, Textual paints them as usual.
"""

import asyncio
from time import monotonic
from typing import Any, Final

from textual.geometry import Region

FRAME: Final = 1 / 60  # the seconds that a picture waits for what is about to change too
LAYOUT: Final = 0.1  # the seconds in which a new layout is painted; before that a picture would be torn


class Painter:
    """Paints regions of a screen's widgets; a moment later while it ``waits``, since more is about to change.

    ``laid_out`` is when the layout last changed.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        self._changed: dict[Any, set[Region]] = {}
        self.waits, self.laid_out = False, 0.0

    def add(self, widget: Any, *regions: Region) -> None:
        """Have regions of a widget painted."""
        if not self._changed:
            asyncio.get_running_loop().call_later(FRAME if self.waits else 0, self.paint)
        self._changed[widget] = self._changed.get(widget, set()).union(regions)

    def paint(self) -> None:
        """Paint now what was added."""
        screen, changed, self._changed = self._screen, self._changed, {}
        try:
            usual = screen._layout_required or screen._repaint_required or screen.app._batch_count
            changed_in, show = screen._compositor.update_widgets, screen._compositor_refresh
            # What goes the usual way is taken along, since Textual forgets it with each picture.
            widgets = screen._dirty_widgets | changed.keys()
            marks = [widget._set_dirty for widget in changed]
        except AttributeError:
            usual = True
        if usual or not screen.is_current or monotonic() < self.laid_out + LAYOUT:
            for widget, regions in changed.items():
                widget.refresh(*regions)
        elif changed:
            for mark, regions in zip(marks, changed.values(), strict=True):
                mark(*regions)
            changed_in(widgets)
            show()
