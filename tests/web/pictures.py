"""The pictures of the README that a browser takes: ``python -m tests.web.pictures`` takes them anew.

Beside each picture lies the text that could be read on it, which a test compares with the page of today.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

from tests.web.browser import sized, started, text, until
from tests.web.phone import Phone
from tracker.cli.export import told_as
from tracker.players.projection import Sharing
from tracker.players.public import Followed
from tracker.session import Session
from tracker.web.address import HEARTBEAT
from tracker.web.broadcast import Broadcast

FOLDER = Path(__file__).parent / "pictures"
FIGHT = Path(__file__).resolve().parents[2] / "saves" / "the-shootout.json"

PICTURES = {"phone": (390, 844, ""), "laptop": (1280, 720, ""), "overlay": (1280, 720, "?overlay")}
"""Each picture's width, height and the end of the page's address."""


@contextmanager
def page() -> Iterator[str]:
    """The players' page of a shipped fight; returns its address."""
    projection = Followed(str(FIGHT), Sharing(numbers=True)).projection()
    broadcast, over = Broadcast(projection), Event()

    def beat() -> None:
        while not over.wait(HEARTBEAT / 2):  # Else the page says that the GM is away, where a browser takes long.
            broadcast.publish(projection)

    heart = Thread(target=beat)
    heart.start()
    try:
        yield broadcast.address.url
    finally:
        over.set()
        heart.join()
        broadcast.close()


def shown(browser: Any, address: str, name: str) -> str:
    """Open the page as a picture shows it; the text on it."""
    width, height, query = PICTURES[name]
    sized(browser, width, height)
    browser.get(address + query)
    until(browser, "Savar")
    return text(browser)


def replayed(browser: Any, folder: Path) -> str:
    """Open the fight as the file that replays it, two thirds on; the text on it."""
    file = folder / "replay.html"
    file.write_text(told_as(Session.load(str(FIGHT)), "html"), encoding="utf-8")
    sized(browser, 1280, 800)
    browser.get(file.as_uri())
    browser.execute_script(
        "const slider = document.querySelector('input[type=range]');"
        "slider.value = Math.floor(slider.max * 2 / 3); slider.dispatchEvent(new Event('input'));"
        # What is out of sight counts as text only once it was drawn.
        "for (const line of document.querySelectorAll('#log p')) line.style.contentVisibility = 'visible';"
    )
    return text(browser)


@contextmanager
def sat(browser: Any) -> Iterator[str]:
    """The page as Savar's player has it, with the main action open; returns the text on it."""
    session = Session.load(str(FIGHT))
    session.do("next")
    while session.scene.turn.phase != "action":
        session.do("next")
    phone = Phone(browser, session, "Savar")
    try:
        sized(browser, *PICTURES["phone"][:2])
        phone.let_in("Savar")
        phone.walk(phone.run("return document.querySelector('.acts button').innerText"))
        phone.key("Enter")
        yield text(browser)
    finally:
        phone.close()


def main() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    browser = started()
    try:
        with page() as address:
            for name in PICTURES:
                (FOLDER / f"{name}.txt").write_text(shown(browser, address, name) + "\n", encoding="utf-8")
                browser.save_screenshot(str(FOLDER / f"{name}.png"))
        with sat(browser) as shown_there:
            (FOLDER / "hero.txt").write_text(shown_there + "\n", encoding="utf-8")
            browser.save_screenshot(str(FOLDER / "hero.png"))
        with tempfile.TemporaryDirectory() as folder:
            (FOLDER / "replay.txt").write_text(replayed(browser, Path(folder)) + "\n", encoding="utf-8")
            browser.save_screenshot(str(FOLDER / "replay.png"))
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
