"""Messages that go away by themselves."""

from __future__ import annotations

import time

import pytest
import textual.notifications
from textual.widgets._toast import Toast

from tests.tui.conftest import LONG
from tests.tui.pages import Hands, Pages
from tests.tui.skirmish import FIGHT
from tracker.tui.notices import SHORTEST, Notice


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
        monkeypatch.setattr(textual.notifications, "time", lambda: next(moments, now + 2 * LONG))
        app.notify("soon gone")
        hands = Hands(app, pilot)
        await hands.settle()
        app.clear_notifications()
        await hands.type("escape")
        assert list(app.screen.query(Toast)) == []


async def test_a_message_takes_the_place_of_the_one_before_of_its_kind() -> None:
    app = Pages(*FIGHT)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        for text, kind in (("Kept.", ""), ("Ann is left behind.", "turn"), ("Bea is left behind.", "turn")):
            app.notify(text, kind=kind)
        await Hands(app, pilot).settle()
        assert [str(toast.render()) for toast in app.screen.query(Toast)] == ["Kept.", "Bea is left behind."]
