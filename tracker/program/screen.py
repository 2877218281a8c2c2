"""``tracker``, ``tracker FILE`` and ``tracker new`` as click reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tracker.program import table
from tracker.program.options import SystemName, command, given_saves

if TYPE_CHECKING:
    from tracker.systems.base import System


def start_screen(ctx: click.Context) -> int:
    """Open the start screen; gives the exit code."""
    table.need_terminal()
    return table.show(None, given_saves(ctx))


@command("open", "Open a session.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.pass_context
def open_file(ctx: click.Context, file: str) -> int:
    """Open a session on the screen. A shipped example opens as a copy in the folder of sessions."""
    return table.open_table(file, given_saves(ctx))


@command("new", "Make a session of a game and open it.")
@click.argument("system", type=SystemName(), metavar="SYSTEM")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--title", metavar="T", help="What the session is called.")
@click.pass_context
def new(ctx: click.Context, system: System, file: str | None, title: str | None) -> int:
    """Make a session of a game and open it. Without FILE it goes into the folder of sessions."""
    from tracker.program.opening import made

    table.need_terminal()
    return table.show(made(system, file, title, given_saves(ctx)), given_saves(ctx))
