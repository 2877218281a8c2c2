"""Every screen and every field with foreign texts, in a real terminal: they stay text.

Each wall is taken out once, and then the same look finds what that wall held back.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.terminal.terminal import ENTER, ESCAPE, Terminal
from tests.terminal.unguarded import (
    STRANGE,
    choices_of_strangers,
    folder_of_strangers,
    leaks,
    unclean,
)
from tracker.session.games import RulesOf
from tracker.storage.reader import load
from tracker.tui.look.text import plain

pytestmark = pytest.mark.slow

TITLES = ("", ";default")
"""The title of the window before, and what the emulator takes the shape of the pointer for."""

QUIT = "\x11"

NAMED = tuple(plain(each)[:9] for each in STRANGE if plain(each)[:9].isascii())
"""How the names of the fight begin on the screen."""


def pasted(text: str) -> str:
    """A text as a terminal gives it when it is pasted."""
    return f"\x1b[200~{text.encode(errors='ignore').decode()}\x1b[201~"


ALL = pasted(" ".join(STRANGE[:20])) + "".join(map(pasted, STRANGE[20:]))


def opened(without: str, kind: str, folder: Path) -> Terminal:
    words = [sys.executable, "-m", "tests.terminal.unguarded", without, kind, str(folder)]
    return Terminal(words, size=(150, 50))


def missing(terminal: Terminal) -> list[str]:
    """The names that do not stand on the list as they are, all of it looked at."""
    terminal.wait("more to act")
    text = ""
    for keys in ("z", "j" * 18, "j" * 18):
        terminal.burst(keys)
        text += terminal.text
    terminal.burst("z")
    return [each for each in NAMED if each not in text]


def through_the_fight(terminal: Terminal) -> None:
    """Every other pane, form and screen of a fight in which everybody is called something bad."""

    def look(keys: str, what: str) -> None:
        terminal.send(keys)
        terminal.wait(what)

    def away(what: str) -> None:
        terminal.send(ESCAPE)
        terminal.wait(lambda: what not in terminal.text)

    terminal.burst("z2z3z4z1ji")
    for keys, what in (("a", "esc leave"), ("e", "esc leave"), ("f", "esc leave"), (":note ", "esc leave")):
        look(keys + ALL, what)
        away(what)
    for keys in ("t", "x", "d", "m", "c", "o", "+", "/", "\r"):
        # Whatever opens, typed full of it: target, forms, odds, filter, menu.
        terminal.send(keys + ALL)
        terminal.burst(ESCAPE * 3)
    look("g", "Everything done")
    look("?", "Help")
    away("Help")
    look("kkka" + ALL, "put it there")
    away("put it there")
    terminal.send("kk\r\x1b[5~")
    away("Everything done")
    for keys, what in (("?", "Help"), ("S", "Settings")):
        look(keys, what)
        away(what)
    look("\x10", "find  ")
    look(ALL, "nothing is called")
    away(" find  ")
    look("\x13" + ALL, "save a copy as")
    terminal.send(ENTER + ESCAPE)


def typed_in(terminal: Terminal) -> None:
    """A new session in which all of it is typed, as title, names and notes."""
    terminal.wait("Sessions are kept in")
    terminal.send(f"a{pasted(STRANGE[0] + STRANGE[18])}{ENTER}")
    terminal.wait("Nobody is here yet")
    for each in STRANGE:
        # Whatever is refused stays in the bar: the first escape leaves it.
        terminal.send(f':add "{pasted(each)}"{ENTER}{ESCAPE}:note {pasted(each)}{ENTER}{ESCAPE}')


def through_the_folder(terminal: Terminal) -> None:
    """The lists of strangers' files and themes, and one of the files opened."""
    terminal.wait("Sessions are kept in")
    terminal.send("S")
    terminal.wait("Settings")
    terminal.send("jjjjjjj" + ESCAPE)
    terminal.wait("Sessions are kept in")
    terminal.send("\x0f" + ALL)
    terminal.wait("Open a session")
    terminal.send(ESCAPE)
    terminal.wait("Sessions are kept in")
    terminal.send("\x0f")
    terminal.wait("Open a session")
    terminal.send(f"[6n{ENTER}")
    terminal.wait("READ ONLY")
    terminal.send("n")
    terminal.wait("NOT SAVED")
    terminal.send("q")
    terminal.wait("Sessions are kept in")
    terminal.send("q")
    terminal.wait("leave without them")


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """A folder of strangers' sessions; their keymap, choices and themes are the user's own."""
    folder = tmp_path / "saves"
    folder_of_strangers(folder)
    choices_of_strangers(Path(os.environ["XDG_CONFIG_HOME"]) / "combat-tracker")
    return folder


def own(folder: Path, before: set[str]) -> Path:
    """The session that was made there."""
    (made,) = {name for name in os.listdir(folder) if name.endswith(".json")} - before
    return folder / made


class TestWithAllWalls:
    def test_what_is_typed(self, strangers: Path) -> None:
        before = set(os.listdir(strangers))
        with opened("nothing", "start", strangers) as terminal:
            typed_in(terminal)
            terminal.burst("")
            terminal.wait(lambda: " saved" in terminal.lines[0])
            terminal.send("q")
            terminal.wait("Sessions are kept in")
            terminal.send("q")
            assert terminal.ended() == 0
            assert leaks(bytes(terminal.raw)) == []
        made = own(strangers, before)
        assert unclean(made) == []
        loaded = load(str(made), RulesOf())
        assert loaded.condition == "clean"
        assert {"[/nope]", "[@click=app.quit]v[/]", "[bold red]w", "שלום עולם"} <= set(loaded.history.scene.combatants)
        assert "PWNED" in made.name
        assert made.name.isprintable()

    def test_files_of_strangers(self, strangers: Path) -> None:
        with opened("nothing", "start", strangers) as terminal:
            through_the_folder(terminal)
            terminal.send("l")
            assert terminal.ended() == 0
            assert leaks(bytes(terminal.raw)) == []
            assert terminal.screen.title in TITLES

    def test_a_fight_that_came_past_the_entrance(self, tmp_path: Path) -> None:
        with opened("nothing", "fight", tmp_path) as terminal:
            assert missing(terminal) == []
            through_the_fight(terminal)
            terminal.send(QUIT)
            assert terminal.ended() == 0
            assert leaks(bytes(terminal.raw)) == []
            assert terminal.screen.title in TITLES


class TestWithoutOne:
    """What finds nothing when a wall is gone would be no test of it."""

    def test_the_entrance_is_missed(self, strangers: Path) -> None:
        before = set(os.listdir(strangers))
        with opened("entrance", "start", strangers) as terminal:
            typed_in(terminal)
            # What is written here may hide anything that comes after it.
            terminal.send("qq")
            assert terminal.ended() == 0
        assert unclean(own(strangers, before)) != []

    def test_the_helper_is_missed(self, tmp_path: Path) -> None:
        with opened("helper", "fight", tmp_path) as terminal:
            assert len(missing(terminal)) > 3

    def test_the_filter_is_missed(self, tmp_path: Path) -> None:
        with opened("filter", "fight", tmp_path) as terminal:
            terminal.wait(lambda: len(leaks(bytes(terminal.raw))) > 3)
