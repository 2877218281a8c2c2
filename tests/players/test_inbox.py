"""What programs propose for a session: read within limits, told what became of it, gone with the tracker."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.small_game import session
from tracker.games.registry import find
from tracker.players.inbox import LINE, LONGEST, Inbox, NotProposed, Sender, objection
from tracker.players.table import Result
from tracker.storage.folders import PROPOSALS
from tracker.storage.lock import acquire, holder, left_behind


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A session that this process holds."""
    (tmp_path / "fight.json").write_text("{}")
    acquire(str(tmp_path / "fight.json.lock"))
    return str(tmp_path / "fight.json")


def test_a_line_is_taken_out_once_and_answered(path: str) -> None:
    sender, inbox = Sender(path, "a friend"), Inbox(path)
    assert sender.send("hurt Ann 1") == 1
    assert sender.send("hurt Ann 2") == 2
    first, second = inbox.take_out()
    assert (first.name, first.id, first.line, second.id) == ("a friend", 1, "hurt Ann 1", 2)
    assert inbox.take_out() == ()
    assert sender.fates() == ()
    inbox.tell({first.program: (Result(1, "taken", "Ann is hurt."),)})
    assert sender.fates() == (Result(1, "taken", "Ann is hurt."),)
    assert Sender(path, "another").fates() == ()


def test_a_line_is_taken_back_only_until_it_is_taken_out(path: str) -> None:
    sender, inbox = Sender(path, "a"), Inbox(path)
    assert sender.withdraw(sender.send("hurt Ann 1"))
    assert inbox.take_out() == ()
    number = sender.send("hurt Ann 1")
    inbox.take_out()
    assert not sender.withdraw(number)


def test_nothing_is_proposed_where_nobody_has_the_fight_open(tmp_path: Path) -> None:
    with pytest.raises(NotProposed, match="not open in a tracker"):
        Sender(str(tmp_path / "fight.json"), "a").send("hurt Ann 1")
    lock = tmp_path / "fight.json.lock"
    lock.write_text(f"999999999 {os.uname().nodename}\n")
    assert left_behind(str(lock))
    assert holder(str(lock)) is None
    with pytest.raises(NotProposed, match="not open in a tracker"):
        Sender(str(tmp_path / "fight.json"), "a").send("hurt Ann 1")
    assert os.listdir(tmp_path) == ["fight.json.lock"]


def test_it_is_found_through_a_link(path: str, tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(path)
    Sender(str(link), "a").send("hurt Ann 1")
    assert [letter.line for letter in Inbox(path).take_out()] == ["hurt Ann 1"]


def test_the_folder_is_for_its_owner_alone_and_goes_with_the_tracker(path: str) -> None:
    Sender(path, "a").send("hurt Ann 1")
    folder = Path(path + PROPOSALS)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in folder.iterdir()] == [0o600]
    Inbox(path).close()
    assert not folder.exists()


def test_a_folder_that_is_a_link_to_elsewhere_is_left_alone(path: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / f"x{LINE}").write_text("{}")
    Path(path + PROPOSALS).symlink_to(tmp_path / "elsewhere")
    inbox = Inbox(path)
    assert inbox.take_out() == ()
    inbox.close()
    assert (tmp_path / "elsewhere" / f"x{LINE}").exists()
    with pytest.raises(NotProposed, match="move it away"):
        Sender(path, "a").send("hurt Ann 1")


NO_LINE: dict[str, bytes | dict[str, object]] = {
    "empty": b"",
    "null": b"null",
    "not text": b"\xff",
    "deep": b"[" * 50_000,
    "large": b" " * 2_000_000,
    "long line": {"line": "x" * (LONGEST + 1)},
    "no line": {"line": ""},
    "long name": {"name": "x" * 41},
    "number 0": {"id": 0},
    "short secret": {"program": "short"},
    "another tracker": {"tracker": os.getpid() + 1},
    "more": {"more": 1},
}


@pytest.mark.parametrize("data", NO_LINE.values(), ids=NO_LINE)
def test_what_is_no_line_for_this_tracker_is_removed_and_nothing(path: str, data: bytes | dict[str, object]) -> None:
    good = {"program": "a" * 64, "id": 1, "name": "a", "line": "hurt Ann 1", "tracker": os.getpid()}
    folder = Path(path + PROPOSALS)
    folder.mkdir(0o700)
    (folder / f"good{LINE}").write_text(json.dumps(good))
    assert len(Inbox(path).take_out()) == 1
    (folder / f"x{LINE}").write_bytes(data if isinstance(data, bytes) else json.dumps(good | data).encode())
    assert Inbox(path).take_out() == ()
    assert list(folder.iterdir()) == []


def test_folders_are_not_in_the_way_of_lines(path: str) -> None:
    sender = Sender(path, "a friend")
    assert sender.send("hurt Ann 1") == 1
    for number in range(50):
        Path(path + PROPOSALS, f"{number:02}{LINE}").mkdir()
    assert [letter.line for letter in Inbox(path).take_out()] == ["hurt Ann 1"]


def test_a_line_of_a_thousand_signs_is_the_longest(path: str) -> None:
    for line in ("", " ", "x" * (LONGEST + 1)):
        with pytest.raises(NotProposed, match="characters"):
            Sender(path, "a").send(line)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hurt Ann 1", ""),
        ("hurt Ann 1 ; note she stumbles", ""),
        ("undo", "game master alone"),
        ("goto 1", "game master alone"),
        ("revoke 1", "game master alone"),
        ("amend 1 hurt Ann 2", "game master alone"),
        ("keep Ann", "game master alone"),
        ("forecast", "game master alone"),
        ("settings", "game master alone"),
        ("", "no command"),
        ("nonsense", "nonsense"),
        ("hurt Nobody 1", "Nobody"),
    ],
)
def test_what_is_done_in_the_fight_can_be_proposed_and_nothing_else(line: str, why: str) -> None:
    played = session("add Ann", "add Rat side=enemies", system=find("contract"))
    said = objection(played, line)
    assert why in said
    assert bool(said) == bool(why)
