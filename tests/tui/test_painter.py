"""What changed in one go is one picture, painted at once; where Textual has no such way, it is painted all the same."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from textual import events
from textual.geometry import Region
from textual.screen import Screen

from tests.benchmarks.fights import fight
from tracker.tui.app import TrackerApp
from tracker.tui.look.painter import FRAME, LAYOUT, Painter
from tracker.tui.look.preferences import Options
from tracker.tui.screens.main import MainScreen

LINE, OTHER = Region(0, 1, 20, 1), Region(0, 3, 20, 1)


class Told:
    """A screen, and a widget on it, that tell what is asked of them; ``missing`` is a part that they lack."""

    def __init__(self, missing: str = "", **now: Any) -> None:
        self.done: list[object] = []
        self.updated: list[set[object]] = []
        self.widget = Mock(spec=["refresh", "_set_dirty"])
        self.widget.refresh.side_effect = lambda *regions: self.done.append({*regions})
        self.widget._set_dirty.side_effect = lambda *regions: self.done.append(("marked", {*regions}))
        screen: dict[str, Any] = {
            "_layout_required": False,
            "_repaint_required": False,
            "is_current": True,
            "app": SimpleNamespace(_batch_count=0),
            "_dirty_widgets": set(),
            "_compositor": SimpleNamespace(update_widgets=self.updated.append),
            "_compositor_refresh": lambda: self.done.append("painted"),
        } | now
        screen.pop(missing, None)
        if missing == "_set_dirty":
            del self.widget._set_dirty
        self.painter = Painter(SimpleNamespace(**screen))


async def test_what_changes_in_one_go_is_painted_once() -> None:
    told = Told()
    told.painter.add(told.widget, LINE)
    told.painter.add(told.widget, OTHER)
    assert not told.done
    while not told.done:
        await asyncio.sleep(0)
    assert told.done == [("marked", {LINE, OTHER}), "painted"]
    told.painter.paint()
    assert told.done[2:] == []


async def test_what_goes_the_usual_way_is_in_the_picture_too() -> None:
    other = Mock()
    told = Told(_dirty_widgets={other})
    told.painter.add(told.widget, LINE)
    told.painter.paint()
    assert told.updated == [{told.widget, other}]


@pytest.mark.parametrize("missing", ["_compositor", "_compositor_refresh", "_layout_required", "_set_dirty"])
async def test_where_a_part_of_textual_is_missing_it_paints_itself(missing: str) -> None:
    told = Told(missing)
    told.painter.add(told.widget, LINE)
    told.painter.paint()
    assert told.done == [{LINE}]


@pytest.mark.parametrize("now", [{"_layout_required": True}, {"_repaint_required": True}, {"is_current": False}])
async def test_a_screen_that_is_laid_out_or_covered_is_left_to_textual(now: dict[str, Any]) -> None:
    told = Told(**now)
    told.painter.add(told.widget, LINE)
    told.painter.paint()
    assert told.done == [{LINE}]


async def test_what_comes_with_a_new_layout_is_left_to_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("tracker.tui.look.painter.monotonic", lambda: clock[0])
    told = Told()
    told.painter.laid_out = clock[0]
    for moment in (100.0, 100.1 + LAYOUT):
        clock[0] = moment
        told.painter.add(told.widget, LINE)
        told.painter.paint()
    assert told.done == [{LINE}, ("marked", {LINE}), "painted"]


async def test_a_picture_waits_for_what_is_about_to_change_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda delay, do: asked.append(delay))
    told = Told()
    told.painter.waits = True
    told.painter.add(told.widget, LINE)
    told.painter.add(told.widget, OTHER)
    assert asked == [FRAME]
    told.painter.paint()
    assert told.done == [("marked", {LINE, OTHER}), "painted"]


@pytest.mark.parametrize("keys", ["j", "jjv"])
async def test_keys_that_come_together_are_one_picture(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    shown: list[str] = []
    show, refresh = MainScreen.show, Screen._compositor_refresh
    monkeypatch.setattr(MainScreen, "show", lambda self: (shown.append("shown"), show(self)))
    monkeypatch.setattr(Screen, "_compositor_refresh", lambda self: (shown.append("painted"), refresh(self)))
    app = TrackerApp(fight(12), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        shown.clear()
        for key in keys:
            app.post_message(events.Key(key, key))
        await pilot.pause()
    assert shown == ["shown", "painted"]


async def test_what_textual_was_about_to_paint_is_painted() -> None:
    app = TrackerApp(fight(12), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        main = app.main
        assert main is not None
        asked = main.keys._repaint_regions
        main.keys.refresh(Region(0, 0, 9, 1))
        while main.keys not in main._dirty_widgets:
            await asyncio.sleep(0)
        assert asked
        main._painter.laid_out = 0.0
        main._painter.add(main.status, Region(0, 0, 9, 1))
        main._painter.paint()
        assert not asked
