"""A screen that is a page of lines: a heading, a list with one line at hand, a strip for typing, the keys.

A page knows no widget. It is pressed key by key, each to its end, and gives its lines for any size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from tracker.combat.text import clean_typed
from tracker.tui.keys.keymap import Keymap, keymap
from tracker.tui.keys.registry import shown
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.look.text import Bit, Line, ends, fit, wrap
from tracker.tui.panes.chrome import fitting
from tracker.tui.strip.line_edit import LONGEST

if TYPE_CHECKING:
    from tracker.tui.screens.rim import Rim

Body = list[tuple[Line, int | None]]
"""Lines, each with the place of what it belongs to; None for heads and notes between."""

WIDEST: Final = 116
"""Text wider than this is hard to read."""


class Page:
    """A whole screen as lines. ``at`` is what is at hand, ``top`` the first line in sight."""

    title: ClassVar[str] = ""
    moves: ClassVar[bool] = True
    """Whether there is something to choose; otherwise the keys scroll."""

    def __init__(self, rim: Rim, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        self.rim = rim
        self.keymap = keys or keymap()
        self.glyphs = glyphs
        self.at = 0
        self.top = 0
        self.trouble = ""
        self._pages = 1
        self._length = 0

    # ------------------------------------------------------------------ what a page says of itself

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """What stands in the first line, left and right."""
        return [(self.title, "title")], []

    def count(self) -> int:
        """How many things there are to choose from."""
        return 0

    def body(self, room: int) -> Body:
        """All lines of the list."""
        return []

    def strip(self, room: int, most: int) -> list[Line]:
        """What is being typed or asked, below the list."""
        return []

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now, each with its word."""
        return []

    # ------------------------------------------------------------------ keys

    def press(self, key: str, sign: str | None = None) -> None:
        """Take one key: its name, and the sign it makes."""
        printable = sign is not None and sign.isprintable()
        name = sign if sign and printable and sign != " " else key
        sign = sign if printable else None
        if self.typing():
            self.typed(self.keymap.form.get(name), name, sign)
        else:
            self.trouble = ""
            self.chosen(self.keymap.table.get(name), name, sign)

    def paste(self, text: str) -> None:
        """Take a pasted text, as if it were typed; it means nothing elsewhere."""
        if self.typing():
            for sign in clean_typed(text[:LONGEST]):
                self.typed(None, sign, sign)

    def typing(self) -> bool:
        """Whether keys are signs of a text."""
        return False

    def typed(self, id_: str | None, key: str, sign: str | None) -> None:
        """Take a key while typing; ``id_`` is what it means in forms."""

    def chosen(self, id_: str | None, key: str, sign: str | None) -> None:
        """Take a key while choosing; ``id_`` is what it means on the table."""
        if not self.walk(id_) and id_ in ("back", "leave"):
            self.rim.close_screen()

    def walk(self, id_: str | None) -> bool:
        """Move or scroll, where the key means that."""
        steps = {
            "down": 1,
            "up": -1,
            "page-down": max(1, self._pages - 1),
            "page-up": -max(1, self._pages - 1),
            "first": -1_000_000,
            "last": 1_000_000,
            "next-choice": 1,
            "last-choice": -1,
        }
        if id_ not in steps:
            return False
        if self.moves:
            self.at = max(0, min(self.count() - 1, self.at + steps[id_]))
        else:
            self.top = max(0, min(self._length - self._pages, self.top + steps[id_]))
        return True

    def key(self, id_: str) -> str:
        """The key of an action as people read it."""
        return shown(self.keymap.first(id_))

    # ------------------------------------------------------------------ lines

    def middle(self, room: int, space: int) -> list[tuple[Line, bool]]:
        """The lines of the list in sight, and which of them are at hand."""
        body = self.body(room)
        self._scroll(body, space)
        return [(line, place is not None and place == self.at) for line, place in body[self.top : self.top + space]]

    def head(self, room: int) -> Line:
        """The first line: the heading, and how much is out of sight."""
        left, right = self.heading()
        below = self._length - self.top - self._pages
        more = f"  {self.glyphs.more_up} {self.top}" if self.top > 0 else ""
        more += f"  {self.glyphs.more_down} {below}" if below > 0 else ""
        return ends([(" ", "normal"), *left], [*right, (more, "dim"), (" ", "normal")], room)

    def foot(self, room: int, most: int) -> list[Line]:
        """What is being typed or asked, and what went wrong, below a rule; nothing most of the time."""
        made = self.strip(room - 2, most - 1)
        if self.trouble:
            made = [*made, *wrap([(self.trouble, "refused")], room - 2, max(1, most - 1 - len(made)))]
        if not made:
            return []
        rule: Line = ((self.glyphs.rule * room, "accent"),)
        return [rule, *(fit([(" ", "normal"), *line], room) for line in made)]

    def keys(self, room: int) -> Line:
        """The last line: the keys that matter now, help always one of them."""
        hints = [hint for hint in self.hints() if hint[0]]
        return fitting(hints[:-1], hints[-1:], room)

    def lines(self, room: int, most: int) -> list[tuple[Line, bool]]:
        """The whole screen, top to bottom, and which lines are at hand."""
        foot = self.foot(room, most // 2)
        space = max(1, most - 2 - len(foot))
        middle = self.middle(room, space)
        middle += [((), False)] * (space - len(middle))
        return [(self.head(room), False), *middle, *((line, False) for line in foot), (self.keys(room), False)]

    def _scroll(self, body: Body, space: int) -> None:
        self._pages, self._length = space, len(body)
        if self.moves:
            places = [line for line, (_, place) in enumerate(body) if place == self.at]
            if places:
                first, last = places[0], places[-1]
                # What teaches above the first thing stays in sight with it.
                if self.at == 0:
                    first = 0
                margin = 1 if space > 4 else 0
                self.top = max(self.top, last - space + 1 + (margin if last + 1 < len(body) else 0))
                self.top = min(self.top, max(0, first - margin))
        self.top = max(0, min(self.top, len(body) - space))
