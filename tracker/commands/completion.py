"""Completion of a line being typed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from os.path import commonprefix
from typing import Any

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.scene import Scene
from tracker.commands.parser import Token, find_verb, places, tokens, usage
from tracker.commands.walks import KEEP, LONE_USAGE
from tracker.rules.action import Action
from tracker.rules.command import Parameter
from tracker.rules.declarations import Context, Entries, ParamType
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote
from tracker.rules.matching import beginning
from tracker.rules.params import EVERYBODY, CombatantsParam
from tracker.rules.sheet import COMMON_FIELDS
from tracker.rules.system import System


class Completion(Model):
    """Words that may replace the text from ``start`` to the end of the line; the usage of the command, and its verb."""

    start: int = 0
    words: tuple[str, ...] = ()
    usage: str = ""
    verb: str = ""

    def common(self) -> str:
        """Return the longest common beginning of the words."""
        return commonprefix(self.words)  # noqa: RUF071  letter by letter is what is meant


def complete(system: System, scene: Scene, line: str, others: Sequence[str] = (), kept: Entries = tuple) -> Completion:
    """Return what may replace the word at the end of the line.

    ``others`` are verbs that no game has, ``kept`` returns what is in the library. To an empty word everything fits.
    """
    words = _last_command(line)
    if not words or (len(words) == 1 and not line[-1:].isspace()):
        typed = words[0] if words else Token("", start=len(line), end=len(line))
        fitting = _fitting(sorted((*system.actions, *others)), typed.text.rstrip("!"))
        only = next((verb for verb in fitting if len(fitting) == 1 or verb == typed.text.rstrip("!")), "")
        return Completion(typed.start, fitting, verb=only)
    try:
        verb = find_verb(words[0].text.rstrip("!").casefold(), system, tuple(others))
    except InvalidCommand:
        return Completion(len(line))
    if line[-1:].isspace():
        words.append(Token("", start=len(line), end=len(line)))
    context = Context(system, scene, kept=kept)
    if verb == KEEP and words[-1].name is None:
        named = () if any(word.name for word in words[1:-1]) else _fitting(("as=",), words[-1].text)
        sides = (*scene.sides(), EVERYBODY)  # They come first: a long list is cut.
        who = sorted(_offered(CombatantsParam(), context, words[-1].text), key=lambda word: word not in sides)
        return Completion(words[-1].start, (*who, *named), LONE_USAGE[KEEP], verb)
    if verb not in system.actions:
        return Completion(len(line), verb=verb)
    if verb == "add" and len(words) == 2 and words[1].name is None and words[1].text:
        # To add and to bring are one wish: who is kept is brought.
        known = _argument(system.actions["bring"], context, (), words[1]).words
        return Completion(words[0].start, tuple(f"bring {word}" for word in known), usage(system.actions[verb]), verb)
    return replace(_argument(system.actions[verb], context, words[1:-1], words[-1]), verb=verb)


def _last_command(line: str) -> list[Token]:
    """Return the words of the last command of a line; an open quote counts as closed."""
    try:
        offered = tokens(line)
    except InvalidCommand:
        # A backslash at the end would escape the quote that closes the text.
        odd = (len(line) - len(line.rstrip("\\"))) % 2
        offered = tokens(line + "\\" * odd + '"')
    return offered[max((place for place, token in enumerate(offered, 1) if token.separates), default=0) :]


def _argument(kind: type[Action], context: Context, before: Sequence[Token], last: Token) -> Completion:
    bare, taken = _sorted(kind, before)
    context = replace(context, values=_values(kind, context, bare, taken))
    how = usage(kind)
    if last.name is not None:
        words = _offered(_named(kind, context, last.name.casefold()), context, last.text)
        return Completion(last.start, tuple(f"{last.name}={match}" for match in words), how)
    places = list(_at(kind, len(bare), taken))
    offered = [match for spec in places for match in _offered(spec.type, context, last.text)]
    if len(bare) >= sum(1 for parameter in kind.in_order if parameter.required and parameter.name not in taken):
        offered += _fitting(_extras(kind, context, taken), last.text) if not last.quoted else ()
    return Completion(last.start, tuple(dict.fromkeys(offered)), how)


def _sorted(kind: type[Action], before: Sequence[Token]) -> tuple[list[Token], dict[str, str]]:
    flags = {parameter.name for parameter in kind.in_order if parameter.lone}
    known = {alias: parameter.name for parameter in kind.in_order for alias in (parameter.name, *parameter.aliases)}
    bare: list[Token] = []
    taken: dict[str, str] = {}
    for token in before:
        if token.name is not None:
            taken[known.get(token.name.casefold(), token.name.casefold())] = token.text
        elif not token.quoted and token.text.casefold() in flags:
            taken[token.text.casefold()] = "yes"
        else:
            bare.append(token)
    return bare, taken


def _at(kind: type[Action], place: int, taken: Mapping[str, str]) -> Iterator[Parameter]:
    """Return what the word at this position can be, however many words follow it."""
    most = sum(1 for parameter in kind.in_order if parameter.kind == "argument")
    filled = (places(kind, count, taken) for count in range(place + 1, most + 1))
    yield from {specs[place].name: specs[place] for specs in filled if place < len(specs)}.values()


def _values(kind: type[Action], context: Context, bare: Sequence[Token], taken: Mapping[str, str]) -> dict[str, Any]:
    filled = zip(places(kind, len(bare), taken), bare, strict=False)
    texts = {**taken, **{spec.name: token.text for spec, token in filled}}
    values: dict[str, Any] = {}
    for spec in kind.in_order:
        if spec.name in texts and spec.type is not None:
            with suppress(InvalidCommand):
                values[spec.attr] = spec.type.read(texts[spec.name], Context(context.system, context.scene, values))
    return values


def _offered(word: ParamType | None, context: Context, typed: str) -> tuple[str, ...]:
    """Return the words of a kind that begin as typed; in a list with commas, the last item is completed."""
    if word is None:
        return ()
    start, comma, part = typed.rpartition(",")
    words = word.complete(context)
    return tuple(quote(start + comma + match) for match in dict.fromkeys(beginning(part, words)))


def _fitting(words: Iterable[str], typed: str) -> tuple[str, ...]:
    wanted = typed.casefold()
    return tuple(dict.fromkeys(word for word in words if word.casefold().startswith(wanted)))


def _extras(kind: type[Action], context: Context, taken: Mapping[str, str]) -> list[str]:
    """Return the names with ``=`` and the flags that are not there yet."""
    free = [parameter for parameter in kind.in_order if parameter.name not in taken]
    options = [f"{parameter.name}=" for parameter in free if parameter.kind == "option"]
    lone = [parameter.name for parameter in free if parameter.lone]
    return [*options, *lone, *(f"{name}=" for name in open_names(kind, context) if name not in taken)]


def open_names(kind: type[Action], context: Context) -> Mapping[str, ParamType | None]:
    """Return the names that may precede ``=`` in an action with open fields, besides its own."""
    sheet = context.system.sheet
    if not any(parameter.kind == "open" for parameter in kind.in_order):
        return {}
    if kind.verb == "settings":
        return {setting.name: setting.type for setting in context.system.settings}
    if any(parameter.of == "weapon" for parameter in kind.in_order):
        return {word.name: word.type for word in sheet.weapon}
    tracks: dict[str, ParamType | None] = {track.name: None for track in sheet.tracks}
    fields = (*sheet.fields, *COMMON_FIELDS)
    return tracks | {field.name: field.type for field in fields if not field.internal}


def _named(kind: type[Action], context: Context, name: str) -> ParamType | None:
    for spec in kind.in_order:
        if spec.kind in ("argument", "option") and name in (spec.name, *spec.aliases):
            return spec.type if name == spec.name else None
    return open_names(kind, context).get(name)
