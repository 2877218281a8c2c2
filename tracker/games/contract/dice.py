"""A roll: how its result is written, its dice, difficulty and outcome, and the chance of each outcome."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Combatant, Scene
from tracker.games.contract import tables as t
from tracker.games.contract.harm import penalties
from tracker.games.contract.turns import Payment
from tracker.games.contract.words import Adjustment
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import minus, quote
from tracker.rules.params import number
from tracker.rules.resolver import Resolver
from tracker.rules.system import System
from tracker.rules.throw import Addend, Check, Throw, Way, addends

HELP: Final = "an outcome such as 4, dice=2,6,10, roll, or 5d to roll five"

MOST_OUTCOME_DIGITS: Final = 2  # with more digits than this, a number is a list of faces without commas, 0 for 10


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
    offers = ("0", "1", "2", "3", "4", "roll")

    def read(self, text: str, context: Context, alias: str = "") -> Result:
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
        if value.outcome is not None:
            return str(value.outcome)
        if value.faces is None:
            return "roll" if value.pool is None else f"{value.pool}d"
        faces = ",".join(map(str, value.faces)) + ("," if self.inner and len(value.faces) == 1 else "")
        return (faces or "-") if self.inner else f"dice={faces or '-'}"


DICE = "The Contract: dice (G)"
DODGE = "dodge"  # the kind of roll for dodging and evading
EXERTED: Final = "exerted"  # the label of what exertion adds to an outcome


@cache
def outcome_weights(dice: int, difficulty: int) -> Mapping[int, int]:
    """Return how many of the 10**dice throws have each outcome."""
    if dice == 0:
        return {0: 1}
    weights: dict[int, int] = defaultdict(int)
    for outcome, ways in outcome_weights(dice - 1, difficulty).items():
        for face in range(1, t.SIDES + 1):
            weights[outcome + t.worth(face, difficulty)] += ways
    return dict(sorted(weights.items()))


class ReasonNames(NamedTuple):
    """The names that the reasons of a roll count to: its dice, its difficulty, its outcome."""

    dice: str
    difficulty: str
    outcome: str


ACT = ReasonNames("pool", "target", "outcome")
REACTION = ReasonNames("total", "tn", "need")
"""A reaction's roll, which may be in the same line as the attack's."""


class Roll(Model):
    """A roll before it is thrown: whose, for what, its dice (None: not on the sheet) and difficulty.

    ``boost`` is added to the outcome for exerting. ``attribute`` and ``ability`` make up the pool, if it has any.
    """

    actor: str
    what: str
    dice: int | None
    difficulty: int
    boost: int
    of: ReasonNames
    attribute: str = ""
    ability: str = ""

    @property
    def unknown(self) -> str:
        """Return the sentence for an unknown number of dice."""
        way = f", or give the sheet its {self.attribute}: set {quote(self.actor)} {self.attribute}=N"
        return f"How many dice has {self.actor} for this? Type 5d for five{way if self.attribute else ''}."

    def weights(self, result: Result) -> Mapping[int, int]:
        """Return how many throws have each outcome; raises InvalidCommand for unknown or too many dice."""
        if not result.rolls:
            outcome = t.counted(result.faces, self.difficulty) if result.faces is not None else result.outcome or 0
            return {outcome + self.boost: 1}
        if self.dice is None:
            raise InvalidCommand(self.unknown)
        if self.dice > t.MOST_DICE:
            raise InvalidCommand(f"Odds are worked out for at most {t.MOST_DICE} dice.")
        return {outcome + self.boost: ways for outcome, ways in outcome_weights(self.dice, self.difficulty).items()}

    def throw(self, resolver: Resolver, least: int | None, against: str = "", weapon: str | None = None) -> Throw:
        """Return the throw; ``least`` is the outcome that is enough with what exertion adds, or None if all count."""
        parts = addends(resolver.reasons, self.of.dice)
        wanted = "" if least is None else f"outcome {minus(least - self.boost)} or more"
        exerted = f", without the {self.boost} of exertion" if self.boost else ""
        typed = f"the outcome on the dice{exerted}: 4, or the faces 2,6,10; 5d throws five"
        if self.dice == 1:
            typed = f"the outcome of the die{exerted}: {minus(t.ONE)} to {t.TEN}; a face is typed dice=7"
        at = f"difficulty {self.difficulty}"
        measures = (Addend("dice", self.dice or 0), Addend("difficulty", self.difficulty))
        if self.dice is None:
            missing = tuple(Addend(word, None) for word in (self.attribute, self.ability) if word)
            wanted = f"{wanted} at {at}".removeprefix(" at ")
            return Throw(self.actor, "", (*missing, *parts), wanted=wanted, typed=typed, measures=measures)
        dice = f"{self.dice}d{t.SIDES}" if self.dice else "no dice"
        armed = weapon and f"with {t.arms(weapon)}"
        met = " ".join(filter(None, (armed, f"at {at}", against and f"against {against}")))
        return Throw(self.actor, dice, parts, None, met, (), wanted, typed, measures)

    def check(self, resolver: Resolver, result: Result, *, judged: bool = True) -> Check:
        """Return the check of a roll that stands alone: from 1 it succeeds; if it is not ``judged``, all count."""

        def ways() -> Iterable[Way]:
            return (Way(share, f"outcome {outcome}", outcome >= 1) for outcome, share in self.weights(result).items())

        return Check(self.throw(resolver, 1 if judged else None), ways)

    def thrown(self, resolver: Resolver, result: Result) -> tuple[int, Result]:
        """Return the outcome, and the result with its faces; raises InvalidCommand if dice are missing."""
        if result.rolls:
            if self.dice is None:
                raise InvalidCommand(self.unknown)
            faces = resolver.throw(self.dice, t.SIDES, self.what) if self.dice else ()
            result = replace(result, faces=faces, pool=None)
        if result.faces is None:
            outcome = resolver.because(self.of.outcome, self.what, result.outcome or 0)
            if self.dice is not None and not self.dice * t.ONE <= outcome <= self.dice * t.TEN:
                dice = "one die" if self.dice == 1 else f"{self.dice} dice"
                face = f" A face is typed dice={outcome}." if self.dice == 1 and 1 <= outcome <= t.SIDES else ""
                most, least = minus(self.dice * t.TEN), minus(self.dice * t.ONE)
                resolver.note(f"No throw of {dice} makes {minus(outcome)}: it makes {least} to {most}.{face}")
        else:
            if self.dice not in (None, len(result.faces)):
                word = "die" if self.dice == 1 else "dice"
                typed = f"{len(result.faces)} {'was' if len(result.faces) == 1 else 'were'} typed"
                resolver.note(f"{resolver.clause(self.actor, 'rolls')} {self.dice} {word}; {typed}.")
            label = f"{self.what}: {' '.join(map(str, result.faces)) or 'no dice'} at {self.difficulty}"
            outcome = resolver.because(self.of.outcome, label, t.counted(result.faces, self.difficulty), DICE)
        if self.boost:
            source = "The Contract: exert (G; setting profile)"
            outcome += resolver.because(self.of.outcome, EXERTED, self.boost, source)
            resolver.set_field(self.actor, "boost", None)
        return outcome, result


def faces_of(result: Result | None) -> tuple[tuple[int, ...], ...]:
    """Return the faces of a result, as the log shows them."""
    return (result.faces,) if result is not None and result.faces else ()


def dodge_stats(system: System, scene: Scene) -> t.WeaponStats:
    """Return the stats of a dodge."""
    return t.WeaponStats(DODGE, t.DODGE[0], str(system.setting(scene, "dodge_ability")), t.STANDARD)


def pool_of(combatant: Combatant, attribute: str, ability: str) -> int | None:
    """Return attribute + ability from the sheet; None if the attribute is missing."""
    return combatant.number(attribute) + combatant.number(ability) if attribute in combatant.fields else None


def prepare_roll(
    resolver: Resolver,
    name: str,
    what: str,
    arms: t.WeaponStats,
    change: Adjustment | None,
    paid: Payment,
    result: Result | None,
    of: ReasonNames = ACT,
    pool: int | None = None,
) -> Roll:
    """Return a roll with its numbers: exactly the dice of its result, else ``pool``, share or sheet less penalties."""
    if result is not None and result.pool is not None:
        dice: int | None = resolver.because(of.dice, "as typed", result.pool)
    else:
        dice = _pool(resolver, name, arms, paid, pool, of.dice)
    own, parts = (change.base, change.parts) if change is not None else (None, ())
    base = arms.difficulty if own is None else own
    difficulty = resolver.because(of.difficulty, what, base, "The Contract: difficulty")
    for modifier, step in parts:
        source = f"difficulty modifiers (G{'; setting cover_difficulty' if modifier.endswith('-cover') else ''})"
        difficulty += resolver.because(of.difficulty, modifier or "changed", step, f"The Contract: {source}")
    kept = min(max(difficulty, t.EASIEST), t.HARDEST)
    if kept != difficulty:
        label = f"{t.EASIEST} to {t.HARDEST} only"
        resolver.because(of.difficulty, label, kept - difficulty, "The Contract: difficulty (G)")
    return Roll(name, what, dice, kept, resolver.combatant(name).number("boost"), of, arms.attribute, arms.ability)


def _pool(resolver: Resolver, name: str, arms: t.WeaponStats, paid: Payment, given: int | None, of: str) -> int | None:
    combatant = resolver.combatant(name)
    if given is None and paid.share is None and arms.attribute not in combatant.fields:
        return None
    if given is not None:
        dice = resolver.because(of, "pool as typed", given)
    elif paid.share is not None:
        dice = resolver.because(of, "share", paid.share, "The Contract: splitting (S)")
    else:
        source = "The Contract: dodging (S; setting dodge_ability)" if arms.kind == DODGE else DICE
        dice = resolver.because(of, arms.attribute, combatant.number(arms.attribute), source)
        dice += resolver.because(of, arms.ability, combatant.number(arms.ability), source)
    quick_actions = combatant.number("quick") if paid.quick is None else paid.quick
    quick = min(dice, t.QUICK * quick_actions) if paid.share is None else 0
    if quick:
        dice += resolver.because(of, "quick actions", -quick, "The Contract: quick actions (S)")
    strained = paid.strain and not combatant.fields.get("eased")
    strain = (("desperate", paid.strain, "The Contract: desperate (S)"),) if strained else ()
    for label, lost, source in (*penalties(resolver, name), *strain):
        if dice > 1:
            dice += resolver.because(of, label, -min(lost, dice - 1), source)
    return dice
