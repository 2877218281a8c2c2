"""What a form costs while it is typed into and carried out, in counts: calls, and the files they are in."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.content import Content
from textual.geometry import Region
from textual.strip import Strip

import tracker
from tests.benchmarks.fights import fight
from tracker.session import Session
from tracker.tui.app import TrackerApp

HOUSE = f"{Path(tracker.__file__).parent}/"
EXAMPLE = Path(tracker.__file__).parent.parent / "saves" / "savar-and-sam.json"

TEXT = ("commands/", "tui/strip/fields.py", "rules/command.py", "rules/params.py", "rules/matching.py")
"""Where text is made values and values text; narration and carrying out, which are in ``commands`` too, are not."""

NOT_TEXT = ("commands/story.py", "commands/resolve.py")

CALLS, FILES, READING = 11_400, 90, 550
"""The most calls and files of an attack, and the most calls that read or write text while its form is typed into; on a
busy machine a picture more is painted, of about 700 calls."""


MANY = 5_700
"""The most calls of a change among 500, with all that is painted after it."""


async def test_calls_of_a_change_among_many() -> None:
    app = TrackerApp(fight(500))
    found: Counter[str] = Counter()

    def count(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOUSE):
            found[frame.f_code.co_filename.removeprefix(HOUSE)] += 1

    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("v", "u", "v"):
            await pilot.pause(0.8)
            found.clear()
            sys.setprofile(count)
            await pilot.press(key)
            await pilot.pause(0.8)
            sys.setprofile(None)
    assert found.total() <= MANY


async def test_a_change_in_an_open_crowd_looks_at_those_who_are_seen() -> None:
    app = TrackerApp(fight(500))
    found: Counter[str] = Counter()

    def count(frame: FrameType, event: str, arg: Any) -> None:
        if event in ("call", "c_call"):
            found[frame.f_code.co_filename.removeprefix(HOUSE)] += 1

    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("down", "right", "down", "v")
        await pilot.pause(0.8)
        sys.setprofile(count)
        await pilot.press("v")
        await pilot.pause(0.8)
        sys.setprofile(None)
    assert 0 < found["tui/panes/combatants.py"] <= 1000


async def test_calls_of_an_attack(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    shutil.copy(EXAMPLE, path)
    calls: dict[str, Counter[str]] = {key: Counter() for key in ("a", "c", "enter")}
    app = TrackerApp(Session.open(str(path)))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.5)
        for key, counted in calls.items():

            def count(frame: FrameType, event: str, arg: Any, counted: Counter[str] = counted) -> None:
                if event == "call" and frame.f_code.co_filename.startswith(HOUSE):
                    counted[frame.f_code.co_filename.removeprefix(HOUSE)] += 1

            sys.setprofile(count)
            await pilot.press(key)
            await pilot.pause(0.3)
            sys.setprofile(None)
    every = sum(calls.values(), Counter())
    reading = [
        number
        for key in ("a", "c")
        for file, number in calls[key].items()
        if file.startswith(TEXT) and file not in NOT_TEXT
    ]
    assert every.total() <= CALLS
    assert len(every) <= FILES
    assert sum(reading) <= READING


@pytest.mark.parametrize(("key", "most"), [("S", 2), ("g", 3)])
async def test_a_page_opens_in_few_pictures(key: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Content] = []
    whole: list[Region] = []
    render, chops = Content.render_strips, Compositor._render_chops

    def counted(content: Content, *options: Any) -> list[Strip]:
        painted.append(content)
        return render(content, *options)

    def counted_chops(compositor: Compositor, crop: Region, *options: Any) -> Any:
        whole.extend([crop] * (crop.size == (120, 40)))
        return chops(compositor, crop, *options)

    app = TrackerApp(fight(20))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.3)
        monkeypatch.setattr(Content, "render_strips", counted)
        monkeypatch.setattr(Compositor, "_render_chops", counted_chops)
        await pilot.press(key)
        await pilot.pause(0.3)
        assert 0 < len(whole) <= most
        # Each line of a list is painted once; the history has none of Textual's.
        assert len(painted) <= 40
        assert bool(painted) == (key == "S")
