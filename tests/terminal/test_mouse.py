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
    """Click on the first place below the order of turns where a word stands."""
    lines = terminal.lines
    y = next(at for at, line in enumerate(lines) if at > 1 and word in line)
    x = lines[y].index(word)
    terminal.send("".join(f"\x1b[<{button};{x + 1};{y + 1}{state}" for state in "Mm"))


FIGHTS = {
    "outgunned": FIGHT,
    "contract": (
        *("add Vega dexterity=3 melee=3", "arm Vega sword", "add Goons side=enemies brawn=3"),
        *("add Thugs side=enemies brawn=3", "range all engaged", "initiative Vega 3"),
    ),
    "gen6": (
        *("add Vega health=20", "arm Vega revolver bonus=5", "add Goons side=enemies defense=12 health=20"),
        *("add Thugs side=enemies defense=9 health=20", "initiative heroes=14 enemies=2"),
    ),
    "unknown-armies": (
        *("add Vega struggle=55 body=60", "add Goons side=enemies body=50"),
        *("add Thugs side=enemies body=50", "range all engaged", "initiative Vega 50", "next"),
    ),
}


@pytest.mark.parametrize("game", FIGHTS)
def test_an_attack_on_another_foe_is_three_clicks(game: str, tmp_path: Path) -> None:
    path = made(tmp_path, FIGHTS[game], game)
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("actions")
        click(terminal, "a attack")
        terminal.wait("rolls")
        click(terminal, "Thugs")
        terminal.wait("→ Thugs")
        click(terminal, "rolls")
        terminal.wait(lambda: commands(path)[-1].startswith("attack Vega Thugs "))


def test_the_right_button_opens_the_menu_of_whoever_is_under_it(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT, "outgunned")
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("actions")
        click(terminal, "Thugs", button=2)
        terminal.wait("more")
        assert any(line.strip().startswith("Thugs  ") and "more" in line for line in terminal.lines)
