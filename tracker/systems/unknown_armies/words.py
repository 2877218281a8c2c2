"""Words of this game's commands: skills, weapons in use, places of the body."""

from __future__ import annotations

from typing import Final

from tracker.combat.frozen import frozen
from tracker.combat.scene import Combatant
from tracker.systems.base import Look
from tracker.systems.unknown_armies import tables as t
from tracker.systems.words import Carried, Choice, Number, Word, match, number

OWN: Final = ("place", "split", "hits", "drawing")
"""Fields in which the game keeps its own state."""


def skills(one: Combatant | None) -> tuple[str, ...]:
    """The skills on somebody's sheet."""
    return tuple(n for n, value in one.fields.items() if n not in OWN and isinstance(value, int)) if one else ()


@frozen
class SkillWord(Word):
    """A skill of the actor's sheet by name, or its number."""

    hint: str = "a skill or a number"

    def read(self, text: str, look: Look, alias: str = "") -> str | int:
        """The name in full, or the number."""
        if text.lstrip("+-").isdigit():
            return number(text, 0, 200)
        return match(text, self.complete(look), "skill on the sheet", look.exact)

    def complete(self, look: Look) -> tuple[str, ...]:
        """What the actor can."""
        return skills(look.scene.combatants.get(str(look.values.get("actor"))))


@frozen
class InHand(Carried):
    """A weapon the actor carries, or the fist."""

    def complete(self, look: Look) -> tuple[str, ...]:
        """What they carry, and the fist."""
        carried = Carried.complete(self, look)
        return carried if t.FIST in carried else (*carried, t.FIST)


SHIFT: Final = Number(-200, 200, signed=True)
PART: Final = Choice(tuple(t.CALLED), "part of the body", other=True)
