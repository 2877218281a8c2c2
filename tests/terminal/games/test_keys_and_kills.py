"""An escape in a burst, and the changes shown as saved when the program was killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import commands, made
from tests.terminal.games.people import OUTGUNNED
from tests.terminal.games.screen_kills import one
from tests.terminal.terminal import ENTER, ESCAPE, tracker

pytestmark = pytest.mark.slow


def test_an_escape_loses_no_key_behind_it(tmp_path: Path) -> None:
    path = made(tmp_path, (*OUTGUNNED, "begin action"))
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst(f"d3{ESCAPE}d2{ENTER}{ESCAPE}jd1{ENTER}h9{ESCAPE}{ENTER}{ESCAPE}{ESCAPE}un")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path, after=len(OUTGUNNED) + 1) == ["hurt Savar 2", "next"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_was_shown_as_saved_is_there_after_a_kill(tmp_path: Path, seed: int) -> None:
    assert one(tmp_path, seed) == ""
