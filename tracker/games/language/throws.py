"""Throws of game files: dice of the command language, ``best(a, b)``, and ``d%+1`` with bonus or penalty dice.

Parts of a throw may have names: ``hope:1d12 + fear:1d12``.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from math import prod
from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from tracker.combat.dice import Dice, ThrownDice
from tracker.combat.expressions import MOST_DICE, BadDice, Expression, Operation, PlainNumber, Pool, Weights, parse
from tracker.combat.model import Model
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import FACES, MOST, number
from tracker.rules.resolver import as_thrown

if TYPE_CHECKING:
    from tracker.games.language.rules import Rules

_BEST: Final = re.compile(r"\s*best\((.*)\)\s*", re.IGNORECASE)
_PERCENT: Final = re.compile(r"\s*1?d%\s*([+-])\s*([12])\s*", re.IGNORECASE)
_NAME: Final = re.compile(r"\s*([a-z][a-z0-9-]*)\s*:\s*")


class Tens(Expression):
    """Percentile dice with extra tens: the lowest counts with bonus dice, the highest with penalty dice."""

    more: int
    bonus: bool

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        """Throw the tens first, then the units; ten counts as zero on both."""
        tens = dice.throw(1 + self.more, 10, purpose)
        (unit,) = dice.throw(1, 10, purpose)
        faces += [*tens, unit]
        values = [_percent(ten, unit) for ten in tens]
        return min(values) if self.bonus else max(values)

    def weights(self) -> Weights:
        dice = 1 + self.more
        counts: Counter[int] = Counter()
        for unit in range(1, 11):
            for place, value in enumerate(sorted(_percent(ten, unit) for ten in range(1, 11))):
                left = 10 - place if self.bonus else place + 1
                counts[value] += left**dice - (left - 1) ** dice
        return dict(counts)

    def bounds(self) -> tuple[int, int]:
        return 1, 100


def _percent(ten: int, unit: int) -> int:
    return (ten % 10) * 10 + unit % 10 or 100


class Best(Expression):
    """The highest of several throws."""

    of: tuple[Expression, ...]

    def throw(self, dice: Dice, purpose: str, faces: list[int]) -> int:
        return max(part.throw(dice, purpose, faces) for part in self.of)

    def weights(self) -> Weights:
        parts = [part.weights() for part in self.of]
        counts, below = {}, 0
        for value in sorted({value for part in parts for value in part}):
            upto = prod(sum(weight for other, weight in part.items() if other <= value) for part in parts)
            counts[value], below = upto - below, upto
        return counts

    def bounds(self) -> tuple[int, int]:
        bounds = [part.bounds() for part in self.of]
        return max(low for low, _ in bounds), max(high for _, high in bounds)


class ThrowPart(Model):
    """A part of a throw, with its name or an empty text; ``sign`` is −1 where it is taken off."""

    name: str
    sign: int
    dice: Expression


class Die(Model):
    """What the dice of one name show: their value, every face, and whether they are added (1) or taken off (−1)."""

    value: int
    faces: tuple[int, ...] = ()
    sign: int = 1


class Fell(Model):
    """A throw as it fell: its total, every face in order, and the dice by their names."""

    total: int
    faces: tuple[int, ...] = ()
    named: Mapping[str, Die] = {}


UNTHROWN: Final = Fell(0)  # the dice before they are thrown


class DiceThrow(Model):
    """A parsed throw; ``parts`` only where some of them have names."""

    text: str
    expression: Expression
    parts: tuple[ThrowPart, ...] = ()

    def pools(self) -> Iterator[Pool]:
        """Yield its pools, from left to right."""
        whole = self.expression
        for part in whole.of if isinstance(whole, Best) else (whole,):
            yield from part.pools()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of its dice, in their order."""
        return tuple(part.name for part in self.parts if part.name)

    def roll(self, dice: Dice, purpose: str) -> Fell:
        """Throw it."""
        faces: list[int] = []
        if not self.parts:
            return Fell(self.expression.throw(dice, purpose, faces), tuple(faces))
        total = 0
        named: dict[str, Die] = {}
        for part in self.parts:
            before = len(faces)
            value = part.dice.throw(dice, purpose, faces)
            total += part.sign * value
            if part.name:
                named[part.name] = Die(value, tuple(faces[before:]), part.sign)
        return Fell(total, tuple(faces), named)


