"""The parameter types that every game can use: names, choices, numbers, texts, dice.

Each raises InvalidCommand with one plain sentence for a word it cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec import field

from tracker.combat.expressions import MOST_DICE, MOST_SIDES, parse
from tracker.combat.pools import BadDice
from tracker.combat.scene import Scene
from tracker.combat.text import is_visible
from tracker.rules.declarations import Context, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match, match_name, with_prefix, with_words
from tracker.rules.quoting import quote

MOST: Final = 1_000_000
"""The largest number anywhere, positive or negative."""

NAME: Final = 80
"""The most characters of a name."""

TEXT: Final = 4000
"""The most characters of a text."""

MOST_DIGITS: Final = 20
"""The most digits that are read at all; no number within bounds has as many."""

_WHOLE: Final = re.compile(r"[+-]?[0-9]+")
_DIGITS: Final = re.compile(r"[0-9]{2,}")


class CombatantParam(ParamType):
    """One combatant by name."""

    hint: str = "a name"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The full name."""
        return match_name(text, tuple(context.scene.combatants), "combatant here", context.exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        """Everybody, those who are out last."""
        combatants = sorted(context.scene.combatants.values(), key=lambda combatant: combatant.out is not None)
        return tuple(combatant.name for combatant in combatants)


class NameList(tuple[str, ...]):
    """Full names, and ``text``: the same as it is written, with a group by its name."""

    text: str

    @classmethod
    def of(cls, parts: Mapping[str, Sequence[str]]) -> NameList:
        """The names in all parts, each once; the keys of the parts make the text."""
        all_names = cls(dict.fromkeys(name for names in parts.values() for name in names))
        all_names.text = ",".join(parts)
        return all_names


EVERYBODY: Final = "all"
"""The word for all combatants, wherever a list of names may stand."""


class CombatantsParam(ParamType):
    """One or several combatants: a name, a list ``A,B``, a group, a side, or ``all``.

    A ``sigil`` stands before them, so that a text that begins with it says whom it is about.
    """

    sigil: str = ""
    hint: str = "a name, A,B, a group, a side or all"

    def read(self, text: str, context: Context, alias: str = "") -> NameList:
        """The full names, each once, in the order given."""
        return NameList.of(dict(self._part(part.strip(), context) for part in text.removeprefix(self.sigil).split(",")))

    def _part(self, text: str, context: Context) -> tuple[str, tuple[str, ...]]:
        scene = context.scene
        if text in scene.combatants:
            return text, (text,)
        groups, sides = _groups(scene), scene.sides()
        word = match_name(
            text,
            tuple(dict.fromkeys((*scene.combatants, *groups))),
            "name here",
            context.exact,
            (*sides, EVERYBODY) if scene.combatants else (),
        )
        if word in scene.combatants:
            return word, (word,)
        if word in groups:
            return word, scene.group(word)
        if word in sides:
            return word, tuple(combatant.name for combatant in scene.of_side(word))
        return word, tuple(scene.combatants)

    def write(self, value: Sequence[str]) -> str:
        """The names with commas between, groups and sides by their name."""
        return self.sigil + (value.text if isinstance(value, NameList) else ",".join(value))

    def complete(self, context: Context) -> tuple[str, ...]:
        """Groups and names, then sides with several members, and all."""
        scene = context.scene
        sides = (side for side in scene.sides() if len(scene.of_side(side)) > 1)
        everybody = (EVERYBODY,) if len(scene.combatants) > 1 else ()
        return tuple(dict.fromkeys((*_groups(scene), *scene.combatants, *sides, *everybody)))


def _groups(scene: Scene) -> tuple[str, ...]:
    groups = (combatant.group for combatant in scene.combatants.values() if combatant.group)
    return tuple(dict.fromkeys(groups))


class ChoiceParam(ParamType):
    """One of a list of words, which is fixed or given by game and scene; a unique beginning is enough.

    With ``other`` any other word is taken as it is, except, with ``sure``, the beginning of several in the list.
    """

    known: tuple[str, ...] | Callable[[Context], Sequence[str]]
    what: str = "choice"
    other: bool = False
    sure: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)

    @property
    def hint(self) -> str:
        """The list itself, if it is fixed and short."""
        return "/".join(self.known) if isinstance(self.known, tuple) and len(self.known) < 8 else self.what

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The full word."""
        short = self.aliases.get(text.casefold())
        if short is not None:
            return short
        try:
            return match(text, self.complete(context), self.what, context.exact and self.other)
        except InvalidCommand:
            unsure = self.sure and not context.exact and with_prefix(text, self.complete(context))
            if self.other and text and not unsure:
                return read_name(text)
            raise

    def complete(self, context: Context) -> tuple[str, ...]:
        """The list."""
        return self.known if isinstance(self.known, tuple) else tuple(self.known(context))


class NumberParam(ParamType):
    """A whole number between two bounds; with ``signed`` a number that is not negative is written with a plus."""

    low: int = 0
    high: int = MOST
    hint: str = "a number"
    signed: bool = False

    def read(self, text: str, context: Context, alias: str = "") -> int:
        """The number."""
        return number(text, self.low, self.high)

    def write(self, value: int) -> str:
        """Its digits."""
        return f"{value:+d}" if self.signed else str(value)


def number(text: str, low: int = -MOST, high: int = MOST) -> int:
    """A whole number within bounds; raises InvalidCommand."""
    digits = text.strip()
    if not _WHOLE.fullmatch(digits):
        raise InvalidCommand(f"“{text}” is not a whole number; type digits.")
    value = int(digits) if len(digits) < MOST_DIGITS else None
    if value is None or not low <= value <= high:
        subject = "That number" if value is None else value
        raise InvalidCommand(f"{subject} is out of bounds: it must be {low} to {high}.")
    return value


class NumbersParam(ParamType):
    """Whole numbers separated by commas, such as the faces of dice."""

    low: int = 0
    high: int = MOST
    hint: str = "numbers with commas"
    most: int = 100

    def read(self, text: str, context: Context, alias: str = "") -> tuple[int, ...]:
        """The numbers in their order; an empty word and ``-`` mean none."""
        return read_numbers(text, self.low, self.high, self.most)

    def write(self, value: Sequence[int]) -> str:
        """The numbers with commas."""
        return ",".join(map(str, value)) or "-"


def read_numbers(text: str, low: int, high: int, most: int = 100) -> tuple[int, ...]:
    """Whole numbers with commas between them, none for an empty word and ``-``; raises InvalidCommand."""
    if text in ("", "-"):
        return ()
    parts = text.split(",")
    if len(parts) > most:
        raise InvalidCommand(f"Too many numbers: at most {most}.")
    return tuple(number(part, low, high) for part in parts)


def read_faces(text: str, sides: int, most: int = 100) -> tuple[int, ...]:
    """The faces of dice, with commas between them, or without where each is one digit: ``133556``.

    Raises InvalidCommand.
    """
    word = text.strip()
    if _DIGITS.fullmatch(word) and (len(word) > 2 or int(word) > sides):
        word = ",".join(word)
    return read_numbers(word, 1, sides, most)


class FacesParam(NumbersParam):
    """The faces of any dice on the table, with commas or as digits; Fate dice show -1, 0 and 1."""

    def read(self, text: str, context: Context, alias: str = "") -> tuple[int, ...]:
        """The faces in their order; a number that no die has is read digit by digit."""
        long = _DIGITS.fullmatch(text) and len(text) > len(str(self.high))
        return read_numbers(",".join(text) if long else text, self.low, self.high, self.most)


FACES: Final = FacesParam(-1, MOST_SIDES, "faces", MOST_DICE)


class WordsParam(ParamType):
    """Words separated by commas."""

    hint: str = "words with commas"

    def read(self, text: str, context: Context, alias: str = "") -> tuple[str, ...]:
        """The words in their order."""
        return tuple(read_name(word.strip()) for word in text.split(",") if word.strip())

    def write(self, value: Sequence[str]) -> str:
        """The words with commas."""
        return ",".join(value)


class TextParam(ParamType):
    """Any text of at most ``most`` characters; ``begins`` are words it often begins with."""

    hint: str = "text"
    most: int = TEXT
    begins: tuple[str, ...] = ()

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The text as it is."""
        if len(text) > self.most:
            raise InvalidCommand(f"The text is too long: at most {self.most} characters.")
        return text

    def complete(self, context: Context) -> tuple[str, ...]:
        """The words that it often begins with."""
        return self.begins


