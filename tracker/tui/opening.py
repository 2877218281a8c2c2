"""A session file opened for the screen: the session, the file to go on in, and what must be told once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.combat.frozen import frozen
from tracker.session import Session

if TYPE_CHECKING:
    from tracker.combat.scene import Scene
    from tracker.storage.savefile import SaveFile


@frozen
class Opened:
    """A session and its file; ``notices`` are sentences worth telling once."""

    session: Session
    save: SaveFile
    notices: tuple[str, ...] = ()


def start(system: str) -> Scene:
    """The empty scene of a game; raises LoadError for a game nobody knows."""
    from tracker.storage.errors import LoadError
    from tracker.systems.errors import Nonsense
    from tracker.systems.registry import find

    try:
        return find(system).start()
    except Nonsense as bad:
        raise LoadError(f"The file is a session of another game: {bad}") from None


def open_path(path: str) -> Opened:
    """Open a session's file; raises LoadError where nothing can be shown."""
    from tracker.storage.savefile import SaveFile
    from tracker.systems.registry import find

    save, loaded = SaveFile.open(path, start=start)
    session = Session(find(loaded.header.system), history=loaded.history)
    return Opened(session, save, (save.notice,) if save.notice else ())
