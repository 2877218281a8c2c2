"""Sequences for the terminal: texts for its clipboard (OSC 52) and the notice of the heroes' turn."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, made
from tests.terminal.terminal import Terminal, tracker
from tracker.storage.folders import config_folder

pytestmark = pytest.mark.slow

OPENS, ENDS = b"\x1b]52;c;", b"\a"
NOTICE = b"\x1b]9;"


def copied(terminal: Terminal, number: int) -> str:
    """The text of this copy, counted from 1, once it was written."""
    terminal.wait(lambda: terminal.raw.count(OPENS) >= number)
    terminal.wait(lambda: ENDS in terminal.raw.split(OPENS)[number])
    return base64.b64decode(terminal.raw.split(OPENS)[number].split(ENDS)[0]).decode()


def test_a_line_and_the_fight_are_copied_and_the_heroes_turn_is_announced(tmp_path: Path) -> None:
    config = config_folder() / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('notice = "desktop"\n', encoding="utf-8")
    with tracker(str(made(tmp_path, (*WAREHOUSE, "begin action")))) as terminal:
        terminal.wait("actions")
        terminal.send("y")
        fight = copied(terminal, 1)
        assert "Heroes:\n  Savar: grit " in fight
        assert "Log:\n" in fight
        terminal.send("4y")
        assert copied(terminal, 2) == "The fight begins with an Action Turn."
        assert NOTICE not in terminal.raw
        terminal.send("nn")
        terminal.wait(lambda: terminal.raw.count(NOTICE) == 1)
        assert b"The heroes: your turn." + ENDS in terminal.raw
        terminal.send("q")
        assert terminal.ended() == 0
