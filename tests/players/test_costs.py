"""What the story of a crowd costs, in calls of functions written in Python."""

from __future__ import annotations

from tests.benchmarks.fights import long_session, mixed_session
from tests.costs import calls
from tracker.players.projection import Sharing
from tracker.players.public import Public


def test_a_moment_among_many_takes_few_calls() -> None:
    session = long_session(100, 200)
    public = Public(session.system, session.history, Sharing(numbers=True))
    assert calls(lambda: list(public.moments())) / 100 <= 280


def test_who_hides_among_many_is_the_only_one_seen_anew() -> None:
    session = mixed_session(400, 200, 20)
    public = Public(session.system, session.history, Sharing(numbers=True))
    assert calls(lambda: list(public.moments())) / len(session.history.story) <= 350
