"""The fields of a form, and the command line made from them; short closed choices have a letter each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from tracker.commands.tokens import tokens
from tracker.rules.action import Action
from tracker.rules.command import Parameter, parameters
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match, match_name, with_words
from tracker.rules.parameter_roles import is_result
from tracker.rules.params import (
    AmountParam,
    ChoiceParam,
    CombatantParam,
    CombatantsParam,
    DiceParam,
    NumberParam,
    TextParam,
    WeaponParam,
    YesNoParam,
)
from tracker.rules.quoting import quote
from tracker.rules.verbs.cover import CoverDegreeParam
from tracker.tui.look.text import Bit, link
from tracker.tui.strip.strip_view import Typed

MOST_LETTERS: Final = 9
"""The longest list with letters; a longer one is typed into."""


def letters(words: Sequence[str]) -> Mapping[str, str]:
    """Return the word of each letter: for each word, the first of its letters that is still free.

    A number has a letter only if it is a single digit; words without a letter are typed.
    """
    taken: dict[str, str] = {}
    if len(words) > MOST_LETTERS:
        return taken
    for word in words:
        if word.isdecimal():
            free = word if len(word) == 1 else ""
        else:
            free = next((sign for sign in word.casefold() if sign.isalpha() and sign not in taken), "")
        if free:
            taken[free] = word
    return taken


def letter_bits(words: Sequence[str], marked: str | None = None) -> list[Bit]:
    """Return the words with their letters highlighted, or before the word if it is not in it.

    ``marked`` is the word that enter would take.
    """
    letter_of = {word: letter for letter, word in letters(words).items()}
    bits: list[Bit] = []
    for word in words:
        letter = letter_of.get(word, "")
        if bits:
            bits.append((" · ", "dim"))
        before: list[Bit] = []
        if letter and not word.casefold().startswith(letter):
            before, letter = [(f"{letter} ", "key")], ""
        parts = ((word[: len(letter)], "key"), (word[len(letter) :], "normal"))
        shown = [(word, "cursor")] if word == marked else [bit for bit in parts if bit[0]]
        bits += link([*before, *shown], f"word:{word}")
    return bits


class Field(Struct):
    """A field of a form: its specification and its text."""

    spec: Parameter
    typed: Typed

    @property
    def text(self) -> str:
        """Return its text without blanks at the ends."""
        return self.typed.text.strip()

    @property
    def is_result(self) -> bool:
        """Return whether it is the field for a throw's result."""
        return is_result(self.spec)

    @property
    def is_text(self) -> bool:
        """Return whether it takes any text."""
        return isinstance(self.spec.type, TextParam) or self.spec.kind == "open"

    @property
    def begun(self) -> str:
        """Return the text typed into it; "" if it was filled in."""
        return "" if self.typed.selected else self.text

    def choices(self, context: Context) -> tuple[str, ...]:
        """Return its possible words, if they form a list."""
        return self.spec.type.complete(context) if self.spec.type is not None else ()

    def letters(self, context: Context) -> Mapping[str, str]:
        """Return the word of each letter, if it is a short closed choice."""
        return letters(self.choices(context)) if is_short_choice(self.spec) else {}

    def takes(self, typed: Typed, context: Context) -> bool:
        """Return whether it accepts a text: in a list, the beginning of a word."""
        text = typed.text.strip()
        if isinstance(self.spec.type, CombatantsParam):
            text = text.rpartition(",")[2].strip()
        return not text or not is_closed(self.spec) or bool(begun(text, self.choices(context)))

    def put(self, text: str) -> None:
        """Fill it in; typing replaces the text."""
        self.typed = Typed.of(text, selected=bool(text))


CLOSED: Final = (CombatantParam, CombatantsParam, WeaponParam, CoverDegreeParam, YesNoParam)
"""The kinds of parameters that take only the words they offer; subclasses may take more."""


def is_closed(spec: Parameter) -> bool:
    """Return whether a field takes only words of a list."""
    if type(spec.type) is ChoiceParam:
        return not is_result(spec) and not spec.type.other and not spec.type.aliases
    return type(spec.type) in CLOSED


def is_short_choice(spec: Parameter) -> bool:
    """Return whether a field is required and a choice of few declared words; never of names."""
    fixed = isinstance(spec.type, ChoiceParam) and isinstance(spec.type.known, tuple)
    declared = fixed or isinstance(spec.type, CoverDegreeParam)
    return declared and is_closed(spec) and spec.kind == "argument" and spec.required


