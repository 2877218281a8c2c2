"""``tracker show``: plain text and JSON, now and earlier, whole and torn; never a write."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call, data_of


def test_the_fight_is_told_from_the_top(tracker: Call, fight: Path) -> None:
    result = tracker("show", str(fight))
    assert (result.exit_code, result.stderr) == (0, "")
    order = [
        "Stage",
        "Heroes:",
        "Ann: hp 6 of 6",
        "Enemies:",
        "Rat: hp 1 of 2",
        "Range: far",
        "Log:",
        "Ann strikes Rat",
    ]
    places = [result.stdout.index(each) for each in order]
    assert places == sorted(places)


def test_json_is_that_of_run(tracker: Call, fight: Path) -> None:
    shown = data_of(tracker("show", str(fight), "--json"))
    assert shown == data_of(tracker("run", "--load", str(fight), "--json", input=""))
    assert [each["id"] for each in shown["log"]] == [1, 2, 3]


def test_an_earlier_moment(tracker: Call, fight: Path) -> None:
    data = data_of(tracker("show", str(fight), "--json", "--at", "1"))
    assert (data["head"], list(data["combatants"])) == (1, ["Ann"])
    assert "As it was after line 1 of the log." in tracker("show", str(fight), "--at", "1").stdout
    empty = tracker("show", str(fight), "--at", "0").stdout
    assert "As it was at the beginning." in empty
    assert "Nothing has happened yet." in empty


def test_a_moment_of_another_branch(tracker: Call, fight: Path) -> None:
    tracker("run", "--load", str(fight), "--save", str(fight), input="undo\nnote elsewhere\n")
    data = data_of(tracker("show", str(fight), "--json", "--at", "3"))
    assert [each["id"] for each in data["log"]] == [1, 2, 3]
    assert [each["id"] for each in data_of(tracker("show", str(fight), "--json"))["log"]] == [1, 2, 5]


@pytest.mark.parametrize("at", ["4", "99", "-1", "x"])
def test_a_moment_that_never_was(tracker: Call, fight: Path, at: str) -> None:
    result = tracker("show", str(fight), "--at", at)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_moment_behind_the_damage(tracker: Call, fight: Path) -> None:
    fight.write_bytes(fight.read_bytes().replace(b"Rat", b"Cat", 1))
    result = tracker("show", str(fight), "--at", "3")
    assert result.exit_code == 2
    assert "fight.json is damaged in line" in result.stderr
    assert "There is no line 3 in the log." in result.stderr


def test_torn(tracker: Call, fight: Path) -> None:
    fight.write_bytes(fight.read_bytes()[:-20])
    before = fight.read_bytes(), fight.stat().st_mtime_ns
    result = tracker("show", str(fight), "--json")
    assert result.exit_code == 1
    assert data_of(result)["head"] == 2
    assert "cut off in the middle of a write" in result.stderr
    assert (fight.read_bytes(), fight.stat().st_mtime_ns) == before
    assert [path.name for path in Path().iterdir()] == ["fight.json"]


def test_damaged(tracker: Call, fight: Path) -> None:
    fight.write_bytes(fight.read_bytes().replace(b"Rat", b"Cat", 1))
    result = tracker("show", str(fight), "--json")
    assert result.exit_code == 2
    assert data_of(result)["head"] == 1
    assert "damaged in line 3" in result.stderr


def test_a_name_alone_is_looked_for_among_the_sessions(tracker: Call, fight: Path) -> None:
    os.makedirs("elsewhere")
    fight.rename("elsewhere/evening.json")
    for words in (("show", "evening", "--saves", "elsewhere"), ("--saves", "elsewhere", "show", "evening.json")):
        assert tracker(*words).exit_code == 0
    assert tracker("show", "evening").exit_code == 2


FILE = "thing.json"


def make_fifo(path: str) -> None:
    os.mkfifo(path)


def make_link(path: str) -> None:
    os.symlink("nowhere", path)


def make_bomb(path: str) -> None:
    Path(path).write_bytes(b"[" * (1 << 20))


def make_other_game(path: str) -> None:
    head = '{"format":"combat-tracker/session","version":1,"id":"x","created":"","app":"0","system":"chess","records":['
    Path(path).write_text(head + "\n]}\n")


def make_newer(path: str) -> None:
    Path(path).write_text('{"format":"combat-tracker/session","version":9,"id":"x"}\n')


def make_json(path: str) -> None:
    Path(path).write_text('{"format":"other","records":[]}\n')


COMMANDS = (
    ("show", FILE),
    ("check", FILE),
    ("repair", FILE, "-o", "new.json"),
    ("run", "--load", FILE),
    ("run", "--load", FILE, "--save", FILE),
    ("run", "--load", FILE, "--save", "new.json"),
    ("run", "--save", FILE),
    ("odds", "roll 1d6", "--load", FILE),
)


@pytest.mark.parametrize("make", [os.mkdir, make_fifo, make_link, make_bomb, make_other_game, make_newer, make_json])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_no_session_is_a_sentence(tracker: Call, make: Callable[[str], None], words: tuple[str, ...]) -> None:
    """And it is left as it is, with nothing made beside it."""
    make(FILE)
    before = os.lstat(FILE), Path(FILE).read_bytes() if os.path.isfile(FILE) else b""
    result = tracker(*words, input="note x\n")
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert os.listdir() == [FILE]
    after = os.lstat(FILE), Path(FILE).read_bytes() if os.path.isfile(FILE) else b""
    assert after[1] == before[1]
    assert (after[0].st_mtime_ns, after[0].st_ino) == (before[0].st_mtime_ns, before[0].st_ino)


def test_a_name_with_controls_is_told_without_them(tracker: Call) -> None:
    result = tracker("show", "\x1b]0;x\x07\nfile\u202e")
    assert result.exit_code == 2
    assert result.stderr == "tracker: There is no file ]0;x file. tracker new SYSTEM makes a session; " + (
        "tracker where names the folders.\n"
    )


def test_two_moments_are_compared_as_a_table_and_as_json(tracker: Call, fight: Path) -> None:
    assert data_of(tracker("compare", str(fight), "2", "2", "--json")) == {"differences": []}
    joined, struck = (data_of(tracker("compare", str(fight), *pair, "--json")) for pair in (("0", "1"), ("2", "3")))
    assert {"name": "Ann", "what": "in the fight", "a": False, "b": True} in joined["differences"]
    assert {"name": "Rat", "what": "hp", "a": 2, "b": 1} in struck["differences"]
    assert "Rat hp" in tracker("compare", str(fight), "2", "3").stdout
    wrong = tracker("compare", str(fight), "2", "99")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "There is no line 99 in the log." in wrong.stderr
