"""The throw of an action before its result: dice, additions, what they must show.

A check is the throw that decides an action, with every way it can come out: one value for form, odds, luck and log.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

from tracker.combat.model import Model
from tracker.combat.records import Reason
from tracker.combat.scene import Scene
from tracker.rules.grammar import agree, minus, quote, the
from tracker.rules.view import Odds, Outcome


class Addend(Model):
    """A number that counts towards a throw, and its source; None if it is not on the sheet."""

    label: str
    value: int | None


def addends(reasons: Iterable[Reason], of: str) -> tuple[Addend, ...]:
    """Return the numbers that count towards something, as parts of a throw."""
    return tuple(Addend(reason.label, reason.value) for reason in reasons if reason.of == of)


class Throw(Model):
    """A throw before its result.

    ``dice`` are those at the table (``3d6``, ``6 dice``), "" if their number is unknown. ``bonus`` is added to what
    they show; None if the ``parts`` are those of the number of dice. ``against`` is what to meet, with its preposition,
    the sum of ``against_parts``; ``wanted`` is what the dice must show. ``typed`` says what may be typed as the result.
    ``measures`` are the numbers by which two throws are compared. ``lacks`` are the fields needed for the number of
    dice, if it is unknown and the parts do not name them; ``instead`` is what else gives it. ``remarks`` are what else
    counts, such as an immunity. ``comes`` is what the chance is of, such as ``failed``, if that is not what whoever
    throws wants. ``after`` are the dice thrown once it succeeded, as they are written, by what they are for.
    """

    actor: str
    dice: str
    parts: tuple[Addend, ...] = ()
    bonus: int | None = None
    against: str = ""
    against_parts: tuple[Addend, ...] = ()
    wanted: str = ""
    typed: str = ""
    measures: tuple[Addend, ...] = ()
    lacks: tuple[str, ...] = ()
    instead: str = ""
    weapon: str = ""
    remarks: tuple[str, ...] = ()
    comes: str = ""
    after: tuple[tuple[str, str], ...] = ()

    def chance_in_words(self, chance: float | None) -> str:
        """Return what the dice must show and how likely that is: ``12 or less, 60 % failed``."""
        share = f"{percent(chance)} {self.comes}".rstrip() if chance is not None else ""
        return ", ".join(filter(None, (self.wanted, share)))

    @property
    def lacking(self) -> str:
        """Return why the number of dice is unknown, and what to do, as a sentence; "" if it is known."""
        fields = self.lacks or tuple(part.label for part in self.parts if part.value is None)
        if self.dice or not fields:
            return ""
        given = " ".join(f"{field}=N" for field in fields)
        way = f"{self.instead and f'{self.instead}, '}or set {quote(self.actor)} {given}"
        return f"The sheet of {self.actor} has no {' and no '.join(fields)}. Type what the dice show, {way}."

    def change_from(self, other: "Throw") -> str:
        """Return the difference from another throw, in numbers: ``TN +4``; "" for none."""
        before = {part.label: part.value or 0 for part in other.measures}
        steps = ((part.label, (part.value or 0) - before.get(part.label, 0)) for part in self.measures)
        return ", ".join(f"{label} {signed(step)}" for label, step in steps if step)

    def in_words(self, chance: float | None = None, named: bool = True, scene: Scene | None = None) -> str:
        """Return the sentence before the result: ``Mira rolls 3d6 +9 (revolver 5, ...) against 18: 9 or more, 74 %``.

        If the number of dice is unknown, what is known: ``need basic · ? +1 rifle at close``. Without ``named``, the
        name is left out; the ``scene`` knows who is several.
        """
        if not self.dice:
            dice = " ".join(("?" if self.parts else "dice not known", *filter(None, map(_unsummed, self.parts))))
            need = self.wanted or self.against
            return f"need {need} · {dice}" if need else dice
        verb = agree(self.actor, scene, "rolls") if scene is not None else "rolls"
        who = f"{self.actor} {verb} " if named else ""
        bonus = f" {signed(self.bonus)}" if self.bonus else ""
        told = (f"{one.label} {'?' if one.value is None else minus(one.value)}" for one in self.parts if one.value != 0)
        parts = ", ".join(told)
        wanted = self.chance_in_words(chance if self.wanted or self.against else None)
        arm = f"with {the(self.weapon)}" if self.weapon and named else ""
        pieces = (f"{who}{dice_in_words(self.dice)}{bonus}", f"({parts})" if parts else "", arm, self.against)
        said = f"{' '.join(filter(None, pieces))}{f': {wanted}' if wanted else ''}"
        return " · ".join((said, *self.remarks))


_KEPT: Final = re.compile(r"(\d+)d(\w+?)k([hl])(\d+)")  # dice of which the highest or the lowest count
_BEST: Final = re.compile(r"best\(([^()]*)\)")  # the best of several throws


def dice_in_words(dice: str) -> str:
    """Return dice as people say them: ``the higher of 2d20`` for ``2d20kh1``."""

    def told(kept: re.Match[str]) -> str:
        number, sides, end, count = kept.groups()
        word = "high" if end == "h" else "low"
        of = f"{word}er" if (number, count) == ("2", "1") else f"{word}est" if count == "1" else f"{count} {word}est"
        return f"the {of} of {number}d{sides}"

    def best(several: re.Match[str]) -> str:
        *rest, last = several[1].split(",")
        how = "best" if rest[1:] else "better"
        return f"the {how} of {', '.join(rest)} and {last}" if rest else last

    return _KEPT.sub(told, _BEST.sub(best, dice))


SURE: Final = 0.995  # the chance from which a whole percentage would round to 100


def percent(chance: float) -> str:
    """Return a chance in whole percent; what is nearly certain or impossible is not rounded to certainty."""
    if SURE <= chance < 1:
        return ">99 %"
    if 0 < chance <= 1 - SURE:
        return "<1 %"
    return f"{round(chance * 100, 6):.0f} %"  # 87.5 is one number, in whatever order its parts are added up


def signed(value: int) -> str:
    """Return a number with its sign."""
    return f"−{-value}" if value < 0 else f"+{value}"


def _unsummed(part: Addend) -> str:
    """Return an unknown part of a sum: a number with its sign, a name missing on the sheet with its question mark."""
    if part.value is None:
        return f"+ {part.label} ?"
    return f"{signed(part.value)} {part.label}" if part.value else ""


class Toll(Model):
    """What one way of a check takes from somebody: so much of a track, and whether they are out by it, or how likely.

    ``amount`` is how much worse the track becomes, also where harm adds to it; below 0 it is gained. The answer to what
    is asked behind it, ``asks``, changes what it takes.
    """

    name: str
    track: str
    amount: int
    out: bool | Fraction | float = False
    asks: str = ""


class Way(Model):
    """One way in which a check can come out: its share, the name of its outcome, success or not, and what it takes.

    Shares are counts or chances in any unit: what counts is their part of all ways. ``tolls`` are None if unknown.
    """

    share: int | Fraction | float
    label: str
    good: bool
    tolls: tuple[Toll, ...] | None = ()


class Check(Model):
    """A throw before its dice: what the form shows, and every way in which it can come out.

    ``throw`` is None where nothing needs to be thrown. ``ways`` may raise InvalidCommand: a throw can be shown whose
    chances cannot be counted, because the number of dice is unknown. ``target`` is whose losses the odds tell; "" if it
    takes nothing from anybody, or the game cannot say how much. ``beside`` are side effects, with their chances.
    """

    throw: Throw | None
    ways: Callable[[], Iterable[Way]]
    target: str = ""
    beside: Callable[[], tuple[Outcome, ...]] = tuple

    def odds(self) -> Odds:
        """Return the exact chances: every way judged once. Raises InvalidCommand if they cannot be counted."""
        outcomes: dict[str, int | Fraction | float] = defaultdict(int)
        losses: dict[str, dict[int, int | Fraction | float]] = defaultdict(lambda: defaultdict(int))
        whole: int | Fraction | float = 0
        success: int | Fraction | float = 0
        out: int | Fraction | float = 0
        known, asks = bool(self.target), ""
        for way in self.ways():
            whole += way.share
            outcomes[way.label] += way.share
            success += way.share if way.good else 0
            known = known and way.tolls is not None
            tolls = [toll for toll in way.tolls or () if toll.name == self.target]
            out += way.share * max((toll.out for toll in tolls), default=0)
            for toll in tolls:
                asks = asks or toll.asks
                if toll.amount and way.share:
                    losses[toll.track][toll.amount] += way.share
        chances = tuple(Outcome(label, float(share / whole)) for label, share in outcomes.items() if share)
        told = losses.items() if known else ()
        exact = {track: {amount: float(p / whole) for amount, p in sorted(each.items())} for track, each in told}
        drops = float(out / whole) if known else None
        return Odds(chances, float(success / whole), beside=self.beside(), losses=exact, drops=drops, asks=asks)