def written(verb: str, fields: Sequence[Field], ruling: str = "") -> str:
    """Return the command line of the fields, with every argument by name, so that nothing is ambiguous.

    A ``name=value`` typed in the result's field overrides the field of that name.
    """
    kind_flags = lone_words([spec.spec for spec in fields])
    named = any(field.spec.kind == "open" for field in fields)
    words = [verb + ruling]
    said = " ".join(field.text for field in fields if field.is_result)
    for field in fields:
        if not field.text or (field.spec.kind == "option" and f"{field.spec.name}=" in said):
            continue
        if field.spec.kind == "flag":
            words.append(field.spec.name)
        elif field.spec.kind == "open" or (named and not field.is_text and "=" in field.text):
            words.append(field.text)
        elif named and field.spec.kind == "argument" and "=" in field.text:
            words += _with_values(field.spec.name, field.text)
        elif field.is_result or isinstance(field.spec.type, NumberParam | AmountParam | DiceParam):
            words += result_words(field.spec.name, field.text, kind_flags)
        else:
            words.append(f"{field.spec.name}={quote(field.text)}")
    return " ".join(words)


def lone_words(specs_: Sequence[Parameter]) -> frozenset[str]:
    """Return the words that stand alone in a command: flags, and options that need no value."""
    return frozenset(spec.name for spec in specs_ if spec.kind == "flag" or spec.bare is not None)


def _with_values(name: str, text: str) -> list[str]:
    """Split a text from the ``name=value`` words at its end: ``Joan body=55``."""
    try:
        words_found = tokens(text)
    except InvalidCommand:
        return [f"{name}={quote(text)}"]
    first = next((at for at, token in enumerate(words_found) if token.name is not None), 0)
    if not first:
        return [f"{name}={quote(text)}"]
    values = [f"{spec.name}={quote(spec.text)}" if spec.name else quote(spec.text) for spec in words_found[first:]]
    return [f"{name}={quote(' '.join(spec.text for spec in words_found[:first]))}", *values]


def result_words(name: str, text: str, flags: frozenset[str]) -> list[str]:
    """Split a typed result from the flags and ``name=value`` words after it: ``c full-auto``."""
    try:
        words_found = tokens(text)
    except InvalidCommand:
        return [f"{name}={quote(text)}"]
    words: list[str] = []
    for token in words_found:
        if token.name is not None:
            words.append(f"{token.name}={quote(token.text)}")
        elif token.text.casefold() in flags:
            words.append(token.text.casefold())
        elif any(word.startswith(f"{name}=") for word in words):
            words.append(quote(token.text))
        else:
            words.append(f"{name}={quote(token.text)}")
    return words


def read_values(fields: Sequence[Field], context: Context) -> Mapping[str, Any]:
    """Return the values of the fields that can be read; later words are offered according to them."""
    values: dict[str, Any] = {}
    for field in fields:
        word = field.spec.type
        if word is not None and field.text:
            try:
                values[field.spec.attr] = word.read(field.text, Context(context.system, context.scene, values))
            except InvalidCommand:
                continue
    return values


def unfit(field: Field, context: Context) -> str:
    """Return why a field's text is not one of its words, as a sentence; "" if it is, or if any text is allowed.

    A unique beginning is enough, except for numbers: 5 is not 50.
    """
    several = isinstance(field.spec.type, CombatantsParam) or "=" in field.text
    if not field.text or not is_closed(field.spec) or several:
        return ""
    words = field.choices(context)
    if words and not completed(field.text, words) and len(with_words(field.text, words)) < 2:
        return f"“{field.text}” is not one of the choices: {', '.join(words)}."
    return ""


def completed(text: str, words: Sequence[str]) -> str:
    """Return the only word, or the only name with a word, beginning with the text; "" if there are none or several."""
    for meant in (match, match_name):
        with suppress(InvalidCommand):
            return meant(text, words, "word")
    return ""


def begun(text: str, words: Sequence[str]) -> list[str]:
    """Return the words beginning with the text, else the names with such a word."""
    wanted = text.casefold()
    return [word for word in words if word.casefold().startswith(wanted)] or list(with_words(text, words))


def fields_of(kind: type[Action], filled: Mapping[str, str]) -> list[Field]:
    """Return the fields of an action by attribute, with some filled in."""
    fields = [Field(spec, Typed()) for spec in parameters(kind)]
    for field in fields:
        field.put(filled.get(field.spec.attr, ""))
    return fields


def in_order(fields: Sequence[Field], order: Sequence[str]) -> list[Field]:
    """Return the fields in table order: those named in ``order`` first, then the others, the actor last."""
    if not order:
        return list(fields)
    place = {attr: at for at, attr in enumerate(order)}
    last = len(order) + 1
    return sorted(
        fields, key=lambda field: last if field.spec.attr == "actor" else place.get(field.spec.attr, last - 1)
    )
