"""Parameter types of Outgunned besides results: pools, weapon dice, counts and changes."""

from typing import Any, Final

from tracker.games.outgunned import tables as t
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import ChoiceParam, NumberParam, NumbersParam, number, read_faces

DIFFICULTY: Final = ChoiceParam(t.DIFFICULTIES, "difficulty")  # a difficulty by its name or beginning: b, 2b
WEAPON_DICE: Final = NumberParam(-9, 9, "dice, or x", word=t.CANNOT)  # x where a weapon cannot be used at a band
AS_MANY_AS_POSSIBLE: Final = 0  # the number of counters if none is typed: as many as possible

SPOTLIGHT: Final = "spotlight"
_POOL_PART = ChoiceParam((*t.ATTRIBUTES, *t.SKILLS), "attribute or skill")


class PoolParam(ParamType):
    """Dice of a pool: a number, or an attribute and a skill of the sheet: ``brawn+fight``."""

    hint: str = "a number or brawn+fight"
    offers = t.ATTRIBUTES

    def read(self, text: str, context: Context, alias: str = "") -> str:
        if text.lstrip("+-").isdigit():
            return str(number(text, 0, 40))
        if not text.strip("+ "):
            raise InvalidCommand("A pool is a number, or attribute+skill such as brawn+fight.")
        return "+".join(_POOL_PART.read(part.strip(), context) for part in text.split("+"))


class SheetPoolParam(PoolParam):
    """A pool on a sheet: a number of dice, or words of the sheet."""

    def read(self, text: str, context: Context, alias: str = "") -> Any:
        pool = super().read(text, context, alias)
        return int(pool) if pool.isdigit() else pool


class FacesParam(NumbersParam):
    """Faces of six-sided dice, with or without commas."""

    hint: str = "faces, 1,3,3 or 133"

    def read(self, text: str, context: Context, alias: str = "") -> tuple[int, ...]:
        return read_faces(text, t.SIDES_OF_DIE)


class TimesParam(ParamType):
    """A number of counters; ``most`` is as many as possible."""

    hint: str = "a number, or most"
    offers = ("most", "1", "2")

    def read(self, text: str, context: Context, alias: str = "") -> int:
        """Parse the number; AS_MANY_AS_POSSIBLE for ``most``."""
        return AS_MANY_AS_POSSIBLE if text.casefold() == "most" else number(text, 1, 1000)

    def write(self, value: Any) -> str:
        return "most" if value == AS_MANY_AS_POSSIBLE else str(value)


class ChangeParam(ParamType):
    """A change: ``+2``, ``-1``, or ``spotlight`` to turn six into one."""

    hint: str = "+1, -1 or spotlight"
    offers = ("+1", "-1", SPOTLIGHT)

    def read(self, text: str, context: Context, alias: str = "") -> Any:
        return SPOTLIGHT if text and SPOTLIGHT.startswith(text.casefold()) else number(text, -100, 100)

    def write(self, value: Any) -> str:
        return value if isinstance(value, str) else f"{value:+d}"
