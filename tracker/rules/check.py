"""The throw that decides an action, before its dice: one value for the form, the odds, the luck and the log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

from tracker.combat.model import Model
from tracker.rules.throw import Throw
from tracker.rules.view import Odds, Outcome


class Toll(Model):
    """What one way of a check takes from somebody: so much of a track, and whether they are out by it.

    ``amount`` is 0 or more: how much worse the track becomes, also where harm adds to it.
    """

    name: str
    track: str
    amount: int
    out: bool = False


class Way(Model):
    """One way in which a check can come out: its share, the name of its outcome, success or not, and what it takes.

    Shares of a check's ways are counts or chances in any unit: what counts is their part of the whole. ``tolls`` are
    None if what it takes cannot be counted.
    """

    share: int | Fraction | float
    label: str
    good: bool
    tolls: tuple[Toll, ...] | None = ()


class Check(Model):
    """A throw before its dice: what the form shows, and every way in which it can come out.

    ``throw`` is None where nothing needs to be thrown. ``ways`` may raise InvalidCommand: a throw can be shown whose
    chances cannot be counted, because the number of dice is unknown. ``target`` is the one whose losses the odds tell;
    "" if the check takes nothing from anybody, or the game cannot say how much. ``beside`` are side effects of the same
    throw, with their chances.
    """

    throw: Throw | None
    ways: Callable[[], Iterable[Way]]
    target: str = ""
    beside: Callable[[], tuple[Outcome, ...]] = tuple

    def odds(self) -> Odds:
        """Return the exact chances: every way judged once. Raises InvalidCommand if they cannot be counted."""
        outcomes: dict[str, int | Fraction | float] = defaultdict(int)
        losses: dict[str, dict[int, int | Fraction | float]] = defaultdict(lambda: defaultdict(int))
        whole: int | Fraction | float = 0
        success: int | Fraction | float = 0
        out: int | Fraction | float = 0
        known = bool(self.target)
        for way in self.ways():
            whole += way.share
            outcomes[way.label] += way.share
            success += way.share if way.good else 0
            known = known and way.tolls is not None
            tolls = [toll for toll in way.tolls or () if toll.name == self.target]
            out += way.share if any(toll.out for toll in tolls) else 0
            for toll in tolls:
                if toll.amount and way.share:
                    losses[toll.track][toll.amount] += way.share
        chances = tuple(Outcome(label, float(share / whole)) for label, share in outcomes.items() if share)
        exact = {
            track: {amount: float(share / whole) for amount, share in sorted(amounts.items())}
            for track, amounts in losses.items()
            if known
        }
        drops = float(out / whole) if known else None
        return Odds(chances, float(success / whole), beside=self.beside(), losses=exact, drops=drops)
