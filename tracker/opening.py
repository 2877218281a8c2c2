"""Session files found, made and copied: what the program and the screen share before a session is played."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tracker.storage.errors import LoadError, NotSaved, because
from tracker.storage.library import free_path, make_folder

if TYPE_CHECKING:
    from tracker.combat.history import Record
    from tracker.combat.scene import Scene
    from tracker.rules.system import System
    from tracker.storage.journal import Journal

ENDING: Final = ".json"
"""How the names of sessions end."""


def start(system: str) -> Scene:
    """The scene before the first entry of a session of this game; raises LoadError for a game nobody knows."""
    from tracker.games.registry import find
    from tracker.rules.errors import InvalidCommand

    try:
        return find(system).new_scene()
    except InvalidCommand as bad:
        raise LoadError(f"The file is a session of another game: {bad}", "foreign") from None


def first_fault(scene: Scene) -> str:
    """What in a scene its game cannot make sense of, as part of a sentence; an empty text where all is well."""
    from tracker.games.registry import find
    from tracker.rules.validate import first_fault

    return first_fault(find(scene.system), scene)


def new_file(path: str, system: str, records: Sequence[Record] = ()) -> Journal:
    """A new file with these records, open for more; raises NotSaved, also where the name is taken."""
    from tracker.storage.journal import Journal
    from tracker.storage.library import now

    save = Journal.create(path, system, now, uuid.uuid4().hex)
    try:
        save.append(records)
    except BaseException:
        save.close()
        raise
    return save


def new_in(folder: str, system: str, title: str, records: Sequence[Record] = ()) -> str:
    """The path of a new file with these records in a folder, which is made if need be; raises NotSaved."""
    try:
        make_folder(folder)
    except OSError as error:
        raise NotSaved(f"The folder of sessions cannot be made: {because(error)}; --saves DIR names another.") from None
    path = free_path(folder, title)
    new_file(path, system, records).close()
    return path


def copied(path: str, folder: str) -> str:
    """The path of a copy of a session in a folder, under a free name; raises LoadError and NotSaved."""
    from tracker.storage.reader import load

    loaded = load(path, start, fault=first_fault)
    return new_in(folder, loaded.header.system, os.path.basename(path).removesuffix(ENDING), loaded.records)


def first_records(system: System, title: str | None) -> tuple[Record, ...]:
    """What a new session begins with: its title as its first entry, or nothing."""
    from tracker.combat.text import clean_line
    from tracker.rules.quoting import quote
    from tracker.session import Session

    name = clean_line(title) if title else ""
    session = Session(system)
    if name:
        session.do(f"title {quote(name, plain=False)}")
    return tuple(session.history.records)
