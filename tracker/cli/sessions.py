"""Finding, reading and showing sessions for the commands; every error is a plain sentence that ends the command.

Nothing of click is loaded, which a session opened by its file has no use for.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from tracker.cli.output import CliError, warn

if TYPE_CHECKING:
    import click

    from tracker.rules.system import System
    from tracker.session import Session

ENDING = ".json"


@contextmanager
def plainly(found: Session | None = None) -> Iterator[None]:
    """Turn what is wrong with files and commands into CliError; the condition of the file ``found`` is said before."""
    from tracker.rules.errors import InvalidCommand, Refused
    from tracker.storage.errors import LoadError, NotSaved

    try:
        yield
    except (InvalidCommand, LoadError, NotSaved, Refused) as bad:
        if found is not None:
            found_code(found)
        raise CliError(str(bad)) from None


def located(file: str, folder: str) -> str:
    """Return the path of an existing session: as given, else by that name in the folder; raises CliError."""
    path = by_name(file, folder)
    if not os.path.lexists(path):
        raise CliError(f"There is no file {path}. tracker new SYSTEM makes a session; tracker where names the folders.")
    return path


def by_name(file: str, folder: str) -> str:
    """Return the path of a session in the folder where a name is given that is not here; any other path as it is."""
    if not os.path.lexists(file) and not os.path.dirname(file):
        for name in (file, file + ENDING):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return path
    return file


def loaded(ctx: click.Context, file: str) -> Session:
    """Load the session that was named, in memory only; raises CliError."""
    from tracker.cli.options import saves_folder
    from tracker.session import Session

    with plainly():
        return Session.load(located(file, saves_folder(ctx)))


def loaded_or_new(ctx: click.Context, file: str | None, system: System | None) -> Session:
    """Load the session that was named, else make one of the game, or of the first shipped; raises CliError."""
    from tracker.games.registry import first
    from tracker.session import Session

    if file is None:
        return Session(system or first())
    session = loaded(ctx, file)
    same_system(session, system)
    return session


def found_code(session: Session) -> int:
    """Print the condition of a session's file on stderr; returns the exit code."""
    loaded = session.loaded
    if loaded is None or loaded.condition == "clean":
        return 0
    warn(loaded.what)
    return 1 if loaded.condition == "torn" and loaded.differs is None else 2


def same_system(session: Session, asked: System | None) -> None:
    """Raise CliError if another game than that of the session was requested."""
    if asked is not None and asked.name != session.system.name:
        name = os.path.basename(session.loaded.path) if session.loaded else session.path
        raise CliError(f"{name} is a session of {session.system.name}; leave --system out.")


def must_be_prepared(session: Session, encounter: str) -> None:
    """Raise CliError for an encounter that the library does not have, and name those that it has."""
    if session.library.encounter(encounter, session.scene) is None:
        prepared = [entry.name for entry in session.library.entries() if entry.kind == "encounter"]
        known = f"Prepared: {', '.join(prepared[:12])}." if prepared else "keep all as=NAME prepares one."
        raise CliError(f"No encounter “{encounter}” is prepared for {session.system.title}. {known}")


def on_screen(file: str, folder: str, library: str = "") -> int:
    """Show a session, or a copy of an example, until the user leaves; returns the exit code."""
    path = located(file, folder)
    need_terminal()
    # Nothing that is created before the first frame becomes garbage; the screen collects it again from then on.
    gc.disable()
    try:
        from tracker.session import Session
        from tracker.storage.folders import is_shipped_save

        with plainly():
            session = Session.copy(path, folder) if is_shipped_save(path) else Session.open(path, verify_later=True)
        return show(session, folder, library)
    finally:
        gc.enable()


def show(session: Session | None, folder: str, library: str = "") -> int:
    """Show a session, or the start screen, until the user leaves; returns the exit code."""
    _load_asyncio()
    from tracker.tui.app import run_app

    return run_app(session, saves=folder, library=library)


def _load_asyncio() -> None:
    if "ssl" in sys.modules:
        return
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    modules["ssl"] = None
    try:
        import_module("asyncio")
    finally:
        del modules["ssl"]


def need_terminal() -> None:
    """Raise CliError without a terminal."""
    # Keys come from stdin, the screen is drawn on stderr, and users expect it on stdout.
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise CliError("The screen needs a terminal; without one use tracker run, or tracker show FILE.")
    if os.environ.get("TERM") == "dumb":
        way = "Use tracker run, or tracker show FILE, or set TERM to what it is."
        raise CliError(f"This terminal cannot show a screen (TERM=dumb). {way}")
