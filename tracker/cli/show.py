"""``tracker show``: a fight as plain text or JSON; it never writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracker.cli.options import command, given_saves, json_option
from tracker.cli.output import Trouble, say, say_json
from tracker.combat.model import Model

if TYPE_CHECKING:
    from tracker.combat.history import History
    from tracker.rules.system import System


class Read(Model):
    """A session that was only read."""

    system: System
    history: History


@command("show", "Print a fight as plain text or JSON.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--at", type=click.IntRange(0), metavar="N", help="As it was after line N of the log; 0: at the start.")
@json_option
@click.pass_context
def show(ctx: click.Context, file: str, at: int | None, as_json: bool) -> int:
    """Print a fight as plain text, for screen readers, pipes and bug reports. Never writes.

    A file that is torn or damaged is shown up to its last good line. Exit: 0 clean, 1 torn, 2 anything else.
    """
    from tracker.cli.open import located, read, system_of, told
    from tracker.export import json as report
    from tracker.export import text as plain
    from tracker.rules.errors import InvalidCommand

    loaded = read(located(file, given_saves(ctx)))
    fight = Read(system_of(loaded), loaded.history)
    try:
        if as_json:
            say_json(report.as_json(fight, at))
        else:
            say(plain.as_text(fight, at))
    except InvalidCommand as bad:
        raise Trouble(str(bad)) from None
    return told(loaded)
