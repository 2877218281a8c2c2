"""``tracker import``: importing monsters and characters of other programs into the library."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SystemName, chosen_library, command, library_option, saves_folder
from tracker.cli.output import CliError, say_line, warn

if TYPE_CHECKING:
    from tracker.rules.system import System

_SHOWN = 12
"""How many entries a trial run lists."""


@command("import")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--to", "system", type=SystemName(), metavar="SYSTEM", required=True, help="The game they are for.")
@click.option("--as", "name", metavar="NAME", help="The name of the library file; else that of FILE.")
@click.option("--dry-run", is_flag=True, help="Show what would come, and write nothing.")
@click.option("--partial", is_flag=True, help="Take what can be read, and leave out the rest.")
@library_option
@click.pass_context
def import_(ctx: click.Context, file: str, system: System, name: str | None, dry_run: bool, partial: bool) -> int:
    """Take monsters and characters of another program into the library of a game.

    FILE is JSON of Open5e (version 2), 5e-bits or Improved Initiative, a CSV whose first line names the columns, or
    TOML or JSON as the library has it. What cannot be read is named with its line, and then nothing is taken, unless
    --partial says so. Exit: 0 all taken, 1 something could not be read, 2 wrong call or unusable file.
    """
    from tracker.library.folders import library_of
    from tracker.library.imports.importing import read, write
    from tracker.rules.errors import InvalidCommand
    from tracker.session import scene_of
    from tracker.storage.errors import NotSaved

    library = library_of(system, scene_of, saves=saves_folder(ctx), chosen=chosen_library(ctx))
    try:
        contents = read(Path(file), library)
    except InvalidCommand as bad:
        raise CliError(str(bad)) from None
    for fault in contents.faults:
        warn(f"line {fault.line}: {fault.sentence}")
    if dry_run:
        names = [str(table["name"]) for tables in contents.tables.values() for table in tables]
        more = f" and {len(names) - _SHOWN} others" if len(names) > _SHOWN else ""
        say_line(f"{contents} would come: {', '.join(names[:_SHOWN])}{more}.")
        return 1 if contents.faults else 0
    if contents.faults and not partial:
        warn(f"Nothing was taken. --partial takes the {contents.count} that can be read.")
        return 1
    if not contents.count:
        raise CliError("There is nothing in it to import.")
    try:
        path = write(contents, library, name or Path(file).stem)
    except NotSaved as bad:
        raise CliError(bad.reason) from None
    say_line(f"{contents} are in {path}.")
    return 1 if contents.faults else 0
