"""Fixtures for every test of the screen: messages stay, however slow the machine is."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tracker.storage.platform import ending_signals
from tracker.tui.app import TrackerApp

LONG: Final = 3600.0
"""Messages that otherwise go away after two or three seconds stay this many."""


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = TrackerApp.notify

    def notify(self: TrackerApp, *told: Any, **how: Any) -> None:
        usual(self, *told, **{**how, "timeout": LONG})

    monkeypatch.setattr(TrackerApp, "notify", notify)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """The program hears of signals while its loop runs; here that is not its last one."""
    numbers = ending_signals()
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)
