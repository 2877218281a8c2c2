"""Random keys, pastes, clicks, sizes and signals over every screen of every game; the long run is in the soak."""

from __future__ import annotations

from tests.terminal.monkey import soak


def test_six_thousand_events_break_nothing() -> None:
    assert soak(6_000, 1) == []
