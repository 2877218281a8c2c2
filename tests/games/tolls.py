"""What an attack takes, found by playing every result of its throw: the measure for the losses that odds tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tracker.commands.parser import read
from tracker.commands.tokens import phrases
from tracker.rules.view import Odds
from tracker.session import Session

Losses = Mapping[str, Mapping[int, float]]


def odds_of(session: Session, line: str) -> Odds:
    """The exact chances of a line that throws."""
    (phrase,) = phrases(line)
    return session.system.odds(session.scene, read(phrase, session.system, session.scene))


def taken(session: Session, target: str, lines: Iterable[tuple[str, int]]) -> tuple[Losses, float]:
    """What the target loses of each track, and the chance that they go out: each line is done, weighed, undone."""
    before = session.scene[target]
    whole = 0
    losses: dict[str, dict[int, int]] = {}
    down = 0
    for line, weight in lines:
        session.do(line)
        after = session.scene[target]
        whole += weight
        down += weight * (before.out is None and after.out is not None)
        for name, track in before.tracks.items():
            lost = track.value - after.tracks[name].value
            if session.system.fills(name):
                lost = -lost
            if lost > 0:
                amounts = losses.setdefault(name, {})
                amounts[lost] = amounts.get(lost, 0) + weight
        session.do("undo")
    exact = {
        name: {amount: float(Fraction(ways, whole)) for amount, ways in sorted(amounts.items())}
        for name, amounts in losses.items()
    }
    return exact, float(Fraction(down, whole))
