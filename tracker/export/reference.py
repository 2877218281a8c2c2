"""The reference of a game, generated from its declarations; reads like a rules summary."""

import textwrap
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from tracker.commands.parser import usage
from tracker.commands.walks import KEEP, LONE_HELP, LONE_USAGE, WALK_HELP
from tracker.rules.action import Action
from tracker.rules.command import Parameter
from tracker.rules.declarations import FieldSpec, Preset, RulesTable, Setting, TrackSpec
from tracker.rules.grammar import ended, plain_value, sentence
from tracker.rules.system import System

WIDTH = 110  # the width at which running text is wrapped

SOURCES = "S is stated in the text the game follows; G is known of the game elsewhere and, where a number, a setting."


class Listing(NamedTuple):
    """A section of short entries, each on a line."""

    title: str
    items: Sequence[str]


class ActionsSection(NamedTuple):
    """A section of actions."""

    title: str
    kinds: Sequence[type[Action]]


ReferenceSection: TypeAlias = Listing | ActionsSection | RulesTable


def sections(system: System) -> list[ReferenceSection]:
    """Return the sections of a game's reference, in order; empty ones are left out."""
    own = system.sheet.other  # the pattern of the fields that people name themselves
    other = () if own is None else (replace(own, name="any other name"),)
    all_sections: list[ReferenceSection] = [
        Listing("The sheet", [*map(_track, system.sheet.tracks), *_fields((*system.sheet.fields, *other))]),
        Listing("Weapons", _fields(system.sheet.weapon)),
        Listing("Distances, from near to far", [f"{band.name}: {band.size}".rstrip(": ") for band in system.bands]),
        Listing("Cover", [_said(degree.name, "; ".join(degree.effects)) for degree in system.cover_degrees]),
        Listing("Conditions", [_said(condition.name, condition.help) for condition in system.conditions]),
        Listing("Ready sheets (add NAME preset=)", [*map(_preset, system.presets)]),
        *system.tables,
        ActionsSection(f"Actions of {system.title}", system.own_actions),
        ActionsSection("Commands of every game", common_actions(system)),
        Listing("Back and forth", [f"{LONE_USAGE[verb]}: {ended(help)}" for verb, help in WALK_HELP.items()]),
        Listing("Into the library", [f"{LONE_USAGE[KEEP]}: {ended(LONE_HELP[KEEP])}"]),
        Listing("Settings (settings name=value)", [*map(_setting, system.settings)]),
    ]
    return [section for section in all_sections if isinstance(section, RulesTable) or section[1]]


def reference(system: System) -> str:
    """Return the whole reference of a game as plain text."""
    parts = [_head(system)]
    for section in sections(system):
        match section:
            case Listing(title, items):
                lines = (line for item in items for line in _wrapped(item, 2, 6))
                parts.append("\n".join([*_title(title), *lines]))
            case ActionsSection(title, kinds):
                blocks = ("\n".join(action_lines(kind)) for kind in kinds)
                parts.append("\n".join([*_title(title), "\n\n".join(blocks)]))
            case RulesTable():
                parts.append(_table(section))
    return "\n\n".join(parts)


class Word(NamedTuple):
    """A word of an action: its name, how it is typed, its contents, and its meaning."""

    name: str
    typed: str
    details: str
    help: str


class ActionHelp(NamedTuple):
    """An action in words: syntax, effect and cost, refusals and source (both may be empty), parameters."""

    usage: str
    what: str
    refused: str
    words: tuple[Word, ...]
    source: str


def action_help(kind: type[Action]) -> ActionHelp:
    """Return the description of an action, for the reference and for the help on the screen."""
    cost = f" Costs: {kind.cost}." if kind.cost else ""
    refused = f"Refused: {'; '.join(kind.refused_when)}." if kind.refused_when else ""
    words = tuple(map(_word, kind.in_order))
    return ActionHelp(usage(kind), f"{sentence(kind.help)}{cost}", refused, words, kind.source)


def result_help(system: System) -> str:
    """Return how a result is written, as a sentence; "" if the game has none."""
    return f"A result is written: {system.result_help}" if system.result_help else ""


