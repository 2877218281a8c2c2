"""Lists of games, themes, keys, the schema of a save, the folders in use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SystemName, chosen_library, command, library_option, saves_folder
from tracker.cli.output import say, say_json, say_line, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracker.rules.system import System
    from tracker.tui.keys.keymap import Keymap


@command("systems")
@click.argument("system", type=SystemName(), metavar="[NAME]", required=False)
def systems(system: System | None) -> int:
    """List the games, or print the whole reference of one: sheet, actions, tables, settings."""
    from tracker.export import reference
    from tracker.games.registry import readable

    if system is not None:
        say(reference.reference(system))
        return 0
    known, problems = readable()
    for game in known:
        say_line(reference.summary(game))
    for problem in problems:
        warn(problem)
    return 1 if problems else 0


@command("themes")
def themes() -> int:
    """List the themes of the screen and where each lies; a bad file is named on stderr. Exit 1 if there is one."""
    from tracker.storage.folders import current_folder
    from tracker.tui.look.themes import DEFAULT_THEME, every_theme, theme_folders

    folders = theme_folders(current_folder())
    loaded = every_theme()
    for name, theme in loaded.themes.items():
        default = ", the default" if name == DEFAULT_THEME else ""
        where = next((folder for folder in reversed(folders) if os.path.isfile(folder / f"{name}.toml")), None)
        ground = "the terminal's own colours" if theme.ansi else "dark" if theme.dark else "light"
        say_line(f"{name:<22}{ground}{default}" + (f"  {where}" if where else ""))
    for problem in loaded.problems:
        warn(problem)
    return 1 if loaded.problems else 0


@command("keys")
@click.option("--markdown", is_flag=True, help="Print them as tables, a card for the table.")
def keys(markdown: bool) -> int:
    """List every key of the screen as it is for you, with the name by which config.toml changes it.

    keymap = "vim" or "arrows" there begins with other keys; a table [keys] changes single ones: main = "E".
    A table [commands] gives keys to command lines: D = "hurt {selected} 1", or with {target}.
    Dots at its end leave the rest to be typed: N = "note ...".

    What is wrong in config.toml is named on stderr; exit 1 then.
    """
    from tracker.tui.look.load_options import load_options

    options = load_options()
    for title, rows in key_tables(options.keys):
        if markdown:
            say("\n".join([f"## {title}", "", "| key | does |", "|---|---|", *map(_markdown_row, rows), ""]))
        else:
            say_line(f"{title}:")
            for keys, name, help in rows:
                say_line(f"  {' '.join(keys) or 'no key':<14}{name:<16}{help}".rstrip())
    for problem in options.problems:
        warn(problem)
    return 1 if options.problems else 0


def _markdown_row(row: tuple[tuple[str, ...], str, str]) -> str:
    keys, name, help = row
    return f"| {' '.join(f'`{_cell(key)}`' for key in keys) or '—'} | {_cell(help) or f'`{_cell(name)}`'} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def key_tables(keymap: Keymap) -> Iterator[tuple[str, list[tuple[tuple[str, ...], str, str]]]]:
    """Return the title of each group of keys, and its rows: the keys, their name, their action."""
    from tracker.games.registry import readable
    from tracker.tui.keys.registry import GROUPS, KEYS, shown

    for group, title in GROUPS.items():
        yield title, [(tuple(map(shown, keymap.keys[key.id])), key.id, key.help) for key in KEYS if key.group == group]
    for system in readable()[0]:
        own = [own for own in system.keys if own.key not in keymap.table and own.key not in keymap.commands]
        yield system.title, [((shown(key.key),), key.label, system.actions[key.label].help) for key in own]
    if keymap.commands:
        yield "Command lines", [((shown(key),), line, "") for key, line in keymap.commands.items()]


@command("schema")
@click.argument(
    "of", type=click.Choice(("session", "config", "game")), metavar="[session|config|game]", default="session"
)
def schema(of: str) -> None:
    """Print the JSON Schema of a session file, of config.toml or of a game file."""
    from tracker.storage.schema import json_schema

    if of == "config":
        from tracker.tui.look.config import config_schema

        say_json(config_schema())
    elif of == "game":
        from tracker.games.language.shape import json_schema as game_schema

        say_json(game_schema())
    else:
        say_json(json_schema())


@command("where")
@library_option
@click.pass_context
def where(ctx: click.Context) -> None:
    """Print the folders in use: sessions, examples, libraries, games, themes, the configuration file, crash reports."""
    from tracker.games.registry import folders as game_folders
    from tracker.library.folders import SHIPPED
    from tracker.storage.folders import config_folder, current_folder, library_folder, state_folder
    from tracker.storage.shipped import shipped_folder
    from tracker.tui.look.themes import theme_folders

    rows = [("sessions", Path(saves_folder(ctx))), ("examples", shipped_folder("saves"))]
    own = library_folder(chosen_library(ctx), saves_folder(ctx), os.environ, str(current_folder()))
    rows += [("library", own), ("library", config_folder() / "library"), ("library", SHIPPED)]
    rows += [("games", folder) for folder in game_folders()]
    rows += [("themes", folder) for folder in theme_folders(current_folder())]
    rows += [("config", config_folder() / "config.toml")]
    # Files of earlier versions, which are still read.
    rows += [(name, path) for name in ("screen", "keymap") if os.path.exists(path := config_folder() / f"{name}.toml")]
    rows += [("crash reports", state_folder())]
    for what, path in rows:
        say_line(f"{what:<15}{path}" + ("" if os.path.exists(path) else "  (not there yet)"))
