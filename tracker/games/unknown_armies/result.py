"""Percentile rolls: written, thrown and judged; types of parameters."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, Literal

from tracker.combat.model import Model
from tracker.combat.records import Reason, total_of
from tracker.games.unknown_armies import tables as t
from tracker.games.unknown_armies.state import CombatantState, holstered_weapons
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, DiceParam, NumberParam, WeaponParam, number
from tracker.rules.resolver import Resolver
from tracker.rules.throw import Addend, Check, Throw, Way

HELP: Final = "37, 00 for 100, die=7 for one die, or roll"

ONE_DIE_HELP: Final = "one die: 0 to 9, read as a match; or roll"

IN_PART: Final = "dodged in part"  # of the damage of a hit
ROLLS: Final = range(1, t.SIDES + 1)  # every roll, equally likely

Grade = Literal["critical", "fumble", "matched success", "matched failure", "success", "failure"]


class Roll(Model):
    """A roll of 1 to 100; None: the tracker throws. ``die``: one die, read as a match."""

    value: int | None
    die: bool = False


def match_of_die(face: int) -> int:
    """Return the match that one die (0 to 9) stands for: 7 is 77, 0 is 00."""
    return face * t.MATCH or t.FUMBLE


def digits(value: int) -> str:
    """Return a roll as two digits, 00 for 100."""
    return f"{value % t.SIDES:02d}"


def grade(value: int, number: int) -> Grade:
    """Return the grade of a roll against the number it must not exceed."""
    if value in (t.CRITICAL, t.FUMBLE):
        return "critical" if value == t.CRITICAL else "fumble"
    if is_match(value):
        return "matched success" if value <= number else "matched failure"
    return "success" if value <= number else "failure"


def is_success(value: int, number: int) -> bool:
    """Return whether a roll succeeds: at most the number; 01 always, 00 never."""
    return value == t.CRITICAL or (value <= number and value != t.FUMBLE)


def is_match(value: int) -> bool:
    """Return whether both digits are the same, except for 00."""
    return value % t.MATCH == 0


class RollParam(ParamType):
    """A percentile roll: ``37``, ``00``, ``die=7``, ``dice=3,7`` or ``roll``."""

    hint: str = HELP
    offers = ("roll",)

    def read(self, text: str, context: Context, alias: str = "") -> Roll:
        word = text.strip().casefold()
        if alias == "outcome":
            raise InvalidCommand(f"outcome= does not belong to this game. Type {HELP}.")
        if word == "roll":
            return Roll(None, alias == "die")
        if alias == "die":
            return Roll(match_of_die(number(word, 0, t.DIE - 1)), True)
        if alias == "dice" and "," in word:
            faces = [number(face, 0, t.DIE - 1) for face in word.split(",")]
            if len(faces) != 2:
                raise InvalidCommand("A roll has two dice, tens first: dice=3,7.")
            return Roll(t.DIE * faces[0] + faces[1] or t.FUMBLE)
        if not word.lstrip("+-").isdecimal():
            raise InvalidCommand(f"“{text}” is not a roll. Type {HELP}.")
        if word == "0" and context.actor is not None and context.actor.has("sucker"):
            return Roll(t.FUMBLE, True)
        return Roll(t.FUMBLE if word == "00" else number(word, 1, t.SIDES))

    def write(self, value: Roll) -> str:
        if not value.die:
            return "roll" if value.value is None else digits(value.value)
        if value.value is None:
            return "die=roll"
        return f"die={0 if value.value == t.FUMBLE else value.value // t.MATCH}"


def rolled(resolver: Resolver, given: Roll, one_die: bool = False) -> Roll:
    """Return the typed roll, or throw it: one die if only one is needed."""
    if given.value is not None:
        return given
    if one_die or given.die:
        return Roll(match_of_die(resolver.throw(1, t.DIE, "die")[0] % t.DIE), True)
    return Roll(resolver.throw(1, t.SIDES)[0])


def judge(resolver: Resolver, given: Roll, number: int, one_die: bool = False) -> tuple[Roll, int, Grade]:
    """Report the roll, thrown if it is not typed; returns it with its value and its grade."""
    roll = rolled(resolver, given, one_die)
    value = resolver.because("total", "one die, a match" if roll.die else "roll", roll.value or 0)
    resolver.say(f"{digits(value)}, {grade(value, number)}.")
    return roll, value, grade(value, number)


def ask_more(resolver: Resolver, actor: str, result: Grade, value: int, attack: bool = False) -> None:
    """Ask what a match, a fumble or a critical adds; an ``attack`` asks about its critical with the hit."""
    if result == "critical" and not attack:
        resolver.ask("critical", actor, f"{actor} rolled {digits(value)}: what more?")
    elif result.startswith("matched"):
        resolver.ask("match", actor, f"{actor} rolled {digits(value)}, a {result}: what more?")
    elif result == "fumble":
        resolver.ask("fumble", actor, f"{actor} fumbled: what goes wrong?")


def check(resolver: Resolver, actor: str, number: int) -> Check:
    """Return the check of a roll against a number, whose outcomes are the grades."""

    def ways() -> Iterator[Way]:
        return (Way(1, grade(roll, number), is_success(roll, number)) for roll in ROLLS)

    return Check(throw_of(resolver, actor, number), ways)


def throw_of(
    resolver: Resolver, actor: str, number: int, least: int = 1, of: str = "target", against: str = ""
) -> Throw:
    """Return two ten-sided dice, the number they must not exceed with its sources, and what they must show."""
    parts = tuple(
        Addend(reason.label.removeprefix(f"{actor}'s "), reason.value) for reason in resolver.reasons if reason.of == of
    )
    most = min(number, t.FUMBLE - 1)
    if most < least:
        met = not against or least == t.CRITICAL  # a critical needs no minimum, but must be as high as what it meets
        wanted = f"{digits(t.CRITICAL)} only" if met else "no roll is enough"
    elif most == least:
        wanted = f"{digits(most)} only"
    else:
        wanted = f"{digits(least)} to {digits(most)}" if least > 1 else f"{digits(most)} or less"
    measures = (Addend("number", number), Addend("least", least))
    return Throw(actor, f"d{t.SIDES}", parts, None, against, (), wanted, HELP, measures)


def succeeded(why: Iterable[Reason]) -> bool:
    """Return whether a recorded roll succeeded, including a called shot's minimum."""
    value, least = total_of(why, "total"), total_of(why, "need")
    return is_success(value, total_of(why, "target")) and (value >= least or value == t.CRITICAL)


