"""``config.toml``: its contents, read value by value, and its JSON Schema.

It is read before the first frame, so its types are msgspec's, which is loaded anyway: pydantic would delay the screen
by a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta, ValidationError, convert, field, json
from msgspec.structs import fields

from tracker.combat.model import Model
from tracker.rules.errors import suggestion
from tracker.storage.handwritten import MAX_BYTES, NotToml, TooLong, content_of, toml
from tracker.storage.places import Source
from tracker.tui.keys import registry
from tracker.tui.keys.keymap_file import COMMANDS, MOST_NEAR
from tracker.tui.look.preferences import FILE
from tracker.tui.look.text import plain
from tracker.tui.look.themes import DEFAULT_THEME

KEYS: Final = "keys"
"""The table that changes the keys of actions."""

_YES_NO: Final = {"must": "must be true or false"}


class PlayersTable(Model):
    """The players' page."""

    numbers: Annotated[
        bool, Meta(description="Whether players see the numbers of the heroes, or words alone.", extra=_YES_NO)
    ] = True
    host: Annotated[
        str,
        Meta(
            pattern=r"^[A-Za-z0-9.:-]{1,255}(?!\n)$",
            description="Where the page listens: 127.0.0.1 is this machine alone, 0.0.0.0 every network.",
            extra={"must": "must be an address in quotes, like 127.0.0.1"},
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int,
        Meta(
            ge=0,
            le=65_535,
            description="The port of the page; 0 takes any free one.",
            extra={"must": "must be a number from 0 to 65535"},
        ),
    ] = 0


class ScreenTable(Model):
    """The settings of the screen."""

    theme: Annotated[
        str,
        Meta(
            pattern=r"^[a-z0-9][a-z0-9_-]{0,39}(?!\n)$",
            description="The colours: a name that tracker themes lists.",
            extra={"must": "must be the name of a theme in quotes"},
        ),
    ] = DEFAULT_THEME
    plain: Annotated[bool, Meta(description="Plain characters instead of drawn ones.", extra=_YES_NO)] = False
    animations: Annotated[bool, Meta(description="Whether what changed flashes for half a second.", extra=_YES_NO)] = (
        True
    )
    keymap: Annotated[
        Literal["default", "vim", "arrows"],
        Meta(
            description="The keys to begin with; arrows needs no letters for the fight itself.",
            extra={"must": "must be default, vim or arrows in quotes"},
        ),
    ] = "default"
    notice: Annotated[
        Literal["off", "bell", "desktop"],
        Meta(
            description="What the terminal does when the heroes' turn comes: nothing, its bell, or a notice (OSC 9).",
            extra={"must": "must be off, bell or desktop in quotes"},
        ),
    ] = "off"
    clock: Annotated[
        bool, Meta(description="Whether the status line shows the time of this turn and this round.", extra=_YES_NO)
    ] = False


PLAYERS: Final = "players"
"""The table of the players' page."""

Types = Mapping[str, Any]
"""Settings by name, with the type of each."""

SCREEN_TYPES: Final[Types] = {known.name: known.type for known in fields(ScreenTable)}
PLAYERS_TYPES: Final[Types] = {known.name: known.type for known in fields(PlayersTable)}
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
        content = content_of(file)
    except FileNotFoundError:
        return Config()
    except OSError as error:
        return Config(problems=(f"{file.name} cannot be read ({error.strerror}). The defaults are used.",))
    except TooLong:
        return Config(problems=(f"{file.name} is longer than {MAX_BYTES} bytes. The defaults are used.",))
    return read_config(content, file.name)


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
        values = _values(data, {**SCREEN_TYPES, **PLAYERS_TYPES}, (), source, problems)
    return Config(values, keys, commands, source, tuple(problems))


def _values(table: object, types: Types, way: tuple[str, ...], source: Source, problems: list[str]) -> dict[str, Any]:
    """Return the valid values of a table; report each of the others."""
    if not isinstance(table, dict):
        problems.append(f"{source.where(*way)}: {way[-1]} is a table: [{way[-1]}].")
        return {}
    values: dict[str, Any] = {}
    for key, value in table.items():
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
    tables = json.schema_components((ScreenTable, PlayersTable))[1]
    key = {"type": "string", "minLength": 1}
    keys = {"anyOf": [key, {"type": "array", "items": key, "minItems": 1}]}
    actions = {known.id: {"description": known.help, **keys} for known in registry.KEYS if not known.fixed}
    closed = {"type": "object", "additionalProperties": False}
    properties: dict[str, Any] = {
        **tables["ScreenTable"]["properties"],
        PLAYERS: {**closed, "description": "The players' page.", "properties": tables["PlayersTable"]["properties"]},
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
