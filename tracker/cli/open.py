"""Sessions put on the screen: ``tracker``, ``tracker FILE``, ``tracker new``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SessionFile, SystemName, command, saves_folder
from tracker.cli.output import CliError
from tracker.cli.sessions import ENDING, located, plainly

if TYPE_CHECKING:
    from tracker.rules.system import System
    from tracker.session import Session


def show(session: Session | None, folder: str) -> int:
    """Show a session, or the start screen, until it is left; gives the exit code."""
    import gc

    # To collect garbage while everything is being loaded only costs time; the screen begins with it again.
    gc.disable()
    try:
        from tracker.tui.app import run_app

        return run_app(session, saves=folder)
    finally:
        gc.enable()


def need_terminal() -> None:
    """Raise CliError where no screen can be."""
    # Keys come from stdin, the screen is drawn on stderr, and stdout is where people look for it.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CliError("The screen needs a terminal; without one use tracker run, or tracker show FILE.")


def start_screen(ctx: click.Context) -> int:
    """Open the start screen; gives the exit code."""
    need_terminal()
    return show(None, saves_folder(ctx))


@command("open")
@click.argument("file", type=SessionFile(), metavar="FILE")
@click.pass_context
def open_file(ctx: click.Context, file: str) -> int:
    """Open a session on the screen. A shipped example opens as a copy in the folder of sessions."""
    from tracker.session import Session
    from tracker.storage.library import is_shipped_save

    need_terminal()
    folder = saves_folder(ctx)
    path = located(file, folder)
    with plainly():
        session = Session.copy(path, folder) if is_shipped_save(path) else Session.open(path, verify_later=True)
    return show(session, folder)


@command("new")
@click.argument("system", type=SystemName(), metavar="SYSTEM")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--title", metavar="T", help="What the session is called.")
@click.pass_context
def new(ctx: click.Context, system: System, file: str | None, title: str | None) -> int:
    """Make a session of a game and open it. Without FILE it goes into the folder of sessions."""
    from tracker.session import Session

    need_terminal()
    folder = saves_folder(ctx)
    path = "" if file is None else file if file.endswith(ENDING) else file + ENDING
    with plainly():
        session = Session.create(system, title or "", path=path, folder=folder)
    return show(session, folder)
