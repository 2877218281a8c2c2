"""All sessions of the folder: typing narrows the list, or names a file elsewhere."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from tracker.storage.library import Recent
from tracker.tui.keys.keymap import Keymap
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.look.text import Bit, Line, cut, fit
from tracker.tui.screens.page import Body, Page
from tracker.tui.screens.paper import PageScreen
from tracker.tui.screens.shelf import Shelf, games_by_name, titled
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.screens.rim import Rim


class Open(Page):
    """A list of sessions that typing narrows."""

    title: ClassVar[str] = "Open a session"

    def __init__(self, rim: Rim, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        super().__init__(rim, keys, glyphs)
        self.needle = Typed()
        self._all = [*rim.sessions.listed(), *rim.sessions.examples()]
        self._titles = games_by_name()

    def found(self) -> list[Recent]:
        """What holds every word typed, in its title, game or file."""
        words = self.needle.text.casefold().split()
        return [each for each in self._all if all(word in self._text(each) for word in words)]

    def _text(self, each: Recent) -> str:
        game = self._titles.get(each.system, each.system)
        return f"{titled(each)} {game} {os.path.basename(each.path)} {each.trouble}".casefold()

    def count(self) -> int:
        """How many fit."""
        return len(self.found())

    def typing(self) -> bool:
        """Letters narrow the list."""
        return True

    def typed(self, id_: str | None, key: str, sign: str | None) -> None:
        """Take one key."""
        self.trouble = ""
        if id_ == "leave-form":
            self.rim.close_screen()
        elif id_ == "quit":
            self.rim.leave()
        elif id_ == "apply":
            self._take()
        elif not self.walk(id_ if sign is None else None) and not self._paged(key):
            self.needle = (self.needle.type(sign) if sign else self.needle.press(key)) or self.needle
            self.at = 0

    def _paged(self, key: str) -> bool:
        return key in ("pagedown", "pageup") and self.walk({"pagedown": "page-down", "pageup": "page-up"}[key])

    def _take(self) -> None:
        found, text = self.found(), self.needle.text.strip()
        if found:
            self.trouble = self.rim.sessions.open(found[min(self.at, len(found) - 1)].path)
        elif text:
            self.trouble = self.rim.sessions.open(os.path.expanduser(text))
        else:
            self.trouble = "No session lies here yet."

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """How many there are."""
        shown, all_ = len(self.found()), len(self._all)
        many = f"{shown} of {all_}" if shown != all_ else f"{all_} session{'s' if all_ != 1 else ''}"
        return [(self.title, "title"), (f"     {many}", "dim")], []

    def body(self, room: int) -> Body:
        """A line for each."""
        found = self.found()
        self.at = max(0, min(self.at, len(found) - 1))
        made: Body = [((), None)]
        shelf = Shelf.of(self._all, self._titles, self.rim.now(), room - 4)
        for place, each in enumerate(found):
            here = place == self.at
            cursor = self.glyphs.cursor if here else " "
            line = [(text, "bright" if here and tone == "normal" else tone) for text, tone in shelf.line(each)]
            made.append((fit([(f" {cursor} ", "accent"), *line], room), place))
        if not found and self.needle.text.strip():
            made.append((fit([("   No session holds this; enter opens a file of this name.", "dim")], room), None))
        elif not found:
            made.append((fit([("   No session lies here yet.", "dim")], room), None))
        return made

    def strip(self, room: int, most: int) -> list[Line]:
        """What is typed, and where the sessions lie."""
        return [
            fit([("open ", "verb"), *typed_bits(window(self.needle, room - 8), self)], room),
            fit([("Sessions lie in ", "dim"), (cut(self.rim.sessions.folder, room - 16), "dim")], room),
        ]

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now."""
        ids = (("apply", "open"), ("next-choice", "down"), ("last-choice", "up"), ("leave-form", "leave"))
        return [(self.key(id_), word) for id_, word in ids]


class OpenScreen(PageScreen):
    """All sessions of the folder."""

    kind: ClassVar[type[Page]] = Open
