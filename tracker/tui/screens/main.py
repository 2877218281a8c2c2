"""The main screen: it gives keys to the controller and the controller's view to the panes."""

import asyncio
from functools import partial
from time import monotonic
from typing import ClassVar

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.timer import Timer

from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import View
from tracker.tui.look.painter import Painter
from tracker.tui.panes.chrome import Banner, KeyLine, Status, Strip
from tracker.tui.panes.combatants import Combatants, Inspect
from tracker.tui.panes.line_widget import NARROW, Blank, LineWidget, Pane
from tracker.tui.panes.log import Log
from tracker.tui.panes.range import CoverPane, RangeBoard

UPPER = 0.6  # the list's share of the height; the log has the rest
BOARD = 0.58  # the range board's share of the space beside the list


class MainScreen(Screen[None], Blank):
    """The fight: combatants, range, cover, log, and the strip that shows forms."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide"), (140, "-wider")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-middle"), (36, "-tall")]
    AUTO_FOCUS: ClassVar[str | None] = ""

    def __init__(self, controller: Controller, size: Size | None = None) -> None:
        """``size``: that of the terminal, if known; the first frame then computes its styles only once."""
        super().__init__(classes=self._breakpoints(size) if size else "")
        self.controller = controller
        self.status = Status(id="status")
        self.banner = Banner(controller, id="banner")
        self.keys = KeyLine(controller, id="keys")
        self.strip = Strip(controller, id="strip")
        kinds = {"combatants": Combatants, "range": RangeBoard, "cover": CoverPane, "inspect": Inspect, "log": Log}
        self.panes: dict[str, Pane] = {name: kind(id=name, classes="pane") for name, kind in kinds.items()}
        self._table = Blank(*self.panes.values(), id="table")
        parts = (self.status, self.banner, self.keys, self.strip, *self.panes.values())
        self._painter = Painter(self, (self, self._table, *parts))
        for part in parts:
            part.repaint = partial(self._painter.add, part)
        self._view: View | None = None
        self._unshown = False
        self._ticking: Timer | None = None
        self._layout: tuple[object, ...] = ()
        self._covered = 0

    def compose(self) -> ComposeResult:
        """Return all widgets, the strip first: so none moves, and is painted again, when it comes or goes."""
        yield self.strip
        yield self.status
        yield self.banner
        yield self._table
        yield self.keys

    def on_mount(self) -> None:
        """Show the first frame; later, what may have changed while another screen was in front."""
        self.show()
        wanted = self.controller.host.options.clock
        if wanted and self._ticking is None:
            self._ticking = self.set_interval(1, self._show_clock)
        elif not wanted and self._ticking is not None:
            self._ticking.stop()
            self._ticking = None

    on_screen_resume = on_mount

    def _show_clock(self) -> None:
        if self._view is not None:
            self._view = replace(self._view, clock=self.controller.clock())
            self.status.look(self._view)

    def _let_go(self) -> bool:
        """End a drag without its effect; returns whether there was one."""
        held, self.controller.dragged = self.app.mouse_captured, None
        if isinstance(held, LineWidget):
            held.let_go()
        return held is not None

    def on_screen_suspend(self) -> None:
        """End a drag, whose end another screen would not see."""
        self._let_go()

    def on_resize(self) -> None:
        """Update the strip's height, which depends on the size; what is dragged may be hidden now."""
        if self._let_go():
            self.show()
        self._arrange()
        self._hide_below()

    def take(self, event: events.Key | events.Paste) -> None:
        """Give a key or a pasted text to the controller; ``escape`` only ends a drag."""
        dragged = self._let_go()
        if isinstance(event, events.Paste):
            self.controller.paste(event.text)
        elif not (dragged and event.key == "escape"):
            self.controller.press(event.key, event.character)
        if not self._unshown:
            # Keys that have come together are handled without a turn of the loop between them, and shown at once.
            self._unshown = True
            asyncio.get_running_loop().call_soon(self._show_keys)

    def _show_keys(self) -> None:
        with self.controller.host.faults_of_game():
            if self._unshown and self.is_running:
                self.show()

    def act(self, id_: str) -> None:
        """Perform the action of a key, for palette and help."""
        self.controller.act(id_)
        self.show()

    def show(self) -> None:
        """Make a new view of the fight and paint what changed."""
        self._unshown = False
        view, old = self.controller.view(), self._view
        # The strip and the banner may change independently of the view.
        new = (self.status, *self.panes.values()) if view != old else ()
        self._paint(view, self.strip, self.banner, *new, self.keys)
        if old is not None and view.head > old.head:
            self.controller.host.announce(old.scene, view.scene)

    def show_saving(self) -> None:
        """Paint the state of the session's file without making a new view."""
        controller, view = self.controller, self._view
        if view is None or view.mode != (controller.mode.name if controller.mode else ""):
            self.show()
            return
        self._paint(replace(view, saving=controller.saving), self.status, self.banner, self.strip)
        self._painter.paint()

    def show_chances(self) -> None:
        """Paint newly computed chances without making a new view."""
        controller, view = self.controller, self._view
        if view is None or view.scene is not controller.scene:
            self.show()
            return
        now = replace(view, chances=controller.chances.on_board(), attempts=controller.chances.by_weapon(view.target))
        board = (self.panes["range"],) if now.chances != view.chances else ()
        card = (self.panes["combatants"],) if now.attempts != view.attempts else ()
        self._paint(now, self.strip, *board, *card)

    def _paint(self, view: View, *parts: LineWidget) -> None:
        self._view = view
        # Most often it is saved before anybody could see that it was not.
        self._painter.waits = self.controller.saving.kind == "saving"
        layout = self._layout
        self._arrange()
        for part in parts:
            part.look(view)
        if self._layout is not layout:
            self._hide_below()

    def page(self) -> int:
        """Return the height of the current pane's page."""
        return self._pane().pages

    def scroll(self, by: int) -> None:
        """Scroll the current pane, as it is after the keys before."""
        self._show_keys()
        self._pane().scroll_by(by)

    def _pane(self) -> Pane:
        return self.panes["inspect" if self.controller.selection.inspect else self.controller.selection.pane]

    def _breakpoints(self, size: Size) -> str:
        points = ((self.HORIZONTAL_BREAKPOINTS, size.width), (self.VERTICAL_BREAKPOINTS, size.height))
        return " ".join(max(step for step in steps if step[0] <= most)[1] for steps, most in points)

    def _arrange(self) -> None:
        selection, (room, most) = self.controller.selection, self.size
        if not room:
            return
        strip, banner = self.strip, self.banner
        high = strip.wanted(room, max(5, min(14, most * 2 // 5)))
        height = banner.wanted(room)
        looked = (selection.pane, selection.zoomed, selection.inspect)
        layout = (room, most, high, height, looked, self.controller.mode is not None)
        if layout == self._layout:
            return
        self._layout, self._covered, self._painter.laid_out = layout, high, monotonic()
        strip.display = high > 0
        if high:
            strip.styles.height = high
            strip.styles.offset = (0, most - 1 - high)
        banner.styles.height = height
        banner.display = height > 0
        self._heights(most - 2 - height, high)
        # Where all panes are visible it makes no difference, and each change of a class restyles everything.
        alone = room < NARROW or selection.zoomed
        for name in ("combatants", "range", "cover", "log"):
            self.set_class(alone and selection.pane == name, f"-at-{name}")
        self.set_class(selection.zoomed, "-zoomed")
        self.set_class(selection.inspect, "-inspecting")

    def _hide_below(self) -> None:
        """Reserve the lines under the strip in the lowest panes; done last, since their heights may have changed."""
        narrow = self.size.width < NARROW
        for name, pane in self.panes.items():
            lowest = self.controller.selection.zoomed or name == "log" or (narrow and name != "combatants")
            pane.hide_below(self._covered if lowest else 0)

    def _heights(self, most: int, strip: int) -> None:
        """Set the heights: the strip covers the log first, so that what is in the list stays under the pointer."""
        upper = min(round(most * UPPER), most - strip)
        beside = round(upper * BOARD)
        rows = f"{upper} 1fr" if self.size.width < NARROW else f"{beside} {upper - beside} 1fr"
        self._table.styles.grid_rows = "1fr" if self.controller.selection.zoomed else rows
        edge = "bottom" if most - upper - strip < 2 or self.controller.selection.zoomed else "top"
        for told in self.query("ToastRack"):
            told.styles.dock = told.styles.align_vertical = edge
            told.styles.margin = (self.size.height - 1 - most + upper, 0, 1 + strip, 0)

    def on_line_widget_clicked(self, message: LineWidget.Clicked) -> None:
        """Perform the action of what was clicked."""
        self.controller.click(message.click)
        self.show()

    def on_line_widget_dropped(self, message: LineWidget.Dropped) -> None:
        """Perform the action of what was dragged, unless it was let go since."""
        if message.held and self.app.mouse_captured is None:
            return
        self.controller.drop(message.target, message.onto, message.held)
        self.show()
