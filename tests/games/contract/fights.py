"""Fights of The Contract for tests: a session after some lines, and queries on its entries."""

import random
from collections.abc import Iterable
from fractions import Fraction

from tracker.combat.records import Entry
from tracker.games.contract import SYSTEM
from tracker.session import Session

PAIR = (
    "add Anna brawn=3 dexterity=4 melee=1 athletics=3",
    "add Bert side=enemies brawn=3 dexterity=3 melee=2 athletics=2",
    "range Anna Bert engaged",
)
"""Two who stand face to face, without weapons."""

ARMED = (*PAIR, "arm Anna sword", "arm Bert sword")


def session(*lines: str, seed: int = 1) -> Session:
    """A session in which these lines were done."""
    fight = Session(SYSTEM, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00+00:00")
    for line in lines:
        fight.do(line)
    return fight


def last(fight: Session) -> Entry:
    """The last entry."""
    return fight.story()[-1]


def total(entry: Entry, of: str) -> int:
    """What the reasons for one number add up to."""
    return sum(reason.value for reason in entry.why if reason.of == of)


def counted(entry: Entry) -> set[str]:
    """The numbers an entry has reasons for."""
    return {reason.of for reason in entry.why}


def whole(shares: Iterable[float]) -> Fraction:
    """A sum without the rest that floats leave."""
    return Fraction(sum(map(Fraction, shares))).limit_denominator(10**12)
