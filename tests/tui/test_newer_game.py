"""A session whose game has another file by now: that is said, nothing waits for it, and taking it is a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.files.conftest import folder
from tests.games.files.small import GAME
from tests.games.files.test_newer import NEWER, old, write
from tests.tui.pages import Hands, Pages, at
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

__all__ = ["folder", "old"]

OFFER = "The game file of Mine has changed. This session plays by its own copy."


class Listening(TrackerApp):
    """The program, and what it told."""

    CSS_PATH = Pages.CSS_PATH

    def __init__(self, path: Path) -> None:
        super().__init__(Session.open(str(path)), options=Options(animations=False))
        self.heard: list[str] = []

    def tell(self, text: str, kind: str = "") -> None:
        self.heard.append(text)


def commands(app: TrackerApp) -> list[str]:
    assert app.session is not None
    return [entry.command for entry in app.session.story()]


def test_it_is_offered_and_the_fight_goes_on_without_it(old: Path) -> None:
    app = Listening(old)

    async def play(hands: Hands) -> None:
        assert [text.partition(" :")[0] for text in app.heard] == [OFFER]
        await hands.type("a 3 enter")
        assert commands(app)[-1] == "strike Gob Ann 3" or commands(app)[-1] == "strike Ann Gob 3"
        await hands.type(": bite enter")
        assert "bite" not in commands(app)[-1]

    at(app, play)
    assert app.session is not None
    app.session.close(5)


@pytest.mark.slow
def test_it_is_taken_and_taken_back(old: Path, folder: Path) -> None:
    write(folder, NEWER.replace("strike", "stab"))
    app = Listening(old)

    async def play(hands: Hands) -> None:
        await hands.type(": update-game enter")
        assert commands(app)[-1] == "update-game"
        assert "From here on Mine is played" in hands.shown()
        assert "strike" in hands.shown(), "what was done before is told as before"
        await hands.type("enter")
        assert "bite" in hands.shown()
        assert "stab" in hands.shown()
        await hands.type("escape g k k k")
        assert "update-game" in hands.shown() or "From here on" in hands.shown()
        await hands.type("escape i L escape escape")
        await hands.type("u")
        await hands.type("enter")
        assert "bite" not in hands.shown()

    at(app, play)
    assert app.session is not None
    app.session.close(5)


def test_nothing_is_said_where_the_file_is_the_same(old: Path, folder: Path) -> None:
    write(folder, GAME)
    app = Listening(old)

    async def play(hands: Hands) -> None:
        assert app.heard == []

    at(app, play)
    assert app.session is not None
    app.session.close(5)
