"""Results: parsed, written, counted and re-rolled."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.games.outgunned.tables import LEVELS, SET_SIZES, SIDES_OF_DIE
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.params import number
from tracker.rules.resolver import Resolver

_LETTERS: Final = {name[0]: name for name in LEVELS}
_PART = r"([1-9]\d?)?([bceij][a-z]*)"
MOST_FACES: Final = 40

HELP: Final = "2b, c, c+2b, e, i, j, 0, dice=1,1,3,4,4,4 or roll"


class Result(Model):
    """Successes by level, weakest first, with the faces of each throw if they are known.

    ``roll``: the tracker has to throw everything or, after some ``throws``, the dice to be re-rolled.
    """

    successes: tuple[str, ...] = ()
    throws: tuple[tuple[int, ...], ...] = ()
    roll: bool = False

    @classmethod
    def of(cls, faces: tuple[int, ...]) -> "Result":
        """Return the result of a single throw."""
        return cls(successes(faces), (faces,))

    @property
    def whole_roll(self) -> bool:
        """Return whether the tracker has to throw the whole pool."""
        return self.roll and not self.throws

    @property
    def units(self) -> int:
        """Return the total units of the successes."""
        return sum(LEVELS[level] for level in self.successes)

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the final faces; none if only successes were typed."""
        showing = self.throws[0] if self.throws else ()
        for again in self.throws[1:]:
            showing = (*dice_in_sets(showing), *again)
        return showing

    @property
    def in_words(self) -> str:
        """Return the successes in words."""
        return levels_in_words(self.successes, " and ")


def levels_in_words(levels: Iterable[str], joint: str) -> str:
    """Return successes in words, best first: ``critical + 2 basic``."""
    counts = Counter(levels)
    words = [f"{counts[name]} {name}" if counts[name] > 1 else name for name in LEVELS if counts[name]]
    return joint.join(reversed(words)) or "nothing"


def dice_in_sets(faces: Sequence[int]) -> tuple[int, ...]:
    """Return the dice that belong to sets."""
    counts = Counter(faces)
    return tuple(face for face in faces if counts[face] > 1)


def successes(faces: Sequence[int]) -> tuple[str, ...]:
    """Return the successes of faces: one for each set, weakest first."""
    sizes = (size for size in Counter(faces).values() if size > 1)
    return _ordered([SET_SIZES.get(size, "jackpot") for size in sizes])


def _ordered(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=LEVELS.__getitem__))


class ResultParam(ParamType):
    """A result: ``2b``, ``c+2b``, ``0``, ``dice=...`` (re-rolls after ``/``) or ``roll``."""

    hint: str = HELP
    offers = ("0", "b", "2b", "c", "e", "roll")

    def read(self, text: str, context: Context, alias: str = "") -> Result:
        if alias not in ("", "dice"):
            raise InvalidCommand(f"{alias}= does not belong to this game; type {HELP}.")
        word = text.strip().casefold()
        faces = word.removesuffix("/roll")
        if alias == "dice" or (len(faces) > 1 and faces.replace(",", "").replace("/", "").isdigit()):
            # With commas or without, 1,3,3 or 133; each throw separately, after a slash.
            parts = (part.split(",") if "," in part else part for part in faces.split("/"))
            throws = tuple(tuple(number(face, 1, SIDES_OF_DIE) for face in part) for part in parts)
            if sum(map(len, throws)) > MOST_FACES:
                raise InvalidCommand(f"Too many dice: at most {MOST_FACES}.")
            return Result(successes(throws[0]), throws, roll=faces != word)
        if word == "roll":
            return Result(roll=True)
        levels: list[str] = []
        for part in word.split("+") if word not in ("0", "-") else ():
            match = re.fullmatch(_PART, part)
            level = _LETTERS[match[2][0]] if match else ""
            if match is None or not level.startswith(match[2]):
                raise InvalidCommand(f"“{text}” is not a result; type {HELP}.")
            levels += [level] * int(match[1] or 1)
        if len(levels) > MOST_FACES:
            raise InvalidCommand(f"Too many successes: at most {MOST_FACES}.")
        return Result(_ordered(levels))

    def write(self, value: Any) -> str:
        if value.throws:
            faces = "/".join(",".join(map(str, faces)) for faces in value.throws)
            return f"dice={faces}{'/roll' if value.roll else ''}"
        if value.roll:
            return "roll"
        counts = Counter(value.successes)
        parts = [f"{counts[name] if counts[name] > 1 else ''}{name[0]}" for name in LEVELS if counts[name]]
        return "+".join(reversed(parts)) or "0"


