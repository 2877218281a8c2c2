"""Sessions found and opened for the commands, and put on the screen: ``tracker``, ``tracker FILE``, ``tracker new``.

Whatever goes wrong is a plain sentence that ends the command.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SessionFile, SystemName, command, saves_folder
from tracker.cli.output import CliError, warn

if TYPE_CHECKING:
    import random

    from tracker.rules.system import System
    from tracker.session import Session

ENDING = ".json"


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what storage has against a file into CliError."""
    from tracker.storage.errors import LoadError, NotSaved

    try:
        yield
    except LoadError as bad:
        raise CliError(bad.what) from None
    except NotSaved as bad:
        raise CliError(bad.reason) from None


def located(file: str, folder: str) -> str:
    """The path of an existing session: as given, else by that name in the folder; raises CliError."""
    if not os.path.lexists(file) and not os.path.dirname(file):
        for name in (file, file + ENDING):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return path
    must_exist(file)
    return file


def must_exist(path: str) -> None:
    """Raise CliError with a way out where nothing has this name."""
    if not os.path.lexists(path):
        raise CliError(f"There is no file {path}. tracker new SYSTEM makes a session; tracker where names the folders.")


def load(path: str, dice: random.Random | None = None) -> Session:
    """A session as its file tells it, in memory only; raises CliError where nothing can be shown."""
    from tracker.session import Session

    must_exist(path)
    with plainly():
        return Session.load(path, dice)


def found_code(session: Session) -> int:
    """Print on stderr how the file of a session was found; gives the exit code."""
    loaded = session.loaded
    if loaded is None or loaded.condition == "clean":
        return 0
    warn(loaded.what)
    return 1 if loaded.condition == "torn" and loaded.differs is None else 2


def same_system(session: Session, asked: System | None) -> None:
    """Raise CliError where another game than that of the session was asked for."""
    if asked is not None and asked.name != session.system.name:
        name = os.path.basename(session.loaded.path) if session.loaded else session.path
        raise CliError(f"{name} is a session of {session.system.name}; leave --system out.")


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
