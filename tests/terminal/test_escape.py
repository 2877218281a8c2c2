"""The escape key in a real terminal: alone, and with another key right after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import ENTER, ESCAPE, tracker

pytestmark = pytest.mark.slow


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


def test_what_is_pasted_is_text_whatever_is_in_it(tmp_path: Path) -> None:
    """Not all terminals take escapes out of what they paste; on the table a pasted text means nothing."""
    path = made(tmp_path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        for text in ("\x1b]n", "\x1b[?nd3\r", "\x1b[q", "\x1bOn", "\x1b[27un", "n"):
            terminal.send(f"\x1b[200~{text}\x1b[201~")
        terminal.send(":")
        terminal.send(f"\x1b[200~note a\x1b[31mb\rnext\x1b]c\x1b[201~{ENTER}")
        terminal.burst("")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path, after=len(WAREHOUSE)) == ["note a[31mb next]c"]
