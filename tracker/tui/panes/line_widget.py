"""Panes: lines made from the view, painted with the Line API; only changed lines are painted again."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, Final, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tracker.tui.cockpit.view import BESIDE, PANES, Click, PaneName, View
from tracker.tui.look.glyphs import POOR
from tracker.tui.look.styles import Palette, palette, pointed_at
from tracker.tui.look.text import Bit, Line, fill, fit, link, merged, place_at, plain, spot_at, unlinked, width

MOST_KEPT: Final = 2000  # the most lines a pane caches; far more than a screen shows, far fewer than a log may have
NARROW: Final = 100  # on a screen with fewer columns, the panes of SHARING share a place, and one of them is visible
FEW: Final = 4  # as few lines of content have no margin around the selected one
SHARING: Final[tuple[PaneName, ...]] = ("range", "cover", "log")

Kept = TypeVar("Kept")

WHEEL: Final = 3  # the lines that the wheel scrolls by
LEFT_BUTTON: Final = 1
RIGHT_BUTTON: Final = 3

_ROOM_TO_NAME: Final = 40  # the width from which a pane names the panes it hides


class LineWidget(Widget):
    """A widget that shows lines of toned bits."""

    ground: ClassVar[str] = "background"  # the theme's colour of its background

    class Clicked(Message):
        """Something clickable was clicked."""

        def __init__(self, click: Click) -> None:
            super().__init__()
            self.click = click

    class Dropped(Message):
        """Something clickable was dragged onto something else; while it is ``held`` it is not there yet."""

        def __init__(self, target: str, onto: str, held: bool = False) -> None:
            super().__init__()
            self.target, self.onto, self.held = target, onto, held

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.view: View | None = None
        self.repaint: Callable[..., object] = self.refresh  # has regions of it painted
        self._pressed_at: Offset | None = None
        self._pressed = self._clicked = ""
        self._pointer = Offset(-1, -1)
        self._shown: list[tuple[Line, bool]] = []
        self._strips: list[Strip] = []
        self._inks: tuple[Palette, Sequence[LineFilter], Color] | None = None
        self._early = False
        self._below = 0

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """Return the lines to show, top to bottom, and whether each is marked as the selected one."""
        return ()

    def look(self, view: View) -> None:
        """Show a view, and paint what changed."""
        self.view = view
        self.sync()

    def on_resize(self) -> None:
        """Make all lines again for the new size, unless an earlier frame already did."""
        if not self._early:
            self.sync()
        self._early = False

    def notify_style_update(self) -> None:
        """Discard the painted lines if colours changed; a screen often sends this without any change when it opens."""
        super().notify_style_update()
        if self._inks is None or (self.is_attached and self._inks == self._inks_now()):
            return
        self._inks = None
        self._shown.clear()
        if self.is_attached:
            self.call_next(self.sync)

    def _inks_now(self) -> tuple[Palette, Sequence[LineFilter], Color]:
        return palette(self.app.theme_variables, self.ground), self.get_line_filters(), self.background_colors[1]

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Store where the button went down, and on what; a drag to another place is not a click."""
        if not self._drags:
            self._pressed_at, self._pressed = event.offset, self.target(event.x, event.y)
            # What was under the pointer then is meant, also where the picture moves before the button comes up.
            line = self._shown[event.y][0] if self._pressed else ()
            self._clicked = place_at(line, event.x, self._pressed) if self._pressed else ""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report where something is dragged; a button that came up unseen lets it go."""
        if event.button == LEFT_BUTTON and self._pressed and self._is_elsewhere(event):
            self.capture_mouse()  # It may be let go anywhere.
            self.post_message(self.Dropped(self._pressed, self.target(event.x, event.y), held=True))
        elif self._drags and not event.button:
            self.let_go()
            self.post_message(self.Dropped(self._pressed, ""))
        self._point_at(event.offset)

    def on_leave(self) -> None:
        """Show nothing as pointed at."""
        self._point_at(Offset(-1, -1))

    def _point_at(self, place: Offset) -> None:
        if place == self._pointer:
            return
        was, self._pointer = self._pointed(), place
        now = self._pointed()
        if was != now:
            seen = len(self._shown) - self._below
            self.repaint(*(Region(0, y, self.size.width, 1) for y in {*was, *now} if y < seen))

    def _pointed(self) -> dict[int, tuple[int, int]]:
        """Return the lines with the cells, from and to, of what a click would mean: words, or the lines of a row."""
        x, y = self._pointer
        target = self.target(x, y) if y >= 0 else ""
        if not target or (self.view is not None and self.view.firm and target.partition(":")[0] in BESIDE):
            return {}
        link, *cells = spot_at(self._shown[y][0], x)
        if link == target or self._drags:
            return {y: (cells[0], cells[1])}
        return {at: (0, self.size.width) for at in range(len(self._shown)) if self.target(x, at) == target}

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Report a drag from one thing onto another one."""
        if event.button == LEFT_BUTTON and self._is_elsewhere(event):
            self.post_message(self.Dropped(self._pressed, self.target(event.x, event.y)))
            self.let_go()

    @property
    def _drags(self) -> bool:
        return self.app.mouse_captured is self

    def _is_elsewhere(self, event: events.MouseEvent) -> bool:
        """Return whether the pointer has left the place where the button went down; back there it has, too."""
        return self._drags or (self._pressed_at is not None and event.offset != self._pressed_at)

    def let_go(self) -> None:
        """Forget what is dragged."""
        self._pressed_at = None
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """Report a click or a double click."""
        pressed_at, self._pressed_at = self._pressed_at, None
        if self._clicked and event.offset == pressed_at:
            again, right = event.chain > 1, event.button == RIGHT_BUTTON
            self.post_message(self.Clicked(Click(self._clicked, again, right, event.ctrl, event.shift)))

    def scroll_by(self, lines: int) -> None:
        """Scroll down without changing the selection."""

    def on_mouse_scroll_down(self, event: events.MouseEvent) -> None:
        """Scroll with the wheel."""
        event.stop()
        self.scroll_by(WHEEL if isinstance(event, events.MouseScrollDown) else -WHEEL)

    on_mouse_scroll_up = on_mouse_scroll_down

    def target(self, x: int, y: int) -> str:
        """Return what a click on a cell means; "" if nothing."""
        return spot_at(self._shown[y][0], x)[0] if 0 <= y < len(self._shown) else ""

    def picture(self, room: int, most: int) -> Sequence[tuple[Line, bool]] | None:
        """Return the lines for this size; None while there is nothing to show."""
        return None if self.view is None else self.compose_lines(self.view, room, most)

    def hide_below(self, lines: int) -> None:
        """Exclude that many lines at the bottom, which are covered by another widget.

        Uncovered lines are painted even if they are unchanged, since the covering widget was seen last.
        """
        if self._below != lines:
            bare, self._below = self._below - lines, lines
            self.sync()
            room, most = self._extent()
            if bare > 0:
                self.repaint(Region(0, most - lines - bare, room, bare))

    def sync(self) -> None:
        """Make the lines again and refresh those that differ."""
        size = self._extent()
        fitted = self._fits(size)
        changed = self._make(size, fitted)
        if changed and not fitted:
            self.refresh()
        elif changed:
            self.repaint(*(Region(0, at, size.width, 1) for at in changed))

    def _extent(self) -> Size:
        """Return the visible size; without a border it need not be asked from the screen."""
        return self.outer_size if self.display else Size(0, 0)

    def _fits(self, size: Size) -> bool:
        room, most = size
        return len(self._strips) == most and (not most or self._strips[0].cell_length == room)

    def _make(self, size: Size, fitted: bool) -> list[int]:
        room, most = size
        seen = max(0, most - self._below)
        lines = self.picture(room, seen) if room and seen else None
        new = list(lines or ())[:seen]
        new += [((), False)] * (seen - len(new))
        old, fitted = self._shown, fitted and len(self._shown) == most
        new += old[seen:] if fitted else [((), False)] * (most - seen)
        changed = [at for at, line in enumerate(new) if not fitted or old[at] != line]
        # A line that only moved, like those of a log, keeps its strip.
        known = dict(zip(old, self._strips, strict=True)) if fitted and len(changed) > 1 else {}
        if not fitted:
            self._strips = [Strip.blank(room)] * most
        self._shown = new
        for at in changed:
            self._strips[at] = known.get(new[at]) or self._strip(*new[at], room)
        return changed

    def _strip(self, line: Line, marked: bool, room: int) -> Strip:
        if self._inks is None:
            self._inks = self._inks_now()
        colours, filters, ground = self._inks
        if self.view is not None and not self.view.glyphs.fancy:
            line = tuple((text.translate(POOR), tone) for text, tone in line)
        segments = [Segment(text, colours.style(tone, marked)) for text, tone in merged(unlinked(fill(line, room)))]
        for line_filter in filters:
            segments = line_filter.apply(segments, ground)
        return Strip(segments, room)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region exactly as painted; there is no border or padding for Textual to add.

        A frame may come before the message that reports the new size.
        """
        size = self._extent()
        if not self._fits(size):
            self._make(size, False)
            self._early = True
        strips = self._strips[crop.y : crop.bottom]
        for y, (begin, end) in self._pointed().items():
            if crop.y <= y < crop.bottom:
                strip, ink = strips[y - crop.y], Color.parse(self.app.theme_variables["foreground"])
                lit = [Segment(text, pointed_at(style or Style(), ink)) for text, style, _ in strip.crop(begin, end)]
                strips[y - crop.y] = Strip.join([strip.crop(0, begin), Strip(lit), strip.crop(end)])
        return strips if crop.width == size.width else [strip.crop(crop.x, crop.right) for strip in strips]


class Pane(LineWidget):
    """A pane with a title in its first line and content below, scrolled so that the selected line is visible."""

    number: ClassVar[int] = 0
    heading: ClassVar[str] = ""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.top = 0
        self.pages = 1
        self.made: list[Line] = []  # the lines of content, where they are made at once
        self._kept: dict[object, tuple[tuple[object, ...], Any]] = {}

    def prepare(self, view: View, room: int) -> None:
        """Prepare for a view."""

    def title(self, view: View) -> str:
        """Return the title."""
        return self.heading

    def beside_title(self, view: View) -> list[list[Bit]]:
        """Return what stands after the title in the first line, in parts; as many are shown as have room."""
        return []

    def count(self, view: View) -> int:
        """Return the number of lines of content."""
        return len(self.made)

    def line(self, view: View, at: int, room: int) -> Line:
        """Return a line of content."""
        return self.made[at]

    def kept(self, what: object, parts: tuple[object, ...], make: Callable[[], Kept]) -> Kept:
        """Return the cached painting of ``what`` while the ``parts`` it is made of are equal."""
        known = self._kept.get(what)
        if known is None or known[0] != parts:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[what] = parts, make()
        painting: Kept = known[1]
        return painting

    def hand(self, view: View) -> int | None:
        """Return the line that must be visible; None to leave the scrolling unchanged."""
        return None

    def marked(self, view: View, at: int) -> bool:
        """Return whether a line is marked as the selected one."""
        return False

    def here(self, view: View) -> bool:
        """Return whether the pane has the focus."""
        return view.pane == self.id and not view.mode

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        self.prepare(view, room)
        space = max(0, most - 1)
        total = self.count(view)
        self.pages = space
        hand = self.hand(view)
        if hand is not None and space:
            margin = 1 if space > FEW else 0
            self.top = min(self.top, max(0, hand - margin))
            self.top = max(self.top, hand - space + 1 + (margin if hand + 1 < total else 0))
        self.top = max(0, min(self.top, total - space))
        shown = range(self.top, min(total, self.top + space))
        body = [(self.line(view, at, room), self.marked(view, at)) for at in shown]
        return [(self._head(view, room, max(0, total - self.top - space)), False), *body]

    def _head(self, view: View, room: int, below: int) -> Line:
        glyphs, here = view.glyphs, self.here(view)
        tone = "title" if here else "dim"
        rule = "accent" if here else "rule"
        more = f" {glyphs.more_up} {self.top}" if self.top else ""
        more += f" {glyphs.more_down} {below}" if below else ""
        tail = (*self._elsewhere(view, room), *(((more + " ", "dim"), (glyphs.rule, rule)) if more else ()))
        number = f"{self.number} " if self.number else ""
        title = ((glyphs.rule, rule), (f" {number}", "key" if here else "dim"), (plain(self.title(view)) + " ", tone))
        beside = self.beside_title(view)
        shown, rest = beside, ""
        while shown and sum(map(width, (title, *shown, ((rest, "dim"),)))) >= room - width(tail):
            shown = shown[:-1]
            rest = f" {glyphs.dot} +{len(beside) - len(shown)}"
        start = fit([*title, *chain(*shown), (rest, "dim")], max(0, room - width(tail) - 1))
        start += ((" ", "dim"),) if beside else ()
        gap = room - width(start) - width(tail)
        return tuple(link((*start, (glyphs.rule * gap, rule), *tail), f"pane:{self.id}"))

    def _elsewhere(self, view: View, room: int) -> Line:
        screen = self.app.size.width if self.is_attached else room
        if screen >= NARROW or self.id not in SHARING or room < _ROOM_TO_NAME:
            return ()
        bits: list[Bit] = []
        for name in SHARING:
            if name != self.id:
                key = view.key(f"pane-{PANES.index(name) + 1}")
                bits += link([(f" {key}", "key"), (f" {name} ", "dim")], f"pane:{name}")
                bits.append((view.glyphs.rule, "rule"))
        return tuple(bits)

    def scroll_by(self, lines: int) -> None:
        if self.view is None:
            return
        self.top = max(0, min(self.top + lines, self.count(self.view) - self.pages))
        self.sync()


class Blank(Widget):
    """A widget whose blank line is made once, not for every line of every frame."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return [_blank(crop.width, self.background_colors[1], *self.get_line_filters())] * crop.height


@lru_cache(8)
def _blank(room: int, ground: Color, *filters: LineFilter) -> Strip:
    blank = Strip.blank(room, Style(bgcolor=ground.rich_color))
    for line_filter in filters:
        blank = blank.apply_filter(line_filter, ground)
    return blank
