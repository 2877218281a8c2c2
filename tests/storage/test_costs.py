"""What reading a session costs, in calls of functions written in Python."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.fights import fight, long_session, saved
from tests.costs import calls
from tracker.session import Session


def reading(path: Path) -> int:
    return calls(lambda: Session.open(str(path), verify_later=True).close())


def test_a_line_of_the_log_takes_few_calls_to_read(tmp_path: Path) -> None:
    short, long = (saved(long_session(entries), tmp_path, f"of{entries}") for entries in (100, 200))
    reading(short)
    assert (reading(long) - reading(short)) / 100 <= 27.5


def test_one_more_of_a_crowd_takes_few_calls_to_open(tmp_path: Path) -> None:
    small, large = (saved(fight(people), tmp_path, f"of{people}") for people in (50, 500))
    reading(small)
    assert (reading(large) - reading(small)) / 450 <= 45
