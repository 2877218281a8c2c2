"""Panes of every game's fight, played to its middle; its forms, refusals, questions and settings."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.table import played
from tests.tui.picture import picture
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

EXAMPLES = Path(__file__).parents[1] / "examples"

SCRIPTS = {
    "outgunned": "the-shootout",
    "contract": "contract",
    "gen6": "gen6",
    "unknown-armies": "unknown-armies",
}
"""The script of each game."""

SIZES = ((80, 24), (100, 30), (120, 40), (160, 45))


BARE = re.compile(r"\|▸ [\w ]+ {2,}… +\|$")
"""The line of a turn in which nothing has happened yet."""


@cache
def lines(script: str) -> tuple[str, ...]:
    """The commands of a script."""
    texts = (EXAMPLES / f"{script}.tracker").read_text(encoding="utf-8").splitlines()
    return tuple(text for text in texts if text.strip() and not text.startswith("#"))


def app(game: str) -> TrackerApp:
    """The program with a game's fight in its middle; nothing in it moves by itself."""
    session = played(game, *lines(SCRIPTS[game]))
    return TrackerApp(session, options=Options(animations=False))


def keys(text: str) -> list[str]:
    """Keys as the screen names them: named ones by their words, all else sign by sign."""
    named = {"enter", "escape", "tab", "down", "up", "right", "home"}
    return [key for word in text.split() for key in ([word] if word in named else list(word))]


@pytest.mark.parametrize("size", SIZES, ids=[f"{columns}x{lines}" for columns, lines in SIZES])
@pytest.mark.parametrize("game", SCRIPTS)
def test_the_fight(snapshot: Any, game: str, size: tuple[int, int]) -> None:
    shown = picture(app(game), size=size)
    assert shown == snapshot
    if size[0] >= 160:
        assert [line for line in shown.splitlines() if "…" in line and not BARE.match(line)] == []


STATES = {
    "outgunned-form": ("outgunned", "j j a c"),
    "outgunned-reactions-of-all": ("outgunned", "n a c tab 2b tab 0"),
    "contract-form": ("contract", "j j a 3"),
    "contract-waiting": ("contract", "f"),
    "contract-reaction": ("contract", "f d 2"),
    "contract-refusal": ("contract", "a 3 enter"),
    "contract-menu": ("contract", "home enter"),
    "gen6-form": ("gen6", "a 14"),
    "gen6-waiting": ("gen6", "f"),
    "gen6-refusal": ("gen6", "home enter guard enter 1 enter"),
    "unknown-armies-form": ("unknown-armies", "a 37"),
    "unknown-armies-declarations-of-all": ("unknown-armies", "n n n n n n n n a 20 tab 10"),
    "unknown-armies-waiting": ("unknown-armies", "f"),
    "unknown-armies-refusal": ("unknown-armies", "home a 37 enter"),
}


@pytest.mark.parametrize("name", STATES)
def test_states(snapshot: Any, name: str) -> None:
    game, pressed = STATES[name]
    assert picture(app(game), "strip", press=keys(pressed)) == snapshot


@pytest.mark.parametrize("name", ["contract-reaction", "gen6-form", "unknown-armies-declarations-of-all"])
def test_states_in_a_small_terminal(snapshot: Any, name: str) -> None:
    game, pressed = STATES[name]
    assert picture(app(game), "strip", size=(80, 24), press=keys(pressed)) == snapshot


@pytest.mark.parametrize("game", SCRIPTS)
def test_settings(snapshot: Any, game: str) -> None:
    assert picture(app(game), press=["S"]) == snapshot
