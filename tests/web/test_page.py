"""The players' page in a real browser, changed by keys in a real terminal."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fights import commands, made
from tests.terminal.terminal import ENTER, ESCAPE, Terminal, tracker
from tests.web import pictures
from tests.web.browser import needs_browser, sized, started, text, until

pytestmark = [needs_browser, pytest.mark.slow]

FIGHT = (
    "add Savar pool=6",
    "add Goons side=enemies grit=8",
    'add "Nameless Horror" side=enemies hidden',
    "next",
)

SIZES = {"phone": (390, 844), "laptop": (1366, 768), "television": (1920, 1080)}

QUICK = 0.3
"""Seconds from a key to the page, on a machine that has the time."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = started()
    yield driver
    driver.quit()


@contextmanager
def opened(path: Path) -> Iterator[tuple[Terminal, str]]:
    """The program with its page on, and the page's address."""
    with tracker(str(path)) as terminal:
        terminal.wait("Savar")
        terminal.send("w")
        terminal.wait("http://")
        address = re.search(r"http://\S+/", terminal.text)
        assert address is not None
        terminal.send(ESCAPE)
        terminal.wait("Savar")
        yield terminal, address[0]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Terminal, str]]:
    """The same, left in order by the test."""
    with opened(made(tmp_path, FIGHT)) as (terminal, address):
        yield terminal, address
        terminal.send("q")
        assert terminal.ended() == 0


def test_a_key_at_the_table_stands_on_the_page(browser: Any, table: tuple[Terminal, str]) -> None:
    terminal, address = table
    browser.get(address)
    until(browser, "12/12")
    assert "Nameless" not in browser.page_source
    times = []
    for grit in (11, 10, 9, 8):
        terminal.send("d1" + ENTER)
        times.append(until(browser, f"{grit}/12"))
    assert min(times) < QUICK
    terminal.send("u")
    until(browser, "9/12")
    assert "Nameless" not in browser.page_source
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


def test_the_page_says_when_the_gm_is_gone_and_goes_on_by_itself(browser: Any, table: tuple[Terminal, str]) -> None:
    terminal, address = table
    browser.get(address)
    until(browser, "Savar")
    assert "The GM is away" not in text(browser)
    terminal.send("w")
    terminal.wait("switch it off")
    terminal.send("w")
    terminal.wait("Nobody sees the fight any more?")
    terminal.send(ENTER)
    until(browser, "No connection to the GM's machine")
    assert "Savar" in text(browser), "what was last seen stays"


def children(parent: int) -> list[int]:
    """The processes that a process started, and has not waited for."""
    threads = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(word) for thread in threads for word in thread.read_text().split()]


def test_a_server_that_is_killed_is_started_again_and_the_page_goes_on(
    browser: Any, table: tuple[Terminal, str]
) -> None:
    terminal, address = table
    browser.get(address)
    until(browser, "12/12")
    (server,) = children(terminal.pid)
    os.kill(server, signal.SIGKILL)
    terminal.wait("The server of the players' page had ended")
    terminal.send("d1" + ENTER)
    until(browser, "11/12")
    assert "No connection" not in text(browser)
    terminal.send("u")


def test_a_program_that_is_killed_is_missed_and_nothing_is_lost(browser: Any, tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT)
    with opened(path) as (terminal, address):
        browser.get(address)
        until(browser, "12/12")
        terminal.send("d1" + ENTER)
        until(browser, "11/12")
        terminal.wait("11/12")
        terminal.wait("saved")
        terminal.signal(signal.SIGKILL)
        until(browser, "No connection to the GM's machine")
        assert "11/12" in text(browser), "what was last seen stays"
    assert commands(path)[-1] == "hurt Savar 1"


def test_a_network_that_swallows_everything_is_said_and_comes_back(browser: Any, table: tuple[Terminal, str]) -> None:
    """As a phone that left the network sees it: no answer, and no end of the connection either."""
    terminal, address = table
    browser.get(address)
    until(browser, "12/12")
    (server,) = children(terminal.pid)
    os.kill(server, signal.SIGSTOP)
    try:
        until(browser, "No connection to the GM's machine")
        terminal.send("d1" + ENTER)
        terminal.wait("11/12")
    finally:
        os.kill(server, signal.SIGCONT)
    until(browser, "11/12")
    assert "No connection" not in text(browser)
    terminal.send("u")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(browser: Any, table: tuple[Terminal, str], size: str) -> None:
    _, address = table
    width, height = SIZES[size]
    sized(browser, width, height)
    browser.get(address + ("?overlay" if size == "television" else ""))
    until(browser, "Savar")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    letters = browser.execute_script("return parseFloat(getComputedStyle(document.body).fontSize)")
    assert letters >= {"phone": 18, "laptop": 18, "television": 24}[size]


def test_the_page_asks_for_nothing_but_itself(browser: Any, table: tuple[Terminal, str]) -> None:
    _, address = table
    browser.get(address)
    until(browser, "Savar")
    script = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert {name for name in browser.execute_script(script) if not name.startswith(address)} == set()


def test_the_pictures_of_the_readme_show_the_page_of_today(browser: Any, tmp_path: Path) -> None:
    """Where this fails, look at the page and take them anew: python -m tests.web.pictures."""
    with pictures.page() as address:
        for name in pictures.PICTURES:
            wanted = (pictures.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
            assert pictures.shown(browser, address, name) + "\n" == wanted
            assert (pictures.FOLDER / f"{name}.png").stat().st_size > 1000
    with pictures.sat(browser) as sat:
        assert sat + "\n" == (pictures.FOLDER / "hero.txt").read_text(encoding="utf-8")
    wanted = (pictures.FOLDER / "replay.txt").read_text(encoding="utf-8")
    assert pictures.replayed(browser, tmp_path) + "\n" == wanted
