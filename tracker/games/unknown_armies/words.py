"""Parameter types of Unknown Armies: skills, weapons in use, parts of the body."""

from __future__ import annotations

from typing import Final

from tracker.combat.scene import Combatant
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import CombatantState, holstered_weapons
from tracker.rules.declarations import Context, ParamType
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, DiceParam, NumberParam, WeaponParam, number


def skills_of(combatant: Combatant | None) -> tuple[str, ...]:
    """Return the skills on somebody's sheet."""
    if combatant is None:
        return ()
    return tuple(
        name
        for name, value in combatant.fields.items()
        if name not in CombatantState.__struct_encode_fields__ and isinstance(value, int)
    )


class SkillParam(ParamType):
    """A skill of the actor's sheet by name, or its number."""

    hint: str = "a skill or a number"

    def read(self, text: str, context: Context, alias: str = "") -> str | int:
        if text.lstrip("+-").isdigit():
            return number(text, 0, 200)
        return match(text, self.complete(context), "skill on the sheet", context.exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        return skills_of(context.actor)


class PlaceParam(ParamType):
    """A place in the order: a number, dice such as ``1d10``, or ``roll`` for the usual ones."""

    hint: str = f"a number, dice or roll ({t.INITIATIVE})"

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        if text.casefold() == "roll":
            return t.INITIATIVE
        return DiceParam().read(text, context) if "d" in text.casefold() else number(text, -100, 1000)

    def complete(self, context: Context) -> tuple[str, ...]:
        return ("roll",)


IN_HAND: Final = WeaponParam(others=(t.FIST,))
"""A weapon the actor carries, or the fist."""


class HolsteredParam(WeaponParam):
    """A weapon the actor carries; those not in hand are offered."""

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer what they carry but do not hold."""
        return holstered_weapons(context.actor) if context.actor else ()


SHIFT: Final = NumberParam(-200, 200, signed=True)
PART: Final = ChoiceParam(tuple(t.CALLED), "part of the body", other=True)
