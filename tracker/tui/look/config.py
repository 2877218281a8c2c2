"""The settings in the user's files: read, offered on the page of settings, and changed there."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, ValidationError, convert, field
from msgspec.json import schema_components
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.rules.errors import suggestion
from tracker.storage.faults import MAX_BYTES, NotToml, Source, TooLong, content_of, places, toml
from tracker.storage.folders import config_folder
from tracker.tui.keys import registry
from tracker.tui.keys.keymap import COMMANDS, DEFAULT, KEYMAP_FILE, MOST_NEAR, Keymap, changed, load_keymap, table_of
from tracker.tui.keys.keymap import keymap as shipped_keymap
from tracker.tui.look.preferences import FILE, OLD_FILE, Options
from tracker.tui.look.text import plain

KEYS: Final = "keys"  # the table that changes the keys of actions
PLAYERS: Final = "players"  # the table of the players' page
Types = Mapping[str, Any]  # settings by name, with the type of each


def _setting(
    help: str, kind: str = "switch", must: str = "true or false", values: tuple[str, ...] = (), **limits: Any
) -> Any:
    if values:
        must = f"{', '.join(values[:-1])} or {values[-1]} in quotes"
    allowed = Literal[values] if values else {"switch": bool, "text": str, "number": int}[kind]
    return Annotated[allowed, Meta(description=help, extra={"must": f"must be {must}"}, **limits)]


def _table(settings: Mapping[str, Mapping[str, Any]]) -> Types:
    return {name: _setting(**{**told, "values": tuple(told.get("values", ()))}) for name, told in settings.items()}


_TABLES: Final = msgspec.json.decode(Path(__file__).with_name("settings.json").read_bytes())
SCREEN_TYPES: Final = _table(_TABLES["screen"])
PLAYERS_TYPES: Final = _table(_TABLES[PLAYERS])
"""The settings of the screen, and of the players' page; their defaults are those of ``Options``."""

CHOSEN: Final = {**SCREEN_TYPES, **PLAYERS_TYPES}  # the settings in the file, except for keys
TABLES: Final = (PLAYERS, KEYS, COMMANDS)


class Config(Model):
    """The valid part of a file: its values by name, its tables of keys, and its errors."""

    values: Mapping[str, Any] = field(default_factory=dict)
    keys: object = field(default_factory=dict)
    commands: object = field(default_factory=dict)
    source: Source = Source(FILE)
    problems: tuple[str, ...] = ()


def load_config(file: Path) -> Config:
    """Return the contents of a file that may be missing, and a sentence for each line in error."""
    try:
        return read_config(content_of(file), file.name)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        return Config(problems=(f"{file.name} cannot be read ({error.strerror}). The defaults are used.",))
    except TooLong:
        return Config(problems=(f"{file.name} is longer than {MAX_BYTES} bytes. The defaults are used.",))


def read_config(content: bytes, name: str = FILE) -> Config:
    """Return the settings in a file's content."""
    try:
        data = toml(content, name)
    except NotToml as bad:
        return Config(problems=(f"{bad} The defaults are used.",))
    source = Source(name, content)
    keys, commands = data.pop(KEYS, {}), data.pop(COMMANDS, {})
    problems: list[str] = []
    if name == FILE:
        players = data.pop(PLAYERS, {})
        values = _values(data, SCREEN_TYPES, (), source, problems)
        values |= _values(players, PLAYERS_TYPES, (PLAYERS,), source, problems)
    else:
        values = _values(data, CHOSEN, (), source, problems)
    return Config(values, keys, commands, source, tuple(problems))


