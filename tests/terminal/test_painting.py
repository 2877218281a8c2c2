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

UP, DOWN, PAGE_DOWN = "\x1b[A", "\x1b[B", "\x1b[6~"

KEYS = (*"axcndhujk/tmie=+fz1234?gU ", ":add Orc side=enemies", "enc", TAB, ENTER, ESCAPE, UP, DOWN, PAGE_DOWN)
"""What is pressed: keys of the map, beginnings of words, and a whole command."""


LASTING = """
import sys
from tracker.session import Session
from tracker.tui import app
from tracker.tui.panes.combatants import Combatants
app.TrackerApp.notify = lambda *told, **how: None
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
            wait_quiet(terminal, 0.3)  # a picture may wait for what is about to change too
            seen = terminal.text
            whole(terminal, *size)
            try:
                terminal.wait(lambda seen=seen: terminal.text == seen)  # type: ignore[misc]
            except AssertionError:
                assert terminal.text.split("\n") == seen.split("\n"), f"after {pressed!r}"
