"""What the story of a crowd costs, in calls of functions written in Python."""

from __future__ import annotations

from tests.benchmarks.fights import mixed_session
from tests.costs import calls
from tracker.export.chronicle import chronicle


def test_a_moment_of_many_kinds_takes_few_calls() -> None:
    session = mixed_session(400, 200, 20)
    assert calls(lambda: chronicle(session)) / len(session.history.story) <= 200
