"""The time of turns, from the times of the entries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from tests.table import figures
from tracker.export.figures import Time, as_clock
from tracker.games.registry import find
from tracker.session import Session

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def timed(*lines: tuple[int, str], game: str = "gen6") -> Session:
    """A session in which each line was entered at its second."""
    second = 0

    def clock() -> str:
        return (BEGAN + timedelta(seconds=second)).isoformat()

    session = Session(find(game), dice=random.Random(1), clock=clock)
    for second, line in lines:  # noqa: B007 - the clock reads it
        session.do(line)
    return session


def times(session: Session) -> Sequence[Time]:
    """Everybody's time in the fight."""
    return figures(session.system, session.history).times


OPENING = (
    (0, "add Ann quickness=9"),
    (1, "add Bob quickness=5"),
    (2, "add Orc side=enemies quickness=1"),
    (3, "initiative by=Ann heroes=18 enemies=3"),
)


def test_turns_last_from_one_entry_to_the_next() -> None:
    session = timed(*OPENING, (40, "note Bang."), (63, "next"), (68, "next"), (88, "next"))
    assert times(session) == (Time("Ann", 2, 60.0, 25.0), Time("Bob", 1, 5.0, 60.0), Time("Orc", 1, 20.0, 65.0))


def test_a_break_at_the_table_counts_for_nobody() -> None:
    session = timed(*OPENING, (10, "next"), (20, "note Pizza."), (9000, "note Back."), (9010, "next"))
    assert sum(time.seconds for time in times(session)) == 27


def test_before_the_fight_nobody_waits() -> None:
    assert times(timed(*OPENING[:3], (50, "note Later."))) == ()


def test_a_clock_that_nobody_can_read_gives_no_times() -> None:
    session = Session(find("gen6"), clock=lambda: "at noon")
    for line in ("add Ann", "add Orc side=enemies", "initiative by=Ann heroes=18 enemies=3", "next", "next"):
        session.do(line)
    assert times(session) == ()


def test_a_time_in_words() -> None:
    assert [as_clock(seconds) for seconds in (0, 42.9, 725, 3725)] == ["0:00", "0:42", "12:05", "1:02:05"]


def test_who_is_out_waits_no_more() -> None:
    session = timed(*OPENING, (10, "out Orc"), (70, "next"), (75, "note On."))
    assert next(time.waited for time in times(session) if time.name == "Orc") == 7
