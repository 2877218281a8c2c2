"""The fields of a form and the command line they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.commands.tokens import tokens
from tracker.rules.action import Action
from tracker.rules.command import RESULT, Parameter, parameters
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.params import ChoiceParam, CombatantParam, CombatantsParam, TextParam
from tracker.rules.quoting import quote
from tracker.tui.strip.line_edit import Typed


@dataclass(slots=True)
class Field:
    """One field of a form: what it is, and what stands in it."""

    spec: Parameter
    typed: Typed
    touched: bool = False

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

    def choices(self, look: Context) -> tuple[str, ...]:
        """What may stand here, where that is a list."""
        return self.spec.type.complete(look) if self.spec.type is not None else ()

    def put(self, text: str) -> None:
        """Fill it in; the first sign typed takes its place."""
        self.typed = Typed.of(text, fresh=bool(text))


def is_result(spec: Parameter) -> bool:
    """Whether a field is where a throw's result goes."""
    return spec.kind == "argument" and set(RESULT) <= set(spec.aliases)


def is_closed(spec: Parameter) -> bool:
    """Whether only the words of a list fit, so that a unique beginning says it all."""
    word = spec.type
    if word is None or is_result(spec) or isinstance(word, CombatantParam | CombatantsParam | TextParam):
        return False
    return not (isinstance(word, ChoiceParam) and word.other)


AIMS: Final = ("target", "other", "vs")
"""What fields are called in which an actor aims at somebody."""


def is_aim(spec: Parameter) -> bool:
    """Whether a field names whom an actor aims at."""
    return spec.attr in AIMS and isinstance(spec.type, CombatantParam | CombatantsParam)


def is_who(spec: Parameter) -> bool:
    """Whether a field names combatants."""
    return spec.kind == "argument" and isinstance(spec.type, CombatantParam | CombatantsParam)


def written(verb: str, fields: Sequence[Field], ruled: bool = False) -> str:
    """The command line that the fields make: every place by its name, so that nothing is guessed.

    What is said by name in the result's field stands over the field of that name.
    """
    kind_flags = lone_words([each.spec for each in fields])
    named = any(field.spec.kind == "open" for field in fields)
    words = [verb + ("!" if ruled else "")]
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
        elif field.is_result:
            words += result_words(field.spec.name, field.text, kind_flags)
        else:
            words.append(f"{field.spec.name}={quote(field.text)}")
    return " ".join(words)


def lone_words(specs_: Sequence[Parameter]) -> frozenset[str]:
    """The words that stand alone in a command: flags, and named ones that need no value."""
    return frozenset(each.name for each in specs_ if each.kind == "flag" or each.bare is not None)


def _with_values(name: str, text: str) -> list[str]:
    """A text with ``name=value`` behind it: ``Joan body=55``."""
    try:
        found = tokens(text)
    except InvalidCommand:
        return [f"{name}={quote(text)}"]
    first = next((at for at, token in enumerate(found) if token.name is not None), 0)
    if not first:
        return [f"{name}={quote(text)}"]
    values = [f"{each.name}={quote(each.text)}" if each.name else quote(each.text) for each in found[first:]]
    return [f"{name}={quote(' '.join(each.text for each in found[:first]))}", *values]


def result_words(name: str, text: str, flags: frozenset[str]) -> list[str]:
    """A result as typed, and the flags and ``name=value`` that may follow it: ``c full-auto``."""
    try:
        found = tokens(text)
    except InvalidCommand:
        return [f"{name}={quote(text)}"]
    words: list[str] = []
    for token in found:
        if token.name is not None:
            words.append(f"{token.name}={quote(token.text)}")
        elif token.text.casefold() in flags:
            words.append(token.text.casefold())
        elif any(each.startswith(f"{name}=") for each in words):
            words.append(quote(token.text))
        else:
            words.append(f"{name}={quote(token.text)}")
    return words


def read_values(fields: Sequence[Field], look: Context) -> Mapping[str, Any]:
    """What the fields mean, as far as they can be read: later words are offered according to it."""
    values: dict[str, Any] = {}
    for field in fields:
        word = field.spec.type
        if word is not None and field.text:
            try:
                values[field.spec.attr] = word.read(field.text, Context(look.system, look.scene, values))
            except InvalidCommand:
                continue
    return values


def stands(spec: Parameter, text: str, look: Context, typed: str | None = None) -> bool:
    """Whether a word says all there is to say, and what was typed of it says the same and is no other's beginning."""
    try:
        if spec.type is None:
            return False
        found = spec.type.read(text, look)
        return found is not None and (typed is None or spec.type.read(typed, look) == found)
    except InvalidCommand:
        return False


def completed(text: str, words: Sequence[str]) -> str:
    """The one word that begins so, else the text as it is."""
    try:
        return match(text, words, "word") if text and words else text
    except InvalidCommand:
        return text


def begun(text: str, words: Sequence[str]) -> list[str]:
    """The words that begin as typed."""
    wanted = text.casefold()
    return [each for each in words if each.casefold().startswith(wanted)]


def fields_of(kind: type[Action], filled: Mapping[str, str]) -> list[Field]:
    """Empty fields but for those filled in; a field the action must not ask twice comes once."""
    made = [Field(spec, Typed()) for spec in parameters(kind)]
    for field in made:
        field.put(filled.get(field.spec.attr, ""))
    return made


__all__ = [
    "Field",
    "begun",
    "completed",
    "fields_of",
    "is_aim",
    "is_closed",
    "is_result",
    "is_who",
    "read_values",
    "result_words",
    "stands",
    "written",
]
