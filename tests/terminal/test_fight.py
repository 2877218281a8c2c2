"""The seed's fight played by keys in a real terminal, fully undone and redone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, made, scene
from tests.terminal.terminal import ENTER, TAB, tracker

pytestmark = pytest.mark.usefixtures("development_mode")

FIGHT = ("a", "c", ENTER, "j", "a", "b", ENTER, "n", "a", "2", "b", TAB, "b", ENTER, "k", ENTER, "c", "o", "u", ENTER)
"""Savar attacks with a critical, Sam with a basic; both react; Savar counters with what was left over."""


def test_the_seeds_fight(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    assert len(FIGHT) <= 24
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.each(FIGHT)
        terminal.wait(lambda: " saved" in terminal.lines[0])
        end = scene(path)
        assert end["Goons"].value("grit") == 1
        assert (end["Savar"].value("grit"), end["Sam"].value("grit")) == (12, 12)
        terminal.burst("u" * 5)
        terminal.wait(lambda: " saved" in terminal.lines[0])
        assert scene(path)["Goons"].value("grit") == 6
        terminal.burst("U" * 5)
        terminal.send("q")
        assert terminal.ended() == 0
    assert scene(path) == end


def test_all_of_it_in_one_write(tmp_path: Path) -> None:
    path = made(tmp_path, WAREHOUSE)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst("".join(FIGHT))
        terminal.send("q")
        assert terminal.ended() == 0
    assert scene(path)["Goons"].value("grit") == 1
