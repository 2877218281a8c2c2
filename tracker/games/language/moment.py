"""What an expression of a game file can see: actor, target, weapon and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from tracker.combat.scene import Combatant, Plain
from tracker.games.language.throws import Die

if TYPE_CHECKING:
    from tracker.games.language.table import Fight

Value: TypeAlias = int | str | bool | tuple[str, ...] | tuple[int, ...]
"""The value of an expression."""

NOTHING: Final[Mapping[str, Plain]] = {}
NO_DIE: Final = Die(0)


@dataclass(slots=True)
class Moment:
    """An action from one combatant's point of view.

    ``me`` acts and ``it`` is acted on; ``by`` is the weapon, ``cover`` what the target's cover gives, ``words`` the
    options given. ``named`` are dice that have names. ``number`` works out a number of the action by its name, and
    ``answer`` holds those of the answer to a waiting attack. ``fight`` is what is around them, and ``results`` what
    effects have thrown. ``amount`` was lost or gained of a track that stood at ``before``.
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
    before: int = 0
    number: Callable[[str], int] = lambda name: 0
    named: Mapping[str, Die] = field(default_factory=dict)
    fight: Fight | None = None
    results: Mapping[str, int] = field(default_factory=dict)

    def die(self, name: str) -> Die:
        """Return what the dice of a name show; 0 if they are not thrown."""
        return self.named.get(name, NO_DIE)

    def as_thrown(
        self, roll: int, faces: tuple[int, ...], number: Callable[[str], int], named: Mapping[str, Die]
    ) -> Moment:
        """Return the same moment with this throw; field by field, as odds make hundreds of them."""
        return Moment(
            self.me,
            self.it,
            self.by,
            self.cover,
            self.band,
            roll,
            faces,
            self.round,
            self.words,
            self.answer,
            self.answered,
            self.amount,
            self.before,
            number,
            named,
            self.fight,
            self.results,
        )

    def with_me(self, me: Combatant | None) -> Moment:
        """Return the same moment from another combatant's point of view."""
        return replace(self, me=me)
