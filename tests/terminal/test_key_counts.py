"""Frequent actions in a real terminal, counted in keys; the program is started once for each game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import commands, made
from tests.terminal.terminal import ENTER, TAB, Terminal, tracker

pytestmark = pytest.mark.slow

BYTES = {"enter": ENTER, "tab": TAB, "shift+tab": "\x1b[Z", "space": " "}

SHOOTOUT = (
    *("add Vega pool=6 grit=12", "add John pool=5", "add Ivy pool=5", "add Max pool=5", "set Vega spotlight=1"),
    *(
        "arm Vega pistol",
        "add Goons side=enemies grit=30 attack=basic defense=basic",
        "range all close",
        "begin action",
    ),
)
DUEL = (
    *("add Ana dexterity=3 melee=3 athletics=3 brawn=3", "arm Ana sword", "add Thug side=enemies count=2 brawn=3"),
    *("range all engaged", "initiative Ana 3"),
)
RAID = (
    *("add Mira values=Justice,Family quickness=2 health=10", "arm Mira revolver bonus=5"),
    "add Ape side=enemies defense=12 health=20",
)

AGENTS = (
    *("add Joan struggle=55 firearms=45 dodge=40 body=60", "arm Joan revolver kind=gun maximum=40 ready=no"),
    *("add Rat side=enemies struggle=40 dodge=30 body=60", "range all engaged", "initiative Joan 50", "next"),
)

ACTS = {
    "outgunned": (
        SHOOTOUT,
        (
            ("hurt", "", "d 5 enter", 3, "hurt Vega 5"),
            ("undo", "", "u", 1, "begin action"),
            ("with an option", "", "a c space g a m b l e enter", 10, "attack Vega Goons c weapon=pistol gamble"),
            ("attack", "undo", "a c enter", 3, "attack Vega Goons c weapon=pistol"),
            ("approach", "", "s", 2, "approach Vega Goons"),
            ("cover", "undo", "c p", 2, "cover Vega partial"),
            ("reload", "undo ; arm Vega pistol loaded=no", "r", 2, "reload Vega"),
            ("a question", "hurt Vega 8", "f t", 2, "decide 1 tired"),
            ("spotlight", "out John", "l j enter", 5, "spotlight Vega save=John"),
            ("next", "", "n", 1, "next"),
            ("threat", "", "b 2 enter", 3, "threat by=Goons 2"),
            ("four reactions", "", "a c tab b tab 2 c tab 0 enter", 10, "react Vega c vs=Goons ; react John b"),
            ("re-roll", "next ; attack Vega Goons dice=1,3,3,5,2,6", "f a", 2, "attack Vega Goons dice=1,3,3,5,2,6/"),
        ),
    ),
    "contract": (
        DUEL,
        (
            ("note", "", "N l i m p s enter", len("limps") + 3, "note @Ana limps"),
            ("one skill", "", "e m e l 4 enter", 8, "set Ana melee=4"),
            ("split", "", "s enter", 10, 'split Ana "attack@Thug 1:4,attack@Thug 2:3"'),
            ("split, other shares", "undo", "s 5 , 2 enter", 10, 'split Ana "attack@Thug 1:5,attack@Thug 2:2"'),
            ("attack with dodge", "undo", "a 3 enter f d 2 enter", 7, 'dodge "Thug 1" 2 against=Ana'),
        ),
    ),
    "gen6": (
        RAID,
        (
            ("initiative of two sides", "", "I 1 4 tab 1 1 enter", 8, "initiative by=Mira heroes=14 enemies=11"),
            ("dice and damage", "", "a 5 4 2 tab 7 enter", 9, "attack Mira Ape dice=5,4,2 bonus=+5"),
            ("courage", "", "E enter", 5, "courage Mira value=Justice"),
            ("cover with material", "", "c 5 0 tab w enter", 6, 'cover Mira 50 what="wooden door"'),
        ),
    ),
    "unknown-armies": (
        AGENTS,
        (
            ("a blow", "", "a 3 7 enter", 4, "attack Joan Rat 37"),
            ("a blow, thrown", "undo", "a enter", 3, "attack Joan Rat "),
            ("draw", "undo", "r", 1, "draw Joan revolver"),
            ("undo", "", "u", 1, "next"),
        ),
    ),
}
"""Of each game the lines before, then its acts: lines before each, the keys, the most of them, what they come to."""


def count_acts(terminal: Terminal, path: Path, acts: tuple[tuple[str, str, str, int, str], ...]) -> None:
    terminal.wait("actions")
    for what, line, keys, most, command in acts:
        pressed = keys.split()
        assert len(pressed) <= most, what
        before = "".join(f":{each}{ENTER}" for each in line.split(" ; ") if each)
        terminal.send(before + "".join(BYTES.get(key, key) for key in pressed))
        terminal.wait(lambda: commands(path)[-1].startswith(command))  # noqa: B023


def test_another_target_is_two_keys_more(tmp_path: Path) -> None:
    path = made(tmp_path, (*SHOOTOUT[:-1], "add Ox side=enemies grit=9 attack=basic defense=basic", SHOOTOUT[-1]))
    with tracker(str(path)) as terminal:
        count_acts(
            terminal, path, (("attack another", "", "a c shift+tab o enter", 5, "attack Vega Ox c weapon=pistol"),)
        )


@pytest.mark.parametrize("game", ACTS)
def test_a_frequent_act_takes_no_more_keys_than_this(game: str, tmp_path: Path) -> None:
    lines, acts = ACTS[game]
    path = made(tmp_path, lines, game)
    with tracker(str(path)) as terminal:
        count_acts(terminal, path, acts)
