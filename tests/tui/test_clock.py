"""The clock of the status line: how long turn and round have lasted; off by default."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.tui.test_following import shown
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.cockpit.view import TurnTimes, minutes
from tracker.tui.look.preferences import Options


class Hours:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> str:
        return datetime.fromtimestamp(self.seconds, UTC).isoformat(timespec="milliseconds")


def fight(hours: Hours) -> Session:
    return Session(find("contract"), clock=hours)


def test_turn_and_round_are_timed_from_their_beginning() -> None:
    hours, clock = Hours(), TurnTimes()
    session = fight(hours)
    session.do("add Ann dexterity=4 ; add Bo dexterity=3 side=enemies")
    assert clock.forms(session.history, hours.seconds) == ()
    session.do("initiative Ann 3 ; initiative Bo 1")
    hours.seconds += 80
    assert clock.forms(session.history, hours.seconds)[0] == "turn 1:20 · round 1:20"
    session.do("next")
    hours.seconds += 5
    assert clock.forms(session.history, hours.seconds)[0] == "turn 0:05 · round 1:25"
    session.do("undo")
    assert clock.forms(session.history, hours.seconds)[0] == "turn 1:25 · round 1:25"


def test_a_round_of_an_earlier_evening_has_no_time() -> None:
    hours, clock = Hours(), TurnTimes()
    session = fight(hours)
    session.do("add Ann dexterity=4 ; add Bo dexterity=3 side=enemies ; initiative Ann 3 ; initiative Bo 1")
    hours.seconds += 7 * 24 * 60 * 60
    assert clock.forms(session.history, hours.seconds) == ()
    session.do("next")
    assert clock.forms(session.history, hours.seconds) == ()
    session.do("next")
    assert clock.forms(session.history, hours.seconds)[0] == "turn 0:00 · round 0:00"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.9, "0:59"), (60, "1:00"), (3_725, "62:05"), (-5, "0:00")]
)
def test_minutes(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


@pytest.mark.parametrize(
    ("wanted", "columns", "text"),
    [(True, 120, "turn 2:05 · round 2:05"), (True, 80, "2:05 / 2:05"), (True, 50, ""), (False, 120, "")],
)
def test_the_status_line_shows_it_where_it_is_wanted(wanted: bool, columns: int, text: str) -> None:
    hours = Hours()
    session = fight(hours)
    for line in ("add Ann dexterity=4 ; add Bo dexterity=3 side=enemies", "initiative Ann 3 ; initiative Bo 1", "next"):
        session.do(line)
    app: Any = TrackerApp(session, options=Options(animations=False, clock=wanted))
    app.now = lambda: hours.seconds + 125

    async def run() -> None:
        async with app.run_test(size=(columns, 30)) as pilot:
            await pilot.pause()
            line = shown(app).splitlines()[0]
            assert (text or "still to act") in line
            assert ("2:05" in line) is bool(text)
            assert all(part in line for part in ("ROUND 1", "Bo", "to act")), "nothing of the moment gives way to it"
            assert (app.main._ticking is not None) is wanted

    asyncio.run(run())
