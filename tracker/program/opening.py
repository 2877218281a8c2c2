"""Sessions opened for the commands: the game found, the file judged, every failure a plain sentence."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tracker.program.say import Trouble

if TYPE_CHECKING:
    from tracker.combat.history import Record
    from tracker.combat.scene import Scene
    from tracker.storage.load import Loaded
    from tracker.storage.savefile import SaveFile
    from tracker.systems.base import System

ENDING: Final = ".json"
"""How the names of sessions end."""


def start(system: str) -> Scene:
    """The scene before the first entry of a session of this game; raises LoadError for a game nobody knows."""
    from tracker.storage.errors import LoadError
    from tracker.systems.base import Nonsense
    from tracker.systems.registry import find

    try:
        return find(system).start()
    except Nonsense as bad:
        raise LoadError(f"The file is a session of another game: {bad}", "foreign") from None


def read(path: str) -> Loaded:
    """A session as it was found, nothing written; raises Trouble where nothing can be shown."""
    from tracker.storage.errors import LoadError
    from tracker.storage.load import load

    there(path)
    try:
        return load(path, start)
    except LoadError as bad:
        raise Trouble(bad.what) from None


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
    from tracker.storage.names import saves_folder

    return saves_folder(given, os.environ, os.getcwd())


def located(file: str, given: str | None) -> str:
    """The path of a session: as given, else under that name in the folder of sessions; raises Trouble."""
    if os.path.lexists(file) or os.path.dirname(file):
        there(file)
        return file
    folder = saves(given)
    tries = (os.path.join(folder, name) for name in (file, f"{file}.json"))
    found = next((path for path in tries if os.path.isfile(path)), None)
    if found is None:
        there(file)
    return found or file


def copied(path: str, given: str | None) -> str:
    """A copy of a session in the folder of sessions, under a free name; raises Trouble."""
    loaded = read(path)
    stem = os.path.basename(path).removesuffix(ENDING)
    return _made(loaded.header.system, None, stem, given, loaded.records)


def created(system: System, file: str | None, title: str | None, given: str | None) -> str:
    """A new session, with its title as its first entry; raises Trouble where the file cannot be made."""
    from tracker.commands.grammar import quote
    from tracker.session import Session
    from tracker.storage.clean import clean_line

    name = clean_line(title) if title else ""
    session = Session(system)
    if name:
        session.do(f"title {quote(name, plain=False)}")
    return _made(system.name, file, name or system.title, given, session.history.records)


def _made(system: str, file: str | None, stem: str, given: str | None, records: Sequence[Record]) -> str:
    from tracker.storage.errors import because
    from tracker.storage.names import free_path, make_folder

    if file is None:
        folder = saves(given)
        try:
            make_folder(folder)
        except OSError as error:
            reason = f"The folder of sessions cannot be made: {because(error)}; --saves DIR names another."
            raise Trouble(reason) from None
        file = free_path(folder, stem)
    path = file if file.endswith(ENDING) else file + ENDING
    kept(path, system, records).close()
    return path


def kept(path: str, system: str, records: Sequence[Record] = ()) -> SaveFile:
    """A new file with these records, open for more; raises Trouble where it cannot be made."""
    import uuid

    from tracker.storage.clock import now
    from tracker.storage.errors import NotSaved
    from tracker.storage.savefile import SaveFile

    try:
        save = SaveFile.create(path, system, now, uuid.uuid4().hex)
        try:
            save.append(records)
        except BaseException:
            save.close()
            raise
    except NotSaved as bad:
        raise Trouble(bad.reason) from None
    return save
