"""The players' page: its address as text and as a QR code, for this machine or for the local network; on and off.

A letter only asks; enter does it. The same letters are keys of the fight, and one pressed too often must not show
anything to anybody.
"""

from __future__ import annotations

from collections.abc import Callable
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


THIS: Final = "t"
"""The key that asks to show this fight in place of another one."""

NETWORK: Final = "n"
"""The key that asks to open the page to the network, or to close it again."""


class PlayersScreen(PageScreen):
    """Switches the page on when it is opened; it stays on when the screen is closed."""

    name_: ClassVar[str] = "The players' page"

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[str, str, Callable[[], None]] | None = None

    def middle(self) -> ComposeResult:
        self._body = Static(id="players-body", markup=False)
        yield self._body

    def prepare(self) -> None:
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
        super().refresh_page()
        page = self.host.players
        self.fail(page.trouble or (self._asked[0] if self._asked is not None else ""))
        if page.on:
            self._body.update(lines_of(self._address()))
        else:
            self._body.update(lines_of([(("" if page.trouble else "Starting …", "dim"),)]))

    def _address(self) -> list[Line]:
        """Return the address, its QR code, and what players see; the code is the last to go where there is no room."""
        page, size = self.host.players, self.app.size
        alone = ((f"Only this machine can see it; {NETWORK} opens it to your network.", "normal"),)
        if page.elsewhere:
            other = f"It shows “{page.title}”, not the fight on the screen; {THIS} shows this one instead."
            return [((page.url, "accent"),), (), ((other, "warn"),)]
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
        """Ask about a key; enter does what was asked, every other key does not."""
        asked, self._asked = self._asked, None
        if asked is not None and event.key == "enter":
            event.stop()
            asked[2]()
            return
        page = self.host.players
        if page.on and event.character == NETWORK:
            self._ask_network()
        elif page.elsewhere and event.character == THIS:
            self._asked = ("Players see the fight on the screen from now on?", "show this one", self._show_this)
        elif event.character is not None and event.character in self.host.options.keys.keys["players"]:
            self._asked = ("Nobody sees the fight any more?", "switch it off", self._switch_off)
        elif asked is None:
            return
        event.stop()
        self.refresh_page()

    def _ask_network(self) -> None:
        page = self.host.players
        if page.everywhere:
            what, then = "Only this machine sees the page any more?", "this machine only"
        else:
            what, then = "Everybody in this network who has the address sees the page?", "open it to the network"
        self._asked = (what, then, lambda: self._switch(not page.everywhere))

    def _show_this(self) -> None:
        self.host.players.show_this()
        self.refresh_page()

    def _switch_off(self) -> None:
        self.host.players.switch_off()
        self.host.close_screen()
        self.host.tell("The players' page is off.")

    def hints(self) -> list[tuple[str, str]]:
        if self._asked is not None:
            return [(self.key("apply"), self._asked[1]), (self.key("back"), "leave it")]
        page = self.host.players
        if not page.on:
            return [(self.key("back"), "back")]
        network = "this machine only" if page.everywhere else "for the network"
        this = [(THIS, "show this fight")] if page.elsewhere else []
        off = (self.key("players"), "switch it off")
        return [*this, (NETWORK, network), off, (self.key("back"), "back, it stays on")]
