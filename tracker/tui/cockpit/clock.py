"""How long this turn and this round have lasted, from the times at which they began."""

from __future__ import annotations

from typing import Final

from tracker.combat.events import TurnCame
from tracker.combat.history import History
from tracker.combat.records import START
from tracker.export.timing import seconds_at

LOOKED_AT: Final = 2_000
"""How many entries back the beginning of a round is looked for at most."""


class Clock:
    """The beginnings of the turn and the round at the head of a history, looked for once for each head."""

    def __init__(self) -> None:
        self._known: tuple[History, int] | None = None
        self._began: tuple[float | None, float | None] = (None, None)

    def forms(self, history: History, now: float) -> tuple[str, ...]:
        """The times up to now, as ``turn 1:20 · round 5:02`` and as ``1:20 / 5:02``; nothing before the fight."""
        if self._known != (history, history.head):
            self._known, self._began = (history, history.head), beginnings(history)
        turn, of_round = self._began
        if turn is None or of_round is None:
            return ()
        of_turn, whole = minutes(now - turn), minutes(now - of_round)
        return f"turn {of_turn} · round {whole}", f"{of_turn} / {whole}"


def beginnings(history: History) -> tuple[float | None, float | None]:
    """When this turn and this round began, in seconds; None where the fight has no turn, or its times are not known."""
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
    """A time as minutes and seconds; one that lies ahead, as after a change of the computer's clock, is none."""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"
