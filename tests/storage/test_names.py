from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.storage.filesystem import FileSystem
from tracker.storage.folders import file_name, free_paths, make_folder, same_file, saves_folder

NAMES = {
    "The Warehouse": "The Warehouse.json",
    "": "session.json",
    "...": "session.json",
    "../../etc/passwd": "etc passwd.json",
    "a/b\\c:d*e": "a b c d e.json",
    ".hidden": "hidden.json",
    "-rf": "rf.json",
    "con": "_con.json",
    "NUL.txt": "_NUL.txt.json",
    "com1 .x": "_com1 .x.json",
    "COM¹": "_COM1.json",
    "console": "console.json",
    "ﬁght": "fight.json",
    "Ränge\n\t\x1b & Rauch": "Ränge Rauch.json",
    "x" * 100: "x" * 75 + ".json",
    "ä" * 100: "ä" * 37 + ".json",
    "x" * 74 + " y": "x" * 74 + ".json",
    "x" * 74 + "-y": "x" * 74 + ".json",
    "X-Ray X": "X-Ray X.json",
    "X" * 74 + " y": "X" * 74 + ".json",
}


@pytest.mark.parametrize("title", NAMES)
def test_a_title_makes_a_file_name(title: str) -> None:
    assert file_name(title) == NAMES[title]


@given(st.text(max_size=200))
def test_every_title_makes_a_name_that_stays_in_its_folder(title: str) -> None:
    name = file_name(title)
    assert name.endswith(".json")
    assert len(name.encode()) <= 80
    assert os.path.dirname(os.path.realpath(f"/folder/{name}")) == "/folder"
    assert os.path.basename(name) == name
    assert not name.startswith((".", "-"))


def test_a_taken_name_gets_a_number(tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert next(free_paths(folder, "A")) == str(tmp_path / "A.json")
    (tmp_path / "A.json").touch()
    (tmp_path / "A 2.json").symlink_to("nowhere")
    assert next(free_paths(folder, "A")) == str(tmp_path / "A 3.json")
    (tmp_path / file_name("x" * 72 + " . yyyyy")).touch()
    assert next(free_paths(folder, "x" * 72 + " . yyyyy")) == str(tmp_path / ("x" * 72 + " 2.json"))
    (tmp_path / file_name("X" * 70 + "-.- yyyy")).touch()
    assert next(free_paths(folder, "X" * 70 + "-.- yyyy")) == str(tmp_path / ("X" * 70 + " 2.json"))
    (tmp_path / file_name("ä" * 99)).touch()
    assert next(free_paths(folder, "ä" * 99)) == str(tmp_path / ("ä" * 36 + " 2.json"))


def test_the_folder_of_the_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = str(tmp_path)
    variable = {"TRACKER_SAVES": "/variable"}
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert saves_folder("/chosen", variable, here) == "/chosen"
    assert saves_folder(None, variable, here) == "/variable"
    assert saves_folder(None, {"TRACKER_SAVES": ""}, here) == "/data/combat-tracker/saves"
    (tmp_path / "saves").mkdir()
    assert saves_folder(None, {}, here) == str(tmp_path / "saves")
    assert saves_folder("relative", {}, here) == str(tmp_path / "relative")
    assert saves_folder(None, {"TRACKER_SAVES": "a/../b"}, here) == str(tmp_path / "b")


def test_a_folder_that_was_taken_away_is_none_to_begin_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert saves_folder("relative", {}, "/here") == "/here/relative"
    assert not same_file("a", "b")
    assert same_file("a", "a")


def test_two_names_of_one_file(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.touch()
    other.symlink_to(one)
    assert same_file(str(one), str(other))
    assert not same_file(str(one), str(tmp_path))


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir(mode=0o755)
    folder = tmp_path / "a" / "b" / "saves"
    make_folder(str(folder))
    make_folder(str(folder))
    make_folder(str(folder.parent / "other"))
    assert [each.stat().st_mode & 0o777 for each in (folder, folder.parent)] == [0o700, 0o700]


def test_the_name_of_a_new_folder_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(FileSystem, "fsync_folder", lambda disk, path: synced.append(path))
    make_folder(str(tmp_path / "a" / "b"))
    assert synced == [str(tmp_path / "a"), str(tmp_path / "a" / "b")]
    make_folder(str(tmp_path / "a" / "b"))
    monkeypatch.chdir(tmp_path)
    make_folder("c")
    assert synced[2:] == [str(tmp_path / "c")]


def test_a_folder_in_one_that_may_not_be_read_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(disk: FileSystem, path: str) -> None:
        raise PermissionError

    monkeypatch.setattr(FileSystem, "fsync_folder", closed)
    make_folder(str(tmp_path / "a"))
    assert (tmp_path / "a").is_dir()
