"""``tracker library`` and ``tracker import``: the kept entries of each game, and taking in those of other programs."""

from pathlib import Path
from typing import Any

import click

from tracker.cli.options import SystemName, chosen_library, command, json_option, library_option, saves_folder
from tracker.cli.output import CliError, say_json, say_line, warn, warned
from tracker.cli.sessions import plainly
from tracker.games.registry import readable
from tracker.library.finding import PRESET, everything
from tracker.library.imports.importing import before, read, write
from tracker.library.shelf import library_of
from tracker.rules.errors import comma_list
from tracker.rules.system import System
from tracker.session import scene_of


@command("library")
@click.argument("system", type=SystemName(), metavar="[SYSTEM]", required=False)
@library_option
@json_option
@click.pass_context
def library(ctx: click.Context, system: System | None, as_json: bool) -> int:
    """List the kept combatants, parties and encounters of a game, or of all games.

    What cannot be followed in a file is named on stderr with its line; exit 1 then.
    """
    systems, problems = ((system,), ()) if system is not None else readable()
    faults = list(problems)
    report: dict[str, Any] = {}
    for game in systems:
        shelf = library_of(game, scene_of, saves=saves_folder(ctx), chosen=chosen_library(ctx))
        kept = [entry for entry in everything(shelf) if entry.kind != PRESET]
        faults += shelf.faults()
        report[game.name] = [
            {
                "kind": entry.kind,
                "name": entry.name,
                "side": entry.side or None,
                "help": entry.detail,
                "file": entry.source,
            }
            for entry in kept
        ]
        if as_json or (not kept and system is None):
            continue
        say_line(f"{game.title} ({game.name}):")
        for entry in kept:
            say_line(f"  {entry.kind:<10} {entry.name:<24} {entry.detail}")
        if not kept:
            say_line("  Nothing is kept yet. keep NAME puts somebody into the library.")
    if as_json:
        say_json(report)
    return warned(faults)


@command("import")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--to", "system", type=SystemName(), metavar="SYSTEM", required=True, help="The game they are for.")
@click.option(
    "--as", "name", metavar="NAME", help="The name of the library file, and of the party in it; else that of FILE."
)
@click.option("--dry-run", is_flag=True, help="Show what would come, and write nothing.")
@click.option("--partial", is_flag=True, help="Take what can be read, and leave out the rest.")
@click.option("--notes", is_flag=True, help="Put what the sheet has no place for into notes.")
@library_option
@click.pass_context
def import_(
    ctx: click.Context, file: str, system: System, name: str | None, dry_run: bool, partial: bool, notes: bool
) -> int:
    """Take monsters, characters and encounters of another program into the library of a game.

    FILE is JSON of Open5e (version 2), 5e-bits, 5etools, Improved Initiative, D&D Beyond (a character), Foundry
    (actors of dnd5e and pf2e), dnd-battle-tracker or jeeves, XML of Fight Club, a CSV, or TOML or JSON as the library
    has it. What cannot be read is named with its line, and then nothing is taken, unless --partial says so. What the
    game has no place for is counted.

    The first line of a CSV names its columns: name; side (heroes or enemies); any track or field of the game's sheet,
    a track as 8 or 5/8; weapon, weapon 2 and so on, each as typed after "arm NAME" or as printed (club +4 1d6+2
    bludgeoning), which come loaded and with spares; to hit and damage, of that weapon or of an attack; WEAPON.FIELD;
    count; note; help; like; cover; hidden; out. Any other column is left out, or becomes notes with --notes.

    Exit: 0 all taken, 1 something could not be read, 2 wrong call or unusable file.
    """
    library = library_of(system, scene_of, saves=saves_folder(ctx), chosen=chosen_library(ctx))
    with plainly():
        contents = read(Path(file), library, notes, into=name or "")
    code = warned([f"line {fault.line}: {fault.sentence}" for fault in contents.faults])
    warned([f"line {remark.line}: note: {remark.sentence}" for remark in contents.remarks])
    into = name or Path(file).stem
    met = before(contents, library, into)
    if dry_run:
        names = [str(table["name"]) for tables in contents.tables.values() for table in tables]
        if not names:
            say_line(f"Nothing would come ({contents.format}).")
            return code
        say_line(f"{contents} would come: {comma_list(names)}.")
    elif contents.faults and not partial:
        part = f" --partial takes the {contents.count} that can be read." if contents.count else ""
        warn(f"Nothing was taken.{part}")
        return 1
    elif not contents.count:
        raise CliError("There is nothing in it to import.")
    else:
        with plainly():
            path = write(contents, library, into)
        say_line(f"{contents} {'is' if contents.count == 1 else 'are'} in {path}.")
    for sentence in (*contents.said, *met):
        say_line(sentence)
    return code
