"""The fields of a form and the command line they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from tracker.commands.tokens import tokens
from tracker.rules.action import Action
from tracker.rules.command import RESULT, Parameter, parameters
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match, match_name, with_words
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
from tracker.tui.strip.letters import letters
from tracker.tui.strip.line_edit import Typed


@dataclass(slots=True)
class Field:
    """One field of a form: what it is, and what stands in it."""

    spec: Parameter
    typed: Typed

    @property
    def text(self) -> str:
        """What stands in it, blanks at the ends gone."""
        return self.typed.text.strip()

    @property
    def is_result(self) -> bool:
        """Whether this is where a throw's result goes."""
        return is_result(self.spec)

    @property
    def is_text(self) -> bool:
        """Whether it takes any text."""
        return isinstance(self.spec.type, TextParam) or self.spec.kind == "open"

    @property
    def begun(self) -> str:
        """What was typed into it, "" where it was filled in."""
        return "" if self.typed.selected else self.text

    def choices(self, context: Context) -> tuple[str, ...]:
        """What may stand here, where that is a list."""
        return self.spec.type.complete(context) if self.spec.type is not None else ()

    def letters(self, context: Context) -> Mapping[str, str]:
        """The word of each letter, where it is a short closed choice."""
        return letters(self.choices(context)) if is_short_choice(self.spec) else {}

    def takes(self, typed: Typed, context: Context) -> bool:
        """Whether a text may stand here: of a list, the beginning of one of its words."""
        text = typed.text.strip()
        if isinstance(self.spec.type, CombatantsParam):
            text = text.rpartition(",")[2].strip()
        return not text or not is_closed(self.spec) or bool(begun(text, self.choices(context)))

    def put(self, text: str) -> None:
        """Fill it in; what is typed then replaces it."""
        self.typed = Typed.of(text, selected=bool(text))


def is_result(spec: Parameter) -> bool:
    """Whether a field is where a throw's result goes."""
    return spec.kind == "argument" and set(RESULT) <= set(spec.aliases)


CLOSED: Final = (CombatantParam, CombatantsParam, WeaponParam, CoverDegreeParam, YesNoParam)
"""The kinds of parameters that take only the words they offer; a kind derived from one of them may take more."""


def is_closed(spec: Parameter) -> bool:
    """Whether only the words of a list may stand in a field."""
    if type(spec.type) is ChoiceParam:
        return not is_result(spec) and not spec.type.other and not spec.type.aliases
    return type(spec.type) in CLOSED


def is_short_choice(spec: Parameter) -> bool:
    """Whether a field is what the action asks for, one of a few words that the game declares: never of names."""
    fixed = isinstance(spec.type, ChoiceParam) and isinstance(spec.type.known, tuple)
    declared = fixed or isinstance(spec.type, CoverDegreeParam)
    return declared and is_closed(spec) and spec.kind == "argument" and spec.required


AIMS: Final = ("target", "other", "vs")
"""What fields are called in which an actor aims at somebody."""


def is_aim(spec: Parameter) -> bool:
    """Whether a field names whom an actor aims at."""
    return spec.attr in AIMS and isinstance(spec.type, CombatantParam | CombatantsParam)


def is_who(spec: Parameter) -> bool:
    """Whether a field names combatants."""
    people = isinstance(spec.type, CombatantParam) or (isinstance(spec.type, CombatantsParam) and not spec.type.sigil)
    return spec.kind == "argument" and people


def written(verb: str, fields: Sequence[Field], ruling: str = "") -> str:
    """The command line that the fields make: every place by its name, so that nothing is guessed.

    What is said by name in the result's field stands over the field of that name.
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
    """The words that stand alone in a command: flags, and named ones that need no value."""
    return frozenset(spec.name for spec in specs_ if spec.kind == "flag" or spec.bare is not None)


def _with_values(name: str, text: str) -> list[str]:
    """A text with ``name=value`` behind it: ``Joan body=55``."""
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
    """A result as typed, and the flags and ``name=value`` that may follow it: ``c full-auto``."""
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
    """What the fields mean, as far as they can be read: later words are offered according to it."""
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
    """Why what stands in a field is not one of its words, as a sentence; "" where it is, or where anything may stand.

    A unique beginning is enough, but a number is never begun: 5 is not 50.
    """
    words = field.choices(context)
    several = isinstance(field.spec.type, CombatantsParam) or "=" in field.text
    if not field.text or not words or not is_closed(field.spec) or several:
        return ""
    if not completed(field.text, words) and len(with_words(field.text, words)) < 2:
        return f"“{field.text}” is not one of the choices: {', '.join(words)}."
    return ""


def completed(text: str, words: Sequence[str]) -> str:
    """The one word that begins so, or the one name with a word that does; "" where there is none, or several."""
    for meant in (match, match_name):
        with suppress(InvalidCommand):
            return meant(text, words, "word")
    return ""


def begun(text: str, words: Sequence[str]) -> list[str]:
    """The words that begin as typed, else the names in which a word does."""
    wanted = text.casefold()
    return [word for word in words if word.casefold().startswith(wanted)] or list(with_words(text, words))


def fields_of(kind: type[Action], filled: Mapping[str, str]) -> list[Field]:
    """The fields of an action, some of them filled in, by their attribute."""
    fields = [Field(spec, Typed()) for spec in parameters(kind)]
    for field in fields:
        field.put(filled.get(field.spec.attr, ""))
    return fields


def in_order(fields: Sequence[Field], order: Sequence[str]) -> list[Field]:
    """The fields as the table goes through them: those named in ``order`` first, the others behind, the actor last."""
    if not order:
        return list(fields)
    place = {attr: at for at, attr in enumerate(order)}
    last = len(order) + 1
    return sorted(
        fields, key=lambda field: last if field.spec.attr == "actor" else place.get(field.spec.attr, last - 1)
    )
