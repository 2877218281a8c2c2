"""Sessions renamed and thrown away from the page that opens them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.terminal.fights import made
from tests.tui.real_files import played
from tracker.session import Session
from tracker.tui.app import TrackerApp


def shown(app: TrackerApp) -> str:
    return "\n".join(str(widget.render()) for widget in app.screen.query("Static"))


@pytest.mark.slow
def test_a_session_is_renamed_and_another_goes_to_the_trash(tmp_path: Path) -> None:
    one = made(tmp_path, name="one")
    made(tmp_path, ("title The Pier", "add Zed"), game="gen6", name="two")
    made(tmp_path, ("title The Quay", "add Yan"), game="gen6", name="three")

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("ctrl+o", *"pier", "f2", *"Docks", "enter")
        await pilot.pause()
        assert (tmp_path / "Docks.json").exists()
        assert not (tmp_path / "two.json").exists()
        for leaves in ("n", "enter", "escape"):
            await pilot.press(*"quay", "f8")
            await pilot.pause()
            assert "“The Quay” to the trash?" in shown(app)
            await pilot.press(leaves)
            await pilot.pause()
            assert (tmp_path / "three.json").exists()
        await pilot.press(*"quay", "f8", "y")
        await pilot.pause()
        assert (tmp_path / "trash" / "three.json").exists()
        assert "is in the trash folder now" in shown(app)
        await pilot.press("escape", "ctrl+o", *"docks", "f2")
        for _ in range(2):
            await pilot.pause()
            await pilot.press("escape")
        await pilot.pause()
        assert app.screen is app.main

    played(one, play)
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["Docks.json", "one.json"]
    assert Session.load(str(tmp_path / "Docks.json")).scene.title == "Docks"


def test_the_first_click_opens_nothing_also_on_the_row_that_is_selected(tmp_path: Path) -> None:
    one = made(tmp_path, name="one")
    made(tmp_path, ("title The Pier", "add Zed"), game="gen6", name="two")

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("ctrl+o", *"pier")
        await pilot.pause()
        page = app.screen
        for _ in range(2):
            assert app.screen is page
            await pilot.click("ChoiceList", offset=(4, 1))
            await pilot.pause()
        assert app.screen is not page

    played(one, play)


@pytest.mark.slow
def test_the_open_session_and_the_examples_stay(tmp_path: Path) -> None:
    one = made(tmp_path, name="one")

    async def play(pilot: Any, app: TrackerApp) -> None:
        await pilot.press("ctrl+o", "f8", "y")
        await pilot.pause()
        assert "This session is open; open another one first." in shown(app)
        await pilot.press(*"shootout", "f8", "y")
        await pilot.pause()
        assert "An example stays as it is." in shown(app)

    played(one, play)
    assert one.exists()
