"""Fights of The Contract for tests: a session after some lines, and queries on its entries."""

from collections.abc import Iterable
from fractions import Fraction

from tests.table import played
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
    return played(SYSTEM, *lines, seed=seed)


def counted(entry: Entry) -> set[str]:
    """The numbers an entry has reasons for."""
    return {reason.of for reason in entry.why}


def whole(shares: Iterable[float]) -> Fraction:
    """A sum without the rest that floats leave."""
    return Fraction(sum(map(Fraction, shares))).limit_denominator(10**12)
