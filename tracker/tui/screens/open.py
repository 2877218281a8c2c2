"""All sessions of the folder: typing narrows the list, or names a file elsewhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracker.tui.look.text import Bit, Line, cut
from tracker.tui.screens.page import Asked, ChoiceList, PageScreen, bound, content
from tracker.tui.screens.session_rows import SessionRows, game_titles, title_of

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from tracker.storage.recent import Recent

NONE_YET: Final = "There are no sessions here yet."
NONE_FITS: Final = "No session matches; enter opens a file of this name."


class OpenScreen(PageScreen):
    """A list of sessions, narrowed by typing."""

    DEFAULT_CSS: ClassVar[str] = """
    #nothing { height: auto; padding: 1 0 0 0; }
    """
    BINDINGS = [
        bound("page-down", "page(1)"),
        bound("page-up", "page(-1)"),
        bound("rename", "rename"),
        bound("trash", "trash"),
        bound("import", "open('import')"),
    ]
    AUTO_FOCUS = "LineInput"
    name_: ClassVar[str] = "Open a session"

    def __init__(self) -> None:
        super().__init__()
        self._choices = ChoiceList(markup=False)
        self._choices.can_focus = False
        self._nothing = Static(id="nothing", markup=False)
        self._asked = Asked()
        self._renamed: Recent | None = None

    def middle(self) -> ComposeResult:
        """Return the list, the message when it is empty, and the input line."""
        yield self._choices
        yield self._nothing
        yield self._asked

    def prepare(self) -> None:
        """Read the folder."""
        sessions = self.host.sessions
        self._all = [*sessions.listed(), *sessions.examples()]
        self._shown = self._all
        self._titles = game_titles()
        self._asked.ask([("open ", "verb")])
        folder = cut(sessions.folder, self.app.size.width - 20)
        self._asked.note([[("Sessions are kept in ", "dim"), (folder, "dim")]])

    def _look_again(self) -> None:
        """List the folder again with the same filter."""
        sessions = self.host.sessions
        self._all = [*sessions.listed(), *sessions.examples()]
        self._narrow()

    # ------------------------------------------------------------------ renaming, and the trash

    def action_rename(self) -> None:
        """Ask for another title of the selected session."""
        at = self._choices.highlighted
        if self._renamed is None and at is not None:
            self._renamed = session = self._shown[at]
            self._asked.ask([("rename ", "verb")], title_of(session))

    def action_trash(self) -> None:
        """Move the selected session into the trash folder."""
        at = self._choices.highlighted
        if self._renamed is not None or at is None:
            return
        session = self._shown[at]
        against = self.host.sessions.throw_away(session.path)
        self._look_again()
        self.fail(against)
        if not against:
            moved = f"“{title_of(session)}” is in the trash folder now; move it back from there to restore it."
            self._asked.note([[(moved, "bright")]])

    def _rename(self, session: Recent) -> None:
        title = self._typed()
        if not title or title == title_of(session):
            self._end_rename()
            return
        against = self.host.sessions.rename(session.path, title)
        if not against:
            self._end_rename()
        self.fail(against)

    def _end_rename(self) -> None:
        self._renamed = None
        self._asked.ask([("open ", "verb")])
        self._look_again()

    def refresh_page(self) -> None:
        """Fill the list for the current width and filter."""
        super().refresh_page()
        at = self._choices.highlighted or 0
        rows = SessionRows.of(self._all, self._titles, self.host.now(), self.app.size.width - 5)
        start: Bit = ("  ", "normal")
        options = [Option(content([start, *rows.row(session)])) for session in self._shown]
        self._choices.clear_options().add_options(options)
        self._choices.highlighted = min(at, len(options) - 1) if options else None
        self._nothing.display = not options
        self._nothing.update(content([("   " + (NONE_FITS if self._typed() else NONE_YET), "dim")]))

    def _typed(self) -> str:
        return self._asked.line.value.strip()

    @on(Input.Changed)
    def _narrow(self) -> None:
        """Show the sessions containing every typed word in title, game or file."""
        self.fail("")
        if self._renamed is not None:
            return
        words = self._typed().casefold().split()
        self._shown = [session for session in self._all if all(word in self._text(session) for word in words)]
        self._choices.highlighted = None
        self.refresh_page()

    def _text(self, session: Recent) -> str:
        game = self._titles.get(session.system, session.system)
        return f"{title_of(session)} {game} {os.path.basename(session.path)} {session.trouble}".casefold()

    @on(Input.Submitted)
    def _take(self) -> None:
        if self._renamed is not None:
            self._rename(self._renamed)
            return
        at, text = self._choices.highlighted, self._typed()
        if at is not None:
            self.fail(self.host.sessions.open(self._shown[at].path))
        else:
            self.fail(self.host.sessions.open(os.path.expanduser(text)) if text else NONE_YET)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.fail(self.host.sessions.open(self._shown[event.option_index].path))

    def action_choice(self, by: int) -> None:
        """Select the next or the previous session."""
        move = self._choices.action_cursor_down if by > 0 else self._choices.action_cursor_up
        move()

    def action_page(self, by: int) -> None:
        """Go down or up a page."""
        self._choices._move_page(1 if by > 0 else -1)

    def action_leave_line(self) -> None:
        """Cancel renaming, or leave the page."""
        if self._renamed is not None:
            self._end_rename()
        else:
            self.action_close()

    def heading(self) -> Line:
        """Return the number of sessions."""
        shown, total = len(self._shown), len(self._all)
        count = f"{shown} of {total}" if shown != total else f"{total} session{'s' if total != 1 else ''}"
        return ((self.name_, "title"), (f"     {count}", "dim"))

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now."""
        ids = (
            ("apply", "open" if self._renamed is None else "rename"),
            ("rename", "rename"),
            ("trash", "to trash"),
            ("import", "import"),
            ("leave-form", "leave"),
        )
        return [(self.key(id_), word) for id_, word in ids]
