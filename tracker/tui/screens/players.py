"""The players' page: its address as text and as a QR code, for this machine or for the local network; on and off.

A letter only asks; enter does it. The same letters are keys of the fight, and one pressed too often must not show
anything to anybody.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import OptionList, Static

from tracker.players.table import Place
from tracker.tui.look.styles import style_sheet
from tracker.tui.look.text import Line
from tracker.tui.screens.page import YES, ChoiceList, PageScreen, content, lines_of
from tracker.web.address import LOOPBACK, qr_lines

SHOWN: Final = (
    "Players see who is revealed, how they are, conditions, cover, distances and the story.",
    "Never: who is hidden, the numbers of enemies, your notes, questions and titles.",
)

LIST: Final = 36
"""The width of the list of who is at the table; where it leaves less for the code, it stands below the address."""

BESIDE: Final = 40  # the least width of what stands beside it
LOOK: Final = 0.5  # the seconds between two looks for who has come
THIS: Final = "t"  # the key that asks to show this fight in place of another one
NETWORK: Final = "n"  # the key that asks to open the page to the network, or to close it again


class PlayersScreen(PageScreen):
    """Switches the page on when it is opened; it stays on when the screen is closed."""

    DEFAULT_CSS: ClassVar[str] = style_sheet("PlayersScreen")
    name_: ClassVar[str] = "The players' page"

    def __init__(self) -> None:
        super().__init__()
        self._asked: tuple[str, str, Callable[[], None]] | None = None
        self._places: tuple[Place, ...] | None = None

    def middle(self) -> ComposeResult:
        """Return the address and the code, what players see, and who is at the table."""
        self._body = Static(id="players-body", markup=False)
        self._table = ChoiceList(id="players-table", markup=False)
        self._middle = Container(self._body, self._table, id="players-middle")
        yield self._middle

    def prepare(self) -> None:
        if not self.host.players.on:
            self._switch(self.host.options.host != LOOPBACK)
        self.set_interval(LOOK, self._look)

    def _look(self) -> None:
        if self.host.players.table.places != self._places:
            self.refresh_page()

    def _switch(self, everywhere: bool) -> None:
        async def start() -> None:
            await self.host.players.switch_on(everywhere)
            if self.is_attached:
                self.refresh_page()

        self._body.update(content([("Starting …", "dim")]))
        self.app.run_worker(start(), exclusive=True, group="players")

    def refresh_page(self) -> None:
        page = self.host.players
        places, before = page.table.places, self._place()
        if places != self._places:
            self._places = places
            self._table.clear_options()
            self._table.add_options([content([(place.text, "warn" if place.asks else "normal")]) for place in places])
            names = [(place.phone, place.hero) for place in places]
            at = names.index((before.phone, before.hero)) if before and (before.phone, before.hero) in names else 0
            self._table.highlighted = at if places else None
        self._table.display = bool(places)
        self._middle.set_class(self.app.size.width < LIST + BESIDE, "-below")
        if places:
            self._table.focus()
        super().refresh_page()
        self.fail(page.trouble or (self._asked[0] if self._asked is not None else ""))
        starting: Line = (("" if page.trouble else "Starting …", "dim"),)
        self._body.update(lines_of(self._address() if page.on else [starting]))

    def _place(self) -> Place | None:
        at = self._table.highlighted
        return self._places[at] if self._places and at is not None and at < len(self._places) else None

    def _address(self) -> list[Line]:
        """Return the address, its QR code, and what players see; the code is the last to go where there is no room."""
        page, size = self.host.players, self.app.size
        beside = bool(self._places) and size.width >= LIST + BESIDE
        width = size.width - LIST if beside else size.width
        # Two lines are the heading and the keys.
        height = size.height - 2 - (min(4, len(self._places or ())) if not beside else 0)
        alone = ((f"Only this machine can see it; {NETWORK} opens it to your network.", "normal"),)
        if page.elsewhere:
            other = f"It shows “{page.title}”, not the fight on the screen; {THIS} shows this one instead."
            return [((page.url, "accent"),), (), ((other, "warn"),)]
        address: Line = ((page.url, "accent"),)
        who: Line = ((page.warning, "warn"),) if page.everywhere else alone
        shown: list[Line] = [((text, "dim"),) for text in SHOWN]
        code: list[Line] = [] if self.host.options.plain else [((row, "qr"),) for row in qr_lines(page.url)]
        for lines in (
            [address, (), *code, (), who, *shown],
            [address, *code, who, *shown],
            [address, *code, who],
            [address, (), who, *shown],
        ):
            if lines_of(lines).get_height({}, width) <= height:
                return lines
        return [address, who]

    def on_key(self, event: events.Key) -> None:
        """Ask about a key; enter does what was asked, every other key does not."""
        asked, self._asked = self._asked, None
        if asked is not None and event.key == "enter":
            event.stop()
            asked[2]()
            return
        page, place = self.host.players, self._place()
        if page.on and event.character == NETWORK:
            self._ask_network()
        elif page.elsewhere and event.character == THIS:
            self._asked = ("Players see the fight on the screen from now on?", "show this one", self._show_this)
        elif event.character is not None and event.character in self.host.options.keys.keys["players"]:
            self._asked = ("Nobody sees the fight any more?", "switch it off", self._switch_off)
        elif place is not None and (event.key == "delete" or (place.asks and event.character == YES)):
            self._ask_about(place, event.character == YES)
        elif asked is None:
            return
        event.stop()
        self.refresh_page()

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        if self._asked is not None:
            self._asked = None
            self.refresh_page()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        asked, self._asked = self._asked, None
        place = self._place()
        if asked is not None:
            asked[2]()
        elif place is not None:
            self._ask_about(place, place.asks)
            self.refresh_page()

    def _ask_about(self, place: Place, yes: bool) -> None:
        words = "let it in" if yes else "do not let it in" if place.asks else "put it out"
        self._asked = (f"{place.text}. {words.capitalize()}?", words, lambda: self._admit(place, yes))

    def _admit(self, place: Place, yes: bool) -> None:
        self.host.players.admit(place.phone, place.hero, yes)
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
        self.host.pop_screen()
        self.host.tell("The players' page is off.")

    def hints(self) -> list[tuple[str, str]]:
        if self._asked is not None:
            return [("apply", self._asked[1]), ("back", "leave it")]
        page = self.host.players
        if not page.on:
            return [("back", "back")]
        network = "this machine only" if page.everywhere else "for the network"
        this = [(THIS, "show this fight")] if page.elsewhere else []
        place = self._place()
        if place is not None and place.asks:
            this += [(YES, "let it in"), ("delete", "do not")]
        elif place is not None:
            this += [("delete", "put it out")]
        return [*this, (NETWORK, network), ("players", "switch it off"), ("back", "back, it stays on")]
