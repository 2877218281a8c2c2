"""How the fight may go on: numbers that are there at once and get better while the page is open."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import VerticalScroll
from textual.widgets import Static

from tracker.foresight.forecast import ASSUMED, Forecast, in_words
from tracker.rules.errors import InvalidCommand, Refused
from tracker.tui.look.text import Bit, Line, cells, pad, wrap
from tracker.tui.screens.page import PageScreen, bound, lines_of
from tracker.tui.slices import in_slices

if TYPE_CHECKING:
    from textual.app import ComposeResult

FIGHTS: Final = 400
"""The fights after which the page leaves it at that."""


class ForecastScreen(PageScreen):
    """Who goes down, who falls, in how many rounds: of the fight as it stands."""

    name_: ClassVar[str] = "How the fight may go on"
    DEFAULT_CSS: ClassVar[str] = "ForecastScreen VerticalScroll { height: 1fr; padding: 0 1; }"
    BINDINGS = [bound("page-down", "page(1)"), bound("page-up", "page(-1)")]

    def __init__(self, encounter: str = "") -> None:
        """``encounter`` is the title of one in the library, in place of the fight as it stands."""
        super().__init__()
        self._encounter = encounter.strip('"')
        self._text = Static(id="forecast", markup=False)
        self.forecast: Forecast | None = None

    def middle(self) -> ComposeResult:
        yield VerticalScroll(self._text, can_focus=False)

    def heading(self) -> Line:
        return ((self.name_, "title"), (f" · {self._encounter}" if self._encounter else "", "normal"))

    def prepare(self) -> None:
        controller = self.host.controller
        if controller is None:
            return
        scene = controller.scene
        if self._encounter:
            try:
                scene = controller.session.set_out(self._encounter)
            except (InvalidCommand, Refused) as bad:
                self.fail(str(bad))
                return
        forecast = self.forecast = Forecast(controller.system, scene)
        if not forecast.is_fight:
            self.fail(forecast.why_not)
            return
        steps = forecast.steps(FIGHTS)

        def step(seconds: float) -> bool:
            began = time.perf_counter()
            while time.perf_counter() - began < seconds:
                if not self.is_attached or next(steps, None) is None:
                    return True
            return False

        in_slices(self.app, step, progress=self._show)

    def refresh_page(self) -> None:
        super().refresh_page()
        self._show()

    def _show(self) -> None:
        forecast = self.forecast
        if forecast is None or not self.is_attached or not forecast.outcomes:
            return
        room = max(20, self.app.size.width - 4)
        numbers = in_words(forecast)
        wide = max(cells(label) for label, _ in numbers)
        count = len(forecast.outcomes)
        lines: list[Line] = [((f"{count} of {FIGHTS} fights played.", "bright"),), ()]
        for label, value in numbers:
            first: list[Bit] = [(f"{pad(label, wide)}  ", "dim")]
            for line in wrap([(value, "normal")], max(10, room - wide - 2), 6):
                lines.append((*first, *line))
                first = [(" " * (wide + 2), "dim")]
        lines += [(), *(((sentence, "dim"),) for sentence in ASSUMED)]
        self._text.update(lines_of(lines))

    def action_page(self, by: int) -> None:
        """Scroll by a page."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_to(y=scroll.scroll_y + by * max(1, scroll.size.height - 1), animate=False)

    def hints(self) -> list[tuple[str, str]]:
        return [(self.key("back"), "back to the fight")]
