"""Sessions as rows of a list: title, game, round, age, and a plain word if opening is problematic."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from tracker.combat.model import Model
from tracker.storage.folders import ENDING
from tracker.storage.recent import Recent
from tracker.tui.look.text import Bit, Line, cells, pad

TITLE: Final = 40
"""The greatest width of a title."""

GAP: Final = "  "
"""The text between two columns."""

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONG: Final = 14 * DAY
"""The age in seconds after which the date is shown instead."""


def age(then: float, now: float) -> str:
    """Return the time between two moments, in seconds since 1970: ``5 minutes ago``, ``yesterday``, later the date."""
    gone = now - then
    if gone < MINUTE:
        return "just now"
    if gone < HOUR:
        return _ago(int(gone // MINUTE), "minute")
    if gone < DAY:
        return _ago(int(gone // HOUR), "hour")
    if gone < 2 * DAY:
        return "yesterday"
    if gone < LONG:
        return _ago(int(gone // DAY), "day")
    return datetime.fromtimestamp(then, UTC).date().isoformat()


def _ago(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count != 1 else ''} ago"


def title_of(session: Recent) -> str:
    """Return the title of a session, else the name of its file."""
    return session.title or _stem(session)


def _stem(session: Recent) -> str:
    return os.path.basename(session.path).removesuffix(ENDING)


def game_titles() -> dict[str, str]:
    """Return the title of every game, by name."""
    from tracker.games.registry import titles

    return titles()


class SessionRows(Model):
    """The columns of a list of sessions; ``twins`` are titles of several sessions, told apart by file name."""

    title: int
    game: int
    state: int
    games: Mapping[str, str]
    now: float
    twins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, sessions: Sequence[Recent], games: Mapping[str, str], now: float, room: int) -> SessionRows:
        """Return columns for these sessions in this many cells; titles are cut first."""
        counts = Counter(map(title_of, sessions))
        twins = frozenset(title for title, count in counts.items() if count > 1)
        game = max(map(cells, games.values()), default=0)
        title = max((cells(_name(session, twins)) for session in sessions), default=0)
        state = max((cells(_state(session)) for session in sessions), default=0)
        ages = max((cells(age(session.written, now)) for session in sessions), default=0)
        left = room - game - state - ages - len(GAP) * 3
        return cls(max(8, min(TITLE, title, left)), game, state, games, now, twins)

    def name(self, session: Recent) -> str:
        """Return the title, with its file if others have the same title."""
        return _name(session, self.twins)

    def row(self, session: Recent, ages: bool = True) -> Line:
        """Return the row of a session; ``ages`` adds how long ago it was written."""
        state: Bit = (_state(session), "warn" if session.trouble else "dim")
        bits: tuple[Bit, ...] = (
            (pad(self.name(session), self.title) + GAP, "normal"),
            (pad(self.games.get(session.system, session.system), self.game) + GAP, "dim"),
            (pad(state[0], self.state) + GAP if ages else state[0], state[1]),
        )
        return (*bits, (age(session.written, self.now), "dim")) if ages else bits


def _state(session: Recent) -> str:
    """Return how far the fight is, or what is wrong with the file."""
    return session.trouble or (f"round {session.round}" if session.round else "not begun")


def _name(session: Recent, twins: frozenset[str]) -> str:
    title, file = title_of(session), _stem(session)
    return f"{title} · {file}" if title in twins and title != file else title
