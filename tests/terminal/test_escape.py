"""The escape key in a real terminal: alone, and with the next key right behind it."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import ENTER, ESCAPE, tracker


def test_an_escape_leaves_a_form(tmp_path: Path) -> None:
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        for _ in range(2):
            terminal.send("d3")
            terminal.wait("esc leave")
            terminal.send(ESCAPE)
            terminal.wait(lambda: "esc leave" not in terminal.text)
        terminal.burst(f"d3{ESCAPE}h2{ENTER}")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path, after=len(WAREHOUSE)) == ["heal Savar 2"]
