"""The base of all pages: Textual's widgets, a heading, errors, the key line; texts are never read as markup."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, cast

from rich.segment import Segment
from textual import events, on
from textual._widget_navigation import Direction
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.keys import _character_to_key
from textual.strip import Strip
from textual.style import Style
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tracker.combat.text import clean_typed
from tracker.tui.host import Host
from tracker.tui.keys.registry import BY_ID, bound_key
from tracker.tui.look.glyphs import FANCY, PLAIN
from tracker.tui.look.styles import LOOKS, style_sheet
from tracker.tui.look.text import LINK, Bit, Line, ends, look_of, plain
from tracker.tui.panes.chrome import clickable, fitting
from tracker.tui.panes.line_widget import LineWidget
from tracker.tui.screens import OpenedScreen

MORE: Final = (FANCY.more_down, PLAIN.more_down)
YES: Final = "y"  # the key that answers a question with yes
LONGEST: Final = 4000  # the greatest length of a line in characters


def bound(id_: str, action: str) -> Binding:
    """Return a binding of the keys of a registry action to an action of a screen or widget."""
    key = BY_ID[id_]
    return Binding(",".join(map(bound_key, key.keys)), action, key.label, show=False, id=id_)


class Single(Content):
    """A line, painted without a search for where it could be wrapped if it fits."""

    def get_height(self, rules: Any, width: int) -> int:
        return 1 if self.cell_length <= width else super().get_height(rules, width)

    def render_strips(self, width: int, height: int | None, style: Any, options: Any) -> list[Strip]:
        if self.cell_length > width or not width or options.selection is not None:
            return super().render_strips(width, height, style, options)
        looks = tuple((begin, end, style + options.get_style(look)) for begin, end, look in self.spans if end > begin)
        return [_strip(self.plain, looks)]


@lru_cache(maxsize=1000)
def _strip(text: str, looks: tuple[tuple[int, int, Any], ...]) -> Strip:
    return Strip([Segment(text[begin:end], look.rich_style_with_offset(begin, 0)) for begin, end, look in looks])


def content(line: Iterable[Bit]) -> Content:
    """Return a line in the colours of the theme."""
    return Single.assemble(*((plain(text), STYLES[look_of(tone)]) for text, tone in line))


def label(text: str, tone: str = "normal") -> Option:
    """Return a line of a list that cannot be chosen, such as a heading."""
    return Option(content([(text, tone)]), disabled=True)


def lines_of(lines: Iterable[Iterable[Bit]]) -> Content:
    """Return lines below each other; a click on a bit with a target has that as ``target`` in its style."""
    return Content("\n").join(Content("").join(map(_meant, line)) for line in lines)


@lru_cache(maxsize=1000)
def _meant(bit: Bit) -> Content:
    look, _, target = bit[1].partition(LINK)
    shown = Content.styled(plain(bit[0]), STYLES[look])
    return shown.stylize(Style.from_meta({"target": target})) if target else shown


STYLES: Final = {
    name: f"{tone.weights} ${tone.colour}" + (f" on ${tone.ground}" if tone.ground else "")
    for name, tone in LOOKS.items()
}
"""Every tone in the notation of Textual's styles."""


