"""Sessions opened for the commands: every failure a plain sentence that ends the command."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tracker.program.say import Trouble, warn

if TYPE_CHECKING:
    from tracker.storage.load import Loaded
    from tracker.systems.base import System


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
    from tracker.opening import fault, start
    from tracker.storage.load import load

    there(path)
    with plainly():
        return load(path, start, fault=fault)


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
    from tracker.systems.registry import find

    found = find(loaded.header.system)
    if asked is not None and asked.name != found.name:
        raise Trouble(f"{os.path.basename(loaded.path)} is a session of {found.name}; leave --system out.")
    return found


def saves(given: str | None) -> str:
    """The folder of sessions in use."""
    from tracker.folders import current_folder
    from tracker.storage.names import saves_folder

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
