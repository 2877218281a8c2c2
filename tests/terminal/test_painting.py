"""After many small changes a real terminal shows the same as after a full repaint."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from tests.terminal.monkey import wait_quiet
from tests.terminal.terminal import ENTER, ESCAPE, TAB, Terminal

pytestmark = pytest.mark.slow

SAVES = Path("saves")

UP, DOWN, PAGE_DOWN, LEFT, RIGHT, WHEEL = "\x1b[A", "\x1b[B", "\x1b[6~", "\x1b[D", "\x1b[C", "\x1b[<65;9;9M"

KEYS = (
    *(*"axcndhujk/tmie=+fz1234?gU v", ":add Orc side=enemies", "enc"),
    *(TAB, ENTER, ESCAPE, UP, DOWN, PAGE_DOWN, LEFT, RIGHT, WHEEL),
)
"""What is pressed: keys of the map, beginnings of words, and a whole command."""

CALM = 0.7
"""After this many seconds without a picture nothing stands out any more."""


LASTING = """
import sys
from tracker.session import Session
from tracker.tui import app
from tracker.tui.panes.combatants import Combatants
app.TrackerApp.notify = app.TrackerApp.tell = lambda *told, **how: None
lay = Combatants._lay
def anew(self, view, free):
    self._spread()
    lay(self, view, self._space[1] - sum(self._high))
Combatants._lay = anew
sys.exit(app.run_app(Session.open(sys.argv[1])))
"""
"""The program without what goes away by itself after some seconds, and without lines that rows keep from before.

So two pictures hold the same at any pace, whatever was shown before them.
"""


def painted(terminal: Terminal) -> list[list[object]]:
    """What can be seen in each cell; the ink of a blank cannot."""
    buffer, screen = terminal.screen.buffer, terminal.screen
    rows = [[buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    return [[cell if cell.data != " " or cell.reverse else (" ", cell.bg) for cell in row] for row in rows]


def whole(terminal: Terminal, columns: int, lines: int) -> None:
    """Wipe the screen and have all of it painted again, by another size and back."""
    terminal.resize(columns - 1, lines)
    terminal.wait(lambda: len(terminal.raw) > 0)
    terminal.burst("")
    terminal.screen.reset()
    terminal.resize(columns, lines)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", sorted(each.stem for each in SAVES.glob("*.json")))
def test_nothing_stale_is_left(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    path = tmp_path / "fight.json"
    shutil.copy(SAVES / f"{name}.json", path)
    chance = Random(f"{name} {size}")
    with Terminal([sys.executable, "-c", LASTING, str(path)], size) as terminal:
        terminal.wait("saved")
        for _ in range(6):
            pressed = "".join(chance.choices(KEYS, k=9))
            terminal.burst(pressed + ESCAPE * 4)
            # The keys come last in a picture: once they stand there, all above them does.
            terminal.wait(lambda: "saved" in terminal.lines[0] and terminal.text.endswith("? help"))
            wait_quiet(terminal, CALM)
            seen, looks = terminal.text, painted(terminal)
            whole(terminal, *size)
            try:
                terminal.wait(lambda seen=seen: terminal.text == seen)  # type: ignore[misc]
            except AssertionError:
                assert terminal.text.split("\n") == seen.split("\n"), f"after {pressed!r}"
            wait_quiet(terminal, CALM)
            for y, (line, anew) in enumerate(zip(looks, painted(terminal), strict=True)):
                assert line == anew, f"line {y} after {pressed!r}"
