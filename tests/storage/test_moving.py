"""Renaming sessions and moving them to the trash: nothing is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.errors import NotSaved
from tracker.storage.folders import move, to_trash


def made(folder: Path, title: str) -> Path:
    """A saved session with two lines."""
    with Session.create(find("outgunned"), title, folder=str(folder)) as session:
        session.do("add Ann")
        return Path(session.path)


def test_it_lies_in_the_trash_with_its_backups_and_can_still_be_opened(tmp_path: Path) -> None:
    path = made(tmp_path, "Night")
    Path(f"{path}.bak1").write_text("before", "utf-8")
    new = Path(to_trash(str(path)))
    assert new == tmp_path / "trash" / "Night.json"
    assert Path(f"{new}.bak1").read_text("utf-8") == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["trash"]
    with Session.open(str(new)) as session:
        assert list(session.scene.combatants) == ["Ann"]


def test_nothing_in_the_trash_is_written_over(tmp_path: Path) -> None:
    for _ in range(2):
        to_trash(str(made(tmp_path, "Night")))
    assert sorted(path.name for path in (tmp_path / "trash").iterdir()) == ["Night 2.json", "Night.json"]


def test_a_session_that_is_open_somewhere_stays(tmp_path: Path) -> None:
    path = made(tmp_path, "Night")
    with Session.open(str(path)), pytest.raises(NotSaved, match="close it there first"):
        move(str(path), str(tmp_path), "Day")
    assert path.exists()


def test_what_is_gone_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="cannot be moved"):
        to_trash(str(tmp_path / "none.json"))
