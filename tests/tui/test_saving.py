"""NOT SAVED on the screen: it stays until it is true no more, and nothing is left behind unasked."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fights import WAREHOUSE, commands, made
from tests.tui.real_files import banner, finished, kind, played, settled, strip
from tracker.combat import history as histories
from tracker.commands import parser, story
from tracker.session import Session
from tracker.session.games import RulesOf
from tracker.storage import format as save_format
from tracker.storage.filesystem import FileSystem
from tracker.storage.reader import load
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.controller import Controller
from tracker.tui.cockpit.view import View
from tracker.tui.look.preferences import Options
from tracker.tui.panes.chrome import Status

pytestmark = pytest.mark.usefixtures("development_mode")


class Full:
    """A disk that takes no more of one file while ``on``; every other file is written as always."""

    def __init__(self, patch: pytest.MonkeyPatch, path: Path) -> None:
        self.on, self.error, self.free = True, errno.ENOSPC, threading.Event()
        self.free.set()
        write = FileSystem.pwrite

        def refuse(disk: FileSystem, fd: int, data: Any, at: int) -> int:
            assert self.free.wait(30)
            if self.on and os.readlink(f"/proc/self/fd/{fd}").startswith(str(path)):
                raise OSError(self.error, "refused")
            return write(disk, fd, data, at)

        patch.setattr(FileSystem, "pwrite", refuse)


def status(app: TrackerApp) -> str:
    """How the record stands, as the status line shows it."""
    assert app.main is not None
    return "".join(text for text, _ in app.main.query_one(Status)._shown[0][0]).rstrip()


@pytest.mark.slow
def test_saving_elsewhere_in_vain_never_looks_like_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, taken = made(tmp_path), made(tmp_path, name="taken")
    before = path.read_bytes(), taken.read_bytes()
    full = Full(monkeypatch, path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("n")
        await settled(pilot, app)
        told = "NOT SAVED: fight.json could not be written: the disk is full. The fight goes on in memory."
        for key in ("ctrl+s", *"taken", "enter"):
            await pilot.press(key)
        await settled(pilot, app)
        assert "taken.json exists already. Choose another name." in strip(app)
        assert (kind(app), banner(app)) == ("not saved", f"{told} ctrl+s saves a copy")
        assert status(app).endswith("NOT SAVED")
        await pilot.press("escape", "q")
        await pilot.pause()
        assert type(app.screen).__name__ == "UnsavedScreen"
        await pilot.press("ctrl+c", "ctrl+q", "b")
        await pilot.pause()
        assert app.screen is app.main, "it is asked once, however often"
        full.on = False
        await pilot.press("n")
        await settled(pilot, app)
        assert (kind(app), status(app)[-7:]) == ("saved", "● saved")
        assert banner(app).startswith("No backup of fight.json could be made: the disk is full."), (
            "that was in vain too"
        )

    played(path, play)
    assert path.read_bytes().startswith(before[0][:-3])
    assert taken.read_bytes() == before[1]
    assert commands(path, after=len(WAREHOUSE)) == ["next", "next"]


@pytest.mark.slow
def test_keys_never_wait_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stalls, as a bad stick does for seconds: the fight goes on, and nothing looks saved before it is."""
    path = made(tmp_path)
    full = Full(monkeypatch, path)
    full.on = False

    async def play(pilot: Any, app: TrackerApp) -> None:
        full.free.clear()
        before = path.read_bytes()
        for _ in range(3):
            await pilot.press("n", "d", "1", "enter")
        await pilot.pause()
        assert app.session is not None
        assert len(app.session.story()) == len(WAREHOUSE) + 6
        assert (kind(app), status(app)[-8:], banner(app)) == ("saving", "◌ saving", "")
        assert path.read_bytes() == before
        full.free.set()
        await settled(pilot, app)
        assert (kind(app), status(app)[-7:]) == ("saved", "● saved")

    played(path, play)
    assert len(commands(path)) == len(WAREHOUSE) + 6


