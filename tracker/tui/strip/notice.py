"""Text to read in the strip: an answer of several lines, or why a key was refused and how to rule it."""

from __future__ import annotations

from typing import ClassVar

from tracker.tui.look.text import Line, fit, wrap
from tracker.tui.strip.strip_view import CLOSE, STAY, Cockpit, Intent, Pass, Press, Rule, StripView


class Notice(StripView):
    """A text to read: enter or escape closes it, arrows scroll."""

    name: ClassVar[str] = "notice"
    hints: ClassVar[tuple[str, ...]] = ("leave-form",)

    def __init__(self, title: str, text: str) -> None:
        self.title, self.text = title, text
        self.top = 0

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Scroll, or close."""
        if press.id in ("leave-form", "apply"):
            return CLOSE
        if press.id in ("next-choice", "last-choice"):
            self.top = max(0, self.top + (1 if press.id == "next-choice" else -1))
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the number of its lines."""
        return max(2, min(most, len(self._body(room)) + 1))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return its title and the lines from the scroll position."""
        body = self._body(room)
        self.top = max(0, min(self.top, len(body) - most + 1))
        left = len(body) - self.top - most + 1
        more = f"  {cockpit.glyphs.more_down} {left} more" if left > 0 else ""
        return [fit([(self.title, "verb"), (more, "warn")], room), *body[self.top : self.top + most - 1]]

    def _body(self, room: int) -> list[Line]:
        return [line for text in self.text.split("\n") for line in wrap([(text, "normal")], room, indent=2)]


class Ruling(StripView):
    """A refused line of a key: rule it, or leave everything as it was. Other keys are handled as usual."""

    name: ClassVar[str] = "ruling"
    hints: ClassVar[tuple[str, ...]] = ("rule", "leave-form")

    def __init__(self, line: str, text: str, refused: bool) -> None:
        self.line, self.text, self.refused = line, text, refused

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        """Rule it, leave it, or pass the key on: nothing is typed here."""
        if press.id == "rule" and self.refused:
            return Rule(self.line)
        return CLOSE if press.id in ("leave-form", "apply") else Pass()

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        """Return the height: the line, and all objections."""
        return min(most, 1 + len(self._why(cockpit, room, most)))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        """Return the line, the objections, and the way around them."""
        return [fit([(self.line, "dim")], room), *self._why(cockpit, room, max(1, most - 1))]

    def _why(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        way = f"  {cockpit.key('rule')} rules it" if self.refused else ""
        why = ("refused: " if self.refused else "") + self.text
        return wrap([(why, "refused"), (way, "key")], room, most)
