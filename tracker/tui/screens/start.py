"""The start screen: recent sessions, new ones by game, examples. A fight opens it as a page, for another session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, on
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracker.tui.look.text import Bit, Line, cells, cut, fit, pad
from tracker.tui.screens.page import Asked, ChoiceList, PageScreen, bound, content
from tracker.tui.screens.session_rows import SessionRows, game_titles

if TYPE_CHECKING:
    from textual.app import ComposeResult


RECENT: Final = 9
"""The most sessions listed here, each with a digit; the others are one key away."""

LETTERS: Final = "abcdefhilmnoprstuvwxyz"
"""Letters for games and examples, without those that move or leave."""

NOTHING: Final = "There are no sessions here yet. Begin one below; it is kept while you play."


class StartScreen(PageScreen):
    """The start screen."""

    DEFAULT_CSS: ClassVar[str] = """
    #where { height: auto; }
    """
    BINDINGS = [
        bound("back", "back"),
        bound("leave", "leave"),
        bound("open", "open('open')"),
        bound("import", "open('import')"),
        bound("settings", "open('settings')"),
        bound("help", "open('help')"),
    ]
    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "Combat Tracker"

    def __init__(self) -> None:
        super().__init__()
        self._choices = ChoiceList(markup=False)
        self._where = Static(id="where", markup=False)
        self._asked = Asked()
        self._take: dict[str, Callable[[], None]] = {}
        self._game: str | None = None
        self._party = ""

    def middle(self) -> ComposeResult:
        """Return the list, the sessions folder, and the input line for a title."""
        yield self._choices
        yield self._where
        yield self._asked

    def prepare(self) -> None:
        """Read the sessions, games and parties."""
        sessions = self.host.sessions
        self._own = sessions.listed()
        self._examples = sessions.examples()
        self._games = sessions.games()
        self._parties = {game: sessions.parties(game) for game in self._games}
        self._titles = game_titles()

    def refresh_page(self) -> None:
        """Fill the list for the current width."""
        super().refresh_page()
        room = self.app.size.width
        at = self._choices.highlighted
        self._take.clear()
        self._choices.clear_options().add_options(self._options(room - 2))
        self._choices.highlighted = at
        if at is None:
            self._choices.action_first()
        where = "   Sessions are kept in "
        folder = cut(self.host.sessions.folder, room - cells(where) - 1)
        self._where.update(content([(where, "dim"), (folder, "dim")]))

    def _options(self, room: int) -> Iterator[Option]:
        used = self.host.options.keys.table
        letters = iter([sign for sign in LETTERS if used.get(sign) not in ("down", "up", "leave", "help")])
        rows = SessionRows.of([*self._own[:RECENT], *self._examples], self._titles, self.host.now(), room - 6)
        yield _words("  Go on", "accent")
        for digit, session in enumerate(self._own[:RECENT], 1):
            yield self._option(str(digit), rows.row(session), partial(self._open, session.path), room)
        if not self._own:
            yield _words("    " + NOTHING, "dim")
        elif len(self._own) > RECENT:
            yield _words(f"     {self.key('open')} lists {len(self._own) - RECENT} more", "dim")
        yield from (_words(""), _words("  Begin", "accent"))
        # Parties come and go, so they have the letters after those of games and examples.
        game_letters = [next(letters, "") for _ in self._games]
        example_letters = [next(letters, "") for _ in self._examples]
        for letter, (game, title) in zip(game_letters, self._games.items(), strict=True):
            yield self._option(letter, ((title, "normal"),), partial(self._ask, game), room)
            for party, people in self._parties[game].items():
                line: Line = ((f"  with {party}", "normal"), (f"  {people}", "dim"))
                yield self._option(next(letters, ""), line, partial(self._ask, game, party), room)
        if self._examples:
            yield from (_words(""), _words("  Look at an example; it opens as a copy", "accent"))
        for letter, session in zip(example_letters, self._examples, strict=True):
            yield self._option(letter, rows.row(session, ages=False), partial(self._copy, session.path), room)

    def _option(self, key: str, line: Line, take: Callable[[], None], room: int) -> Option:
        id_ = key or f"choice {len(self._take)}"
        self._take[id_] = take
        start: Bit = (f"  {pad(key, 3)}", "key")
        return Option(content(fit([start, *line], room)), id=id_)

    # ------------------------------------------------------------------ keys

    def on_key(self, event: events.Key) -> None:
        """Take a choice by its key."""
        if self._game is None and event.character in self._take:
            event.stop()
            self._choices.highlighted = self._choices.get_option_index(event.character)
            self._choose(event.character)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option_id or "")

    def _choose(self, id_: str) -> None:
        self.fail("")
        self._take[id_]()

    def _open(self, path: str) -> None:
        self.fail(self.host.sessions.open(path))

    def _copy(self, path: str) -> None:
        self.fail(self.host.sessions.open_copy(path))

    def _ask(self, game: str, party: str = "") -> None:
        self._game, self._party = game, party
        behind = f" with {party}" if party else ""
        self._asked.ask([(self._games[game] + behind, "verb"), ("  title ", "accent")])
        self._asked.note([[("What the session is called; it may stay empty.", "dim")]])
        self.refresh_page()

    @on(Input.Submitted)
    def _begin(self, event: Input.Submitted) -> None:
        game, party = self._game, self._party
        self.action_leave_line()
        if game is not None:
            self.fail(self.host.sessions.begin(game, event.value.strip(), party))

    def action_leave_line(self) -> None:
        """Cancel the title."""
        self._game = None
        self._asked.display = False
        self.set_focus(self._choices)
        self.refresh_page()

    @property
    def _over_a_fight(self) -> bool:
        return self.host.controller is not None

    def action_leave(self) -> None:
        """Go back to the fight; where there is none, end the program."""
        if self._over_a_fight:
            self.action_close()
        else:
            self.host.leave()

    def action_back(self) -> None:
        """Go back to the fight, where there is one."""
        if self._over_a_fight:
            self.action_close()

    # ------------------------------------------------------------------ drawing

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now."""
        if self._game is not None:
            return [(self.key("apply"), "begin"), (self.key("leave-form"), "leave")]
        ids = (("menu", "open"), ("down", "down"), ("up", "up"), ("open", "all sessions"), ("settings", "settings"))
        leave = ("back", "back") if self._over_a_fight else ("leave", "leave")
        more = (leave, ("import", "import"), ("help", "help"))
        return [(self.key(id_), word) for id_, word in (*ids, *more)]


def _words(text: str, tone: str = "normal") -> Option:
    """Return a line of the list that cannot be chosen."""
    return Option(content([(text, tone)]), disabled=True)
