"""How many keys an act takes, from the list with the right one selected; a longer way would be felt at the table."""

from __future__ import annotations

import pytest

from tests.table import played
from tests.tui.skirmish import NAMED, Room
from tracker.tui.cockpit.controller import Controller

SHOOTOUT = (
    *("add Vega pool=6 grit=12", "add John pool=5 grit=12", "set Vega spotlight=1", "arm Vega pistol"),
    *("add Goons side=enemies preset=goons-3", "range all close"),
)
DUEL = (*("add Mara brawn=3", "add Jeff brawn=3", "add Cultist side=enemies brawn=3"),)
RAID = (*("add Mira quickness=2 health=10", "add Ape side=enemies defense=8 health=10"),)
EEL = (*("add Rosa firearms=50", "add Ash side=enemies struggle=30"), "arm Rosa revolver kind=gun maximum=50 ready=no")

COUNTS = (
    ("outgunned", (*SHOOTOUT, "begin action"), "n", 1, "next"),
    ("outgunned", (*SHOOTOUT, "begin action", "hurt Vega 1"), "u", 1, ""),
    ("outgunned", (*SHOOTOUT, "begin action"), "a c enter", 3, "attack Vega Goons c weapon=pistol"),
    ("outgunned", (*SHOOTOUT, "begin reaction"), "b 2 enter", 3, "threat by=Goons 2"),
    (
        "outgunned",
        (*SHOOTOUT, "begin action", "set Vega pool=5", "attack Vega Goons 0", "next", "next"),
        "r",
        1,
        "reload Vega",
    ),
    ("outgunned", (*SHOOTOUT, "begin action"), "s", 1, "approach Vega Goons"),
    ("outgunned", (*SHOOTOUT, "out John", "begin action"), "l j enter", 3, "spotlight Vega save=John"),
    ("gen6", RAID, "I 1 4 tab 1 1 enter", 8, "initiative by=Mira heroes=14 enemies=11"),
    ("gen6", RAID, "n enter", 2, "initiative by=Mira heroes="),
    ("gen6", (*RAID, "initiative heroes=14 enemies=11"), "b", 1, "aim Mira"),
    ("contract", DUEL, "n 3 tab 2 tab 1 enter", 7, "initiative Mara 3 ; initiative Jeff 2 ; initiative Cultist 1"),
    ("contract", DUEL, "n enter", 2, "next"),
    ("unknown-armies", EEL, "n 6 2 tab 5 8 enter", 7, "initiative Rosa 62 ; initiative Ash 58"),
    ("unknown-armies", (*EEL, "initiative Rosa 62", "next"), "r", 1, "draw Rosa revolver"),
)
"""The game, the lines before, the keys, the most they may be, and how the command begins that they make."""


def pressed(game: str, lines: tuple[str, ...], keys: str = "") -> Controller:
    """A fight with these lines done and these keys pressed."""
    session = played(game, *lines)
    controller = Controller(session, Room())
    for key in keys.split():
        controller.press(key, None if key in NAMED else key)
    return controller


@pytest.mark.parametrize(("game", "lines", "keys", "most", "command"), COUNTS, ids=[f"{c[0]}-{c[2]}" for c in COUNTS])
def test_an_act_takes_few_keys(game: str, lines: tuple[str, ...], keys: str, most: int, command: str) -> None:
    assert len(keys.split()) <= most
    controller = pressed(game, lines, keys)
    assert controller.mode is None
    story = controller.session.story()
    if command:
        assert story[-1].command.startswith(command)
    else:
        assert len(story) == len(lines) - 1
