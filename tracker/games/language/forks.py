"""What comes of the dice of an action, carried out once for all of their values that its effects cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tracker.games.language.moment import Moment, Value
from tracker.rules.throw import Toll

if TYPE_CHECKING:
    from tracker.games.language.doing import Doing
    from tracker.games.language.scope import Expression

_FIRST: Final[Value] = ""


@dataclass(slots=True)
class Fork:
    """An expression that effects ask, the moment in which they do, and what comes of each of its values."""

    asked: Expression
    moment: Moment
    ways: dict[Value, Fork | tuple[Toll, ...]] = field(default_factory=dict)


class Forks:
    """What was taken by the ways of an action that differ only in the dice inside its numbers.

    Effects see these dice through the values of their expressions alone: where these are the same, one after the
    other, the same comes of it. Asking them again costs a tenth of carrying the effects out, and exploding dice have
    hundreds of values of which a handful makes a difference.
    """

    def __init__(self) -> None:
        self._ways: dict[Value, Fork | tuple[Toll, ...]] = {}

    @property
    def begun(self) -> bool:
        """Return whether anything is known."""
        return bool(self._ways)

    def known(self, way: Doing) -> tuple[Toll, ...] | None:
        """Return what is taken where the dice of ``way`` fall, if the same was carried out before."""
        end = self._ways.get(_FIRST)
        while isinstance(end, Fork):
            way.seen = end.moment.as_thrown(way.roll, way.faces, way.number, way.named)
            end = end.ways.get(end.asked.run(way.seen))
        return end

    def learn(self, carried_out: Doing, tolls: tuple[Toll, ...]) -> None:
        """Keep what was taken, by what the effects asked."""
        ways, worth = self._ways, _FIRST
        for asked, moment, value in carried_out.asked or ():
            fork = ways.setdefault(worth, Fork(asked, moment))
            assert isinstance(fork, Fork)
            ways, worth = fork.ways, value
        ways[worth] = tolls
