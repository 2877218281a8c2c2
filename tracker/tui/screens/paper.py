"""The screen that a page is shown on: one widget that paints the page's lines, and keys given to the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.screen import Screen

from tracker.tui.look.glyphs import FANCY, PLAIN
from tracker.tui.look.text import Line
from tracker.tui.panes.line_widget import LineWidget
from tracker.tui.screens.page import Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from tracker.tui.app import TrackerApp


class Middle(LineWidget):
    """The list of a page."""

    def __init__(self, page: Page) -> None:
        super().__init__(id="page-middle")
        self.page = page

    def poor(self) -> bool:
        """Whether the terminal is one that shows only plain signs."""
        return not self.page.glyphs.fancy

    def picture(self, room: int, most: int) -> Sequence[tuple[Line, bool]] | None:
        """The part in sight."""
        return self.page.middle(room, most)


class Edge(LineWidget):
    """The lines above and below the list."""

    ground: ClassVar[str] = "panel"

    def __init__(self, page: Page, id: str) -> None:
        super().__init__(id=id)
        self.page = page

    def poor(self) -> bool:
        """Whether the terminal is one that shows only plain signs."""
        return not self.page.glyphs.fancy

    def picture(self, room: int, most: int) -> Sequence[tuple[Line, bool]] | None:
        """The heading, what is being typed, or the keys, by the widget's id."""
        if self.id == "page-head":
            return [(self.page.head(room), False)]
        if self.id == "page-keys":
            return [(self.page.keys(room), False)]
        return [(line, False) for line in self.page.foot(room, most)]


class PageScreen(Screen[None]):
    """A screen with one page on it; which page, its class says. It is made when the screen comes up."""

    AUTO_FOCUS: ClassVar[str | None] = ""
    DEFAULT_CSS: ClassVar[str] = """
    PageScreen { background: $background; color: $foreground; }
    #page-head, #page-keys { height: 1; background: $panel; }
    #page-middle { height: 1fr; }
    #page-foot { height: 0; display: none; background: $panel; }
    """
    kind: ClassVar[type[Page]] = Page

    def compose(self) -> ComposeResult:
        """Heading, list, what is being typed, keys."""
        app = cast("TrackerApp", self.app)
        options = app.options
        self.page = self.kind(app, options.keys, PLAIN if options.plain else FANCY)
        yield Edge(self.page, "page-head")
        yield Middle(self.page)
        yield Edge(self.page, "page-foot")
        yield Edge(self.page, "page-keys")

    def take(self, event: events.Key | events.Paste) -> None:
        """Give a key or a pasted text to the page, and paint what changed."""
        if isinstance(event, events.Paste):
            self.page.paste(event.text)
        else:
            self.page.press(event.key, event.character)
        self.show()

    def show(self) -> None:
        """Paint what changed."""
        if not self.is_attached or not self.query(Edge):
            return
        room, most = self.size
        high = len(self.page.foot(room, most // 2))
        foot = self.query_one("#page-foot", Edge)
        foot.display, foot.styles.height = high > 0, high
        self.query_one(Middle).sync()
        for each in self.query(Edge):
            each.sync()

    def on_resize(self) -> None:
        """What is typed may need another height, and the heading says how much is out of sight."""
        self.call_after_refresh(self.show)

    def on_screen_resume(self) -> None:
        """In front again: things may have changed meanwhile."""
        self.show()
