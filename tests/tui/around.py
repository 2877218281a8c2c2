"""What pages ask of the program around them, kept for looking at; and keys pressed at a page by their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.tui.table import NAMED, SKIRMISH, Room, Seat
from tracker.rules.system import System
from tracker.storage.library import Recent
from tracker.tui.cockpit.controller import Controller
from tracker.tui.look.preferences import Options

NOW = 1_000_000.0


class Shelves:
    """A folder of sessions that only remembers what was asked of it."""

    folder = "/saves"

    def __init__(self, own: list[Recent] | None = None) -> None:
        self.own = own or []
        self.done: list[tuple[str, ...]] = []
        self.trouble = ""

    def listed(self) -> list[Recent]:
        return self.own

    def examples(self) -> list[Recent]:
        return [Recent("/shipped/yard.json", "skirmish", "The Yard", 2, NOW)]

    def games(self) -> list[System]:
        return [SKIRMISH]

    def open(self, path: str) -> str:
        self.done.append(("open", path))
        return self.trouble

    def open_copy(self, path: str) -> str:
        self.done.append(("copy", path))
        return self.trouble

    def begin(self, system: System, title: str) -> str:
        self.done.append(("begin", system.name, title))
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

    def settled_saving(self) -> None:
        self.settled += 1

    def theme_names(self) -> tuple[str, ...]:
        return ("day", "night")

    def wear(self, theme: str) -> None:
        self.worn.append(theme)


class Place:
    """The program around a page."""

    def __init__(
        self, controller: Controller | None = None, shelves: Shelves | None = None, options: Options | None = None
    ) -> None:
        self.controller = controller
        self.shelves = shelves or Shelves()
        self.options = options or Options()
        self.opened: list[str] = []
        self.told: list[str] = []
        self.closed = self.left = self.ended = 0
        self.tried: list[str] = []
        self.chosen: list[Options] = []
        self.lost = 2
        self.writable = False

    @property
    def sessions(self) -> Any:
        return self.shelves

    def now(self) -> float:
        return NOW

    def path(self) -> str:
        return "/saves/yard.json"

    def unsaved(self) -> int:
        return self.lost

    def saved_now(self) -> bool:
        return self.writable

    def close_screen(self) -> None:
        self.closed += 1

    def open_screen(self, name: str) -> None:
        self.opened.append(name)

    def leave(self) -> None:
        self.left += 1

    def abandon(self) -> None:
        self.ended += 1

    def tell(self, text: str) -> None:
        self.told.append(text)

    def choose(self, options: Options) -> None:
        self.options = options
        self.chosen.append(options)

    def try_theme(self, theme: Any) -> None:
        self.tried.append(theme.name)


def seated(*lines: str) -> Any:
    """Somebody at a desk in a hall."""
    seat = Seat(*lines)
    seat.room = Hall()
    seat.controller.host = seat.room
    return seat


def press(page: Any, keys: str) -> Any:
    """Press keys at a page: words by their name, everything else sign by sign; blanks stand between."""
    for word in keys.split():
        if word in NAMED or "+" in word[1:-1]:
            page.press(word, " " if word == "space" else None)
        else:
            for sign in word:
                page.press(sign, sign)
    return page


def shown(page: Any, room: int = 100, most: int = 40) -> str:
    """What a page shows; no line is longer than there is room for."""
    lines = ["".join(text for text, _ in line) for line, _ in page.lines(room, most)]
    assert len(lines) == most
    assert [line for line in lines if len(line) > room] == []
    return "\n".join(line.rstrip() for line in lines)


def at_hand(page: Any, room: int = 100, most: int = 40) -> str:
    """The first of the lines at hand."""
    return next("".join(text for text, _ in line) for line, here in page.lines(room, most) if here).strip()


SIZES = ((80, 24), (100, 30), (120, 40), (160, 50))

HERE = Path(__file__).parent
