"""The replay in a real browser with the network off: the slider, the cards, the board, the log, and pictures."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.small_game import session
from tracker.cli.export import told_as
from tracker.players.projection import Sharing
from tracker.session import Session

CHROMIUM, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))

pytestmark = [
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs Debian's chromium and chromium-driver"),
    pytest.mark.slow,
]

SWITCHES = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")

SHOOTOUT = Path(__file__).resolve().parents[2] / "saves" / "the-shootout.json"

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.execute_cdp_cmd("Network.enable", {})
    offline = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
    driver.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
    yield driver
    driver.quit()


def opened(browser: Any, played: Session, folder: Path, *, players: bool = False) -> None:
    path = folder / "replay.html"
    path.write_text(told_as(played, "html", Sharing(numbers=True) if players else None), encoding="utf-8")
    browser.get(path.as_uri())
    assert browser.get_log("browser") == []


def slide(browser: Any, place: int) -> None:
    browser.execute_script(
        "const slider = document.getElementById('slider'); slider.value = arguments[0];"
        "slider.dispatchEvent(new Event('input'));",
        place,
    )


def cards(browser: Any) -> dict[str, str]:
    """The text of each card by the name on it."""
    somebody = browser.execute_script(
        "return [...document.querySelectorAll('#people article')].map((one) =>"
        "[one.querySelector('.name').textContent, one.textContent])"
    )
    return {name: text.removeprefix(name) for name, text in somebody}


def text(browser: Any, id_: str) -> str:
    return str(browser.execute_script("return document.getElementById(arguments[0]).textContent", id_))


def test_the_slider_shows_every_moment(browser: Any, tmp_path: Path) -> None:
    played = Session.load(str(SHOOTOUT))
    opened(browser, played, tmp_path)
    history = played.history
    for place in (*range(0, len(history.story), 9), 3, len(history.story) - 1):
        slide(browser, place)
        scene = history.scene_at(history.story[place])
        shown = cards(browser)
        assert list(shown) == [combatant.name for combatant in scene.listed()]
        for name, combatant in scene.combatants.items():
            grit = combatant.tracks["grit"]
            assert f"Grit{grit.value}/{grit.max}" in shown[name]
            assert all(condition.name in shown[name] for condition in combatant.conditions)
        assert text(browser, "place") == f"{place + 1} / {len(history.story)}"
    assert "Sam lies under the chain" in text(browser, "line")


def test_keys_and_the_log_move_it_too(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    opened(browser, Session.load(str(SHOOTOUT)), tmp_path)
    browser.execute_script("document.querySelector('#log p[data-m=\"31\"]').click()")
    assert "Savar" in text(browser, "line")
    assert text(browser, "place").startswith("32 ")
    browser.find_element("tag name", "body").send_keys(Keys.ARROW_LEFT)
    assert text(browser, "place").startswith("31 ")
    browser.find_element("id", "last").click()
    assert text(browser, "place").startswith("72 ")


def test_the_board_says_who_stands_where(browser: Any, tmp_path: Path) -> None:
    opened(browser, Session.load(str(SHOOTOUT)), tmp_path)
    slide(browser, 40)
    table = browser.execute_script(
        "return [...document.querySelectorAll('#board tr')].map("
        "(row) => [...row.children].map((one) => one.textContent))"
    )
    assert table[0] == ["", "melee", "close", "medium", "long"]
    assert table[2] == ["Sam", "Deckhands", "", "Smugglers, Madame Orlova", "Marksman"]


def test_a_hostile_name_is_only_a_name(browser: Any, tmp_path: Path) -> None:
    played = session(f'add "{HOSTILE}" hp=6', f'add "{HOSTILE} 2" side=enemies hp=6', f'hurt "{HOSTILE}" 2', "next")
    for players in (False, True):
        opened(browser, played, tmp_path, players=players)
        slide(browser, 2)
        assert list(cards(browser)) == [HOSTILE, f"{HOSTILE} 2"]
        assert browser.execute_script("return document.querySelectorAll('img').length") == 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_it_fits_a_phone_and_a_laptop(width: int, height: int, browser: Any, tmp_path: Path) -> None:
    opened(browser, Session.load(str(SHOOTOUT)), tmp_path)
    measures = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    try:
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        if width < 500:
            # Names stand whole: what is too wide is scrolled.
            assert browser.execute_script(
                "return [...document.querySelectorAll('td')].filter((cell) => /^[^ ]+$/.test(cell.textContent)).every("
                "(cell) => { const words = document.createRange(); words.selectNodeContents(cell);"
                " return words.getClientRects().length <= 1; })"
            )
        else:
            browser.refresh()
            top, bottom, end = browser.execute_async_script(
                "const done = arguments[0], frame = requestAnimationFrame;"
                "frame(() => frame(() => frame(() => frame(() => {"
                " const line = document.querySelector('#log p.current').getBoundingClientRect();"
                " done([line.top, line.bottom, innerHeight]); }))))"
            )
            assert 0 < top < bottom <= end
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_on_paper_the_whole_story_stands_without_the_controls(browser: Any, tmp_path: Path) -> None:
    opened(browser, Session.load(str(SHOOTOUT)), tmp_path)
    slide(browser, 3)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    paper = {"width": 718, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", paper)
    try:
        assert browser.execute_script(
            "return [...document.querySelectorAll('.scroll table')].every("
            "(table) => table.offsetWidth <= table.parentElement.clientWidth)"
        )
        hidden = browser.execute_script(
            "return [getComputedStyle(document.querySelector('nav')).display,"
            "getComputedStyle(document.querySelector('#log p.later')).opacity]"
        )
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert hidden == ["none", "1"]
