"""Sessions opened for the commands: every failure a plain sentence that ends the command.

A session put on the screen: everything up to it, and the screen imported last.

``tracker``, ``tracker FILE`` and ``tracker new`` as click reads them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from tracker.cli.options import SystemName, command, given_saves
from tracker.cli.output import Trouble, warn

if TYPE_CHECKING:
    from tracker.rules.system import System
    from tracker.storage.reader import Loaded


@contextmanager
def plainly() -> Iterator[None]:
    """Turn what storage has against a file into Trouble."""
    from tracker.storage.errors import LoadError, NotSaved

    try:
        yield
    except LoadError as bad:
        raise Trouble(bad.what) from None
    except NotSaved as bad:
        raise Trouble(bad.reason) from None


def read(path: str) -> Loaded:
    """A session as it was found, nothing written; raises Trouble where nothing can be shown."""
    from tracker.opening import first_fault, start
    from tracker.storage.reader import load

    there(path)
    with plainly():
        return load(path, start, fault=first_fault)


def sound(loaded: Loaded) -> bool:
    """Whether a session can be gone on with as it was found, but for an end that was cut off or another layout."""
    return loaded.condition in ("clean", "torn", "edited") and loaded.differs is None


def told(loaded: Loaded) -> int:
    """Say on stderr how a session that was only read was found; gives the exit code."""
    if loaded.condition == "clean":
        return 0
    warn(loaded.what)
    return 1 if loaded.condition == "torn" and loaded.differs is None else 2


def there(path: str) -> None:
    """Raise Trouble with a way out where nothing has this name."""
    if not os.path.lexists(path):
        raise Trouble(f"There is no file {path}. tracker new SYSTEM makes a session; tracker where names the folders.")


def system_of(loaded: Loaded, asked: System | None = None) -> System:
    """The game of a session; raises Trouble where another was asked for."""
    from tracker.games.registry import find

    found = find(loaded.header.system)
    if asked is not None and asked.name != found.name:
        raise Trouble(f"{os.path.basename(loaded.path)} is a session of {found.name}; leave --system out.")
    return found


def saves(given: str | None) -> str:
    """The folder of sessions in use."""
    from tracker.storage.library import current_folder, saves_folder

    return saves_folder(given, os.environ, str(current_folder()))


def located(file: str, given: str | None) -> str:
    """The path of a session: as given, else under that name in the folder of sessions; raises Trouble."""
    from tracker.opening import ENDING

    if os.path.lexists(file) or os.path.dirname(file):
        there(file)
        return file
    folder = saves(given)
    tries = (os.path.join(folder, name) for name in (file, file + ENDING))
    found = next((path for path in tries if os.path.isfile(path)), None)
    if found is None:
        there(file)
    return found or file


def made(system: System, file: str | None, title: str | None, given: str | None) -> str:
    """The path of a new session, with its title as its first entry; raises Trouble where it cannot be made."""
    from tracker.opening import ENDING, first_records, new_file, new_in

    records = first_records(system, title)
    with plainly():
        if file is None:
            return new_in(saves(given), system.name, title or system.title, records)
        path = file if file.endswith(ENDING) else file + ENDING
        new_file(path, system.name, records).close()
        return path


def open_table(file: str, given: str | None) -> int:
    """Open a session; an example as a copy in the folder of sessions, which ``given`` names. Gives the exit code."""
    from pathlib import Path

    from tracker.opening import copied
    from tracker.storage.library import is_shipped_save

    need_terminal()
    path = located(file, given)
    if is_shipped_save(Path(path)):
        with plainly():
            path = copied(path, saves(given))
    return show(path, given)


def need_terminal() -> None:
    """Raise Trouble where no screen can be."""
    # Keys come from stdin, the screen is drawn on stderr, and stdout is where people look for it.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Trouble("The screen needs a terminal; without one use tracker run, or tracker show FILE.")


def show(path: str | None, given: str | None) -> int:
    """Show a session's file, or the start screen, until it is left; gives the exit code."""
    import gc

    # To collect garbage while everything is being loaded only costs time; the screen begins with it again.
    gc.disable()
    try:
        from tracker.tui.app import run_app

        return run_app(path, saves=saves(given))
    finally:
        gc.enable()


def start_screen(ctx: click.Context) -> int:
    """Open the start screen; gives the exit code."""
    need_terminal()
    return show(None, given_saves(ctx))


@command("open", "Open a session.")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.pass_context
def open_file(ctx: click.Context, file: str) -> int:
    """Open a session on the screen. A shipped example opens as a copy in the folder of sessions."""
    return open_table(file, given_saves(ctx))


@command("new", "Make a session of a game and open it.")
@click.argument("system", type=SystemName(), metavar="SYSTEM")
@click.argument("file", type=click.Path(), metavar="[FILE]", required=False)
@click.option("--title", metavar="T", help="What the session is called.")
@click.pass_context
def new(ctx: click.Context, system: System, file: str | None, title: str | None) -> int:
    """Make a session of a game and open it. Without FILE it goes into the folder of sessions."""

    need_terminal()
    return show(made(system, file, title, given_saves(ctx)), given_saves(ctx))