def common_actions(system: System) -> list[type[Action]]:
    """Return the actions of every game, without those that this game replaces."""
    return [action for action in system.actions.values() if action not in system.own_actions]


def action_lines(kind: type[Action]) -> list[str]:
    """Return an action as lines of text."""
    text = action_help(kind)
    lines = _wrapped(text.usage, 0, 4) + _wrapped(text.what, 2)
    lines += _wrapped(text.refused, 2) if text.refused else []
    for word in text.words:
        typed = f"{word.typed} ({word.details})" if word.details else word.typed
        lines += _wrapped(_said(typed, word.help), 4, 6)
    return lines + ([f"  Source: {text.source}."] if text.source else [])


def _head(system: System) -> str:
    acts = ", ".join(word for word, _ in system.turn_actions)
    spent = f"To spend in a turn: {acts}." if acts else ""
    texts = [f"Follows: {system.source}. {SOURCES}", result_help(system), spent]
    return "\n".join([*_title(system.title, "="), *(line for text in texts if text for line in _wrapped(text))])


def _title(text: str, line: str = "-") -> list[str]:
    return [text, line * len(text)]


def _track(spec: TrackSpec) -> str:
    top = f" to {spec.top}" if spec.top is not None else " and up"
    start = f"starts at {spec.default}" if spec.default is not None else "only where it is given"
    return _said(f"{spec.name} ({spec.low}{top}; {start}{_whose(spec.side)})", spec.help or spec.label)


def _fields(fields: Sequence[FieldSpec]) -> list[str]:
    """Return the fields people fill in; those with the same explanation together."""
    alike: dict[str, list[str]] = {}
    for spec in fields:
        if not spec.internal:
            default = f"; usually {plain_value(spec.default)}" if spec.default not in (None, "", []) else ""
            meaning = _said(f"({spec.type.hint}{default}{_whose(spec.side)})", spec.help or spec.label)
            alike.setdefault(meaning, []).append(spec.name)
    return [f"{', '.join(names)} {meaning}" for meaning, names in alike.items()]


def _whose(side: str) -> str:
    return {"heroes": "; heroes only", "others": "; not for heroes"}.get(side, "")


def _preset(preset: Preset) -> str:
    values = [f"{name} {value}" for name, value in preset.tracks.items()]
    values += [f"{name} {plain_value(value)}" for name, value in preset.fields.items()]
    values += [f"with {', '.join(preset.weapons)}"] if preset.weapons else []
    known = any(f"{name} {value}" in preset.help for name, value in preset.tracks.items())
    text = ", ".join(values) if known else "; ".join(filter(None, (preset.help, ", ".join(values))))
    return _said(f"{preset.name} ({preset.side})", text)


def _setting(setting: Setting) -> str:
    choices = setting.type.hint
    return f"{setting.name}={plain_value(setting.default)} ({choices}): {ended(setting.help)} [{setting.source}]"


def _table(table: RulesTable) -> str:
    rows = [table.heads, *table.rows]
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in range(len(table.heads))]
    rows.insert(1, tuple("-" * width for width in widths))
    padded = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    source = [f"  Source: {table.source}."] if table.source else []
    return "\n".join([*_title(table.title), *(f"  {line}" for line in padded), *source])


def _word(spec: Parameter) -> Word:
    hint = spec.type.hint if spec.type is not None else ""
    typed = {"argument": spec.name, "option": f"{spec.name}=", "flag": spec.name, "open": "field=value"}[spec.kind]
    typed = f"{spec.name} or {typed}" if spec.bare is not None else typed
    details = "; ".join(filter(None, (hint if hint != spec.help else "", "" if not spec.required else "needed")))
    return Word(spec.name, typed, details, spec.help)


def _said(name: str, help: str) -> str:
    return f"{name}: {ended(help)}" if help else f"{name}."


def _wrapped(text: str, first: int = 0, then: int | None = None) -> list[str]:
    indents = " " * first, " " * (first if then is None else then)
    return textwrap.wrap(text, WIDTH, initial_indent=indents[0], subsequent_indent=indents[1], break_on_hyphens=False)
