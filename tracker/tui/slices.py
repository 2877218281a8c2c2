"""Long work, done in slices between frames and keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from textual.app import App

SLICE: Final = 0.008
"""The length of a slice in seconds."""

PAUSE: Final = 0.002
"""The seconds between two slices."""

REPAINT: Final = 0.1
"""The seconds between two displays of progress."""


def _nothing() -> None:
    """Do nothing."""


def in_slices(
    app: App[None],
    step: Callable[[float], bool],
    *,
    done: Callable[[], None] = _nothing,
    progress: Callable[[], None] = _nothing,
) -> None:
    """Call ``step`` with the seconds it may take until it returns True, then ``done``.

    ``progress`` is called every REPAINT seconds and at the end. Nothing more is called once the app has ended.
    """
    painted = time.perf_counter()

    def take_slice() -> None:
        nonlocal painted
        if not app.is_running:
            return
        finished = step(SLICE)
        now = time.perf_counter()
        if finished:
            done()
        else:
            app.set_timer(PAUSE, take_slice)
        if finished or now - painted >= REPAINT:
            painted = now
            progress()

    app.set_timer(PAUSE, take_slice)
