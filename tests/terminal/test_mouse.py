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


def test_what_is_dragged_out_of_the_terminal_and_let_go_there_stays_where_it_was(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT, "outgunned")
    with tracker(str(path), size=(120, 40)) as terminal:
        terminal.wait("actions")
        lines = terminal.lines
        places = [(lines[y].rindex(word) + 1, y + 1) for word in ("Goons", "long") for y in (_row(lines, word),)]
        (x, y), (over, top) = places
        terminal.send(f"\x1b[<0;{x};{y}M")
        terminal.send(f"\x1b[<32;{over};{top}M")
        terminal.wait("Vega → long from Goons")
        terminal.send("\x1b[<35;3;20M")
        terminal.wait("a attack")
        assert commands(path)[-1] == "begin action"
        click(terminal, "Thugs")
        terminal.wait("◎ Thugs")


def _row(lines: list[str], word: str) -> int:
    """The first row below the titles of the panes where a word stands."""
    return next(at for at, line in enumerate(lines) if at > 1 and word in line)
