"""Results: outcomes, faces, and dice still to be rolled."""

from __future__ import annotations

import re
from typing import Final

from tracker.combat.model import Model
from tracker.games.contract import tables as t
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import number

HELP: Final = "an outcome such as 4, dice=2,6,10, roll, or 5d to roll five"

MOST_OUTCOME_DIGITS: Final = 2
"""With more digits than this, a number is a list of faces without commas, 0 for 10."""


class Result(Model):
    """A typed result: an outcome, faces, or dice still to be rolled (``pool`` None: as the sheet says)."""

    outcome: int | None = None
    faces: tuple[int, ...] | None = None
    pool: int | None = None

    @property
    def rolls(self) -> bool:
        """Return whether the tracker has to throw."""
        return self.outcome is None and self.faces is None


_DICE = re.compile(r"(\d{1,2})[dD]")


def _faces(text: str) -> tuple[int, ...]:
    """Parse faces separated by commas, or written as digits with 0 for the ten."""
    parts = [part for part in text.split(",") if part not in ("", "-")]
    if len(parts) == 1 and parts[0].isdecimal() and (len(parts[0]) > MOST_OUTCOME_DIGITS or int(parts[0]) > t.SIDES):
        parts = [str(int(face) or t.SIDES) for face in parts[0]]
    if len(parts) > t.MOST_DICE:
        raise InvalidCommand(f"Too many dice: at most {t.MOST_DICE}.")
    return tuple(number(part, 1, t.SIDES) for part in parts)


class ResultParam(ParamType):
    """A result; ``inner`` ones have a name of their own (``dodge=2,6,10``)."""

    inner: bool = False
    hint: str = HELP

    def read(self, text: str, context: Context, alias: str = "") -> Result:
        """Parse the result; raises InvalidCommand."""
        typed = text.strip().casefold()
        word = typed.removeprefix("dice=")
        dice = _DICE.fullmatch(word)
        if word == "roll":
            return Result()
        if dice:
            return Result(pool=number(dice[1], 0, t.MOST_DICE))
        if not word:
            raise InvalidCommand(f"There is no result; type {HELP}.")
        named = alias in ("dice", "die") or word != typed
        if named or "," in word or word == "-" or (word.isdecimal() and len(word) > MOST_OUTCOME_DIGITS):
            return Result(faces=_faces(word))
        return Result(number(word, -t.MOST_DICE, 2 * t.MOST_DICE))

    def write(self, value: Result) -> str:
        """Write the shortest form."""
        if value.outcome is not None:
            return str(value.outcome)
        if value.faces is None:
            return "roll" if value.pool is None else f"{value.pool}d"
        faces = ",".join(map(str, value.faces)) + ("," if self.inner and len(value.faces) == 1 else "")
        return (faces or "-") if self.inner else f"dice={faces or '-'}"

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer the commonest outcomes."""
        return ("0", "1", "2", "3", "4", "roll")
