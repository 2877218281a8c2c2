"""How long this turn and this round have lasted, from the times of their first entries."""

from __future__ import annotations

from typing import Final

from tracker.combat.events import TurnCame
from tracker.combat.history import History
from tracker.combat.records import START
from tracker.export.timing import seconds_at

LOOKED_AT: Final = 2_000
"""The greatest number of entries to search for the beginning of a round."""


class Clock:
    """The times at which the current turn and round began, searched once for each head of the history."""

    def __init__(self) -> None:
        self._known: tuple[History, int] | None = None
        self._began: tuple[float | None, float | None] = (None, None)

    def forms(self, history: History, now: float) -> tuple[str, ...]:
        """Return the elapsed times, as ``turn 1:20 · round 5:02`` and as ``1:20 / 5:02``; empty before the fight."""
        if self._known != (history, history.head):
            self._known, self._began = (history, history.head), beginnings(history)
        turn, of_round = self._began
        if turn is None or of_round is None:
            return ()
        of_turn, whole = minutes(now - turn), minutes(now - of_round)
        return f"turn {of_turn} · round {whole}", f"{of_turn} / {whole}"


def beginnings(history: History) -> tuple[float | None, float | None]:
    """Return when this turn and this round began, in seconds; None if there is no turn, or the times are unknown."""
    number = history.scene.turn.round
    turn: float | None = None
    of_round: float | None = None
    at = history.head
    for _ in range(LOOKED_AT):
        if at == START or not number:
            break
        entry = history.entries[at]
        came = [event.turn.round for event in entry.events if isinstance(event, TurnCame)]
        if came and came[-1] != number:
            break
        if came:
            of_round = seconds_at(history, entry)
            turn = of_round if turn is None else turn
        at = entry.parent
    return turn, of_round


def minutes(seconds: float) -> str:
    """Return a time as minutes and seconds; a negative time, after a change of the computer's clock, counts as 0."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
