"""Opening sessions on the screen: ``tracker``, ``tracker FILE``, ``tracker new``."""

import os
from typing import TYPE_CHECKING

import click

from tracker.cli import options
from tracker.cli.output import CliError
from tracker.cli.sessions import ENDING, by_name, must_be_prepared, need_terminal, on_screen, plainly, show

if TYPE_CHECKING:
    from tracker.rules.system import System


@options.command("open")
@click.argument("file", type=options.SessionFile(), metavar="FILE")
@click.pass_context
def open_file(ctx: click.Context, file: str) -> int:
    """Open a session on the screen. A shipped example opens as a copy in the folder of sessions."""
    from tracker.rules.errors import nearest

    folder = options.saves_folder(ctx)
    if not os.path.lexists(by_name(file, folder)):
        # A word that is not a session may be nearly a command.
        program = ctx.find_root().command
        if near := nearest(file, program.list_commands(ctx) if isinstance(program, click.Group) else []):
            raise CliError(f"There is no session and no command “{file}”. Did you mean {near}?")
    return on_screen(file, folder, options.chosen_library(ctx))


def opening_lines(party: str | None, encounter: str | None) -> list[str]:
    """Return the commands that bring a party and set out an encounter."""
    from tracker.rules.grammar import quote

    lines = [f"bring {quote(party)}"] if party else []
    return [*lines, *([f"encounter {quote(encounter)}"] if encounter else [])]


def _must_be_kept(ctx: click.Context, system: "System", party: str | None, encounter: str | None) -> None:
    from tracker.session import Session

    trial = Session(system)
    options.use_library(ctx, trial)
    with plainly():
        if encounter:
            must_be_prepared(trial, encounter)
        for line in opening_lines(party, encounter):
            trial.do(line)


@options.command("new")
@click.argument("system", type=options.SystemName(), metavar="SYSTEM")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--title", metavar="T", help="What the session is called.")
@click.option("--party", metavar="NAME", help="Begin with this party of the library.")
@click.option("--encounter", metavar="NAME", help="Begin with this prepared encounter.")
@options.library_option
@click.pass_context
def new(
    ctx: click.Context, system: "System", file: str | None, title: str | None, party: str | None, encounter: str | None
) -> int:
    """Make a session of a game and open it. Without FILE it goes into the folder of sessions."""
    from tracker.session import Session

    need_terminal()
    _must_be_kept(ctx, system, party, encounter)
    folder = options.saves_folder(ctx)
    path = "" if file is None else file if file.endswith(ENDING) else file + ENDING
    with plainly():
        session = Session.create(system, title or "", path=path, folder=folder)
        options.use_library(ctx, session)
        for line in opening_lines(party, encounter):
            session.do(line)
    return show(session, folder, options.chosen_library(ctx))
