"""A test: 3d6 with what the table added, then what the tracker knows, against a target number."""

from __future__ import annotations

from typing import Any, Final

from tracker.combat.model import Model
from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import MODIFIER
from tracker.rules.action import Action
from tracker.rules.command import flag, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import NumbersParam, number
from tracker.rules.resolver import Resolver

HELP: Final = "14 or total=14, dice=6,5,2 or roll; with a total say critical or fumble"

Part = tuple[str, int, str]
"""A number on the way to a sum: label, value, source."""


class Thrown(Model):
    """A result: a total the table added up, the three faces, or neither: the tracker is to throw."""

    total: int | None = None
    faces: tuple[int, ...] = ()


class ThrownWord(ParamType):
    """A result as the game writes it: ``14``, ``total=14``, ``dice=6,5,2`` or ``roll``."""

    hint: str = HELP

    def read(self, text: str, context: Context, alias: str = "") -> Thrown:
        """The result; raises InvalidCommand."""
        name, found, value = text.partition("=")
        if found and not alias:
            alias, text = name, value
        if alias not in ("", "dice", "total", "roll"):
            raise InvalidCommand(f"{alias}= does not belong to this game; type {HELP}.")
        if text.casefold() == "roll":
            return Thrown()
        if alias == "dice" or "," in text:
            faces = NumbersParam(1, t.SIDES).read(text, context)
            if len(faces) != t.DICE:
                raise InvalidCommand(f"A test has {t.DICE} dice; type as many faces: dice=6,5,2.")
            return Thrown(faces=faces)
        if not text.lstrip("+-").isdecimal():
            raise InvalidCommand(f"“{text}” is no result; type {HELP}.")
        return Thrown(number(text, -1000, 1000))

    def write(self, value: Thrown) -> str:
        """The shortest writing; faces where they are known."""
        if value.faces:
            return f"dice={','.join(map(str, value.faces))}"
        return "roll" if value.total is None else str(value.total)

    def complete(self, context: Context) -> tuple[str, ...]:
        """A throw by the tracker."""
        return ("roll",)


class Tested(Action):
    """What every action with a test can say of its result."""

    bonus: int | None = option(MODIFIER, "to the roll, as the table has it; a weapon's own if not said")
    critical: bool = flag("with a total: three sixes")
    fumble: bool = flag("with a total: three ones")


class Verdict(Model):
    """How a test came out; ``made`` where there was a number to reach."""

    total: int
    critical: bool
    fumble: bool
    made: bool

    @property
    def said(self) -> str:
        """The total in words."""
        more = ", a critical" if self.critical else ", a fumble" if self.fumble else ""
        return f"{self.total}{more}"


def known(resolver: Resolver, actor: str, extra: tuple[Part, ...] = ()) -> tuple[Part, ...]:
    """What the tracker adds to a test: ``extra`` of the action, courage, guard."""
    one, parts = resolver.combatant(actor), list(extra)
    if one.has("courage"):
        parts.append(("courage", t.COURAGE, "Gen6 S: courage"))
    parts += [
        ("guard", -each.value, "Gen6 S: guard up") for each in one.conditions if each.name == "guard" and each.value
    ]
    return tuple(parts)


def judged(total: int, tn: int | None, critical: bool, fumble: bool) -> bool:
    """Whether a test is made: a critical always, a fumble never, else the total reaches the target number."""
    return critical or (not fumble and tn is not None and total >= tn)


def extremes(thrown: Thrown, action: Any) -> tuple[bool, bool]:
    """Whether a result is a critical, a fumble: the faces count before what was said."""
    if thrown.faces in (t.CRITICAL, t.FUMBLE):
        return thrown.faces == t.CRITICAL, thrown.faces == t.FUMBLE
    return action.critical, action.fumble


def throw_test(resolver: Resolver, action: Any, actor: str, tn: int | None, extra: tuple[Part, ...] = ()) -> Verdict:
    """Throw or read an action's ``result`` and add what is known; says the numbers, asks about a fumble.

    The courage waiting for a roll is used up.
    """
    thrown: Thrown = action.result
    if action.critical and action.fumble:
        raise InvalidCommand("A result is a critical or a fumble, not both.")
    parts = known(resolver, actor, extra)
    if thrown == Thrown():
        thrown = Thrown(faces=resolver.throw(t.DICE, t.SIDES))
        resolver.record_as(result=thrown)
    critical, fumble = extremes(thrown, action)
    if (action.critical, action.fumble) not in ((False, False), (critical, fumble)):
        resolver.note(f"The faces show {'a critical' if critical else 'a fumble'}, whatever was said.")
        resolver.record_as(critical=critical, fumble=fumble)
    if thrown.faces:
        resolver.because("total", "3d6 " + " ".join(map(str, thrown.faces)), sum(thrown.faces), "Gen6 S: the dice")
    else:
        resolver.because("total", "result", thrown.total or 0, "the table")
    if action.bonus:
        resolver.because("total", "bonus", action.bonus, "the table")
    for part in parts:
        resolver.because("total", *part)
    resolver.unmark(actor, "courage")
    base = sum(thrown.faces) if thrown.faces else thrown.total or 0
    total = base + (action.bonus or 0) + sum(value for _, value, _ in parts)
    if fumble:
        resolver.ask("fumble", actor, f"{actor} fumbles. What happens?", t.MISHAPS)
    return Verdict(total, critical, fumble, judged(total, tn, critical, fumble))
