"""The parameter types that every game can use: names, choices, numbers, texts, dice; and the setting of every game.

Each raises InvalidCommand with a plain sentence for a word it cannot parse.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import field

from tracker.combat.expressions import MOST_DICE, MOST_SIDES, parse
from tracker.combat.scene import HEROES, Scene
from tracker.combat.text import is_visible
from tracker.rules.declarations import Context, ParamType, Setting
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.matching import match, match_name, meant, with_prefix, with_words

MOST: Final = 1_000_000  # the largest absolute value of any number
NAME: Final = 80  # the most characters of a name
TEXT: Final = 4000  # the most characters of a text

_DIGITS: Final = r"[0-9]{2,}"


class CombatantParam(ParamType):
    """A combatant by name; a beginning means one of those that are offered, if any begins so."""

    hint: str = "a name"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        people = context.scene.combatants
        if text in people:
            return text
        whole = context.exact or text.casefold() in map(str.casefold, people)
        offered = () if whole else with_words(text, self.complete(context))
        return match_name(text, offered or tuple(people), "combatant here", context.exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer everybody, those who are out last."""
        combatants = context.scene.combatants.items()
        up = [name for name, combatant in combatants if combatant.out is None]
        return (*up, *[name for name, combatant in combatants if combatant.out is not None])


class FoeParam(CombatantParam):
    """Somebody of another side than the actor's, or than the heroes' where nobody acts; anybody may be typed.

    ``others``: everybody else is offered after them.
    """

    others: bool = False

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the name; of several that begin so, it is the only one who is up."""
        people = context.scene.combatants
        if not context.exact and text.casefold() not in map(str.casefold, people):
            up = [name for name in with_words(text, self.complete(context)) if people[name].out is None]
            if len(up) == 1:
                return up[0]
        return super().read(text, context, alias)

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer those who are up first."""
        side = context.actor.side if context.actor is not None else HEROES
        names = super().complete(context)
        foes = tuple(name for name in names if context.scene[name].side != side)
        return tuple(dict.fromkeys((*foes, *names))) if self.others else foes


class NameList(tuple[str, ...]):
    """Full names; ``text`` is the list as written, with a group by its name."""

    text: str

    @classmethod
    def of(cls, parts: Mapping[str, Sequence[str]]) -> "NameList":
        """Return the names in all parts, each once; the keys of the parts form the text."""
        all_names = cls(dict.fromkeys(name for names in parts.values() for name in names))
        all_names.text = ",".join(parts)
        return all_names


EVERYBODY: Final = "all"  # the word for all combatants, allowed in every list of names


class CombatantsParam(ParamType):
    """One or several combatants: a name, a list ``A,B``, a group, also in the plural, a side, or ``all``.

    A ``sigil`` precedes them, so that a text can begin with the combatants it is about. With ``afoot``, where that
    returns true, a group, a side and ``all`` stand for those whose fight is not over, if there are any.
    """

    sigil: str = ""
    hint: str = "a name, A,B, a group, a side or all"
    listed: bool = False  # whether a group or a side stands for its members in the order of the list
    afoot: Callable[[Context], bool] | None = None

    def read(self, text: str, context: Context, alias: str = "") -> NameList:
        """Parse the full names, each once, in the order given."""
        parts = [part.strip() for part in text.removeprefix(self.sigil).split(",")]
        if len(parts) > 1 and "" in parts:
            raise InvalidCommand("A comma has a name on both sides; a list has no blanks: A,B.")
        known = {word: names for part in parts for word, names in self._part(part, context).items()}
        if self.listed and not context.exact:  # A recorded line has the order in its names.
            place = [who.name for who in context.scene.listed()].index
            if any([*names] != sorted(names, key=place) for names in known.values()):
                known = {name: (name,) for names in known.values() for name in sorted(names, key=place)}
        return NameList.of(known)

    def _part(self, text: str, context: Context) -> Mapping[str, tuple[str, ...]]:
        scene = context.scene
        if text in scene.combatants:
            return {text: (text,)}
        groups, sides = _groups(scene), scene.sides()
        known = tuple(dict.fromkeys((*scene.combatants, *groups)))
        plural = with_words(text[:-1], groups) if text[-1:] in ("s", "S") and not with_words(text, known) else ()
        others = (*sides, EVERYBODY) if scene.combatants else ()
        many = plural[0] if len(plural) == 1 and not context.exact and text.casefold() not in others else ""
        word = many or match_name(text, known, "name here", context.exact, others)
        if word in scene.combatants:
            return {word: (word,)}
        of_side = tuple(combatant.name for combatant in scene.of_side(word)) if word in sides else (*scene.combatants,)
        members = scene.group(word) if word in groups else of_side
        if self.afoot is not None and not context.exact and self.afoot(context):
            able = [name for name in members if context.system.clock.has_turns(scene, name)]
            # A recorded line names them, so that it does the same again.
            return {name: (name,) for name in able} if 0 < len(able) < len(members) else {word: members}
        return {word: members}

    def write(self, value: Sequence[str]) -> str:
        """Write the names, separated by commas, groups and sides by their name."""
        return self.sigil + (value.text if isinstance(value, NameList) else ",".join(value))

    def complete(self, context: Context) -> tuple[str, ...]:
        """Offer groups and names, then sides with several members, and all."""
        scene = context.scene
        sides = (side for side in scene.sides() if len(scene.of_side(side)) > 1)
        everybody = (EVERYBODY,) if len(scene.combatants) > 1 else ()
        return tuple(dict.fromkeys((*_groups(scene), *scene.combatants, *sides, *everybody)))


