"""Fixtures for every test of the screen: however slow the machine is, messages stay and keys are waited for."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from typing import Any, Final

import pytest
import textual.app
import textual.pilot

import tracker.tui.base_app
from tracker.storage.platform import ending_signals

LONG: Final = 3600.0
"""Messages that otherwise go away after two or three seconds stay this many for each character."""

SOON: Final = 0.02
"""Timers that end within this many seconds are waited for, too: pictures, and work between them."""


async def nothing_waits(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until the loop has nothing to do, in place of Textual's look at the clock and at the load of the processor.

    Its naps were half of the time of these tests, and too short where other processes are busy.
    """
    loop: Any = asyncio.get_running_loop()
    until = loop.time() + SOON
    for _ in range(2):  # A selector that was asked once more has heard of what threads and pipes brought meanwhile.
        while True:
            await asyncio.sleep(0)
            soon = [timer.when() for timer in loop._scheduled if not timer.cancelled() and timer.when() <= until]
            if loop._ready:
                continue
            if not soon:
                break
            await asyncio.sleep(max(0.0, min(soon) - loop.time()))


@pytest.fixture(autouse=True)
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", nothing_waits)


@pytest.fixture(autouse=True)
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracker.tui.base_app, "READ", 1 / LONG)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """The program hears of signals while its loop runs; here that is not its last one."""
    numbers = ending_signals()
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)
