"""``tracker library``: the kept entries of each game, and the faults in its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tracker.cli.options import SystemName, chosen_library, command, json_option, library_option, saves_folder
from tracker.cli.output import say_json, say_line, warn

if TYPE_CHECKING:
    from tracker.rules.system import System


@command("library")
@click.argument("system", type=SystemName(), metavar="[SYSTEM]", required=False)
@library_option
@json_option
@click.pass_context
def library(ctx: click.Context, system: System | None, as_json: bool) -> int:
    """List the kept combatants, parties and encounters of a game, or of all games.

    What cannot be followed in a file is named on stderr with its line; exit 1 then.
    """
    from tracker.games.registry import readable
    from tracker.library.finding import PRESET, everything
    from tracker.library.folders import library_of
    from tracker.session import scene_of

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
    for fault in faults:
        warn(fault)
    return 1 if faults else 0
