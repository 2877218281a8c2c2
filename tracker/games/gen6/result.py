"""Tests: how a result is written, what the tracker adds to it, and how it is judged against a target number."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from tracker.combat.model import Model
from tracker.combat.records import Reason
from tracker.games.gen6 import tables as t
from tracker.games.gen6.sheet import MODIFIER
from tracker.games.gen6.state import weapon_of
from tracker.rules.action import Action
from tracker.rules.command import flag, option
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus
from tracker.rules.params import number, read_faces
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Throw, Way, addends

HELP: Final = (
    "14 (the end result, without aim, courage, guard), 652 for the faces, or roll; with a total say critical or fumble"
)

_FACES: Final = re.compile(rf"[1-{t.SIDES}]{{{t.DICE}}}")
"""Three faces without commas between them; no total is that large."""


class Term(NamedTuple):
    """A term of a sum: its label, value and source."""

    label: str
    value: int
    source: str


def sum_of(parts: tuple[Term, ...]) -> int:
    """Return the sum of the parts."""
    return sum(part.value for part in parts)


class Result(Model):
    """A total added up by the player, the three faces, or neither: the tracker throws."""

    total: int | None = None
    faces: tuple[int, ...] = ()


TO_ROLL: Final = Result()


class ResultParam(ParamType):
    """A result: ``14``, ``total=14``, ``dice=6,5,2`` or ``roll``."""

    hint: str = HELP
    offers = ("roll",)

    def read(self, text: str, context: Context, alias: str = "") -> Result:
        name, equals, value = text.partition("=")
        if equals and not alias:
            alias, text = name, value
        if alias not in ("", "dice", "total", "roll"):
            raise InvalidCommand(f"{alias}= does not belong to this game. Type {HELP}.")
        if text.casefold() == "roll":
            return TO_ROLL
        if alias == "dice" or "," in text or (not alias and _FACES.fullmatch(text)):
            faces = read_faces(text, t.SIDES)
            if len(faces) != t.DICE:
                raise InvalidCommand(f"A test has {t.DICE} dice. Type that many faces: dice=6,5,2.")
            return Result(faces=faces)
        if not text.lstrip("+-").isdecimal():
            raise InvalidCommand(f"“{text}” is not a result. Type {HELP}.")
        return Result(number(text, -1000, 1000))

    def write(self, value: Result) -> str:
        if value.faces:
            return f"dice={','.join(map(str, value.faces))}"
        return "roll" if value.total is None else str(value.total)


class ActionWithTest(Action):
    """The fields that every action with a test shares."""

    bonus: int | None = option(MODIFIER, "to the roll, as the table has it; the weapon's own if left out")
    critical: bool = flag("with a total: three sixes")
    fumble: bool = flag("with a total: three ones")

    if TYPE_CHECKING:
        result: Result | None = None  # each action declares it after its own arguments

    def succeeded(self, resolver: Resolver, why: tuple[Reason, ...]) -> bool | None:
        return any(reason.of == "outcome" and reason.value for reason in why)


class Verdict(Model):
    """The result of a test; ``success`` is None without a target number."""

    total: int
    critical: bool
    fumble: bool
    success: bool

    def __str__(self) -> str:
        """The total, and whether it is a critical or a fumble."""
        return f"{self.total}{', a critical' if self.critical else ', a fumble' if self.fumble else ''}"


def standing_bonuses(resolver: Resolver, actor: str) -> tuple[Term, ...]:
    """Return the bonuses to every test of somebody: courage, guard."""
    combatant = resolver.combatant(actor)
    courage = (Term("courage", t.COURAGE, "Gen6 S: courage"),) if combatant.has("courage") else ()
    guard = combatant.condition("guard")
    return (*courage, Term("guard", -guard.value, "Gen6 S: guard up")) if guard and guard.value else courage


def is_success(total: int, tn: int | None, critical: bool, fumble: bool) -> bool:
    """Return whether a test succeeds: criticals always, fumbles never, else if the total reaches the target number."""
    return critical or (not fumble and tn is not None and total >= tn)


MISS: Final = "miss"
_ALL_THROWS: Final = tuple(product(range(1, t.SIDES + 1), repeat=t.DICE))
SUMS: Final = {total: Fraction(ways, len(_ALL_THROWS)) for total, ways in Counter(map(sum, _ALL_THROWS)).items()}
"""The chance of each sum of the three dice."""


@cache
def chances_of_test(tn: int, bonus: int) -> Mapping[str, Fraction]:
    """Return the chances of a test with this bonus: critical, hit, miss, fumble."""
    counts = dict.fromkeys(("critical", "hit", MISS, "fumble"), 0)
    for faces in _ALL_THROWS:
        critical, fumble = faces == t.CRITICAL, faces == t.FUMBLE
        success = is_success(sum(faces) + bonus, tn, critical, fumble)
        counts["critical" if critical else "fumble" if fumble else "hit" if success else MISS] += 1
    return {label: Fraction(count, len(_ALL_THROWS)) for label, count in counts.items()}


def failures(test: Mapping[str, Fraction]) -> Iterator[Way]:
    """Yield the ways in which a test fails."""
    return (Way(test[label], label, False) for label in ("fumble", MISS))


def throw_of(
    resolver: Resolver, actor: str, tn: int | None, own: Term, added: tuple[Term, ...], *, unknown: bool = False
) -> Throw:
    """Return three dice against a target number; ``own`` is already included in a typed total, ``added`` is not.

    ``unknown``: the sheet does not say what ``own`` is.
    """
    bonus = sum_of((own, *added))
    parts = (Addend(own.label, None if unknown else own.value), *(Addend(part.label, part.value) for part in added))
    against = addends(resolver.reasons, "tn")
    without = ", ".join(part.label for part in added)
    typed = f"the total with {own.label}" if own.value else "the total"
    typed += f", without {without}" if without else ""
    typed += f": {tn - sum_of(added)} or more" if tn is not None else ""
    least = (tn or 0) - bonus
    wanted = "three sixes" if least >= t.DICE * t.SIDES else f"{least} or more on the dice"
    wanted = "anything but three ones" if least <= t.DICE + 1 else wanted
    return Throw(
        actor,
        f"{t.DICE}d{t.SIDES}",
        parts,
        bonus,
        "" if tn is None else f"against {minus(tn)}",
        against,
        "" if tn is None else wanted,
        f"{typed}; or the faces: 652",
        (Addend("bonus", bonus), Addend("TN", tn or 0)),
    )


def roll_test(
    resolver: Resolver,
    action: ActionWithTest,
    actor: str,
    tn: int | None,
    extra: tuple[Term, ...] = (),
    skill: int | None = None,
) -> Verdict:
    """Throw or read an action's result, and add the known bonuses; a fumble asks what it means.

    ``extra`` is what the action itself adds; ``skill`` is the bonus already included in a typed total, if the sheet
    knows it. Courage waiting for a roll is used up.
    """
    if action.critical and action.fumble:
        raise InvalidCommand("A result is a critical or a fumble, not both.")
    bonuses = (*extra, *standing_bonuses(resolver, actor))
    result = action.result or TO_ROLL
    if result == TO_ROLL:
        result = Result(faces=resolver.throw(t.DICE, t.SIDES))
        resolver.record_as(result=result)
    critical, fumble = action.critical, action.fumble
    if result.faces in (t.CRITICAL, t.FUMBLE):
        critical, fumble = result.faces == t.CRITICAL, result.faces == t.FUMBLE
    if (action.critical, action.fumble) not in ((False, False), (critical, fumble)):
        resolver.note(f"The faces show {'a critical' if critical else 'a fumble'}, whatever was typed.")
        resolver.record_as(critical=critical, fumble=fumble)
    base = sum(result.faces) if result.faces else result.total or 0
    if skill is not None and not (result.faces or critical or fumble):
        resolver.note_misfit("total", base, t.DICE + skill, t.DICE * t.SIDES + skill)
    if result.faces:
        resolver.because("total", f"3d6 ({' '.join(map(str, result.faces))})", base, "Gen6 S: the dice")
    else:
        resolver.because("total", "result", base, "the table")
    if action.bonus:
        resolver.because("total", "bonus", action.bonus, "the table")
    for part in bonuses:
        resolver.because("total", *part)
    resolver.unmark(actor, "courage")
    total = base + (action.bonus or 0) + sum_of(bonuses)
    if fumble:
        weapon, fighter = getattr(action, "weapon", None), resolver.combatant(actor)
        with_ = {"weapon": weapon} if weapon in fighter.weapons else {}
        shot = (getattr(action, "mode", None) or weapon_of(fighter, weapon).kind) != "melee"
        what = tuple(mishap for mishap in t.MISHAPS if shot or mishap not in t.TROUBLES)
        resolver.ask("fumble", actor, f"{resolver.clause(actor, 'fumbles')}. What happens?", what, **with_)
    return Verdict(total, critical, fumble, is_success(total, tn, critical, fumble))
