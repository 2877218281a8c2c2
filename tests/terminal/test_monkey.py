"""Random keys, pastes, clicks, sizes and signals over every screen of every game; the long run is in the soak."""

from __future__ import annotations

from tests.terminal.monkey import soak


def test_ten_thousand_events_break_nothing() -> None:
    assert soak(10_000, 1) == []