def test_another_reason_of_the_same_length_is_painted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path)
    full = Full(monkeypatch, path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("n")
        await settled(pilot, app)
        assert "the disk is full" in banner(app)
        full.error = errno.EIO
        app.file.try_again()
        await settled(pilot, app)
        assert "the disk reports an error" in banner(app)
        full.on = False

    played(path, play)


def test_a_copy_of_the_evening_before_that_could_not_be_kept_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path)
    new = FileSystem.create

    def full(disk: FileSystem, path: str) -> int:
        if ".bak" in path:
            raise OSError(errno.ENOSPC, "full")
        return new(disk, path)

    monkeypatch.setattr(FileSystem, "create", full)

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert banner(app) == ""
        await pilot.press("n")
        await settled(pilot, app)
        assert kind(app) == "saved"
        told = "No backup of fight.json could be made: the disk is full."
        assert banner(app) == f"{told} esc takes this away"
        await pilot.press("n")
        await settled(pilot, app)
        assert banner(app) == "", "it is told once"

    played(path, play)


def test_no_other_session_is_opened_before_all_of_this_one_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk stalls, another session is asked for, and then the disk is full."""
    path = made(tmp_path)
    made(tmp_path, ("title The Pier",), name="two")
    full = Full(monkeypatch, path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        full.free.clear()
        await pilot.press("n")
        assert kind(app) == "saving"
        threading.Timer(0.2, full.free.set).start()
        assert "NOT SAVED" in app.sessions.open(str(tmp_path / "two.json"))
        assert app.file.path == str(path)
        full.on = False

    played(path, play)
    assert commands(path, after=len(WAREHOUSE)) == ["next"]


@pytest.mark.parametrize("stalls", [True, False])
def test_leaving_while_it_is_saved_loses_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    user_folders: Path,
    stalls: bool,
) -> None:
    """Nobody could be asked: all of it goes into a copy, and the exit code tells."""
    path = made(tmp_path)
    full = Full(monkeypatch, path)
    full.on = stalls
    app = TrackerApp(Session.open(str(path)), saves=str(tmp_path), options=Options(animations=False))

    async def run() -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            full.free.clear()
            await pilot.press("n", "q")
            full.free.set()

    asyncio.run(run())
    assert finished(app) == int(stalls)
    said = capsys.readouterr().err
    if not stalls:
        assert said == ""
        assert commands(path, after=len(WAREHOUSE)) == ["next"]
        return
    (copy,) = (user_folders / "state" / "combat-tracker" / "rescued").glob("*.json")
    assert "NOT SAVED: the last change is not in" in said
    assert str(copy) in said
    assert commands(path, after=len(WAREHOUSE)) == []
    assert commands(copy, after=len(WAREHOUSE)) == ["next"]
    assert load(str(copy), RulesOf()).condition == "clean"


def test_what_the_director_leaves_behind_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_folders: Path
) -> None:
    path = made(tmp_path)
    Full(monkeypatch, path)

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("n")
        await settled(pilot, app)
        await pilot.press("q")
        await pilot.pause()
        await pilot.press("l")

    app = played(path, play)
    assert (finished(app), app.forgone) == (0, True)
    assert not (user_folders / "state").exists()


def test_a_key_makes_one_view_and_the_end_of_saving_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    views: list[View] = []
    view = Controller.view
    monkeypatch.setattr(Controller, "view", lambda controller: views.append(view(controller)) or views[-1])

    async def play(pilot: Any, app: TrackerApp) -> None:
        for key in ("a", "c", "enter"):
            await settled(pilot, app)
            views.clear()
            await pilot.press(key)
            await settled(pilot, app)
            assert len(views) == 1, key
        assert kind(app) == "saved"
        assert " saved" in str(app.main.query_one("#status")._shown)  # type: ignore[attr-defined,union-attr]

    played(path, play)


def test_the_last_key_of_a_form_reads_no_line_and_encodes_and_views_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path, (*WAREHOUSE, "begin action"))
    counts: Counter[str] = Counter()

    def counting(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def counted(*words: Any, **named: Any) -> Any:
            counts[name] += 1
            return real(*words, **named)

        monkeypatch.setattr(owner, name, counted)

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("a", "c")
        await settled(pilot, app)
        counting(parser._Reading, "deal")
        counting(Controller, "view")
        counting(save_format, "body")
        for owner in (histories, story):
            monkeypatch.setattr(owner, "fold", lambda *_: pytest.fail("applied again"))
        await pilot.press("enter")
        await settled(pilot, app)
        assert kind(app) == "saved"
        assert counts == {"body": 1, "view": 1}

    played(path, play)
