"""How far something long has come, and the key that leaves it."""

from __future__ import annotations

from typing import ClassVar

from tracker.tui.look.text import Line, fit
from tracker.tui.strip.strip_view import Cockpit, StripView


class Progress(StripView):
    """``done`` of ``total`` later lines are played again; escape leaves, and nothing has changed."""

    name: ClassVar[str] = "progress"
    hints: ClassVar[tuple[str, ...]] = ("leave-form",)

    def __init__(self) -> None:
        self.done = self.total = 0

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """One line."""
        return 1

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """How many of how many, and the way out."""
        count = f"{self.done} of {self.total}"
        way = f" · {cockpit.key('leave-form')} leaves"
        return [fit([("Playing later lines again: ", "normal"), (count, "bright"), (way, "key")], room)]
