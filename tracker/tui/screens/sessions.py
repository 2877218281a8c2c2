"""Beginning and leaving: the start screen, the screen that opens a session, and leaving with unsaved changes."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracker.combat.model import Model
from tracker.combat.scene import OVER
from tracker.games.registry import titles
from tracker.rules.grammar import quantity
from tracker.rules.matching import narrowed
from tracker.storage.folders import ENDING
from tracker.storage.recent import Recent
from tracker.tui.look.text import Bit, Line, cells, cut, fit, pad, wrap
from tracker.tui.screens.page import YES, ChoiceList, ListPage, PageScreen, bound, content, label

TITLE: Final = 40  # the greatest width of a title
HOW: Final = 24  # the greatest width of how a fight ended
GAP: Final = "  "  # the text between two columns

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def age(then: float, now: float) -> str:
    """Return the time between two moments, in seconds since 1970: ``5 minutes ago``, ``yesterday``, later the date."""
    gone = now - then
    if gone >= 14 * DAY:
        return datetime.fromtimestamp(then, UTC).date().isoformat()
    if DAY <= gone < 2 * DAY:
        return "yesterday"
    for length, unit in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if gone >= length:
            return f"{quantity(int(gone // length), unit)} ago"
    return "just now"


def title_of(session: Recent) -> str:
    """Return the title of a session, else the name of its file."""
    return session.title or _stem(session)


def _stem(session: Recent) -> str:
    return os.path.basename(session.path).removesuffix(ENDING)


class SessionRows(Model):
    """The columns of a list of sessions; ``twins`` are titles of several sessions, told apart by file name."""

    title: int
    game: int
    state: int
    games: Mapping[str, str]
    now: float
    twins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, sessions: Sequence[Recent], games: Mapping[str, str], now: float, room: int) -> "SessionRows":
        """Return columns for these sessions in this many cells; titles are cut first."""
        twins = frozenset(title for title, count in Counter(map(title_of, sessions)).items() if count > 1)
        game = max(map(cells, games.values()), default=0)
        title = max((cells(_name(session, twins)) for session in sessions), default=0)
        state = max((cells(_state(session)) for session in sessions), default=0)
        ages = max((cells(age(session.written, now)) for session in sessions), default=0)
        left = room - game - state - ages - len(GAP) * 3
        return cls(max(8, min(TITLE, title, left)), game, state, games, now, twins)

    def row(self, session: Recent, ages: bool = True, example: bool = False) -> Line:
        """Return the row of a session; ``ages`` adds how long ago it was written, or that it is an example."""
        state: Bit = (_state(session), "warn" if session.trouble else "dim")
        bits: tuple[Bit, ...] = (
            (pad(_name(session, self.twins), self.title) + GAP, "normal"),
            (pad(self.games.get(session.system, session.system), self.game) + GAP, "dim"),
            (pad(state[0], self.state) + GAP if ages else state[0], state[1]),
        )
        return (*bits, ("example" if example else age(session.written, self.now), "dim")) if ages else bits


def _state(session: Recent) -> str:
    how = session.over.rstrip(".")
    over = f"over: {cut(how, HOW)}" if how and how != OVER else how
    now = f"round {session.round}" if session.round else "between fights" if session.fought else "not begun"
    return session.trouble or over or now


def _name(session: Recent, twins: frozenset[str]) -> str:
    title, file = title_of(session), _stem(session)
    return f"{title} · {file}" if title in twins and title != file else title


NONE_YET: Final = "There are no sessions here yet."
NONE_FITS: Final = "No session matches; enter opens a file of this name."


class OpenScreen(ListPage):
    """A list of sessions, narrowed by typing."""

    DEFAULT_CSS: ClassVar[str] = "#below { padding: 1 0 0 0; }"
    BINDINGS = [bound("page-down", "page(1)"), bound("page-up", "page(-1)"), bound("rename", "rename")]
    BINDINGS += [bound("trash", "trash"), bound("import", "open('import')")]
    AUTO_FOCUS = "LineInput"
    name_: ClassVar[str] = "Open a session"

    def __init__(self) -> None:
        super().__init__()
        self._choices.can_focus = False
        self._renamed: Recent | None = None
        self._thrown = False  # whether a key is awaited that throws it away, instead of a title

    def prepare(self) -> None:
        self._shown = self._all = self._found()
        self._titles = titles()
        self._asked.ask([("open ", "verb")])
        folder = cut(self.host.sessions.folder, self.app.size.width - 20)
        self._asked.note([[("Sessions are kept in ", "dim"), (folder, "dim")]])

    def _found(self) -> list[Recent]:
        self._examples = self.host.sessions.examples()
        return [*self.host.sessions.listed(), *self._examples]

    def action_rename(self) -> None:
        """Ask for another title of the selected session."""
        at = self._choices.highlighted
        if self._renamed is None and at is not None:
            self._renamed = session = self._shown[at]
            self._asked.ask([("rename ", "verb")], title_of(session))

    def action_trash(self) -> None:
        """Ask whether the selected session goes into the trash folder."""
        at = self._choices.highlighted
        if self._renamed is None and at is not None:
            self._renamed, self._thrown = self._shown[at], True
            self._asked.ask([(f"“{title_of(self._renamed)}” to the trash? ", "verb")])
            self.refresh_page()

    def _throw_away(self, session: Recent) -> None:
        against = self.host.sessions.throw_away(session.path) if (yes := self._typed() == YES) else ""
        with self._asked.line.prevent(Input.Changed):
            self._end_rename()
        self.fail(against)
        if yes and not against:
            moved = f"“{title_of(session)}” is in the trash folder now; move it back from there to restore it."
            self._asked.note(wrap([(moved, "bright")], self.app.size.width - 2))

    def _rename(self, session: Recent) -> None:
        title = self._typed() or title_of(session)
        against = self.host.sessions.rename(session.path, title) if title != title_of(session) else ""
        if not against:
            self._end_rename()
        self.fail(against)

    def _end_rename(self) -> None:
        self._renamed, self._thrown = None, False
        self._asked.ask([("open ", "verb")])
        self._all = self._found()
        self._narrow()

    def refresh_page(self) -> None:
        super().refresh_page()
        rows = SessionRows.of(self._all, self._titles, self.host.now(), self.app.size.width - 5)
        lines = [rows.row(session, example=session in self._examples) for session in self._shown]
        options = [Option(content([("  ", "normal"), *line])) for line in lines]
        self.fill(options)
        self._below.display = not options
        self._below.update(content([("   " + (NONE_FITS if self._typed() else NONE_YET), "dim")]))

    def _typed(self) -> str:
        return self._asked.line.value.strip()

    @on(Input.Changed)
    def _narrow(self) -> None:
        self.fail("")
        if self._renamed is not None:
            if self._thrown and self._typed():
                self._throw_away(self._renamed)
            return
        more = [
            f"{self._titles.get(session.system, session.system)} {os.path.basename(session.path)} {session.trouble}"
            for session in self._all
        ]
        places = narrowed(self._typed(), list(map(title_of, self._all)), more)
        self._shown = [self._all[place] for place in places]
        self._choices.highlighted = None
        self.refresh_page()

    @on(Input.Submitted)
    def _take(self) -> None:
        at, text = self._choices.highlighted, self._typed()
        if self._renamed is not None:
            self._rename(self._renamed)
        elif at is not None:
            self.fail(self.host.sessions.open(self._shown[at].path))
        else:
            self.fail(self.host.sessions.open(os.path.expanduser(text)) if text else NONE_YET)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.fail(self.host.sessions.open(self._shown[event.option_index].path))

    def action_leave_line(self) -> None:
        """Cancel renaming, or leave the page."""
        if self._renamed is not None:
            self._end_rename()
        else:
            self.action_close()

    def heading(self) -> Line:
        shown, total = len(self._shown), len(self._all)
        count = f"{shown} of {total}" if shown != total else quantity(total, "session")
        return ((self.name_, "title"), (f"     {count}", "dim"))

    def hints(self) -> list[tuple[str, str]]:
        if self._thrown:
            return [(YES, "to trash"), ("leave-form", "leave it")]
        takes = ("apply", "open" if self._renamed is None else "rename")
        return [takes, ("rename", "rename"), ("trash", "to trash"), ("import", "import"), ("leave-form", "leave")]


RECENT: Final = 9  # the most sessions listed here, each with a digit; the others are one key away
LETTERS: Final = "abcdefhilmnoprstuvwxyz"  # letters for games and examples, without those that move or leave
BOOK: Final = "B"  # the key of the book of the campaign; letters in lower case begin something

NOTHING: Final = "No session is here yet. Begin one, or try an example; ? says how."


class StartScreen(ListPage):
    """The start screen."""

    BINDINGS = [bound("back", "back"), bound("leave", "leave")]
    BINDINGS += [bound(name, f"open('{name}')") for name in ("open", "import", "settings")]
    BINDINGS += [bound("help", "open('help-start')")]
    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "Combat Tracker"

    def __init__(self, left: str = "") -> None:
        """``left``: a fight was left for it; the key that leaves ends the program."""
        super().__init__()
        self._left = bool(left)
        self._take: dict[str, Callable[[], str | None]] = {}
        self._game: str | None = None
        self._party = ""

    def prepare(self) -> None:
        sessions = self.host.sessions
        self._own = sessions.listed()
        self._examples = sessions.examples()
        self._games = sessions.games()
        self._parties = {game: sessions.parties(game) for game in self._games}
        self._titles = titles()

    def refresh_page(self) -> None:
        super().refresh_page()
        room = self.app.size.width
        self._take.clear()
        self.fill(self._options(room - 2))
        where = "   Sessions are kept in "
        folder = cut(self.host.sessions.folder, room - cells(where) - 1)
        self._below.update(content([(where, "dim"), (folder, "dim")]))

    def _options(self, room: int) -> Iterator[Option]:
        used = self.host.options.keys.table
        letters = iter([sign for sign in LETTERS if used.get(sign) not in ("down", "up", "leave", "help")])
        rows = SessionRows.of([*self._own[:RECENT], *self._examples], self._titles, self.host.now(), room - 6)
        yield label("  Go on", "accent")
        for digit, session in enumerate(self._own[:RECENT], 1):
            yield self._option(str(digit), rows.row(session), partial(self.host.sessions.open, session.path), room)
        if not self._own:
            yield label("    " + NOTHING, "dim")
        elif len(self._own) > RECENT:
            yield label(f"     {self.key('open')} lists {len(self._own) - RECENT} more", "dim")
        if any(not session.trouble for session in self._own):
            told = f"The book of these sessions, as a page for the browser: {self.key('menu')} writes it"
            yield self._option(BOOK, ((told, "normal"),), self.host.sessions.write_book, room)
        yield from (label(""), label("  Begin", "accent"))
        # Parties come and go, so they have the letters after those of games and examples.
        game_letters = [next(letters, "") for _ in self._games]
        example_letters = [next(letters, "") for _ in self._examples]
        for letter, (game, title) in zip(game_letters, self._games.items(), strict=True):
            yield self._option(letter, ((title, "normal"),), partial(self._ask, game), room)
            for party, people in self._parties[game].items():
                line = ((f"  with {party}", "normal"), (f"  {people}", "dim"))
                yield self._option(next(letters, ""), line, partial(self._ask, game, party), room)
        if self._examples:
            yield from (label(""), label("  Look at an example; it opens as a copy", "accent"))
        for letter, session in zip(example_letters, self._examples, strict=True):
            copy = partial(self.host.sessions.open_copy, session.path)
            yield self._option(letter, rows.row(session, ages=False), copy, room)

    def _option(self, key: str, line: Line, take: Callable[[], str | None], room: int) -> Option:
        id_ = key or f"choice {len(self._take)}"
        self._take[id_] = take
        return Option(content(fit([(f"  {pad(key, 3)}", "key"), *line], room)), id=id_)

    def on_key(self, event: events.Key) -> None:
        """Open a choice by its key; what writes is only selected, for enter."""
        if self._game is None and event.character in self._take:
            event.stop()
            self._choices.highlighted = self._choices.get_option_index(event.character)
            if event.character != BOOK:
                self.take_row(event.character)

    def take_row(self, id_: str) -> None:
        self.fail(self._take[id_]() or "")

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
        self.end_line()

    @property
    def _over_a_fight(self) -> bool:
        return self.host.controller is not None

    def action_leave(self) -> None:
        """Go back to the fight; where there is none, or it was left, end the program."""
        if self._over_a_fight and not self._left:
            self.action_close()
        else:
            self.host.leave()

    def action_back(self) -> None:
        """Go back to the fight, where there is one."""
        if self._over_a_fight:
            self.action_close()

    def heading(self) -> Line:
        return ((self.name_, "title"), ("     a letter opens a line, and so does a second click", "dim"))

    def hints(self) -> list[tuple[str, str]]:
        if self._game is not None:
            return [("apply", "begin"), ("leave-form", "leave")]
        ids = (("menu", "open"), ("down", "down"), ("up", "up"), ("open", "all sessions"), ("settings", "settings"))
        back = (("back", "back to the fight"),) if self._over_a_fight else ()
        leave = () if self._over_a_fight and not self._left else (("leave", "leave"),)
        return [*ids, *back, *leave, ("import", "import"), ("help", "help")]


WAYS: Final = {
    "s": ("save a copy elsewhere", "Under another name, or in another folder."),
    "t": ("try again", "Perhaps the disk has room again."),
    "b": ("back to the fight", "Everything stays as it is."),
    "l": ("leave without them", "The changes named above will be gone."),
}
"""The ways out by key: the name and meaning of each."""


class UnsavedScreen(PageScreen):
    """The unsaved changes, the reason, and the ways out."""

    DEFAULT_CSS: ClassVar[str] = "#missing { height: auto; padding: 1 3 0 3; }"
    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "NOT SAVED"

    def middle(self) -> ComposeResult:
        self.app.clear_notifications()  # None of them may hide what would be lost, and the ways out.
        yield Static(content(self._missing()), id="missing", markup=False)
        yield ChoiceList(
            *(
                Option(content([(f"  {key}  ", "key"), (pad(word, 24), "normal"), (help_, "dim")]), id=key)
                for key, (word, help_) in WAYS.items()
            ),
            markup=False,
        )

    def _missing(self) -> Line:
        controller, count = self.host.controller, self.host.file.unsaved
        changes = f"The last {count} changes are" if count != 1 else "The last change is"
        reason = f" {controller.saving.reason}" if controller is not None else ""
        file = os.path.basename(self.host.file.path)
        return ((f"{changes} in memory only, not in {file}.", "bright"), (reason, "warn"))

    def heading(self) -> Line:
        return ((self.name_, "unsaved"),)

    def on_key(self, event: events.Key) -> None:
        """Take a way out by its key."""
        if event.character in WAYS:
            event.stop()
            self.take_row(event.character)

    def take_row(self, way: str) -> None:
        self.fail("")
        if way == "l" or (way == "t" and self.host.file.try_again()):
            self.host.abandon()
        elif way == "t":
            self.fail("It still cannot be written.")
        else:
            self.host.pop_screen()
            if way == "s" and self.host.controller is not None:
                self.host.controller.act("save-as")

    def hints(self) -> list[tuple[str, str]]:
        return [("menu", "do it"), ("down", "down"), ("up", "up"), ("back", "back to the fight")]
