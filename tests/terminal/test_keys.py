"""Keys counted in a real terminal: no action takes more than promised, key by key and in a burst."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made, scene
from tests.terminal.terminal import ENTER, ESCAPE, TAB, tracker
from tracker.session.games import RulesOf
from tracker.storage.reader import load

pytestmark = pytest.mark.slow

FOUR = (
    "add Ann",
    "add Ben",
    "add Cid",
    "add Dot",
    "add Goons side=enemies grit=6 attack=critical defense=basic",
    "begin reaction",
)

COUNTED = (
    ("attack with its result", ("a", "c", ENTER), 3, "attack Savar Goons c"),
    ("hurt by three", ("d", "3", ENTER), 3, "hurt Savar 3"),
    ("heal by three", ("h", "3", ENTER), 3, "heal Savar 3"),
    ("next", ("n",), 1, "next"),
    ("partial cover", ("c", "p"), 2, "cover Savar partial"),
    ("a band nearer", ("[",), 1, "nearer Savar Goons"),
    ("a band farther", ("]",), 1, "farther Savar Goons"),
    ("a condition by its beginning", ("m", "h", "u", ENTER), 4, "mark Savar hurt"),
)


def by_keys(path: Path, way: str, keys: Sequence[Sequence[str]], between: str = "u") -> list[str]:
    """The commands that keys gave, each set of them on the same fight; typed one by one, or each in one write."""
    before = len(load(str(path), RulesOf()).history.entries)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        for key in keys:
            if way == "each":
                terminal.each(key)
            else:
                terminal.burst("".join(key))
            terminal.burst(between)
        terminal.send("q")
        assert terminal.ended() == 0
    return [entry.command for entry in load(str(path), RulesOf()).history.entries.values()][before:]


@pytest.mark.parametrize("way", ["each", "burst"])
def test_keys_are_few(tmp_path: Path, way: str) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    found = by_keys(path, way, [keys for _, keys, _, _ in COUNTED])
    told = [line.split(" weapon=")[0] for line in found]
    assert told == [expected for _, _, _, expected in COUNTED]
    assert [what for what, keys, most, _ in COUNTED if len(keys) > most] == []


@pytest.mark.parametrize("way", ["each", "burst"])
def test_the_reactions_of_four_in_one_sheet(tmp_path: Path, way: str) -> None:
    keys = ("a", "2", "c", TAB, "b", TAB, "0", TAB, "c", ENTER)
    assert len(keys) <= 10
    found = by_keys(made(tmp_path, FOUR), way, [keys])
    assert len(found) == 1
    word = [part.split()[:2] for part in found[0].split(" ; ")]
    assert word == [["react", name] for name in ("Ann", "Ben", "Cid", "Dot")]


@pytest.mark.parametrize("way", ["each", "burst"])
@pytest.mark.parametrize(
    ("game", "fight", "words"),
    [
        ("outgunned", WAREHOUSE, ("enco", "thr", "not", "tit", "wxyz")),
        ("gen6", ("add Mira health=9 con=3 courage=3", "add Rat side=enemies health=9"), ("cou", "prep", "charge")),
    ],
)
def test_an_abbreviated_verb_carries_nothing_out(
    tmp_path: Path, way: str, game: str, fight: tuple[str, ...], words: tuple[str, ...]
) -> None:
    path = made(tmp_path, fight, game)
    assert by_keys(path, way, [(ENTER, *word, ENTER) for word in words], between=ESCAPE) == []


@pytest.mark.parametrize("way", ["each", "burst"])
def test_a_name_is_typed_and_the_degree_of_a_cover_is_whole(tmp_path: Path, way: str) -> None:
    guns = ("arm Ann pistol kind=gun maximum=40 ready=no", "arm Ann revolver kind=gun maximum=40 ready=no")
    path = made(tmp_path, ("add Ann body=50", *guns), "unknown-armies")
    assert by_keys(path, way, [(ENTER, *"draw", ENTER, *"revolver", ENTER)], between=ESCAPE) == ["draw Ann revolver"]
    path = made(tmp_path, ("add Ann health=9 con=3",), "gen6", "percent")
    assert by_keys(path, way, [("c", *"50", ENTER)], between=ESCAPE) == ["cover Ann 50"]


def test_undo_and_redo_are_one_key(tmp_path: Path) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    before = scene(path)
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst(f"ac{ENTER}u")
        terminal.wait("taken back")
        terminal.burst("U")
        terminal.send("uq")
        assert terminal.ended() == 0
    assert scene(path) == before


def test_keys_typed_ahead_meet_the_form_they_were_meant_for(tmp_path: Path) -> None:
    """A form, its result, the form of the next one, all in one write."""
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    with tracker(str(path)) as terminal:
        terminal.wait("actions")
        terminal.burst(f"a2b{ENTER}jac{ENTER}")
        terminal.send("q")
        assert terminal.ended() == 0
    assert [line.split(" weapon=")[0] for line in commands(path, after=7)] == [
        "attack Savar Goons 2b",
        "attack Sam Goons c",
    ]
