"""Lists of games and the faults of their files, themes, keys, the schema of a save, the folders in use."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SystemName, chosen_library, command, library_option, saves_folder
from tracker.cli.output import CliError, say, say_json, say_line, warn, warned
from tracker.export import reference
from tracker.games import registry
from tracker.library.shelf import SHIPPED
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.storage.errors import because
from tracker.storage.faults import TooLong, content_of
from tracker.storage.folders import config_folder, current_folder, library_folder, shipped_folder, state_folder
from tracker.storage.format import json_schema

if TYPE_CHECKING:
    from tracker.tui.keys.keymap import Keymap


@command("systems")
@click.argument("system", type=SystemName(), metavar="[NAME]", required=False)
def systems(system: System | None) -> int:
    """List the games, or print the whole reference of one: sheet, actions, tables, settings."""
    if system is not None:
        say(reference.reference(system))
        return 0
    known, problems = registry.readable()
    for game in known:
        say_line(f"{game.name:<16}{game.title}")
    return warned(problems)


@command("themes")
def themes() -> int:
    """List the themes of the screen and where each lies; a bad file is named on stderr. Exit 1 if there is one."""
    from tracker.tui.look.themes import DEFAULT_THEME, every_theme, theme_folders

    folders = theme_folders(current_folder())
    loaded = every_theme()
    for name, theme in loaded.themes.items():
        default = ", the default" if name == DEFAULT_THEME else ""
        where = next((folder for folder in reversed(folders) if os.path.isfile(folder / f"{name}.toml")), None)
        ground = "the terminal's own colours" if theme.ansi else "dark" if theme.dark else "light"
        say_line(f"{name:<22}{ground}{default}" + (f"  {where}" if where else ""))
    return warned(loaded.problems)


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
            lines = (
                f"| {' '.join(f'`{_cell(key)}`' for key in keys) or '—'} | {_cell(help) or f'`{_cell(name)}`'} |"
                for keys, name, help in rows
            )
            say("\n".join([f"## {title}", "", "| key | does |", "|---|---|", *lines, ""]))
        else:
            say_line(f"{title}:")
            for keys, name, help in rows:
                say_line(f"  {' '.join(keys) or 'no key':<14}{name:<16}{help}".rstrip())
    return warned(options.problems)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def key_tables(keymap: "Keymap") -> "Iterator[tuple[str, list[tuple[tuple[str, ...], str, str]]]]":
    """Return the title of each group of keys, and its rows: the keys, their name, their action."""
    from tracker.tui.keys.registry import GROUPS, KEYS, shown

    for group, title in GROUPS.items():
        yield title, [(tuple(map(shown, keymap.keys[key.id])), key.id, key.help) for key in KEYS if key.group == group]
    for system in registry.readable()[0]:
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
    from tracker.tui.look.themes import theme_folders

    rows = [("sessions", Path(saves_folder(ctx))), ("examples", shipped_folder("saves"))]
    own = library_folder(chosen_library(ctx), saves_folder(ctx), os.environ, str(current_folder()))
    rows += [("library", own), ("library", config_folder() / "library"), ("library", SHIPPED)]
    rows += [("games", folder) for folder in registry.folders()]
    rows += [("themes", folder) for folder in theme_folders(current_folder())]
    rows += [("config", config_folder() / "config.toml")]
    # Files of earlier versions, which are still read.
    rows += [(name, path) for name in ("screen", "keymap") if os.path.exists(path := config_folder() / f"{name}.toml")]
    rows += [("crash reports", state_folder())]
    for what, path in rows:
        say_line(f"{what:<15}{path}" + ("" if os.path.exists(path) else "  (not there yet)"))


@command("games")
@click.argument("words", nargs=-1, metavar="[check FILE...]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def games(words: tuple[str, ...], as_json: bool) -> int:
    """List the games and where each comes from; check FILE... reads game files and names each fault with its line.

    Exit 1 where a game cannot be played, 2 where a file cannot be read.
    """
    if not words:
        return _list(as_json)
    if words[0] != "check" or len(words) == 1:
        raise click.UsageError("Write tracker games, or tracker games check FILE.")
    return max(map(_check, words[1:]))


def _list(as_json: bool) -> int:
    report, problems = [], []
    for name, where in registry.origins():
        try:
            system = registry.find(name)
        except InvalidCommand as bad:
            problems.append(str(bad))
            continue
        report.append(
            {"name": name, "title": system.title, "from": where, "source": system.source, "licence": system.licence}
        )
    if as_json:
        say_json(report)
    else:
        for game in report:
            say_line(f"{game['name']:<16}{game['title']:<24}{game['from']}")
            say_line(f"{'':<16}{game['licence'] or game['source']}")
    return warned(problems)


def _check(file: str) -> int:
    from tracker.games.language import BadGame, read_game

    path = Path(file)
    if not os.path.lexists(path):
        raise CliError(f"There is no file {file}.")
    try:
        system = read_game(content_of(path, 300_000), path.name, path.stem)
    except TooLong:
        warn(f"{path.name} is too long for a game file.")
        return 2
    except OSError as error:
        warn(f"{path.name} cannot be read: {because(error, 'reading')}.")
        return 2
    except BadGame as bad:
        return warned(bad.faults)
    verbs = ", ".join(action.verb for action in system.own_actions) or "no actions"
    say_line(f"{path.name} is in order: {system.title}, with {verbs}.")
    return 0