def _values(table: object, types: Types, way: tuple[str, ...], source: Source, problems: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in table_of(table, source, way, problems).items():
        name, where = plain(key)[:40], source.where(*way, key)
        if key not in types:
            near = suggestion(name, (*types, *(() if way else TABLES))) if len(problems) < MOST_NEAR else ""
            problems.append(f"{where}: “{name}” is not a setting.{near}")
            continue
        try:
            values[key] = convert(value, types[key])
        except ValidationError:
            must = get_args(types[key])[1].extra["must"]
            problems.append(f"{where}: {key} {must}; its default stays.")
    return values


def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of the file, for editors that complete and check TOML."""
    usual = Options()
    shapes = zip(CHOSEN, schema_components(CHOSEN.values())[0], strict=True)
    settings = {name: {**shape, "default": getattr(usual, name)} for name, shape in shapes}
    key = {"type": "string", "minLength": 1}
    keys = {"anyOf": [key, {"type": "array", "items": key, "minItems": 1}]}
    actions = {known.id: {"description": known.help, **keys} for known in registry.KEYS if not known.fixed}
    closed = {"type": "object", "additionalProperties": False}
    properties: dict[str, Any] = {
        **{name: settings[name] for name in SCREEN_TYPES},
        PLAYERS: {
            **closed,
            "description": "The players' page.",
            "properties": {name: settings[name] for name in PLAYERS_TYPES},
        },
        KEYS: {**closed, "description": "The keys of actions, as tracker keys names them.", "properties": actions},
        COMMANDS: {
            "type": "object",
            "description": "Command lines by their keys; {selected} and {target} are filled in.",
            "additionalProperties": {"type": "string", "minLength": 1},
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "config.toml of the combat tracker",
        **closed,
        "properties": properties,
    }


_VALUE: Final = re.compile(
    r"""(?P<before>[^=]*=[ \t]*)(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s#"'\[{]+)(?P<after>.*)""", re.DOTALL
)
"""A line with a key and a value that ends on it."""

_HEADER: Final = re.compile(r"\s*\[")


class CannotEdit(ValueError):
    """The file is laid out in a way that a value cannot be changed safely."""


def edited(content: bytes, changes: Mapping[tuple[str, ...], bool | int | str]) -> bytes:
    """Return the content of a TOML file with these changes, by the path to each key; raises CannotEdit."""
    try:
        text = content.decode()
        wanted = tomllib.loads(text)
        for way, value in changes.items():
            text = _changed(text, way, msgspec.json.encode(value).decode())
            table = wanted
            for part in way[:-1]:
                table = table.setdefault(part, {})
            table[way[-1]] = value
        if tomllib.loads(text) == wanted:
            return text.encode()
    except (ValueError, TypeError, AttributeError):
        pass
    raise CannotEdit


def _changed(text: str, way: tuple[str, ...], value: str) -> str:
    *table, key = way
    lines_of = places(text.encode())
    lines = text.splitlines(keepends=True)
    end = "\r\n" if "\r\n" in text else "\n"
    fresh = f"{key} = {value}{end}"
    if way in lines_of:
        place = lines_of[way] - 1
        lines[place] = _VALUE.sub(lambda match: match["before"] + value + match["after"], lines[place], count=1)
    elif table and tuple(table) not in lines_of:
        if lines:
            lines[-1] = lines[-1].rstrip("\r\n") + end
            lines.append(end)
        lines += [f"[{'.'.join(table)}]{end}", fresh]
    else:
        headers = (at for at, line in enumerate(lines) if _HEADER.match(line))
        place = lines_of[tuple(table)] if table else next(headers, len(lines))
        while not table and place and (not lines[place - 1].strip() or lines[place - 1].lstrip().startswith("#")):
            place -= 1
        if place:
            lines[place - 1] = lines[place - 1].rstrip("\r\n") + end
        lines.insert(place, fresh)
    return "".join(lines)


def read_options(folder: Path) -> Options:
    """Return the settings in the files of a folder; invalid ones are reported and keep their defaults."""
    config, old = load_config(folder / FILE), load_config(folder / OLD_FILE)
    values = {**old.values, **config.values}
    keys, older, newer = _keys(config, values.get("keymap", DEFAULT))
    return Options(**values, keys=keys, problems=(*older, *old.problems, *config.problems, *newer))


def _keys(config: Config, preset: str) -> tuple[Keymap, tuple[str, ...], tuple[str, ...]]:
    keys, older = load_keymap(config_folder() / KEYMAP_FILE, shipped_keymap(preset=preset))
    keys, newer = changed(keys, config.keys, config.commands, config.source, KEYS)
    return keys, older, newer


def differences(options: Options, former: Options) -> Mapping[tuple[str, ...], bool | int | str]:
    """Return the settings changed on the screen, by path in the file."""
    names = [name for name in CHOSEN if getattr(options, name) != getattr(former, name)]
    return {((PLAYERS, name) if name in PLAYERS_TYPES else (name,)): getattr(options, name) for name in names}


Value = bool | int | str


class Choice(Model):
    """A choice by the name of its option. ``words`` are labels for values whose text in the file differs."""

    name: str
    label: str
    words: Mapping[Value, str] = field(default_factory=lambda: {False: "off", True: "on"})

    @property
    def help(self) -> str:
        """Return what it decides."""
        return str(get_args(CHOSEN[self.name])[1].description)

    @property
    def values(self) -> tuple[Value, ...]:
        """Return its possible values; without any it is typed."""
        kind = get_args(CHOSEN[self.name])[0]
        return (False, True) if kind is bool else get_args(kind) or _ADDRESSES.get(self.name, ())

    def of(self, options: Options) -> Value:
        """Return its current value."""
        value: Value = getattr(options, self.name)
        return value

    def said(self, options: Options) -> str:
        """Return its current value as a label."""
        value = self.of(options)
        return self.words.get(value, str(value))

    def next(self, options: Options, by: int) -> Value:
        """Return the next or previous value; a value of the user's own comes after the last."""
        now = self.of(options)
        if now not in self.values:
            return self.values[0 if by > 0 else -1]
        return self.values[(self.values.index(now) + by) % len(self.values)]

    def read(self, text: str) -> Value:
        """Parse a typed value; raises ValueError with a sentence."""
        try:
            value: Value = convert(text, CHOSEN[self.name], strict=False)
        except ValidationError:
            raise ValueError(f"It {get_args(CHOSEN[self.name])[1].extra['must']}.") from None
        return value

    def taken(self, options: Options, value: Value) -> Options:
        """Return the options with this value; another keymap changes the keys at once."""
        if self.name == "keymap":
            keys, _, _ = _keys(load_config(config_folder() / FILE), str(value))
            return replace(options, keymap=str(value), keys=keys)
        return replace(options, **{self.name: value})


_ADDRESSES: Final[Mapping[str, tuple[Value, ...]]] = {"host": ("127.0.0.1", "0.0.0.0")}
"""The values offered of a setting that may have others too."""

CHOICES: Final[Mapping[str, tuple[Choice, ...]]] = {
    "The screen, in all sessions": (
        Choice("plain", "plain characters"),
        Choice("animations", "what changed flashes"),
        Choice("clock", "a clock"),
        Choice("keymap", "keys", {"default": "the usual ones"}),
        Choice("notice", "at the heroes' turn", {"off": "nothing", "desktop": "a notice"}),
        Choice("order", "the list", {"sides": "by sides", "turns": "by turns"}),
        Choice("follow", "the selection moves", {"turns": "with the turn", "acts": "after each act"}),
    ),
    "The players' page, in all sessions": (
        Choice("numbers", "players see numbers"),
        Choice("chances", "phones show chances"),
        Choice(
            "phones",
            "players' phones",
            {"off": "take no part", "ask": "wait for you", "answers": "answers at once", "all": "all at once"},
        ),
        Choice("host", "who can open it", {"127.0.0.1": "this machine", "0.0.0.0": "the network"}),
        Choice("port", "its port", {0: "any free one"}),
    ),
}
"""All choices, in groups by heading."""

BY_NAME: Final[Mapping[str, Choice]] = {choice.name: choice for group in CHOICES.values() for choice in group}
"""All choices by the name of the option."""