_YES_NO: Final = {
    "yes": True,
    "no": False,
    "on": True,
    "off": False,
    "true": True,
    "false": False,
    "1": True,
    "0": False,
}


class YesNoParam(ParamType):
    """Yes or no."""

    hint: str = "yes/no"

    def read(self, text: str, context: Context, alias: str = "") -> bool:
        """True for yes, on, true, 1."""
        return _YES_NO[match(text, tuple(_YES_NO), "plain yes or no")]

    def write(self, value: bool) -> str:
        """``yes`` or ``no``."""
        return "yes" if value else "no"

    def complete(self, context: Context) -> tuple[str, ...]:
        """Both."""
        return ("yes", "no")


class DiceParam(ParamType):
    """A number or a dice expression such as ``2d6+3``."""

    hint: str = "a number or dice"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The expression as typed; raises InvalidCommand where it cannot be read."""
        try:
            parse(text)
        except BadDice as bad:
            raise InvalidCommand(str(bad)) from None
        return text


class AmountParam(ParamType):
    """How much of a track: a whole number from 0, or dice such as ``8d6``."""

    hint: str = "a number or dice"

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        """The number, or the dice expression as typed; raises InvalidCommand where it is neither."""
        if "d" not in text.casefold():
            return number(text, 0)
        return DiceParam().read(text, context)


class WeaponParam(ParamType):
    """A weapon carried by the combatant named in the field ``of``, or one of the ``others`` that everybody has."""

    of: str = "actor"
    others: tuple[str, ...] = ()
    hint: str = "a weapon carried"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """The weapon's full name; raises InvalidCommand, which says how such a weapon is given."""
        return read_weapon(text, self._known(context), context.values.get(self.of), context.exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        """The weapons they carry, then the others."""
        return self._known(context)

    def _known(self, context: Context) -> tuple[str, ...]:
        name = context.values.get(self.of)
        carrier = context.scene.combatants.get(name) if isinstance(name, str) else None
        return tuple(dict.fromkeys((*(carrier.weapons if carrier else ()), *self.others)))


def read_weapon(text: str, known: Sequence[str], carrier: object, exact: bool = False) -> str:
    """The known weapon that ``text`` means; raises InvalidCommand, which says how the carrier is given another."""
    try:
        return match_name(text, known, "weapon carried", exact)
    except InvalidCommand as error:
        if not isinstance(carrier, str) or with_words(text, known):
            raise
        raise InvalidCommand(f"{error} Give it to them first: arm {quote(carrier)} {quote(text)}.") from None


def read_name(text: str) -> str:
    """A name without the space around it; raises InvalidCommand for one that cannot be seen or is too long."""
    if not is_visible(text):
        raise InvalidCommand("Nothing of this name could be seen. Give it a letter or a digit.")
    if len(text) > NAME:
        raise InvalidCommand(f"A name has at most {NAME} characters.")
    return text.strip()
