"""The progress of a long command, and the key that cancels it."""

from __future__ import annotations

from typing import ClassVar

from tracker.tui.look.text import Line, fit
from tracker.tui.strip.strip_view import Cockpit, StripView


class Progress(StripView):
    """Replaying later lines: ``done`` of ``total``; escape cancels without changing anything."""

    name: ClassVar[str] = "progress"
    hints: ClassVar[tuple[str, ...]] = ("leave-form",)

    def __init__(self) -> None:
        self.done = self.total = 0

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height: one line."""
        return 1

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return the count, and the key that cancels."""
        count = f"{self.done} of {self.total}"
        way = f" · {cockpit.key('leave-form')} leaves"
        return [fit([("Playing later lines again: ", "normal"), (count, "bright"), (way, "key")], room)]
