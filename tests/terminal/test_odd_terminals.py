"""Terminals that are small, huge, limited or nested: a fight can be seen, continued and left."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import ENTER, Terminal

pytestmark = pytest.mark.slow

PLAIN = {"COLORTERM": ""}

TRUE_COLOUR = re.compile(rb"\x1b\[[0-9;]*[34]8;2;")


@pytest.mark.parametrize(
    ("size", "env", "never"),
    [
        ((80, 24), {"TERM": "linux", **PLAIN}, TRUE_COLOUR),
        ((80, 24), {"TERM": "screen", **PLAIN}, TRUE_COLOUR),
        ((80, 24), {"TERM": "tmux-256color", "TMUX": "/tmp/tmux", **PLAIN}, TRUE_COLOUR),
        ((20, 5), {}, None),
        ((500, 200), {}, None),
    ],
    ids=["16 colours", "screen", "tmux", "20x5", "500x200"],
)
def test_a_fight_goes_on(tmp_path: Path, size: tuple[int, int], env: dict[str, str], never: re.Pattern[bytes]) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    with Terminal([sys.executable, "-m", "tracker.cli.main", str(path)], size, env) as terminal:
        terminal.wait("Savar" if size[1] > 5 else "saved")
        terminal.send(f":hurt Savar 3{ENTER}:note went on{ENTER}")
        terminal.wait(lambda: "note went on" in commands(path))
        terminal.send("q")
        assert terminal.ended() == 0
        assert commands(path)[-2:] == ["hurt Savar 3", "note went on"]
        assert b"Traceback" not in terminal.raw
        assert never is None or not never.search(terminal.raw)


def test_a_terminal_that_cannot_show_a_screen_is_told_so(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Terminal([sys.executable, "-m", "tracker.cli.main", str(path)], (200, 24), {"TERM": "dumb"}) as terminal:
        assert terminal.ended() == 2
        assert "TERM=dumb" in terminal.text
        assert "tracker show FILE" in terminal.text
        assert b"\x1b" not in terminal.raw


def test_without_colours_there_are_only_shades_of_grey(tmp_path: Path) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    with Terminal([sys.executable, "-m", "tracker.cli.main", str(path)], (80, 24), {"NO_COLOR": "1"}) as terminal:
        terminal.wait("actions")
        terminal.send("q")
        assert terminal.ended() == 0
        painted = {match.groups() for match in re.finditer(rb"[34]8;2;(\d+);(\d+);(\d+)", bytes(terminal.raw))}
        assert painted
        assert all(max(map(int, shade)) - min(map(int, shade)) <= 2 for shade in painted)
