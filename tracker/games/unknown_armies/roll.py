"""Percentile rolls: how they are written, thrown and judged (rules page, The dice)."""

from __future__ import annotations

from typing import Final, Literal

from tracker.combat.model import Model
from tracker.games.unknown_armies import tables as t
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import number
from tracker.rules.resolver import Resolver

HELP: Final = "37, 00 for 100, die=7 for one die, or roll"

Grade = Literal["critical", "fumble", "matched success", "matched failure", "success", "failure"]


class Roll(Model):
    """A roll of 1 to 100; None: the tracker throws. ``die``: one die, read as a match."""

    value: int | None
    die: bool = False


def of_die(face: int) -> int:
    """What one die (0 to 9) is read as: 7 is 77, 0 is 00."""
    return face * t.MATCH or t.FUMBLE


def shown(value: int) -> str:
    """A roll as people write it: two digits, 00 for 100."""
    return f"{value % t.SIDES:02d}"


def grade(value: int, under: int) -> Grade:
    """What a roll comes to against the number to roll under."""
    if value in (t.CRITICAL, t.FUMBLE):
        return "critical" if value == t.CRITICAL else "fumble"
    if value % t.MATCH == 0:
        return "matched success" if value <= under else "matched failure"
    return "success" if value <= under else "failure"


def made(value: int, under: int) -> bool:
    """Whether the test is made: at most the number; 01 always, 00 never."""
    return value == t.CRITICAL or (value <= under and value != t.FUMBLE)


def matched(value: int) -> bool:
    """Whether both digits are the same, 00 apart."""
    return value % t.MATCH == 0


class RollWord(ParamType):
    """A percentile roll as written: ``37``, ``00``, ``die=7``, ``dice=3,7`` or ``roll``."""

    hint: str = HELP

    def read(self, text: str, context: Context, alias: str = "") -> Roll:
        """The roll; raises InvalidCommand."""
        word = text.strip().casefold()
        if alias == "outcome":
            raise InvalidCommand(f"outcome= does not belong to this game; type {HELP}.")
        if word == "roll":
            return Roll(None, alias == "die")
        if alias == "die":
            return Roll(of_die(number(word, 0, 9)), True)
        if alias == "dice" and "," in word:
            faces = [number(each, 0, 9) for each in word.split(",")]
            if len(faces) != 2:
                raise InvalidCommand("A roll has two dice, tens first: dice=3,7.")
            return Roll(10 * faces[0] + faces[1] or t.FUMBLE)
        if not word.lstrip("+-").isdecimal():
            raise InvalidCommand(f"“{text}” is no roll; type {HELP}.")
        return Roll(t.FUMBLE if word == "00" else number(word, 1, t.SIDES))

    def write(self, value: Roll) -> str:
        """Two digits, one die by its name."""
        if value.die:
            return f"die={'roll' if value.value is None else _face(value.value)}"
        return "roll" if value.value is None else shown(value.value)

    def complete(self, context: Context) -> tuple[str, ...]:
        """Only the word for a throw."""
        return ("roll",)


def _face(value: int) -> int:
    return 0 if value == t.FUMBLE else value // t.MATCH


def thrown(resolver: Resolver, given: Roll, die: bool = False) -> Roll:
    """The roll on the table: as given, or thrown now, one die where only one is asked for."""
    if given.value is not None:
        return given
    if die or given.die:
        return Roll(of_die(resolver.throw(1, 10, "die")[0] % 10), True)
    return Roll(resolver.throw(1, t.SIDES)[0])