STANDS: Final = "A typed result stands as it is; re-rolled faces follow after /."
"""The note for a re-roll whose result was not typed."""


class Rerolls(Model):
    """Which re-rolls a throw takes (G): ``reroll`` risks the smallest success, ``free`` nothing, ``all_in`` all."""

    reroll: bool = False
    free: bool = False
    all_in: bool = False

    def apply(self, resolver: Resolver, result: Result, dice: int | None) -> Result:
        """Return the result after every re-roll; a typed one is never changed.

        The faces re-rolled at the table follow after ``/``. Raises InvalidCommand.
        """
        if self.all_in and not (self.reroll or self.free):
            raise InvalidCommand("all-in comes after a re-roll; say reroll or free-reroll too.")
        if result.whole_roll:
            return self._play_out(resolver, Result.of(resolver.throw(dice or 0, SIDES_OF_DIE)), [], thrown=True)
        most = int(str(resolver.setting("pool_max"))) if dice is None else dice
        if not result.throws:
            sizes = {level: size for size, level in SET_SIZES.items()}
            taken = sum(sizes.get(level, max(sizes.values()) + 1) for level in result.successes)
            if taken > most or len(result.successes) > SIDES_OF_DIE:
                count = "one die" if most == 1 else f"{most} dice"
                resolver.note(f"No throw of {count} shows {result.in_words}: that takes {taken} dice.")
        if result.throws and dice not in (None, len(result.throws[0])):
            resolver.note(f"The pool has {dice} dice; {len(result.throws[0])} were typed.")
        if result.throws:
            typed, first = list(result.throws[1:]), replace(result, throws=result.throws[:1], roll=False)
            final = self._play_out(resolver, first, typed, thrown=result.roll)
            if typed:
                raise InvalidCommand("There are more throws after / than re-rolls; say reroll, free-reroll or all-in.")
            return final
        if self != Rerolls():
            resolver.note(STANDS)
        return result

    def _play_out(self, resolver: Resolver, now: Result, typed: list[tuple[int, ...]], thrown: bool) -> Result:
        """Make the re-rolls in order, with the faces ``typed`` for them or thrown now; in a replay to the letter."""
        bettered = False
        for name, taken in (("free re-roll", self.free), ("re-roll", self.reroll), ("all-in", self.all_in)):
            if not taken or bettered != (name == "all-in"):
                continue
            lost = now.successes[:1] if name == "re-roll" else now.successes if name == "all-in" else ()
            if name == "re-roll" and not now.successes:
                if not (resolver.ruled or typed):
                    resolver.note("No success, so no re-roll.")
                    continue
                resolver.objection("A re-roll needs a success; free-reroll does not.")
            if not (thrown or typed) and _loose(now):
                resolver.note(STANDS)
                break
            now, bettered = _throw_loose_dice(resolver, now, typed, name, lost)
        return now


def _loose(result: Result) -> int:
    return len(result.faces) - len(dice_in_sets(result.faces))


def _throw_loose_dice(
    resolver: Resolver, now: Result, typed: list[tuple[int, ...]], name: str, lost: tuple[str, ...]
) -> tuple[Result, bool]:
    """Throw the loose dice again; returns the result, and whether it is better.

    A better result stands, else the successes ``lost`` are gone. ``typed`` faces are used before any are thrown.
    """
    loose = _loose(now)
    if not loose:
        resolver.note(f"All dice belong to sets, so no {name}.")
        return now, False
    faces = typed.pop(0) if typed else resolver.throw(loose, SIDES_OF_DIE, name)
    if len(faces) != loose:
        raise InvalidCommand(f"The {name} throws the {loose} dice outside the sets; type {loose} faces after /.")
    new = replace(now, throws=(*now.throws, faces))
    better = successes(new.faces)
    if sum(LEVELS[level] for level in better) > now.units:
        resolver.note(f"The {name} is better.")
        return replace(new, successes=better), True
    left = list(now.successes)
    for level in lost:
        left.remove(level)
    costs = f" and costs {', '.join(lost)}" if lost else ""
    resolver.note(f"The {name} is not better{costs}.")
    return replace(new, successes=tuple(left)), False
