"""Fights to test with: a session of The Contract after some lines, and what its entries say."""

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
    made = Session(SYSTEM, dice=random.Random(seed), clock=lambda: "2026-01-01T00:00:00+00:00")
    for line in lines:
        made.do(line)
    return made


def last(fight: Session) -> Entry:
    """The last entry."""
    return fight.story()[-1]


def total(entry: Entry, of: str) -> int:
    """What the reasons for one number add up to."""
    return sum(each.value for each in entry.why if each.of == of)


def counted(entry: Entry) -> set[str]:
    """The numbers an entry has reasons for."""
    return {each.of for each in entry.why}


def whole(shares: Iterable[float]) -> Fraction:
    """A sum without the rest that floats leave."""
    return Fraction(sum(map(Fraction, shares))).limit_denominator(10**12)
