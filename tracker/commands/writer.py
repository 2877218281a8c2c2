"""From actions back to words: the line that would do the same again, names in full."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from tracker.combat.dice import NotThrown, no_dice
from tracker.combat.scene import Scene
from tracker.commands.parser import CommandLine, Phrase, Ruled, phrases, read
from tracker.rules.action import Action
from tracker.rules.command import Parameter
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.grammar import quote
from tracker.rules.params import NameList, NumberParam
from tracker.rules.resolver import Resolver
from tracker.rules.system import System


def write(action: Action, ruling: str = "") -> str:
    """Return the command of an action, with its ``ruling`` after the verb; reading it gives the action back."""
    kind = type(action)
    words = [kind.verb + ruling]
    tail: list[str] = []
    flags = frozenset(parameter.name for parameter in kind.in_order if parameter.lone)
    skipped = False
    rest = ""
    names: tuple[str, ...] = ()
    for spec in kind.in_order:
        value = getattr(action, spec.attr)
        if spec.kind == "flag":
            if value:
                some = f"={quote(spec.some.write(value))}" if spec.some and value is not True else ""
                tail.append(spec.name + some)
        elif spec.kind == "open":
            tail += [f"{name}={quote(text)}" for name, text in value]
        elif value is None:
            skipped = skipped or (spec.kind == "argument" and not spec.sigil)
        elif spec.kind == "option" or (skipped and not spec.required) or _would_name(names, words, _text(spec, value)):
            tail.append(f"{spec.name}={quote(_text(spec, value))}")
        elif spec.rest:
            rest = _as_rest(_text(spec, value), flags)
        else:
            words.append(_placed(spec, _text(spec, value), flags))
            names = value if isinstance(value, NameList) else ()
    return " ".join((*words, *tail, *((rest,) if rest else ())))


def in_words(line: CommandLine) -> str:
    """Return a line as it would be typed, as far as it is complete."""
    if isinstance(line, str):
        return line
    return " ; ".join(write(part.action, part.ruling) if isinstance(part, Ruled) else part.verb for part in line)


def _would_name(names: Sequence[str], words: Sequence[str], text: str) -> bool:
    """Return whether a word after a group would make it the name of a member: ``Goon`` and ``1``."""
    last = words[-1].rpartition(",")[2]
    return f"{last} {text}".casefold() in (name.casefold() for name in names)


def _text(spec: Parameter, value: object) -> str:
    return spec.type.write(value) if spec.type is not None else str(value)


def _placed(spec: Parameter, text: str, flags: frozenset[str]) -> str:
    if spec.sigil:
        return spec.sigil + quote(text.removeprefix(spec.sigil))
    name, equals, value = text.partition("=")
    if equals and name in spec.aliases and '"' not in value and " " not in value:
        return text
    return quote(text, text.casefold() not in flags and text != "!")


def _as_rest(text: str, flags: frozenset[str]) -> str:
    """Return text for the end of a line: quoted only if it would be misread."""
    words = text.split(" ")
    odd = any(not word or word.casefold() in flags or set(word) & set('"=;\\') for word in words)
    odd = odd or text.startswith("@") or text != text.strip() or "\n" in text or "\t" in text
    return quote(text, plain=False) if odd else text


def unfilled(system: System, scene: Scene, command: str) -> str:
    """A recorded line without the numbers that the game would fill in anyway in the scene before it.

    Which ones depends on the result: those that belong to the faces must not be added to a total put in their place.
    """
    try:
        return " ; ".join(_unfilled(system, scene, part) for part in phrases(command))
    except (InvalidCommand, Refused, NotThrown):
        return command


def _unfilled(system: System, scene: Scene, part: Phrase) -> str:
    action = read(part, system, scene)
    for spec in type(action).in_order:
        if spec.kind == "option" and isinstance(spec.type, NumberParam) and getattr(action, spec.attr) is not None:
            without = replace(action, **{spec.attr: None})
            with suppress(InvalidCommand, Refused, NotThrown):
                filled = without.with_defaults(Resolver(system, scene, no_dice()))
                if getattr(filled, spec.attr) == getattr(action, spec.attr):
                    action = without
    return write(action, part.ruling)
