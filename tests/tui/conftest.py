"""What holds for every test of the screen: nothing goes away by itself, however slow the machine is."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tracker.tui.app import TrackerApp

LONG: Final = 3600.0
"""So many seconds is said what otherwise goes away after two or three."""


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = TrackerApp.notify

    def notify(self: TrackerApp, *told: Any, **how: Any) -> None:
        usual(self, *told, **{**how, "timeout": LONG})

    monkeypatch.setattr(TrackerApp, "notify", notify)