class ChoiceList(OptionList, inherit_bindings=False):
    """A list with one line selected; its keys are those of the keymap."""

    DEFAULT_CSS: ClassVar[str] = style_sheet("ChoiceList")
    BINDINGS = [bound(name, name.replace("-", "_")) for name in ("page-down", "page-up", "first", "last")]
    BINDINGS += [bound("down", "cursor_down"), bound("up", "cursor_up"), bound("menu", "select")]
    auto_links = False

    @property
    def _lines(self) -> Sequence[tuple[int, int]]:
        return self._line_cache.lines or super()._lines

    _clicked: tuple[int, str] | None = None  # the place and text of the line that a second click takes

    def on_resize(self, event: events.Resize) -> None:
        """Count the lines, and keep them as they are painted while they are as wide as before."""
        if self.virtual_size.width == self.scrollable_content_region.width:
            event.prevent_default()
        self._update_lines()

    def _move_page(self, direction: Direction) -> None:
        """Turn a page; Textual's list does so only after it has been laid out."""
        if self.scrollable_content_region:
            super()._move_page(direction)

    def on_click(self, event: events.Click) -> None:
        """Select the clicked line; take one that is clicked again, as in the cockpit."""
        event.prevent_default()
        at = event.style.meta.get("option")
        # The picture that was clicked may be older than the list.
        if isinstance(at, int) and at < self.option_count and not self.get_option_at_index(at).disabled:
            line = (at, str(self.get_option_at_index(at).prompt))
            takes = line == self._clicked and at == self.highlighted
            # What a line brings when it is taken is clicked anew.
            self.highlighted, self._clicked = at, None if takes else line
            if takes:
                self.action_select()

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Keep the selected line visible, together with lines above the first one."""
        super().scroll_to_highlight(top)
        if self.highlighted is not None and all(option.disabled for option in self.options[: self.highlighted]):
            self.scroll_home(animate=False, immediate=True)


class LineInput(Input):
    """A line of text, cleaned of what a terminal would obey."""

    DEFAULT_CSS: ClassVar[str] = style_sheet("LineInput")
    BINDINGS = [bound("apply", "submit"), bound("leave-form", "screen.leave_line")]
    BINDINGS += [bound("next-choice", "screen.choice(1)"), bound("last-choice", "screen.choice(-1)")]

    def __init__(self) -> None:
        super().__init__(select_on_focus=False, max_length=LONGEST)
        self.cursor_blink = False

    def _on_paste(self, event: events.Paste) -> None:
        self.replace(clean_typed(event.text[:LONGEST]), *self.selection)
        event.prevent_default().stop()


class Asked(Vertical):
    """The strip of a page: an input line with a label, and a note below it."""

    DEFAULT_CSS: ClassVar[str] = style_sheet("Asked")

    def __init__(self) -> None:
        self._label = Static(id="asked-name", markup=False)
        self._note = Static(id="asked-note", markup=False)
        self.line = LineInput()
        super().__init__()

    def ask(self, name: Iterable[Bit], value: str = "") -> None:
        """Show the strip and focus it; the first character typed replaces ``value``."""
        if not self.children:
            self.mount(Horizontal(self._label, self.line), self._note)
        self._label.update(content(name))
        self.line.value = value
        self.line.action_select_all()
        self.display = True
        self.screen.set_focus(self.line)

    def note(self, lines: Iterable[Iterable[Bit]]) -> None:
        """Show a note below the line."""
        self._note.update(lines_of(lines))


class KeyLine(LineWidget):
    """The keys that matter now."""

    ground: ClassVar[str] = "panel"
    keys: Line = ()

    def picture(self, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        return [(self.keys, False)]

    def on_line_widget_clicked(self, message: LineWidget.Clicked) -> None:
        """Press a clicked key; it has to come from here, since a key of the screen's own goes no further than it."""
        name = message.click.target.removeprefix("key:")
        self.app.post_message(events.Key(_character_to_key(name), name) if len(name) == 1 else events.Key(name, None))


