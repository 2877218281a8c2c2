"""What an expression of a game file looks at: who acts, on whom, with what, and what was thrown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from tracker.combat.scene import Combatant, Plain

Value: TypeAlias = int | str | bool | tuple[str, ...] | tuple[int, ...]
"""What an expression comes to."""

NOTHING: Final[Mapping[str, Plain]] = {}


@dataclass(slots=True)
class Moment:
    """One combatant's view of an action.

    ``me`` acts and ``it`` is acted on; ``by`` is the weapon, ``cover`` what the other's cover gives, ``words`` what
    was asked for. ``number`` works out a number of the action by its name, and ``answer`` holds those of the answer to
    a waiting attack.
    """

    me: Combatant | None = None
    it: Combatant | None = None
    by: Mapping[str, Plain] = field(default_factory=dict)
    cover: Mapping[str, int] = field(default_factory=dict)
    band: str = ""
    roll: int = 0
    faces: tuple[int, ...] = ()
    round: int = 0
    words: Mapping[str, Value] = field(default_factory=dict)
    answer: Mapping[str, int] = field(default_factory=dict)
    answered: str = ""
    amount: int = 0
    number: Callable[[str], int] = lambda name: 0

    def with_me(self, me: Combatant | None) -> Moment:
        """The same moment, seen by somebody else."""
        return replace(self, me=me)
