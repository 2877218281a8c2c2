"""Caches between frames change no picture: made from scratch it would be the same."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace
from textual import events

from tests.benchmarks.fights import fight
from tracker.rules.grammar import quote
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.view import listed
from tracker.tui.look.preferences import Options
from tracker.tui.panes.line_widget import LineWidget, Pane
from tracker.tui.panes.log import Log
from tracker.tui.screens.main import MainScreen

KEYS = (" ", "j", "j", "k", "v", "v", "u", "U", "n", "right", "left", "2", "1", "4", "t", "d", "1", "enter", "escape")
LINES = (
    *("hurt {0} 1", "hurt all 1", "out {0}", "out {1}", "back {0}", "mark {0} prone", "unmark {0} prone", "next"),
    *("range {0} {1} {2}", "range {0} {1} {2}", "range all {1} {2}", "hide {0}", "cover {0} partial what=crate"),
    *("remove {0}", "add Orc side=enemies count=4", "add 漢字 side=heroes", "group {0} Elite", "edit {0} side=heroes"),
    *("undo", "undo", "redo"),
)


def line(chance: random.Random, session: Session) -> str:
    """A line about any two, which may be wrong."""
    who, whom = (quote(chance.choice([*session.scene.combatants, "Nobody"])) for _ in range(2))
    return chance.choice(LINES).format(who, whom, chance.choice(session.system.band_names(session.scene)))


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
    app.main.panes["log"]._scene = None  # type: ignore[attr-defined]
    app.main.panes["log"]._settled.clear()  # type: ignore[attr-defined]
    app.main.panes["range"]._key = app.main.panes["cover"]._key = ()  # type: ignore[attr-defined]
    app.main.panes["combatants"]._known.clear()  # type: ignore[attr-defined]
    app.main.panes["combatants"]._drawn.clear()  # type: ignore[attr-defined]


def as_made_anew(app: TrackerApp) -> None:
    """Compare the screen with a repaint without any caches; what stands out goes back to the same words."""
    assert app.main is not None
    assert app.controller is not None
    rows = app.main.panes["combatants"]
    for y, (line, _) in rows._calmed.items():  # type: ignore[attr-defined]
        assert [text for text, _ in line] == [text for text, _ in rows._shown[y][0]]
    before = {part.id: shown(part) for part in app.main.query(LineWidget)}
    selection = app.controller.selection
    assert selection.listed() == listed(app.controller.system, app.controller.scene, selection.needle, selection.folds)
    forget(app)
    for part in app.main.query(LineWidget):
        part.sync()
    assert {part.id: shown(part) for part in app.main.query(LineWidget)} == before


@pytest.mark.slow
@pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies"])
async def test_a_picture_is_as_if_nothing_were_kept(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.tui.panes.combatants.FLASH", 0.01)
    chance = random.Random(f"{game}4")
    app = TrackerApp(fight(12, game))
    async with app.run_test(size=(120, 40)) as pilot:
        assert app.main is not None
        assert app.controller is not None
        await pilot.pause()
        for _ in range(150):
            if chance.random() < 0.5:
                app.controller.attempt(line(chance, app.controller.session))
                app.main.show()
            else:
                key = chance.choice(KEYS)
                app.main.take(events.Key(key, key if len(key) == 1 else None))
                app.main.show()
            await pilot.pause(0.02)
            as_made_anew(app)


async def test_a_picture_is_as_new_after_what_changes_a_part_of_it() -> None:
    app = TrackerApp(fight(30), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main is not None
        assert app.controller is not None
        for line in (
            "add Al side=heroes",
            "arm Sam shotgun",
            'add "The one with the longest name of all" side=enemies',
        ):
            assert app.controller.attempt(line) is None
            app.controller.selection.select("Sam")
            app.main.show()
            as_made_anew(app)
        app.controller.selection.pick("Goon 2")
        app.main.show()
        as_made_anew(app)
        app.controller.selection.turn_fold(False, "Goon 2")
        app.main.show()
        app.main.panes["range"].scroll_by(1)
        as_made_anew(app)


async def test_the_cover_pane_follows_what_cover_does_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody moves, but what somebody is behind may do something else in another round."""
    app = TrackerApp(fight(6), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main is not None
        assert app.controller is not None
        kind = type(app.controller.system)
        usual = kind.cover_row
        monkeypatch.setattr(kind, "cover_row", lambda *of: replace(usual(*of), what=f"round {of[1].turn.round}"))
        said = []
        for line in ("note begun", "cover Sam partial", "begin action", "cover Sam none"):
            assert app.controller.attempt(line) is None
            app.main.show()
            said.append(" ".join(text for row, _ in app.main.panes["cover"]._shown for text, _ in row))
    assert ["Sam" in pane for pane in said] == [False, True, True, False]
    assert "round 0" in said[1]
    assert "round 1" in said[2]


async def test_the_log_has_room_for_the_longest_name_as_people_come_and_go() -> None:
    app = TrackerApp(fight(6), options=Options(animations=False))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main is not None
        assert app.controller is not None
        log, columns = app.main.panes["log"], []
        assert isinstance(log, Log)
        for line in ("hurt Sam 1", 'add "Bartholomew the Unready" side=heroes', "undo"):
            assert app.controller.attempt(line) is None
            app.main.show()
            columns.append(log._column)
    assert columns[0] == columns[2] < columns[1]


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
