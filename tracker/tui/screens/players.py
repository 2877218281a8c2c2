"""The players' page: its address as text and as a QR code, for this machine or for the local network; on and off."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.widgets import Static

from tracker.tui.look.text import Line
from tracker.tui.screens.page import PageScreen, content, lines_of
from tracker.web.address import LOOPBACK

if TYPE_CHECKING:
    from textual.app import ComposeResult

SHOWN: Final = (
    "Players see who is revealed, how they are, conditions, cover, distances and the story.",
    "Never: who is hidden, the numbers of enemies, your notes, questions and titles.",
)


CHROME: Final = 2
"""The lines of the heading and of the keys."""


class PlayersScreen(PageScreen):
    """Switches the page on when it is opened; it stays on when the screen is closed."""

    name_: ClassVar[str] = "The players' page"

    def middle(self) -> ComposeResult:
        """Return the address, the code, and what players see."""
        self._body = Static(id="players-body", markup=False)
        yield self._body

    def prepare(self) -> None:
        """Switch the page on, unless it is on already."""
        if not self.host.players.on:
            self._switch(self.host.options.host != LOOPBACK)

    def _switch(self, everywhere: bool) -> None:
        async def start() -> None:
            await self.host.players.switch_on(everywhere)
            if self.is_attached:
                self.refresh_page()

        self._body.update(content([("Starting …", "dim")]))
        self.app.run_worker(start(), exclusive=True, group="players")

    def refresh_page(self) -> None:
        """Show the current state."""
        super().refresh_page()
        page = self.host.players
        self.fail(page.trouble)
        if page.on:
            self._body.update(lines_of(self._address()))
        else:
            self._body.update(lines_of([(("" if page.trouble else "Starting …", "dim"),)]))

    def _address(self) -> list[Line]:
        """Return the address, its QR code, and what players see; the code is the last to go where there is no room."""
        page, size = self.host.players, self.app.size
        alone = (("Only this machine can see it; n opens it to your network.", "normal"),)
        address: Line = ((page.url, "accent"),)
        who: Line = ((page.warning, "warn"),) if page.everywhere else alone
        shown: list[Line] = [((text, "dim"),) for text in SHOWN]
        code = self._code(page.url)
        for lines in (
            [address, (), *code, (), who, *shown],
            [address, *code, who, *shown],
            [address, *code, who],
            [address, (), who, *shown],
        ):
            if lines_of(lines).get_height({}, size.width) <= size.height - CHROME:
                return lines
        return [address, who]

    def _code(self, url: str) -> list[Line]:
        """Return the QR code, dark on light in every theme; none in plain characters."""
        from tracker.web.address import qr_lines

        return [] if self.host.options.plain else [((row, "qr"),) for row in qr_lines(url)]

    def on_key(self, event: events.Key) -> None:
        """Handle a key: network or this machine only; off."""
        if event.character == "n":
            event.stop()
            self._switch(not self.host.players.everywhere)
        elif event.character is not None and event.character in self.host.options.keys.keys["players"]:
            event.stop()
            self.host.players.switch_off()
            self.host.close_screen()
            self.host.tell("The players' page is off.")

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter now."""
        if not self.host.players.on:
            return [(self.key("back"), "back")]
        network = "this machine only" if self.host.players.everywhere else "for the network"
        return [("n", network), (self.key("players"), "switch it off"), (self.key("back"), "back, it stays on")]
