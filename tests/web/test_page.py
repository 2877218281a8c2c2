"""The players' page in a real browser, changed by keys in a real terminal."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fights import made
from tests.terminal.terminal import ENTER, ESCAPE, Terminal, tracker

CHROMIUM, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))

pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs Debian's chromium and chromium-driver")

SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)

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
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Terminal, str]]:
    """The program with its page on, and the page's address."""
    with tracker(str(made(tmp_path, FIGHT))) as terminal:
        terminal.wait("Savar")
        terminal.send("w")
        terminal.wait("http://")
        address = re.search(r"http://\S+/", terminal.text)
        assert address is not None
        terminal.send(ESCAPE)
        terminal.wait("Savar")
        yield terminal, address[0]
        terminal.send("q")
        assert terminal.ended() == 0


def text(browser: Any) -> str:
    return str(browser.execute_script("return document.body.innerText"))


def until(browser: Any, wanted: str, seconds: float = 20) -> float:
    """Wait for a text on the page; how long that took."""
    began = time.monotonic()
    while wanted not in text(browser):
        assert time.monotonic() - began < seconds, f"{wanted!r} is not in:\n{text(browser)}"
    return time.monotonic() - began


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
    until(browser, "The GM is away")
    assert "Savar" in text(browser), "what was last seen stays"


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(browser: Any, table: tuple[Terminal, str], size: str) -> None:
    _, address = table
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.get(address + ("?overlay" if size == "television" else ""))
    until(browser, "Savar")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    letters = browser.execute_script("return parseFloat(getComputedStyle(document.body).fontSize)")
    assert letters >= {"phone": 18, "laptop": 18, "television": 24}[size]
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_page_asks_for_nothing_but_itself(browser: Any, table: tuple[Terminal, str]) -> None:
    _, address = table
    browser.get(address)
    until(browser, "Savar")
    script = "return performance.getEntriesByType('resource').map((one) => one.name)"
    assert {name for name in browser.execute_script(script) if not name.startswith(address)} == set()
