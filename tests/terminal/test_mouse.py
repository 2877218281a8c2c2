"""The mouse in a real terminal: a fight is played by it alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import commands, made
from tests.terminal.terminal import Terminal, tracker

pytestmark = pytest.mark.slow

FIGHT = (
    *("add Vega pool=6 grit=12", "arm Vega pistol", "add Goons side=enemies grit=30 attack=basic defense=basic"),
    *("add Thugs side=enemies grit=6 attack=basic defense=basic", "range all close", "begin action"),
)


def click(terminal: Terminal, word: str, button: int = 0) -> None:
    """Click on the first place where a word stands."""
    lines = terminal.lines
    y = next(at for at, line in enumerate(lines) if word in line)
    x = lines[y].index(word)
    terminal.send("".join(f"\x1b[<{button};{x + 1};{y + 1}{state}" for state in "Mm"))


def test_an_attack_on_another_foe_is_three_clicks(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT, "outgunned")
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("actions")
        click(terminal, "a attack")
        terminal.wait("rolls")
        click(terminal, "Thugs")
        terminal.wait("→ Thugs")
        click(terminal, "rolls")
        terminal.wait(lambda: commands(path)[-1].startswith("attack Vega Thugs dice="))


def test_the_right_button_opens_the_menu_of_whoever_is_under_it(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT, "outgunned")
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("actions")
        click(terminal, "Thugs", button=2)
        terminal.wait("more")
        assert any(line.strip().startswith("Thugs  ") and "more" in line for line in terminal.lines)