class PageScreen(OpenedScreen):
    """A page on the whole screen."""

    DEFAULT_CSS: ClassVar[str] = style_sheet("PageScreen")
    BINDINGS = [bound("back", "close"), bound("leave", "close")]
    name_: ClassVar[str] = ""

    @property
    def host(self) -> Host:
        """Return the app around the page."""
        return cast("Host", self.app)

    def compose(self) -> ComposeResult:
        yield self._head
        yield from self.middle()
        yield self._keys

    def middle(self) -> ComposeResult:
        """Return the widgets between the heading and the keys."""
        return ()

    def heading(self) -> Line:
        """Return the heading."""
        return ((self.name_, "title"),)

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now, by their id or as they are, with labels; the last one is always shown."""
        return []

    def key(self, id_: str) -> str:
        """Return the key of an action as people read it."""
        return self.host.options.keys.read(id_, self.host.options.plain)

    def __init__(self) -> None:
        super().__init__()
        self._ready = False
        self._head, self._trouble = (Static(classes=f"page-{part}", markup=False) for part in ("head", "trouble"))
        self._keys = KeyLine(classes="page-keys")

    def prepare(self) -> None:
        """Load what the page shows, once all widgets exist."""

    def on_mount(self) -> None:
        """Show the page, unless the program ends before it is complete."""
        if not self._keys.is_attached:
            return
        self.prepare()
        self._ready, self._fitted = True, self.app.size
        self.refresh_page()

    def on_resize(self) -> None:
        """Cut the contents to another width than that for which they were made."""
        if self._ready and self._fitted != self.app.size:
            self._fitted = self.app.size
            self.call_later(self.refresh_page)

    def on_screen_resume(self) -> None:
        """Show what may have changed while another screen was in front."""
        if self._ready and self._painted:
            self.refresh_page()

    def refresh_page(self) -> None:
        """Show the current contents."""
        self.show_heading()
        keys = [(self.key(id_) if id_ in BY_ID else id_, label) for id_, label in self.hints()]
        hints = tuple(hint for hint in keys if hint[0])
        self._keys.keys = clickable(fitting(hints[:-1], hints[-1:], self.app.size.width))
        self._keys.sync()

    def show_heading(self) -> None:
        """Show the heading, with how many lines of a list are below the screen."""
        below = sum(int(each.max_scroll_y - each.scroll_y) for each in self.query(ChoiceList))
        more: list[Bit] = [(f"{MORE[self.host.options.plain]} {below} more ", "warn")] if below else []
        heading = ends([(" ", "normal"), *self.heading()], more, self.app.size.width)
        if content(heading) != self._head.content:
            self._head.update(content(heading), layout=False)

    def fail(self, sentence: str) -> None:
        """Show an error; an empty sentence removes it."""
        if sentence and not self._trouble.is_attached:
            self.mount(self._trouble, before=self._keys)
        self._trouble.display = bool(sentence)
        self._trouble.update(content([(sentence, "refused")]))

    @on(OptionList.OptionSelected)
    def _row_selected(self, event: OptionList.OptionSelected) -> None:
        self.take_row(event.option_id or "")

    def take_row(self, id_: str) -> None:
        """Do what the row of a list with this id stands for."""

    def action_close(self) -> None:
        """Leave the page."""
        self.host.pop_screen()

    def leaving(self) -> None:
        """Put back what the page changed only for itself."""

    def action_open(self, name: str) -> None:
        """Show another page."""
        self.host.open_screen(name)


class ListPage(PageScreen):
    """A page with a list, a text below it, and an input line."""

    DEFAULT_CSS: ClassVar[str] = "#below { height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._choices = ChoiceList(markup=False)
        self._below = Static(id="below", markup=False)
        self._asked = Asked()

    def middle(self) -> ComposeResult:
        yield self._choices
        yield self._below
        yield self._asked

    def fill(self, options: Iterable[Option]) -> None:
        """Show these lines; the same place stays selected, by default the first one."""
        at = self._choices.highlighted
        self._choices.clear_options().add_options(options)
        self._choices.highlighted = at
        if at is None:
            self._choices.action_first()

    def end_line(self) -> None:
        """Hide the input line and go back to the list."""
        self._asked.display = False
        self.set_focus(self._choices)
        self.refresh_page()

    def on_mount(self) -> None:
        """Show how much is below whenever the list is scrolled or filled."""
        for changing in ("scroll_y", "virtual_size"):
            self.watch(self._choices, changing, self.show_heading, init=False)

    def action_choice(self, by: int) -> None:
        """Select the next or the previous line."""
        (self._choices.action_cursor_down if by > 0 else self._choices.action_cursor_up)()

    def action_page(self, by: int) -> None:
        """Go down or up a page."""
        self._choices._move_page(1 if by > 0 else -1)
