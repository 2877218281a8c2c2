"""What opening a real file found, on the screen: the banner, what may be done, and what the files hold afterwards."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events

from tests.terminal.fights import CLOCK, WAREHOUSE, commands, made
from tests.tui.pages import Hands
from tests.tui.real_files import banner, kind, played, settled
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage.errors import LoadError
from tracker.storage.journal import Journal
from tracker.storage.reader import check, load
from tracker.tui.app import TrackerApp

GOONS = 4
"""The line by which the gang joins."""

TOLD = "But this version of the program replays line 4 of the log differently: “Goons join (enemies).”."


def told_otherwise(folder: Path, name: str = "fight") -> Path:
    """A session in which one line carries the state another version of the program would have made of it."""
    whole = made(folder, name=name)
    loaded = load(str(whole), RulesOf()).records
    records = [replace(record, state="0" * 16) if record.id == GOONS else record for record in loaded]
    os.remove(whole)
    with Journal.create(str(whole), "outgunned", lambda: CLOCK, f"{name:0>32}") as save:
        save.append(records)
    return whole


def lines(data: bytes) -> list[dict[str, Any]]:
    """The records of a file as plain data, without what differs between versions."""
    report = json.loads(data)["records"]
    return [{key: value for key, value in each.items() if key not in ("h", "state")} for each in report]


def states(data: bytes) -> list[str]:
    return [report.get("state", "") for report in json.loads(data)["records"]]


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


# ---------------------------------------------------------------------- told differently


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
def test_a_session_replayed_differently_is_read_only(tmp_path: Path, size: tuple[int, int]) -> None:
    path = told_otherwise(tmp_path)
    before = path.read_bytes()
    assert check(str(path), RulesOf()).condition == "differs"

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert kind(app) == "read only"
        assert banner(app).startswith("READ ONLY: fight.json")
        assert banner(app).endswith("ctrl+s saves a copy")
        assert (path.read_bytes(), names(tmp_path)) == (before, ["fight.json", "fight.json.lock"])

    played(path, play, size)
    assert (path.read_bytes(), names(tmp_path)) == (before, ["fight.json"])


@pytest.mark.slow
@pytest.mark.parametrize("verify_later", [False, True])
def test_what_is_done_in_a_read_only_session_goes_on_in_a_copy(tmp_path: Path, verify_later: bool) -> None:
    path = told_otherwise(tmp_path)
    before = path.read_bytes()

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("n")
        await settled(pilot, app)
        assert kind(app) == "not saved"
        assert banner(app).startswith("NOT SAVED: fight.json")
        await pilot.press("ctrl+s", *"Mine", "enter")
        await settled(pilot, app)
        assert (kind(app), banner(app)) == ("saved", "")

    played(path, play, verify_later=verify_later)
    assert path.read_bytes() == before
    assert check(str(tmp_path / "Mine.json"), RulesOf()).code == 0
    assert commands(tmp_path / "Mine.json", after=len(WAREHOUSE)) == ["next"]


def test_states_are_compared_after_the_first_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = told_otherwise(tmp_path)
    monkeypatch.setattr("tracker.tui.session_file.STEP", 1)
    monkeypatch.setattr("tracker.tui.slices.SLICE", 1e-4)

    async def play(pilot: Any, app: TrackerApp) -> None:
        while kind(app) != "read only":
            await pilot.pause()
        assert banner(app).startswith("READ ONLY: fight.json")
        assert app.session is not None
        assert app.session.loaded is not None
        assert app.session.loaded.differs == GOONS

    played(path, play, verify_later=True)


def test_a_session_opened_from_another_is_compared_too(tmp_path: Path) -> None:
    path, other = made(tmp_path, name="first"), told_otherwise(tmp_path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert app.sessions.open(str(other)) == ""
        while kind(app) != "read only":
            await pilot.pause()
        assert TOLD in banner(app)

    played(path, play, (120, 40))


def test_leaving_a_read_only_session_leaves_the_file(tmp_path: Path) -> None:
    path = told_otherwise(tmp_path)
    before = path.read_bytes()

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("q")

    assert played(path, play)._exit, "nothing is unsaved, so nothing is asked"
    assert (path.read_bytes(), names(tmp_path)) == (before, ["fight.json"])


def test_a_torn_end_is_named_before_the_different_replay(tmp_path: Path) -> None:
    path = told_otherwise(tmp_path)
    torn = path.read_bytes()[:-1]
    path.write_bytes(torn)

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert banner(app).startswith("READ ONLY: fight.json was cut off in the middle of a write;")

    played(path, play)


# ---------------------------------------------------------------------- edited by hand


def edit(whole: dict[str, Any]) -> None:
    for each in whole["records"]:
        del each["h"]
    whole["records"][0]["events"][0]["title"] = "The Mill"


EDITS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "reformatted": (lambda whole: None, "The Warehouse"),
    "edited": (edit, "The Mill"),
}


@pytest.mark.parametrize("which", EDITS)
def test_a_file_edited_by_hand_is_told_kept_and_written_anew(tmp_path: Path, which: str) -> None:
    change, title = EDITS[which]
    path = made(tmp_path)
    whole = json.loads(path.read_bytes())
    change(whole)
    path.write_text(json.dumps(whole, indent=2), "utf-8")
    before = path.read_bytes()
    assert check(str(path), RulesOf()).code == 2

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert kind(app) == "saved"
        assert banner(app) == (
            "fight.json was edited by hand or reformatted by another program. It was rewritten. "
            "The file as it was found is kept as fight.json.bak. esc takes this away"
        )
        assert (tmp_path / "fight.json.bak").read_bytes() == before
        assert check(str(path), RulesOf()).code == 0
        await pilot.press("n")
        await settled(pilot, app)
        assert (kind(app), banner(app)) == ("saved", "")

    played(path, play)
    assert commands(path, after=len(WAREHOUSE)) == ["next"]
    assert load(str(path), RulesOf()).history.scene.title == title
    assert names(tmp_path) == ["fight.json", "fight.json.bak"]

    async def again(pilot: Any, app: TrackerApp) -> None:
        assert (kind(app), banner(app)) == ("saved", "")

    played(path, again)


def test_an_edit_beside_hashes_is_damage_and_is_left(tmp_path: Path) -> None:
    path = made(tmp_path)
    whole = json.loads(path.read_bytes())
    whole["records"][2]["text"] = "Savar joins as somebody else."
    path.write_text(json.dumps(whole, indent=2), "utf-8")
    before = path.read_bytes()

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert banner(app) == (
            "READ ONLY: fight.json is damaged in line 4: its hash does not match; "
            "2 lines of the log before that are intact. Nothing was changed. "
            "Save a copy to go on from there. ctrl+s saves a copy"
        )
        assert kind(app) == "read only"

    played(path, play)
    assert (path.read_bytes(), names(tmp_path)) == (before, ["fight.json"])


def test_an_edited_file_that_cannot_be_kept_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path)
    path.write_text(json.dumps(json.loads(path.read_bytes()), indent=2), "utf-8")
    before = path.read_bytes()

    def full(*words: object) -> int:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr("tracker.storage.filesystem.FileSystem.pwrite", full)
        session = Session.open(str(path))
    with session:
        assert session.journal is not None
        assert session.journal.why_read_only == (
            "fight.json was edited by hand or reformatted by another program. "
            "fight.json can only be read here: the disk is full. Save a copy elsewhere to go on with it."
        )
    assert (path.read_bytes(), names(tmp_path)) == (before, ["fight.json"])


# ---------------------------------------------------------------------- what cannot be opened


def newer(path: Path) -> None:
    path.write_bytes(made(path.parent, name="whole").read_bytes().replace(b'"version":1', b'"version":2', 1))


def other_game(path: Path) -> None:
    path.write_bytes(made(path.parent, name="whole").read_bytes().replace(b'"outgunned"', b'"chess"', 1))


def headless(path: Path) -> None:
    path.write_bytes(made(path.parent, name="whole").read_bytes().replace(b'"system"', b'"sistem"', 1))


STRANGE: dict[str, tuple[Callable[[Path], Any], str]] = {
    "newer": (newer, "in a newer format (2); this program reads up to 1. Open it with the newer program"),
    "another game": (other_game, "“chess” is not a game that the tracker knows"),
    "without a header": (headless, "is damaged and cannot be opened"),
    "foreign": (lambda path: path.write_text('{"a": [1]}', "utf-8"), "is not a session of this program"),
    "empty": (Path.touch, "is not a session of this program"),
    "a folder": (Path.mkdir, "is a folder; name a session file in it"),
    "a pipe": (os.mkfifo, "is not an ordinary file; name a session file"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "is not an ordinary file; name a session file"),
    "a link to nowhere": (lambda path: path.symlink_to("nowhere"), "the file or its folder is gone"),
}


@pytest.mark.slow
@pytest.mark.parametrize("which", STRANGE)
def test_what_cannot_be_opened_is_said_and_left(tmp_path: Path, which: str) -> None:
    """On the screen the session on the table stays there; without one the screen does not come."""
    make, sentence = STRANGE[which]
    path, strange = made(tmp_path), tmp_path / "strange.json"
    make(strange)
    before = os.lstat(strange), strange.read_bytes() if strange.is_file() else b"", names(tmp_path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("ctrl+o")
        await pilot.pause()
        app.post_message(events.Paste(str(strange)))
        await pilot.press("enter")
        await pilot.pause()
        assert sentence in " ".join(Hands(app, pilot).shown().split())
        await pilot.press("escape", "n")
        await settled(pilot, app)
        assert (kind(app), app.file.path) == ("saved", str(path))

    played(path, play, (200, 30))
    assert commands(path, after=len(WAREHOUSE)) == ["next"]
    with pytest.raises(LoadError, match=re.escape(sentence)):
        Session.open(str(strange))
    os.remove(tmp_path / "fight.json.bak1")
    after = os.lstat(strange), strange.read_bytes() if strange.is_file() else b"", names(tmp_path)
    assert (after[1:], after[0].st_mtime_ns, after[0].st_ino) == (before[1:], before[0].st_mtime_ns, before[0].st_ino)
