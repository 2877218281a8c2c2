"""Amending a past line in the moment before it."""

from __future__ import annotations

from typing import ClassVar

from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.commands.resolve import Preview, preview
from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.strip.command_bar import Bar
from tracker.tui.strip.strip_view import Cockpit, Trouble


class Amend(Bar):
    """The command of a past line being amended; its preview is that of the moment before it."""

    name: ClassVar[str] = "amend"

    def __init__(self, entry: Entry, before: Scene, line: str) -> None:
        """``line`` is its command as it would be typed."""
        super().__init__(line)
        self.entry = entry
        self.was = line
        self._before = before

    @property
    def text(self) -> str:
        """Return the current text."""
        return self.typed.text.strip()

    def ruled(self) -> str:
        """Return the line with its command ruled."""
        verb, blank, rest = self.text.partition(" ")
        return self.text if verb.endswith("!") else f"{verb}!{blank}{rest}"

    def scene(self, cockpit: Cockpit) -> Scene:
        """Return the moment before the line."""
        return self._before

    def preview(self, cockpit: Cockpit) -> Preview:
        """Return the preview of the line in that moment."""
        return preview(cockpit.system, self._before, self.typed.text)

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return which line it is, above the lines of the command bar."""
        head = fit([(f"line {self.entry.id}", "verb"), ("  was: ", "dim"), (self.entry.text, "dim")], room)
        trouble, self.trouble = self.trouble, None
        if trouble is not None:
            lines = super().lines(cockpit, room, 2)[:2]
            self.trouble = trouble
            return [head, *lines, *refusal_lines(cockpit, trouble, room, max(1, most - 3))]
        return [head, *super().lines(cockpit, room, most - 1)]

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height: one more than the command bar, or that of the listed refusals."""
        if self.trouble is not None:
            return min(most, 3 + len(refusal_lines(cockpit, self.trouble, room, most - 3)))
        return min(most, 5)


def refusal_lines(cockpit: Cockpit, trouble: Trouble, room: int, most: int) -> list[Line]:
    """Return why a change of the past is refused, and the way around it."""
    way = f"  {cockpit.key('rule')} does it all the same" if trouble.refused else ""
    return wrap([(trouble.text, "refused"), (way, "key")], room, most)
