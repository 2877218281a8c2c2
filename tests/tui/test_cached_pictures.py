"""Caches between frames change no picture: made from scratch it would be the same."""

from __future__ import annotations

import random

import pytest
from textual import events

from tests.benchmarks.fights import fight
from tests.table import tried
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.view import listed
from tracker.tui.look.preferences import Options
from tracker.tui.panes.line_widget import LineWidget, Pane
from tracker.tui.screens.main import MainScreen

KEYS = ("j", "j", "k", "v", "v", "u", "U", "n", "right", "left", "2", "1", "4", "t", "d", "1", "enter", "escape")
LINES = (
    "hurt all 1",
    'mark "Goon 2" prone',
    'range Sam "Goon 3" close',
    'remove "Goon 5"',
    "add Orc side=enemies count=4",
    "add 漢字 side=heroes",
    'group "Goon 1" Elite',
    "cover Sam partial what=crate",
    'edit "Goon 4" side=heroes',
    "undo",
)


def shown(widget: LineWidget) -> list[tuple[object, object]]:
    """The lines on the screen that nothing covers, and what each was painted as."""
    return list(zip(widget._shown, widget._strips, strict=True))[: max(0, len(widget._shown) - widget._below)]


def forget(app: TrackerApp) -> None:
    """Have nothing kept any more, except how wide the columns have grown."""
    assert app.main is not None
    for part in app.main.query(LineWidget):
        part._shown = []
        if isinstance(part, Pane):
            part._kept.clear()
    app.main.panes["range"]._key = app.main.panes["cover"]._key = ()  # type: ignore[attr-defined]
    app.main.panes["combatants"]._known.clear()  # type: ignore[attr-defined]


def as_made_anew(app: TrackerApp) -> None:
    """Compare the screen with a repaint without any caches."""
    assert app.main is not None
    assert app.controller is not None
    before = {part.id: shown(part) for part in app.main.query(LineWidget)}
    selection = app.controller.selection
    assert selection.listed() == listed(app.controller.system, app.controller.scene, selection.needle, selection.folds)
    forget(app)
    for part in app.main.query(LineWidget):
        part.sync()
    assert {part.id: shown(part) for part in app.main.query(LineWidget)} == before


@pytest.mark.slow
@pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies"])
async def test_a_picture_is_as_if_nothing_were_kept(game: str) -> None:
    chance = random.Random(game)
    session: Session = fight(12, game)
    app = TrackerApp(session, options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        assert app.main is not None
        await pilot.pause()
        for _ in range(20):
            if chance.random() < 0.3:
                tried(session, chance.choice(LINES))
                app.main.show()
            else:
                key = chance.choice(KEYS)
                app.main.take(events.Key(key, key if len(key) == 1 else None))
                app.main.show()
            await pilot.pause()
            as_made_anew(app)


async def test_keys_that_come_together_are_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    show = MainScreen.show
    monkeypatch.setattr(MainScreen, "show", lambda self: (shown.append("shown"), show(self)))
    app = TrackerApp(fight(12), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        shown.clear()
        for key in "jjv":
            app.post_message(events.Key(key, key))
        await pilot.pause()
    assert shown == ["shown"]
