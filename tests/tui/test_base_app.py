"""The base of the apps: messages that go away by themselves, and the theme of the first picture."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import textual.notifications
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.widgets._toast import Toast

from tests.tui.conftest import LONG
from tests.tui.pages import Hands, Pages
from tests.tui.skirmish import FIGHT
from tracker.tui.base_app import SHORTEST, BaseApp, Notice
from tracker.tui.look.preferences import Options
from tracker.tui.look.themes import chosen_theme


def test_the_time_of_a_message_is_never_negative() -> None:
    notice = Notice("gone", raised_at=0.0)
    assert (notice.time_left, notice.has_expired) == (SHORTEST, True)
    assert not Notice("new").has_expired


@pytest.mark.parametrize("looks", range(5))
async def test_a_message_may_run_out_at_any_moment(looks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    app = Pages(*FIGHT)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        now = time.time()
        moments = iter([now] * looks)
        monkeypatch.setattr(textual.notifications, "time", lambda: next(moments, now + LONG**2))
        BaseApp.tell(app, "soon gone")
        hands = Hands(app, pilot)
        await hands.settle()
        app.clear_notifications()
        await hands.type("escape")
        assert list(app.screen.query(Toast)) == []


async def test_a_message_takes_the_place_of_the_one_before_of_its_kind() -> None:
    app = Pages(*FIGHT)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        for text, kind in (("Kept.", ""), ("Ann is left behind.", "turn"), ("Bea is left behind.", "turn")):
            BaseApp.tell(app, text, kind)
        await Hands(app, pilot).settle()
        assert [str(toast.render()) for toast in app.screen.query(Toast)] == ["Kept.", "Bea is left behind."]


async def test_a_message_goes_with_the_page_it_was_told_on_and_not_one_told_on_leaving() -> None:
    app = Pages(*FIGHT)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        hands = Hands(app, pilot)
        for leaving, left in ((False, []), (True, ["Kept."])):
            app.open_screen("settings")
            await hands.settle()
            BaseApp.tell(app, "Nothing is there.")
            await hands.settle()
            assert [str(toast.render()) for toast in app.screen.query(Toast)] == ["Nothing is there."]
            if leaving:
                BaseApp.tell(app, "Kept.")
            app.pop_screen()
            await hands.settle()
            assert [str(toast.render()) for toast in app.screen.query(Toast)] == left


@pytest.mark.parametrize("theme", ["night", "day", "terminal", "nord"])
async def test_the_first_picture_has_its_theme_without_reading_the_style_sheet_again(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_again: list[Stylesheet] = []
    reparse = Stylesheet.reparse

    def counted(sheet: Stylesheet) -> None:
        read_again.append(sheet)
        reparse(sheet)

    monkeypatch.setattr(Stylesheet, "reparse", counted)
    app = Pages(*FIGHT, options=Options(theme=theme, animations=False))
    async with app.run_test() as pilot:
        await pilot.pause()
        background, variables = app.screen.styles.background, app.theme_variables
        assert read_again == []
        assert background == Color.parse(variables["background"])
        assert app.get_css_variables() == variables
        assert app.has_class("-dark-mode") == app.current_theme.dark
        app.refresh_css()
        assert read_again == []
        chosen, _ = chosen_theme("parchment", Path())
        assert chosen is not None
        app.try_theme(chosen)
        await pilot.pause()
        assert len(read_again) == 1
        assert app.screen.styles.background == Color.parse(app.theme_variables["background"]) != background