@lru_cache(200)
def chances_of(expression: Expression) -> Mapping[int, float]:
    """Return the exact probability of each value of dice; raises BadDice if that takes too long."""
    weights = expression.weights()
    ways = sum(weights.values())
    return {value: weights[value] / ways for value in sorted(weights) if weights[value]}


@lru_cache(1000)
def read_throw(text: str, doubled: bool = False) -> DiceThrow:
    """Parse a throw, with all its dice ``doubled`` if requested; raises BadDice."""
    if ":" in text:
        parts = tuple(_parts(text))
        named = [part.name for part in parts if part.name]
        if len(set(named)) < len(named):
            raise BadDice("Dice of one throw have different names.")
        signed = (part.dice if part.sign > 0 else Operation("-", PlainNumber(0), part.dice) for part in parts)
        whole = reduce(lambda left, right: Operation("+", left, right), signed)
        return DiceThrow(_NAME.sub(r" \1 ", text).strip(), whole, parts)
    expression = _read(text)
    if doubled:
        expression = _doubled(expression)
    return DiceThrow(text, expression)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of dice that a throw, or a template of one, contains."""
    return tuple(found[1] for found in _NAME.finditer(text))


def _parts(text: str) -> Iterator[ThrowPart]:
    """Yield the parts of a throw, split at each + and - outside of brackets and of ``d%+1``."""
    depth, begun, sign = 0, 0, 1
    for place, letter in enumerate(f"{text}+"):
        depth += (letter == "(") - (letter == ")")
        if letter not in "+-" or depth or text[:place].rstrip().endswith("%"):
            continue
        part = text[begun:place]
        if part.strip():
            name = _NAME.match(part)
            yield ThrowPart(name[1] if name else "", sign, _read(part[name.end() :] if name else part))
        elif begun or place == len(text):
            raise BadDice(f"“{text}” is not a throw. Write it like hope:1d12 + fear:1d12.")
        begun, sign = place + 1, -1 if letter == "-" else 1


def _read(text: str) -> Expression:
    percent = _PERCENT.fullmatch(text)
    if percent is not None:
        return Tens(int(percent[2]), percent[1] == "+")
    best = _BEST.fullmatch(text)
    if best is None:
        return parse(text)
    parts = best[1].split(",")
    if len(parts) > 6:
        raise BadDice("best(a, b) takes at most six throws.")
    return Best(tuple(parse(part) for part in parts))


def _doubled(node: Expression) -> Expression:
    if isinstance(node, Pool):
        if node.count * 2 > MOST_DICE:
            raise BadDice(f"Too many dice: throw at most {MOST_DICE} at once.")
        return replace(node, count=node.count * 2, keep=node.keep * 2)
    if isinstance(node, Operation):
        return Operation(node.sign, _doubled(node.left), _doubled(node.right))
    return node


class Given(Model):
    """A result as typed. ``thrown``: the tracker throws now; ``total`` and ``roll``: the number is in ``value``.

    ``each``: a bare list where numbers are totals, one for each who throws; if one throws, they are the faces.
    """

    kind: Literal["thrown", "total", "each", "roll", "faces", "outcome"]
    value: int = 0
    faces: tuple[int, ...] = ()
    outcome: str = ""
    each: "tuple[Given, ...]" = ()


class ResultParam(ParamType):
    """A result; a bare number is a total or the roll itself, as the game ``says``."""

    hint: str
    says: Literal["total", "roll", "faces"]
    outcomes: tuple[str, ...]
    of_targets: bool = False  # whether a list has the results of several targets, not those of several actors
    possible: Callable[[Context], tuple[str, ...] | None] | None = None  # the outcomes of what was typed before it

    def for_each(self, text: str) -> tuple[str, ...]:
        return (text,) if self.of_targets or self.says == "faces" else tuple(text.split(","))

    def read(self, text: str, context: Context, alias: str = "") -> Given:
        word = text.strip()
        if word.casefold() == "roll":
            return Given("thrown")
        if alias == "outcome":
            return Given("outcome", outcome=match(word, self.outcomes, "outcome"))
        if "," in word and not alias and self.says == "total":
            each = tuple(self.read(part, context) for part in word.split(","))
            faces = tuple(part.value for part in each) if all(part.kind == "total" for part in each) else ()
            return Given("each", faces=faces, each=each)
        listed = self.says == "faces" or "," in word or _SIGNS.fullmatch(word)
        if alias == "dice" or (listed and not alias):
            if self.says == "faces" and not word[:1].isdigit() and not word.startswith("-"):
                return Given("outcome", outcome=match(word, self.outcomes, "result"))
            return Given("faces", faces=_faces(word, context))
        if word.lstrip("+-−").isdecimal():
            value = number(word.replace("−", "-"), -MOST, MOST)
            return Given("total" if alias == "total" or (self.says == "total" and not alias) else "roll", value)
        if alias:
            raise InvalidCommand(f"“{text}” is not a number. Type {self.hint}.")
        meant = match(word, (*self.outcomes, "roll"), "result")
        return Given("thrown") if meant == "roll" else Given("outcome", outcome=meant)

    def write(self, value: Given) -> str:
        if value.kind == "thrown":
            return "roll"
        if value.kind == "faces":
            return f"dice={','.join(map(str, value.faces))}"
        if value.kind == "each":
            return ",".join(map(self.write, value.each))
        if value.kind == "outcome":
            return value.outcome if self.says != "faces" else f"outcome={value.outcome}"
        if value.kind == self.says:
            return str(value.value)
        return f"{'total' if value.kind == 'total' else 'die'}={value.value}"

    def complete(self, context: Context) -> tuple[str, ...]:
        known = self.possible(context) if self.possible is not None else self.outcomes
        return (*known, "roll") if known is not None else ()


_SIGNS: Final = re.compile(r"[+\-−0]{3,}")  # fate dice typed as they look: ++0-

_SIGN_VALUES: Final = {"+": "1", "-": "-1", "−": "-1"}


def _faces(word: str, context: Context) -> tuple[int, ...]:
    """Parse faces, with or without commas; plus and minus of Fate dice are +1 and −1."""
    if _SIGNS.fullmatch(word):
        word = ",".join(word)
    return FACES.read(",".join(_SIGN_VALUES.get(face.strip(), face) for face in word.split(",")), context)


def typed_faces(typed: tuple[int, ...], throws: Mapping[str, DiceThrow]) -> list[ThrownDice]:
    """Return typed faces as the throws of these purposes, each of which may be of other dice; InvalidCommand."""
    alike, fell, left = set(throws.values()), list[ThrownDice](), typed
    if len(alike) == 1:
        return list(as_thrown(alike.pop().expression, typed, *throws))
    for place, (purpose, throw) in enumerate(throws.items(), 1):
        count = sum(pool.count for pool in throw.pools()) if place < len(throws) else len(left)
        fell += as_thrown(throw.expression, left[:count], purpose)
        left = left[count:]
    return fell


def wanted(good: Sequence[int], values: Sequence[int]) -> str:
    """Return in words which of the values that the dice can show are good; both are sorted."""
    if not good or not values:
        return "nothing helps"
    least, most = good[0], good[-1]
    if list(good) != [value for value in values if least <= value <= most]:
        return ", ".join(map(str, good[:8])) + ("…" if len(good) > 8 else "")
    below = f"{most} or less" if least == values[0] else f"{least} to {most}"
    # No exploding die shows its highest face alone: 6 or more, although 7 is the least of 1d6! then.
    met = max((value for value in values if value < least), default=least - 1) + 1
    return (f"{met} or more" if most == values[-1] else below).replace("-", "−")


def result_help(rules: "Rules", verb: str = "", outcomes: Iterable[str] = ()) -> str:
    """Describe in one line how a result is written; ``outcomes`` are those that it may have now, if that is known."""
    table = next((action for action in rules.table.action if action.verb == verb), None)
    if rules.table.result and (table is None or table.main):
        return rules.table.result
    every = (outcome.name for outcome in (table.outcome if table else ()))
    # Where nothing may be thrown, an outcome called as the verb is that.
    names = tuple(outcomes) or (name for name in every if name != verb or not table or table.throw_if is None)
    says = table.says if table else "roll"
    number = {"total": "a total, dice=FACES", "roll": "what the dice show", "faces": "the faces"}[says]
    if table is not None and (dice := names_in(table.throw or "")):
        number = f"{','.join(dice)} in that order"
    return ", ".join((number, *names)) + ", or roll"
