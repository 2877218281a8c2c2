"""Keys typed ahead on every page in a real terminal: a burst has the same effect as its keys one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.terminal.terminal import ENTER, ESCAPE, tracker
from tracker.session.games import RulesOf
from tracker.storage.reader import load

pytestmark = pytest.mark.slow

OPEN, PALETTE, RIGHT, DOWN = "\x0f", "\x10", "\x1b[C", "\x1b[B"

BURSTS = 25

PICTURES = "20"
"""How many pictures a second the program paints at most while bursts are typed, as on a slow line."""

BLOCKS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("d", "3", ENTER, "u"), ("hurt Savar 3",)),
    ((":", *"note on", ENTER), ("note on",)),
    (("?", "j", DOWN, ESCAPE), ()),
    (("S", "?", ESCAPE, "q"), ()),
    (("S", "j", ENTER, "7", ENTER, "u", ESCAPE), ("settings pool_max=7",)),
    (("S", RIGHT, RIGHT, ENTER, "u", "q"), ("settings pool_min=4",)),
    (("S", "j", RIGHT, ESCAPE, ESCAPE), ()),
    ((OPEN, "z", "z", DOWN, ESCAPE), ()),
    ((OPEN, *"no such", ENTER, ESCAPE), ()),
    ((PALETTE, *"hurt", ENTER, "2", ENTER, "u"), ("hurt Savar 2",)),
    ((PALETTE, *"note", ENTER, *"far", ENTER), ("note far",)),
    ((PALETTE, *"zz", ENTER, ESCAPE), ()),
    ((PALETTE, *"history", ENTER, "?", ESCAPE, ESCAPE), ()),
    (("g", "k", ESCAPE), ()),
)
"""Keys that begin and end in the fight, each with the commands they give."""


def entries(path: Path) -> list[str]:
    """The commands of all entries behind the fight's own, taken back or not, without the marks."""
    every = [entry.command for entry in load(str(path), RulesOf()).history.entries.values()]
    return [command for command in every[len(WAREHOUSE) + 1 :] if "mark" not in command]


def _holds(path: Path, mark: str) -> bool:
    return mark.encode() in path.read_bytes()


def typed(path: Path, bursts: Sequence[str]) -> list[str]:
    """The commands that bursts gave; each is done when a note behind it stands in the file."""
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("help")
        terminal.shown = False
        for number, keys in enumerate(bursts):
            terminal.send(f"{keys}:note mark{number}{ENTER}")
            terminal.wait(partial(_holds, path, f"note mark{number}"))
        terminal.send("q")
        assert terminal.ended() == 0
    return entries(path)


@pytest.mark.parametrize("seed", range(2))
def test_bursts_over_pages_do_what_their_keys_do(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    weights = [1 if "?" in keys or PALETTE in keys else 4 for keys, _ in BLOCKS]
    chosen = [chance.choices(BLOCKS, weights) for _ in range(BURSTS)]
    expected = [command for blocks in chosen for _, given in blocks for command in given]
    bursts = ["".join("".join(keys) for keys, _ in blocks) for blocks in chosen]
    monkeypatch.setenv("TEXTUAL_FPS", PICTURES)
    assert typed(made(tmp_path, (*WAREHOUSE, "begin action")), bursts) == expected


def test_every_block_key_by_key(tmp_path: Path) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    with tracker(str(path), size=(80, 24)) as terminal:
        terminal.wait("help")
        for keys, _ in BLOCKS:
            terminal.each(keys)
        terminal.send("q")
        assert terminal.ended() == 0
    assert entries(path) == [command for _, given in BLOCKS for command in given]


@pytest.mark.parametrize("title", ["Pier", "S?q"])
def test_a_session_is_begun_and_played_in_one_write(tmp_path: Path, title: str) -> None:
    with tracker("--saves", str(tmp_path), size=(80, 24)) as terminal:
        terminal.send(f"S{ESCAPE}?{ESCAPE}{OPEN}{ESCAPE}a{title}{ENTER}+Ann{ENTER}{ESCAPE}:note here{ENTER}qq")
        assert terminal.ended() == 0
    (path,) = tmp_path.glob("*.json")
    assert commands(path) == [f"title {title}", "add Ann", "note here"]


def test_another_session_is_opened_and_played_in_one_write(tmp_path: Path) -> None:
    one = made(tmp_path, ("title The Yard",), name="one")
    made(tmp_path, ("title The Pier",), name="two")
    with tracker("--saves", str(tmp_path), str(one), size=(80, 24)) as terminal:
        terminal.wait("help")
        terminal.send(f"{OPEN}pier{ENTER}:note one{ENTER}{OPEN}yard{ENTER}:note two{ENTER}q")
        assert terminal.ended() == 0
    assert commands(one) == ["title The Yard", "note two"]
    assert commands(tmp_path / "two.json") == ["title The Pier", "note one"]