def in_words(why: Collection[Reason], of: str = "total", against: str = "target") -> str:
    """Return the roll and its number, with the grade if it is more than success or failure, and a dodge in part."""
    value, number = total_of(why, of), total_of(why, against)
    result = grade(value, number)
    graded = "" if result in ("success", "failure") else f", {result}"
    graded += ", half damage" if IN_PART in [reason.label for reason in why] else ""
    return f"{digits(value)} vs {minus(number)}{graded}" if value else ""


class SkillParam(ParamType):
    """A skill of the actor's sheet by name, or its number."""

    hint: str = "a skill or a number"

    def read(self, text: str, context: Context, alias: str = "") -> str | int:
        if text.lstrip("+-").isdigit():
            return number(text, 0, 200)
        return match(text, self.complete(context), "skill on the sheet", context.exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        fields = context.actor.fields if context.actor is not None else {}
        numbers = (name for name, value in fields.items() if isinstance(value, int))
        return tuple(name for name in numbers if name not in CombatantState.__struct_encode_fields__)


class PlaceParam(ParamType):
    """A place in the order: a number, dice such as ``1d10``, or ``roll`` for the usual ones."""

    hint: str = f"a number, dice or roll ({t.INITIATIVE})"
    offers = ("roll",)

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        if text.casefold() == "roll":
            return t.INITIATIVE
        return DiceParam().read(text, context) if "d" in text.casefold() else number(text, -100, 1000)


IN_HAND: Final = WeaponParam(others=(t.FIST,))  # a weapon the actor carries, or the fist


class HolsteredParam(WeaponParam):
    """A weapon the actor carries; those not in hand are offered."""

    def complete(self, context: Context) -> tuple[str, ...]:
        return holstered_weapons(context.actor) if context.actor else ()


SHIFT: Final = NumberParam(-200, 200, signed=True)
PART: Final = ChoiceParam(tuple(t.CALLED), "part of the body", other=True)
