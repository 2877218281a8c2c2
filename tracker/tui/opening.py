"""A session file opened for the screen: the session, the file to go on in, and what must be told once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.combat.model import Model
from tracker.session import Session

if TYPE_CHECKING:
    from tracker.storage.journal import Journal


class Opened(Model):
    """A session and its file; ``notices`` are sentences worth telling once."""

    session: Session
    save: Journal
    notices: tuple[str, ...] = ()


def open_path(path: str) -> Opened:
    """Open a session's file; raises LoadError where nothing can be shown."""
    from tracker.games.registry import find
    from tracker.opening import first_fault, start
    from tracker.storage.journal import Journal

    save, loaded = Journal.open(path, start=start, fault=first_fault)
    session = Session(find(loaded.header.system), history=loaded.history)
    return Opened(session, save, (save.notice,) if save.notice else ())
