"""What changed in one go is one picture, painted at once; where Textual has no such way, it is painted all the same."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from textual import events
from textual.geometry import Offset, Region

from tests.benchmarks.fights import fight
from tracker.tui.app import TrackerApp
from tracker.tui.look.painter import FRAME, LAYOUT, Painter
from tracker.tui.look.preferences import Options
from tracker.tui.screens.main import MainScreen

LINE, OTHER = Region(0, 1, 20, 1), Region(0, 3, 20, 1)


PLACE = Region(3, 5, 20, 6)


class Told:
    """A screen, and a widget on it, that tell what is asked of them; ``missing`` is a part that they lack."""

    def __init__(self, missing: str = "", clip: Region = PLACE, above: str = "", **now: Any) -> None:
        self.done: list[object] = []
        self.widget = Mock(spec=["refresh", "render_lines"])
        self.widget.refresh.side_effect = self.done.append
        self.widget.render_lines.side_effect = lambda region: [f"line {region.y}"]
        visible = {self.widget: (PLACE, clip)} | ({above: (PLACE, PLACE)} if above else {})
        app = SimpleNamespace(_batch_count=0, _display=lambda screen, lines: self.done.append(lines))
        screen: dict[str, Any] = {
            "_layout_required": False,
            "_repaint_required": False,
            "is_current": True,
            "app": app,
            "_compositor": SimpleNamespace(visible_widgets=visible),
        } | now
        screen.pop(missing, None)
        if missing == "_display":
            del app._display
        self.painter = Painter(SimpleNamespace(**screen), (self.widget, "strip"))


PAINTED = [[(3, 6, "line 1"), (3, 8, "line 3")]]


async def test_what_changes_in_one_go_is_painted_once() -> None:
    told = Told()
    told.painter.add(told.widget, OTHER)
    told.painter.add(told.widget, LINE)
    assert not told.done
    while not told.done:
        await asyncio.sleep(0)
    assert told.done == PAINTED
    told.painter.paint()
    assert told.done == PAINTED


@pytest.mark.parametrize("missing", ["_compositor", "_display", "_layout_required"])
async def test_where_a_part_of_textual_is_missing_it_paints_itself(missing: str) -> None:
    told = Told(missing)
    told.painter.add(told.widget, LINE)
    told.painter.paint()
    assert told.done == [LINE]


@pytest.mark.parametrize(
    "now",
    [
        {"_layout_required": True},
        {"_repaint_required": True},
        {"is_current": False},
        {"above": "a toast"},
        {"clip": Region(3, 5, 20, 3)},
    ],
)
async def test_what_is_laid_out_or_covered_or_cut_is_left_to_textual(now: dict[str, Any]) -> None:
    told = Told(**now)
    told.painter.add(told.widget, LINE)
    told.painter.paint()
    assert told.done == [LINE]


async def test_the_strip_covers_nothing_that_changes() -> None:
    told = Told(above="strip")
    told.painter.add(told.widget, LINE, OTHER)
    told.painter.paint()
    assert told.done == PAINTED


async def test_what_comes_with_a_new_layout_is_left_to_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("tracker.tui.look.painter.monotonic", lambda: clock[0])
    told = Told()
    told.painter.laid_out = clock[0]
    for moment in (100.0, 100.1 + LAYOUT):
        clock[0] = moment
        told.painter.add(told.widget, LINE, OTHER)
        told.painter.paint()
    assert sorted(told.done[:2]) == [LINE, OTHER]
    assert told.done[2:] == PAINTED


async def test_a_picture_waits_for_what_is_about_to_change_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    due = Mock()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda delay, do: asked.append(delay) or due)
    told = Told()
    told.painter.waits = True
    told.painter.add(told.widget, LINE)
    told.painter.add(told.widget, OTHER)
    assert asked == [FRAME]
    told.painter.paint()
    assert told.done == PAINTED
    due.cancel.assert_called_once()


@pytest.mark.parametrize("keys", ["j", "jjv"])
async def test_keys_that_come_together_are_one_picture(monkeypatch: pytest.MonkeyPatch, keys: str) -> None:
    shown: list[str] = []
    show = MainScreen.show
    monkeypatch.setattr(MainScreen, "show", lambda self: (shown.append("shown"), show(self)))
    monkeypatch.setattr(TrackerApp, "_display", lambda self, screen, update: shown.append("painted"))
    app = TrackerApp(fight(12), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        shown.clear()
        for key in keys:
            app.post_message(events.Key(key, key))
        await pilot.pause()
    assert shown == ["shown", "painted"]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (30, 4)])
async def test_lines_that_nothing_covers_are_what_textual_would_paint(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    pictures: list[Any] = []
    monkeypatch.setattr(TrackerApp, "_display", lambda self, screen, update: pictures.append(update))
    session = fight(12)
    for verb in ("hide", "reveal") * 12:
        session.do(f"{verb} Sam")
    app = TrackerApp(session, options=Options(animations=False))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.2)
        main = app.main
        assert main is not None
        direct = 0
        for key in ("j", "v", "right", "v", "u", "d", "2", "2", "backspace", "4"):
            pictures.clear()
            await pilot.press(key)
            await pilot.hover(offset=(6, size[1] - 3))
            await pilot.pause(2 * LAYOUT if key == "d" else 2 * FRAME)
            await pilot.hover(offset=(6, 2))
            await pilot.pause(2 * FRAME)
            direct += sum(isinstance(picture, list) for picture in pictures)
            last = {(x, y): strip for picture in pictures if isinstance(picture, list) for x, y, strip in picture}
            for (x, y), strip in last.items():
                assert [*main._compositor.render_strips()[y].crop(x, x + strip.cell_length)] == [*strip]
        assert direct


async def test_a_line_under_the_strip_is_not_painted_for_the_pointer() -> None:
    session = fight(12)
    for verb in ("hide", "reveal") * 12:
        session.do(f"{verb} Sam")
    app = TrackerApp(session, options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main is not None
        log, asked = app.main.panes["log"], list[Region]()
        log._below = 5
        log.repaint = lambda *regions: asked.extend(regions)
        log._point_at(Offset(6, 13))
        assert not asked
        log._point_at(Offset(6, 3))
        assert asked == [Region(0, 3, 120, 1)]


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
        await pilot.pause(0.2)
        assert not asked