AFOOT: Final = CombatantsParam(afoot=lambda _: True)
"""Combatants to whom harm is done."""


def _groups(scene: Scene) -> tuple[str, ...]:
    return tuple(dict.fromkeys(who.group for who in scene.combatants.values() if who.group))


class ChoiceParam(ParamType):
    """A word of a list, fixed or given by game and scene; a unique beginning is enough.

    With ``other`` any other word is allowed unchanged, except, with ``sure``, the beginning of several in the list.
    """

    known: tuple[str, ...] | Callable[[Context], Sequence[str]]
    what: str = "choice"
    other: bool = False
    sure: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)

    @property
    def hint(self) -> str:
        return "/".join(self.known) if isinstance(self.known, tuple) and len(self.known) < 8 else self.what

    def read(self, text: str, context: Context, alias: str = "") -> str:
        short = self.aliases.get(text.casefold())
        if short is not None:
            return short
        known, exact = self.complete(context), context.exact and self.other
        word = meant(text, known, exact)
        if word is None and self.other and text and not (self.sure and not exact and with_prefix(text, known)):
            return read_name(text)
        return word or match(text, known, self.what, exact)

    def complete(self, context: Context) -> tuple[str, ...]:
        return self.known if isinstance(self.known, tuple) else tuple(self.known(context))


def choice_setting(name: str, choices: tuple[str, ...], what: str, help: str, source: str) -> Setting:
    """Return a setting whose value is one of some words, by default the first."""
    return Setting(name, choices[0], ChoiceParam(choices, what), help, source)


class NumberParam(ParamType):
    """A whole number between two bounds, written with a plus if ``signed``, or the ``word`` that may stand for it."""

    low: int = 0
    high: int = MOST
    hint: str = "a number"
    signed: bool = False
    word: str = ""

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        return self.word if self.word and text.strip().casefold() == self.word else number(text, self.low, self.high)

    def write(self, value: Any) -> str:
        return f"{value:+d}" if self.signed else str(value)


def number(text: str, low: int = -MOST, high: int = MOST) -> int:
    """Parse a whole number within bounds; raises InvalidCommand."""
    digits = text.strip()
    if not re.fullmatch(r"[+-]?[0-9]+", digits):
        raise InvalidCommand(f"“{text}” is not a whole number; type digits.")
    value = int(digits) if len(digits) < 20 else None  # no number within bounds has as many
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
        """Parse the numbers in order; an empty word and ``-`` mean none."""
        return read_numbers(text, self.low, self.high, self.most)

    def write(self, value: Sequence[int]) -> str:
        return ",".join(map(str, value)) or "-"


def read_numbers(text: str, low: int, high: int, most: int = 100) -> tuple[int, ...]:
    """Parse whole numbers separated by commas, none for an empty word and ``-``; raises InvalidCommand."""
    if text in ("", "-"):
        return ()
    parts = text.split(",")
    if len(parts) > most:
        raise InvalidCommand(f"Too many numbers: at most {most}.")
    return tuple(number(part, low, high) for part in parts)


def read_faces(text: str, sides: int) -> tuple[int, ...]:
    """Parse the faces of dice, with commas or as single digits: ``133556``. Raises InvalidCommand."""
    word = text.strip()
    if re.fullmatch(_DIGITS, word) and (len(word) > 2 or int(word) > sides):
        word = ",".join(word)
    return read_numbers(word, 1, sides)


