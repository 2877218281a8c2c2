"""The start screen: sessions to go on with, new ones by game, examples to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from tracker.combat.model import Model
from tracker.rules.system import System
from tracker.tui.keys.keymap import Keymap
from tracker.tui.look.glyphs import FANCY, Glyphs
from tracker.tui.look.text import Bit, Line, cells, cut, fit, pad
from tracker.tui.screens.page import Body, Page
from tracker.tui.screens.paper import PageScreen
from tracker.tui.screens.shelf import Shelf, games_by_name
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.screens.rim import Rim

RECENT: Final = 9
"""So many sessions are listed here, each with its digit; the others are one key away."""

LETTERS: Final = "abcdefhilmnoprstuvwxyz"
"""Letters for games and examples; those that move or leave are left out."""


class Choice(Model):
    """Something to begin with: its key, its line, and what taking it does."""

    key: str
    line: Line
    take: Callable[[], None]


class Start(Page):
    """What to play."""

    title: ClassVar[str] = "Combat Tracker"

    def __init__(self, rim: Rim, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        super().__init__(rim, keys, glyphs)
        self.game: System | None = None
        self.name = Typed()
        self.look()

    def look(self) -> None:
        """Look what there is now."""
        sessions = self.rim.sessions
        self._own = sessions.listed()
        self._examples = sessions.examples()
        self._games = sessions.games()
        self._titles = games_by_name()

    # ------------------------------------------------------------------ what there is

    def sections(self, room: int) -> list[tuple[str, Sequence[Choice]]]:
        """The heads and what stands under them."""
        letters = iter([each for each in LETTERS if self.keymap.table.get(each) not in ("down", "up", "leave", "help")])
        own_and_examples = [*self._own[:RECENT], *self._examples]
        shelf = Shelf.of(own_and_examples, self._titles, self.rim.now(), room - 6)
        own = [
            Choice(str(place), shelf.line(each), partial(self._open, each.path))
            for place, each in enumerate(self._own[:RECENT], 1)
        ]
        games = [Choice(next(letters, ""), ((each.title, "normal"),), partial(self._ask, each)) for each in self._games]
        examples = [
            Choice(next(letters, ""), shelf.line(each, ages=False), partial(self._copy, each.path))
            for each in self._examples
        ]
        return [("Go on", own), ("Begin", games), ("Look at an example; it opens as a copy", examples)]

    def choices(self) -> list[Choice]:
        """All of them, in the order of the screen."""
        return [each for _, choices in self.sections(120) for each in choices]

    def count(self) -> int:
        """How many there are."""
        return min(RECENT, len(self._own)) + len(self._games) + len(self._examples)

    # ------------------------------------------------------------------ keys

    def chosen(self, id_: str | None, key: str, sign: str | None) -> None:
        """Move, take one by its key, or go elsewhere."""
        picked = [place for place, each in enumerate(self.choices()) if each.key and each.key == sign]
        if picked:
            self.at = picked[0]
            self.choices()[self.at].take()
        elif id_ == "menu":
            self.choices()[self.at].take()
        elif id_ in ("leave", "quit"):
            self.rim.leave()
        elif id_ in ("open", "settings", "help"):
            self.rim.open_screen(id_)
        else:
            self.walk(id_)

    def _open(self, path: str) -> None:
        self.trouble = self.rim.sessions.open(path)

    def _copy(self, path: str) -> None:
        self.trouble = self.rim.sessions.open_copy(path)

    def _ask(self, game: System) -> None:
        self.game, self.name = game, Typed()

    def typing(self) -> bool:
        """Whether the title of a new session is asked."""
        return self.game is not None

    def typed(self, id_: str | None, key: str, sign: str | None) -> None:
        """The title of the new session."""
        if id_ == "leave-form":
            self.game, self.trouble = None, ""
        elif id_ == "apply" and self.game is not None:
            game, self.game = self.game, None
            self.trouble = self.rim.sessions.begin(game, self.name.text.strip())
        elif id_ == "quit":
            self.rim.leave()
        else:
            self.name = (self.name.type(sign) if sign else self.name.press(key)) or self.name

    # ------------------------------------------------------------------ what it shows

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """The name of the program."""
        return [(self.title, "title")], []

    def body(self, room: int) -> Body:
        """The sections, and what teaches where there is nothing yet."""
        made: Body = [((), None)]
        place = 0
        for head, choices in self.sections(room):
            if choices or head == "Go on":
                made.append(((("   ", "normal"), (head, "accent")), None))
            if not choices and head == "Go on":
                teaching = "No session lies here yet. Begin one below; it is kept while you play."
                made.append((fit([("     " + teaching, "dim")], room), None))
            for each in choices:
                here = place == self.at
                cursor = self.glyphs.cursor if here else " "
                line = [(text, "bright" if here and tone == "normal" else tone) for text, tone in each.line]
                start: list[Bit] = [(f" {cursor} ", "accent"), (pad(each.key, 3), "key")]
                made.append((fit([*start, *line], room), place))
                place += 1
            more = len(self._own) - RECENT
            if head == "Go on" and more > 0:
                made.append((fit([(f"      {self.key('open')}", "key"), (f" lists {more} more", "dim")], room), None))
            if choices or head == "Go on":
                made.append(((), None))
        where = "   Sessions lie in "
        made.append((((where, "dim"), (cut(self.rim.sessions.folder, room - cells(where) - 1), "dim")), None))
        return made

    def strip(self, room: int, most: int) -> list[Line]:
        """The title being typed."""
        if self.game is None:
            return []
        asked: list[Bit] = [(self.game.title, "verb"), ("  title ", "accent")]
        return [
            fit([*asked, *typed_bits(window(self.name, room // 2), self)], room),
            fit([("What the session is called; it may stay empty.", "dim")], room),
        ]

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now."""
        if self.typing():
            return [(self.key("apply"), "begin"), (self.key("leave-form"), "leave")]
        ids = (("menu", "open"), ("down", "down"), ("up", "up"), ("open", "all sessions"), ("settings", "settings"))
        return [(self.key(id_), word) for id_, word in (*ids, ("leave", "leave"), ("help", "help"))]


class StartScreen(PageScreen):
    """The start screen."""

    kind: ClassVar[type[Page]] = Start
