"""The cost of the screen in machine-independent counts: bytes, modules, syncs and instructions."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from textual.geometry import Size

from tests.benchmarks.child import Child
from tests.benchmarks.fights import fight, saved
from tests.terminal.fights import made
from tests.terminal.terminal import Terminal
from tracker.session import Session
from tracker.storage.filesystem import FileSystem
from tracker.tui.app import TrackerApp
from tracker.tui.panes.line_widget import LineWidget

pytestmark = pytest.mark.slow

QUIET = 0.4

START = 12_000
"""The most bytes of the first picture; a line of the terminal is some 400."""

KEYS = {
    "j": 1300,
    "v": 650,
    "u": 560,
    "4": 1200,
    "1": 1200,
    "d": 2400,
    "1 ": 450,
    "\x1b": 2500,
    "g": 12_500,
    "\x1b ": 12_000,
}
"""Keys in their order, and the most bytes that all pictures after each may take."""


def test_bytes_of_the_start_and_of_keys(tmp_path: Path) -> None:
    session = fight(20)
    for _ in range(10):
        session.do("hurt Sam 1")
        session.do("heal Sam 1")
    with Child(tmp_path, "tracker", str(saved(session, tmp_path, "twenty"))) as child:
        child.paint("Goon ×19")
        child.settle(QUIET)
        assert child.sent() <= START
        sent = {}
        for key in KEYS:
            child.press(key.strip(" "), "")
            child.settle(QUIET)
            sent[key] = child.sent()
    assert {key: count for key, count in sent.items() if not 0 < count <= KEYS[key]} == {}


async def test_lines_painted_by_a_change_and_pictures_of_a_screen_that_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[str | None, int]] = []
    make = LineWidget._make

    def counted(widget: LineWidget, size: Size, fitted: bool) -> list[int]:
        changed = make(widget, size, fitted)
        if size.width:
            painted.append((widget.id, len(changed)))
        return changed

    monkeypatch.setattr(LineWidget, "_make", counted)
    app = TrackerApp(Session.open(str(saved(fight(500), tmp_path, "many"))))
    async with app.run_test(size=(120, 40)) as pilot:
        for keys in ("v", "v", "g"):
            await pilot.pause(0.8)
            painted.clear()
            await pilot.press(keys)
            await pilot.pause(0.8)
            if keys == "v":
                # The line of the combatant (three times: at once, and as the mark fades), the log's, and the head.
                assert 0 < sum(lines for _, lines in painted) <= 8
        pictures = Counter(name for name, _ in painted)
        assert {name: pictures[name] for name in ("tree", "moment", "told", "past-head", "past-keys")} == {
            "tree": 1,
            "moment": 1,
            "told": 1,
            "past-head": 1,
            "past-keys": 1,
        }


def test_syncs_of_an_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    fsync = FileSystem.fsync

    def counted(disk: FileSystem, fd: int) -> None:
        synced.append(fd)
        fsync(fd)

    with Session.open(str(saved(fight(20), tmp_path, "twenty"))) as session:
        session.do("hurt Sam 1")
        monkeypatch.setattr(FileSystem, "fsync", counted)
        for line in ("hurt Sam 1", "heal Sam 1", "undo", "note x ; note y"):
            synced.clear()
            session.do(line)
            assert len(synced) == 1, line


SETTLED = """
import sys
from tracker import cli
from tracker.cli import sessions
modules, show = sys.argv.pop(), sessions.show
def settled(program):
    with open(modules, "w") as file:
        file.write(chr(10).join(sys.modules))
    program.exit()
def shown(*words):
    sessions._load_asyncio()
    from tracker.tui import app
    app.TrackerApp._settled = settled
    return show(*words)
sessions.show = shown
cli.start()
"""
"""``tracker FILE`` up to its first picture; then it says what is loaded."""

HELLO = """
from textual.app import App
from textual.widgets import Static
class Hello(App):
    def compose(self):
        yield Static("Hello, World!")
    def on_mount(self):
        self.call_after_refresh(self.exit)
Hello().run()
"""
"""Textual's smallest program, up to the same moment."""


MODULES = 170
"""The program's own modules before the first picture: a file each for what is drawn, read and written with it."""

OTHERS = 400
"""The modules of Python, Textual and msgspec before the first picture."""


def test_modules_loaded_before_the_first_picture(tmp_path: Path) -> None:
    found = tmp_path / "modules"
    with Terminal([sys.executable, "-c", SETTLED, str(made(tmp_path)), str(found)]) as program:
        assert program.ended() == 0
    modules = found.read_text("utf-8").split()
    assert len([name for name in modules if name.startswith("tracker")]) <= MODULES
    assert len(modules) <= MODULES + OTHERS
    late = (
        "click",
        "ssl",
        "pydantic",
        "tomllib",
        "json",
        "tracker.export",
        "tracker.players",
        "tracker.tui.screens.history",
    )
    assert [name for name in modules if name.startswith(late)] == []
    games = {name.split(".")[2] for name in modules if name.startswith("tracker.games.")} - {"registry"}
    assert games == {"outgunned"}


def instructions(folder: Path, *words: str) -> int:
    """How many instructions a program in a terminal takes to its end."""
    out = folder / "cachegrind.out"
    grind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={out}", "--log-file=/dev/null"]
    environment = {"PYTHONHASHSEED": "0", "PYTHONDEVMODE": "", "PYTHONWARNINGS": ""}
    with Terminal([*grind, sys.executable, *words], env=environment) as program:
        assert program.ended() == 0
    (summary,) = re.findall(r"^summary:\s*(\d+)", out.read_text("utf-8"), re.MULTILINE)
    return int(summary)


@pytest.mark.skipif("COUNT_INSTRUCTIONS" not in os.environ, reason="takes a minute; set COUNT_INSTRUCTIONS=1")
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind, which counts instructions, is not installed")
def test_instructions_to_the_first_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Under valgrind a program runs some thirty times slower.
    monkeypatch.setattr("tests.terminal.terminal.PATIENCE", 300.0)
    path = saved(fight(20), tmp_path, "twenty")
    ours = ("-c", SETTLED, str(path), str(tmp_path / "modules"))
    with Terminal([sys.executable, *ours], env={"PYTHONDEVMODE": "", "PYTHONWARNINGS": ""}) as program:
        assert program.ended() == 0, "compiles what is not compiled yet"
    assert instructions(tmp_path, *ours) <= 1.36 * instructions(tmp_path, "-c", HELLO)
