"""Opening another session, saving elsewhere, the banner, and leaving with unsaved changes."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from textual import events

from tests.terminal.fights import made, scene
from tests.tui.pages import NOW, SIZES, Hands, Pages, Shelves, at, seated
from tests.tui.real_files import kind, played, settled
from tests.tui.skirmish import FIGHT
from tracker.session import Session
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal
from tracker.storage.recent import Recent
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.view import Saving
from tracker.tui.panes.chrome import Status, banner_lines
from tracker.tui.panes.log import Log
from tracker.tui.screens.sessions import SessionRows

OWN = [
    Recent("/saves/a.json", "outgunned", "The Warehouse", 3, NOW - 300),
    Recent("/saves/b.json", "gen6", "The Pier", 0, NOW - 90_000),
]


# ---------------------------------------------------------------------- opening


def opening(own: list[Recent] | None = None) -> Pages:
    """The start screen, in a folder of these sessions."""
    return Pages(shelves=Shelves(OWN if own is None else own))


def test_a_session_before_its_next_fight_says_so() -> None:
    fresh, between = (Recent("/saves/a.json", "gen6", "A", 0, NOW, fought=fought) for fought in (False, True))
    rows = SessionRows.of([fresh, between], {}, NOW, 80)
    assert "not begun" in str(rows.row(fresh))
    assert "between fights" in str(rows.row(between))


def test_typing_narrows_the_list() -> None:
    app = opening()

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o")
        assert "3 sessions" in hands.shown()
        assert hands.line("The Yard").split()[-1] == "example"
        assert hands.line("The Pier").split()[-1] == "yesterday"
        await hands.type("pie")
        assert "1 of 3" in hands.shown()
        assert app.shelves.done == []
        await hands.type("enter")
        assert app.shelves.done == [("open", "/saves/b.json")]

    at(app, play)


def test_arrows_choose_and_escape_leaves() -> None:
    app = opening()

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o down down up enter")
        assert app.shelves.done == [("open", "/saves/b.json")]
        await hands.type("escape")
        assert hands.page == "StartScreen"

    at(app, play)


def test_a_file_elsewhere_is_opened_by_its_path() -> None:
    app = opening([])

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o")
        await hands.paste("~/elsewhere.json")
        await hands.type("enter")
        assert app.shelves.done == [("open", os.path.expanduser("~/elsewhere.json"))]

    at(app, play)


@pytest.mark.slow
def test_what_is_against_it_is_shown() -> None:
    app = opening([])
    app.shelves.trouble = "There is no file x."

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o xx")
        assert "enter opens a file of this name" in hands.shown()
        await hands.type("enter")
        assert "There is no file x." in hands.shown()
        await hands.type("backspace")
        assert "There is no file x." not in hands.shown()

    at(app, play)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_long_lists_fit(size: tuple[int, int]) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("ctrl+o")
        assert "Fight 0" in hands.shown()
        await hands.type("pagedown pagedown pagedown pagedown pageup down")
        assert "Fight 0" not in hands.shown()

    many = [Recent(f"/{number}.json", "gen6", f"Fight {number} " * 9, 0, NOW) for number in range(200)]
    at(opening(many), play, size)


# ---------------------------------------------------------------------- saving elsewhere


def test_a_copy_has_a_name_to_begin_with() -> None:
    seat = seated().type("ctrl+s")
    assert "save a copy as The Yard 2" in seat.shown()
    assert "/saves/The Yard 2.json" in seat.shown()
    seat.type("enter")
    assert seat.controller.mode is None
    assert seat.room.told == ["Saved as /saves/The Yard 2.json. The fight goes on in this copy."]


def test_a_name_that_is_taken_stays_to_be_changed() -> None:
    seat = seated()
    seat.room.shelves.trouble = "The Yard.json exists already. Choose another name."
    seat.type("ctrl+s enter")
    assert "exists already" in seat.shown()
    seat.type("x")
    assert "exists already" not in seat.shown()
    seat.type("ctrl+u enter")
    assert "A copy needs a name." in seat.shown()
    seat.type("escape")
    assert seat.controller.mode is None


# ---------------------------------------------------------------------- the banner


def said(seat: Any, room: int = 100) -> str:
    """What the banner says; no line of it is too long."""
    lines = ["".join(text for text, _ in line) for line in banner_lines(seat.controller, room)]
    assert [line for line in lines if len(line) > room] == []
    return " ".join(" ".join(lines).split())


def test_the_banner_says_how_the_file_stands_and_the_way_out() -> None:
    seat = seated()
    assert said(seat) == ""
    seat.controller.saving = Saving("not saved", "yard.json could not be written: the disk is full.")
    full = "NOT SAVED: yard.json could not be written: the disk is full. The fight goes on in memory."
    assert said(seat) == f"{full} ctrl+s saves a copy"
    seat.controller.saving = Saving("read only", "yard.json tells it differently.")
    assert said(seat, 80) == "READ ONLY: yard.json tells it differently. ctrl+s saves a copy"
    seat.controller.saving = Saving("saved")
    assert said(seat) == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["not saved", "read only"])
@pytest.mark.parametrize("room", [60, 80, 100, 200])
def test_a_long_reason_leaves_the_ways_out_in_sight(kind: Any, room: int) -> None:
    seat = seated()
    for words in (0, 1, 4, 12, 40, 85):
        seat.controller.saving = Saving(kind, "yard.json " + "was never so long " * words)
        assert said(seat, room).endswith("ctrl+s saves a copy")
        assert said(seat, room).startswith(f"{kind.upper()}: yard.json")
        assert len(banner_lines(seat.controller, room)) <= 4
    seat.controller.saving = Saving("saved")
    seat.controller.told = ("yard.json " + "was found so long ago " * 90,)
    assert said(seat, room).endswith("… esc takes this away")
    seat.controller.told = ("x" * 2000,)
    assert len(banner_lines(seat.controller, room)) <= 4


@pytest.mark.parametrize("keys", ["escape", "n"])
def test_what_opening_found_is_told_until_it_was_seen(keys: str) -> None:
    seat = seated()
    seat.controller.told = ("The end of yard.json was cut off; it was mended.",)
    assert said(seat) == "The end of yard.json was cut off; it was mended. esc takes this away"
    seat.type("j")
    assert said(seat) != ""
    seat.type(keys)
    assert said(seat) == ""


# ---------------------------------------------------------------------- leaving


@pytest.mark.slow
def test_leaving_shows_what_would_be_lost_and_why_and_the_ways_out() -> None:
    app = Pages(*FIGHT)

    async def play(hands: Hands) -> None:
        assert app.controller is not None
        app.controller.saving = Saving("not saved", "yard.json could not be written: the disk is full.")

        async def leaving(keys: str) -> str:
            app.open_screen("unsaved")
            await hands.type(keys)
            return hands.page

        assert await leaving("") == "UnsavedScreen"
        text = " ".join(hands.shown().split())
        assert "The last 2 changes are in memory only, not in yard.json." in text
        assert "the disk is full" in text
        await hands.type("t")
        assert "It still cannot be written." in hands.shown()
        app.file.writable = True
        await hands.type("t")
        assert app.left == 100
        await hands.type("escape")
        for keys in ("b", "escape", "j j enter"):
            assert await leaving(keys) == "MainScreen"
        assert app.left == 100
        await leaving("l end enter escape")
        assert app.left == 300
        await leaving("enter")
        assert app.controller.mode is not None
        assert app.controller.mode.name == "save-as"

    at(app, play)


# ---------------------------------------------------------------------- with real files


def test_a_copy_of_a_session_goes_on_and_the_first_file_stays(tmp_path: Path) -> None:
    path = made(tmp_path)
    before = path.read_bytes()

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("ctrl+s", *"Copy", "enter")
        await settled(pilot, app)
        await pilot.press("n")
        await settled(pilot, app)
        assert app.controller is not None
        assert (app.controller.mode, kind(app)) == (None, "saved")

    played(path, play)
    assert path.read_bytes() == before
    assert scene(tmp_path / "Copy.json").turn.round == 1


def test_a_session_open_elsewhere_is_read_only_until_it_is_saved_elsewhere(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Journal.open(str(path))[0]:

        async def play(pilot: Any, app: TrackerApp) -> None:
            controller = app.controller
            assert controller is not None
            assert kind(app) == "read only"
            assert "is open in" in controller.saving.reason
            await pilot.press("n")
            await settled(pilot, app)
            assert kind(app) == "read only"
            assert app.session is not None
            assert app.session.scene.turn.round == 0
            await pilot.press("escape", "ctrl+s", *"Mine", "enter")
            await settled(pilot, app)
            assert (kind(app), app.screen) == ("saved", app.main)
            await pilot.press("n")
            await settled(pilot, app)

        played(path, play)
    assert scene(tmp_path / "Mine.json").turn.round == 1


def test_a_full_disk_is_said_and_a_later_success_takes_it_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path)
    write = Journal.append
    full = True

    def append(save: Journal, new: Any = (), bodies: Any = ()) -> None:
        if full:
            save._records.extend(new)
            raise NotSaved("fight.json could not be written: the disk is full.")
        write(save, new, bodies)

    monkeypatch.setattr(Journal, "append", append)

    async def play(pilot: Any, app: TrackerApp) -> None:
        nonlocal full
        await pilot.press("n")
        await settled(pilot, app)
        controller = app.controller
        assert controller is not None
        assert "the disk is full" in " ".join(text for line in banner_lines(controller, 80) for text, _ in line)
        await pilot.press("ctrl+o", "enter")
        await pilot.pause()
        assert app.file.path == str(path)
        full = False
        await pilot.press("n")
        await settled(pilot, app)
        assert (kind(app), banner_lines(controller, 80)) == ("saved", [])

    played(path, play)
    assert len(Session.open(str(path)).story()) == 8


@pytest.mark.slow
def test_another_session_takes_the_place_of_this_one(tmp_path: Path) -> None:
    one = made(tmp_path, name="one")
    made(tmp_path, ("title The Pier", "add Zed"), game="gen6", name="two")

    async def play(pilot: Any, app: TrackerApp) -> None:
        first = app.main
        await pilot.press("ctrl+o", *"pier", "enter", "+", *"Yan", "enter")
        await settled(pilot, app)
        assert app.main is not first
        assert app.screen is app.main
        assert app.session is not None
        assert list(app.session.scene.combatants) == ["Zed", "Yan"]
        await pilot.press("ctrl+o", *"pier", "enter")
        await pilot.pause()
        assert app.screen is app.main

    played(one, play)
    with Session.open(str(one)) as session:
        assert session.journal is not None
        assert not session.journal.read_only


def test_a_torn_file_tells_of_its_repair_once(tmp_path: Path) -> None:
    path = made(tmp_path)
    path.write_bytes(path.read_bytes()[:-20])

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert app.controller is not None
        assert "it was mended" in " ".join(app.controller.told)
        await pilot.press("escape")
        assert app.controller.told == ()

    played(path, play)


def test_a_damaged_file_is_shown_and_never_changed(tmp_path: Path) -> None:
    path = made(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"Sam", b"Sim", 1))
    before = path.read_bytes()

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert app.controller is not None
        assert kind(app) == "read only"
        assert "is damaged in line" in app.controller.saving.reason
        await pilot.press("ctrl+s", *"Good", "enter")
        await settled(pilot, app)
        assert kind(app) == "saved"

    played(path, play)
    assert path.read_bytes() == before
    assert scene(tmp_path / "Good.json").combatants != {}


def unsaved(program: TrackerApp) -> None:
    """Show that the disk is full."""
    assert program.controller is not None
    program.controller.saving = Saving("not saved", "The Warehouse.json could not be written: the disk is full.")
    program.repaint()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_banner_on_the_screen(snapshot: Any, size: tuple[int, int]) -> None:
    from tests.tui.picture import picture
    from tests.tui.test_snapshots import app

    program = app()

    async def full(pilot: Any) -> None:
        unsaved(program)
        await pilot.pause()

    assert picture(program, "status", "banner", size=size, before=full) == snapshot


def test_leaving_on_the_screen(snap_compare: Any) -> None:
    from tests.tui.test_snapshots import app

    program = app()

    async def full(pilot: Any) -> None:
        unsaved(program)
        program.open_screen("unsaved")
        await pilot.pause()

    assert snap_compare(program, terminal_size=(100, 30), run_before=full)


def test_saving_elsewhere_on_the_screen(snapshot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.tui.picture import picture
    from tests.tui.test_snapshots import app

    monkeypatch.setattr("tracker.tui.sessions.Sessions.folder", "/saves")
    assert picture(app(), "strip", size=(80, 24), press=["ctrl+s"]) == snapshot


def test_a_change_is_never_painted_as_saved_before_it_is(tmp_path: Path) -> None:
    path = made(tmp_path, ("add Savar", "add Goons side=enemies grit=6"))

    async def play(pilot: Any, app: TrackerApp) -> None:
        assert app.session is not None
        assert app.session.journal is not None
        assert app.main is not None
        may, append = threading.Event(), app.session.journal.append

        def waits(*records: Any) -> None:
            may.wait(30)
            append(*records)

        app.session.journal.append = waits  # type: ignore[method-assign]
        app.main.take(events.Key("n", "n"))
        app.main.show()
        status, log = app.main.query_one(Status), app.main.query_one(Log)
        status.render_lines(status.region.reset_offset)  # It is made when it is painted.
        text = "".join(text for part in (status, log) for line, _ in part._shown for text, _ in line)
        may.set()
        assert "saving" in text
        assert app.session is not None
        assert "round 1 · Action Turn" in text
        await settled(pilot, app)
        assert kind(app) == "saved"

    played(path, play)
