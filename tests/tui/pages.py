"""Pages on the program's own screen, with a stub folder of sessions; keys pressed by name."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual import events
from textual.keys import _character_to_key

from tests.small_game import session
from tests.tui.skirmish import NAMED, SKIRMISH, Room, Seat
from tracker.library.shelf import Library
from tracker.rules.system import System
from tracker.storage.recent import Recent
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options
from tracker.tui.session_file import SessionFile

NOW = 1_000_000.0


class Shelves:
    """A folder of sessions that only remembers what was asked of it."""

    folder = "/saves"

    def __init__(self, own: list[Recent] | None = None) -> None:
        self.own = own or []
        self.done: list[tuple[str, ...]] = []
        self.trouble = ""
        self.known_parties: dict[str, str] = {}

    def give_library(self, session: Any) -> None:
        self.done.append(("library",))

    def listed(self) -> list[Recent]:
        return self.own

    def examples(self) -> list[Recent]:
        return [Recent("/shipped/yard.json", "skirmish", "The Yard", 2, NOW)]

    def games(self) -> dict[str, str]:
        return {SKIRMISH.name: SKIRMISH.title}

    def open(self, path: str) -> str:
        self.done.append(("open", path))
        return self.trouble

    def open_copy(self, path: str) -> str:
        self.done.append(("copy", path))
        return self.trouble

    def write_book(self) -> None:
        self.done.append(("book",))

    def parties(self, game: str) -> dict[str, str]:
        return self.known_parties

    def library(self, game: str) -> Library:
        return Library(SKIRMISH, (Path(self.folder),))

    def begin(self, game: str, title: str, party: str = "") -> str:
        self.done.append(("begin", game, title, party) if party else ("begin", game, title))
        return self.trouble

    def proposed(self) -> str:
        return "The Yard 2"

    def place(self, name: str) -> str:
        return f"{self.folder}/{name}.json"

    def save_as(self, name: str, done: Any) -> None:
        self.done.append(("save", name))
        done(self.place(name), self.trouble)


class Hall(Room):
    """A room with a folder of sessions and themes."""

    def __init__(self, shelves: Shelves | None = None) -> None:
        super().__init__()
        self.shelves = shelves or Shelves()
        self.settled = 0
        self.worn: list[str] = []

    @property
    def sessions(self) -> Any:
        return self.shelves

    def hold_keys(self) -> Callable[[], None]:
        return lambda: None

    def show_state(self) -> None:
        self.settled += 1

    def theme_names(self) -> tuple[str, ...]:
        return ("day", "night")

    def choose_theme(self, theme: str) -> None:
        self.worn.append(theme)


def seated(*lines: str) -> Any:
    """Somebody at a desk in a hall."""
    seat = Seat(*lines)
    seat.room = Hall()
    seat.controller.host = seat.room
    return seat


def press(walk: Any, keys: str) -> Any:
    """Press keys at the walk through the history: words by their name, everything else character by character."""
    for word in keys.split():
        if word in NAMED or "+" in word[1:-1]:
            walk.press(word, " " if word == "space" else None)
        else:
            for sign in word:
                walk.press(sign, sign)
    return walk


class UnsavedFile(SessionFile):
    """A file with two changes that are not in it."""

    path = "/saves/yard.json"
    unsaved = 2
    writable = False

    def try_again(self) -> bool:
        return self.writable


class Pages(TrackerApp):
    """The program over a folder that only remembers, at a moment that stands still."""

    CSS_PATH = str(Path(__file__).parents[2] / "tracker" / "tui" / "main.tcss")

    def __init__(
        self, *lines: str, shelves: Shelves | None = None, options: Options | None = None, system: System = SKIRMISH
    ) -> None:
        """With ``lines`` there is a fight in which they were done; without any there is the start screen."""
        fight = session(*lines, system=system) if lines else None
        super().__init__(fight, options=options or Options(animations=False))
        self.shelves = shelves or Shelves()
        self.told: list[str] = []
        self.left = 0
        self.file: Any = UnsavedFile(self)

    @property
    def sessions(self) -> Any:
        return self.shelves

    def now(self) -> float:
        return NOW

    def tell(self, text: str, kind: str = "") -> None:
        self.told += [text] if text else []

    def leave(self) -> None:
        self.left += 1

    def go_back(self) -> None:
        self.left += 1

    def abandon(self) -> None:
        self.left += 100

    @property
    def commands(self) -> list[str]:
        """What was done in the fight."""
        assert self.session is not None
        return [entry.command for entry in self.session.story()]


class Hands:
    """Somebody at the keyboard of a program."""

    def __init__(self, app: Any, pilot: Any) -> None:
        self.app = app
        self.pilot = pilot

    async def type(self, keys: str) -> None:
        """Press keys in one burst: words by their name, everything else character by character."""
        for word in keys.split():
            for key in [word] if word in NAMED or "+" in word[1:-1] else list(word):
                sign = " " if key == "space" else key if len(key) == 1 else None
                self.app.post_message(events.Key(key if sign is None else _character_to_key(sign), sign))
        await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def settle(self) -> None:
        """Wait until every key was handled to its end, and what it changed may be painted."""
        await self.pilot.pause()
        while self.app.message_queue_size or not self.app.key_queue.idle or self._works() or self.app._batch_count:
            await asyncio.sleep(0.001)
        await self.pilot.pause()

    def _works(self) -> bool:
        """Whether something is done beside the screen."""
        return any(not work.is_finished for work in self.app.workers)

    @property
    def page(self) -> str:
        """The name of the screen in front."""
        return type(self.app.screen).__name__

    def shown(self) -> str:
        """What stands on the screen; no line is longer than it is wide."""
        lines = ["".join(part.text for part in line) for line in self.app.screen._compositor.render_strips()]
        assert [line for line in lines if len(line) > self.app.size.width] == []
        return "\n".join(line.rstrip() for line in lines).replace("\N{NO-BREAK SPACE}", " ")

    def line(self, text: str) -> str:
        """The first line of the screen that holds a text."""
        return next((" ".join(line.split()) for line in self.shown().splitlines() if text in line), "")


def look(app: Any) -> None:
    """Have the players' page look at the fight now, and publish it to the end."""
    players = app.players
    while players._steps is not None:
        players._step()
    players._beat = 0.0
    players._look()
    while players._steps is not None:
        players._step()


def at(app: Any, play: Callable[[Hands], Awaitable[None]], size: tuple[int, int] = (100, 40)) -> Any:
    """The program after somebody played with it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            hands = Hands(app, pilot)
            await hands.settle()
            await play(hands)

    asyncio.run(run())
    return app


SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))
