"""The history in a real terminal: back to the beginning and forward again, and the past changed by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made, scene
from tests.terminal.terminal import ENTER, tracker

pytestmark = pytest.mark.slow

DELETE = "\x1b[3~"

FIGHT = (*WAREHOUSE, "begin action", "hurt Savar 2", "hurt Sam 3", "next")


def test_undo_to_the_start_and_redo_to_the_end_come_to_the_same(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT)
    before = scene(path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst("u" * len(FIGHT))
        terminal.wait("Nobody is here yet.")
        terminal.burst("U" * len(FIGHT))
        terminal.wait("3 Cover")
        terminal.send("q")
        assert terminal.ended() == 0
    assert scene(path) == before


def test_the_history_goes_to_any_line(tmp_path: Path) -> None:
    path = made(tmp_path, FIGHT)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.send("g")
        terminal.wait("Everything done")
        terminal.wait("After line 10")
        terminal.send("kkk")
        terminal.wait("After line 7")
        terminal.burst(ENTER)
        terminal.send("q")
        assert terminal.ended() == 0
    assert scene(path)["Savar"].tracks["grit"].value == 12


@pytest.mark.parametrize("way", ["keys", "burst"])
def test_the_past_is_changed_by_keys(tmp_path: Path, way: str) -> None:
    path = made(tmp_path, FIGHT)
    steps = (
        ("g", "Everything done"),
        ("kk", "After line 8"),
        (DELETE, "1 branch beside the story"),
        (f"a\x7f5{ENTER}", "Sam: −5 grit"),
    )
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        if way == "burst":
            terminal.send("".join(keys for keys, _ in steps))
            terminal.wait(steps[-1][1])
        else:
            for keys, seen in steps:
                terminal.send(keys)
                terminal.wait(seen)
        terminal.burst("g")
        terminal.send("q")
        assert terminal.ended() == 0
    assert commands(path)[-3:] == ["begin action", "hurt Sam 5", "next"]
