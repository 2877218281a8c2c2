"""What there is: games, themes, keys, the schema of a save, the folders in use."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SystemName, command, library_folder, library_option, saves_folder
from tracker.cli.output import say, say_json, say_line, warn

if TYPE_CHECKING:
    from tracker.rules.system import System


@command("systems")
@click.argument("system", type=SystemName(), metavar="[NAME]", required=False)
def systems(system: System | None) -> None:
    """List the games, or print the whole reference of one: sheet, actions, tables, settings."""
    from tracker.export import reference
    from tracker.games.registry import find, names

    if system is not None:
        say(reference.reference(system))
        return
    for name in names():
        say_line(reference.summary(find(name)))


@command("themes")
def themes() -> int:
    """List the themes of the screen and where each lies; a bad file is named on stderr. Exit 1 if there is one."""
    from tracker.storage.library import current_folder
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
def keys() -> int:
    """List every key of the screen as it is for you, with the name by which keymap.toml changes it.

    A table [commands] there gives keys to command lines: D = "hurt {selected} 1", or with {target}.
    Dots at its end leave the rest to be typed: N = "note ...".

    What is wrong in keymap.toml is named on stderr; exit 1 then.
    """
    from tracker.games.registry import find, names
    from tracker.storage.library import config_folder
    from tracker.tui.keys.keymap import load_keymap
    from tracker.tui.keys.registry import GROUPS, KEYS, shown

    keymap, problems = load_keymap(config_folder() / "keymap.toml")
    for group, title in GROUPS.items():
        say_line(f"{title}:")
        for key in KEYS:
            if key.group == group:
                written = " ".join(map(shown, keymap.keys[key.id])) or "no key"
                say_line(f"  {written:<14}{key.id:<16}{key.help}")
    for system in map(find, names()):
        say_line(f"{system.title}:")
        for own in system.keys:
            if own.key not in keymap.table and own.key not in keymap.commands:
                say_line(f"  {shown(own.key):<14}{own.label:<16}{system.actions[own.label].help}")
    if keymap.commands:
        say_line("Command lines:")
        for written, line in keymap.commands.items():
            say_line(f"  {shown(written):<14}{line}")
    for problem in problems:
        warn(problem)
    return 1 if problems else 0


@command("schema")
def schema() -> None:
    """Print the JSON Schema of a session file."""
    from tracker.storage.schema import json_schema

    say_json(json_schema())


@command("where")
@library_option
@click.pass_context
def where(ctx: click.Context) -> None:
    """Print the folders in use: sessions, examples, libraries, themes, keymap, crash reports."""
    from tracker.library.folders import own_folder
    from tracker.storage.library import config_folder, current_folder, shipped_folder, state_folder
    from tracker.tui.look.themes import theme_folders

    rows = [("sessions", Path(saves_folder(ctx))), ("examples", shipped_folder("saves"))]
    own = own_folder(library_folder(ctx), saves_folder(ctx), os.environ, str(current_folder()))
    rows += [("library", own), ("library", config_folder() / "library"), ("library", shipped_folder("library"))]
    rows += [("themes", folder) for folder in theme_folders(current_folder())]
    rows += [("keymap", config_folder() / "keymap.toml"), ("crash reports", state_folder())]
    for what, path in rows:
        say_line(f"{what:<15}{path}" + ("" if os.path.exists(path) else "  (not there yet)"))