class FacesParam(NumbersParam):
    """The faces of any dice at the table, with commas or as digits; Fate dice show -1, 0 and 1."""

    def read(self, text: str, context: Context, alias: str = "") -> tuple[int, ...]:
        """Parse the faces in order; a number that no die shows is read digit by digit."""
        long = re.fullmatch(_DIGITS, text) and len(text) > len(str(self.high))
        return read_numbers(",".join(text) if long else text, self.low, self.high, self.most)


FACES: Final = FacesParam(-1, MOST_SIDES, "faces", MOST_DICE)


class WordsParam(ParamType):
    """Words separated by commas."""

    hint: str = "words with commas"

    def read(self, text: str, context: Context, alias: str = "") -> tuple[str, ...]:
        return tuple(read_name(word.strip()) for word in text.split(",") if word.strip())

    def write(self, value: Sequence[str]) -> str:
        return ",".join(value)


class TextParam(ParamType):
    """A text of at most ``most`` characters; ``begins`` are common first words.

    With ``several`` its words need no quotes where the command has no other place.
    """

    hint: str = "text"
    most: int = TEXT
    begins: tuple[str, ...] = ()
    several: bool = False

    def read(self, text: str, context: Context, alias: str = "") -> str:
        if len(text) > self.most:
            raise InvalidCommand(f"The text is too long: at most {self.most} characters.")
        return text

    def complete(self, context: Context) -> tuple[str, ...]:
        return self.begins


_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


class YesNoParam(ParamType):
    """Yes or no."""

    hint: str = "yes/no"
    offers = ("yes", "no")

    def read(self, text: str, context: Context, alias: str = "") -> bool:
        return match(text, (*_YES, *_NO), "plain yes or no") in _YES

    def write(self, value: bool) -> str:
        return "yes" if value else "no"


class DiceParam(ParamType):
    """A number or a dice expression such as ``2d6+3``."""

    hint: str = "a number or dice"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Return the expression as typed; raises InvalidCommand if it is invalid."""
        parse(text)
        return text


class AmountParam(ParamType):
    """An amount of a track: a whole number from 0, or dice such as ``8d6``."""

    hint: str = "a number or dice"

    def read(self, text: str, context: Context, alias: str = "") -> int | str:
        """Parse the number, or return the dice expression as typed; raises InvalidCommand if it is neither."""
        return DiceParam().read(text, context) if "d" in text.casefold() else number(text, 0)


class WeaponParam(ParamType):
    """A weapon carried by the combatant in the first of the fields ``of``, or one of the ``others`` of everybody."""

    of: tuple[str, ...] = ("actor",)
    others: tuple[str, ...] = ()
    hint: str = "a weapon carried"

    def read(self, text: str, context: Context, alias: str = "") -> str:
        """Parse the weapon's full name; raises InvalidCommand, which says how to give the weapon."""
        known, carrier = self._known(context), self.carrier(context)
        try:
            return match_name(text, known, "weapon carried", context.exact)
        except InvalidCommand as error:
            if carrier is None or with_words(text, known):
                raise
            raise InvalidCommand(f"{error} Give it to them first: arm {quote(carrier)} {quote(text)}.") from None

    def complete(self, context: Context) -> tuple[str, ...]:
        return self._known(context)

    def _known(self, context: Context) -> tuple[str, ...]:
        carrier = context.scene.combatants.get(self.carrier(context) or "")
        return tuple(dict.fromkeys((*(carrier.weapons if carrier else ()), *self.others)))

    def carrier(self, context: Context) -> str | None:
        """Return the name of who carries it; None if nobody was named."""
        return next((name for name in map(context.values.get, self.of) if isinstance(name, str)), None)


def read_name(text: str) -> str:
    """Return a name without outer blanks; raises InvalidCommand if it is invisible or too long."""
    if not is_visible(text):
        raise InvalidCommand("Nothing of this name could be seen. Give it a letter or a digit.")
    if len(text) > NAME:
        raise InvalidCommand(f"A name has at most {NAME} characters.")
    return text.strip()


PAID: Final = "paid"  # the value with which a ruling with ! pays the costs that can be paid

RULINGS: Final = choice_setting(
    "rulings",
    ("free", PAID),
    "price",
    "what a ruling with ! costs: nothing, or what can be paid; with !! it is always free",
    "G",
)
