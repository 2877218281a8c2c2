"""Sessions given another name or put into the trash folder: with their backups, never over anything."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from tracker.storage import lock
from tracker.storage.errors import NotSaved, because, called
from tracker.storage.filesystem import FileSystem
from tracker.storage.folders import ENDING, free_paths, make_folder

TRASH: Final = "trash"
"""The folder beside the sessions that deleted ones are moved to; emptying it is left to people."""

_BACKUPS: Final = (".bak1", ".bak2", ".bak3")
_TRIES: Final = 20


def to_trash(path: str) -> str:
    """Move a session into the trash folder beside it; gives its new path. Raises NotSaved."""
    return move(path, os.path.join(os.path.dirname(path), TRASH), os.path.basename(path).removesuffix(ENDING))


def move(path: str, folder: str, title: str) -> str:
    """Move a session into a folder under a free name made from the title; gives its new path. Raises NotSaved."""
    disk = FileSystem()
    try:
        make_folder(folder)
        held = disk.lock(f"{path}.lock")
    except lock.Held as holder:
        raise NotSaved(f"{called(path)} is open in {holder}; close it there first.") from None
    except OSError as error:
        raise NotSaved(f"{called(path)} cannot be moved: {because(error)}.") from None
    try:
        new = _moved(disk, path, folder, title)
    except OSError as error:
        raise NotSaved(f"{called(path)} cannot be moved: {because(error)}.") from None
    finally:
        held.release()
    return new


def _moved(disk: FileSystem, path: str, folder: str, title: str) -> str:
    paths = free_paths(folder, title)
    for new in (next(paths) for _ in range(_TRIES)):
        with suppress(FileExistsError):
            # A link refuses a name that something has; to rename would put the file in its place.
            os.link(path, new)
            break
    else:
        raise FileExistsError
    disk.fsync_folder(new)
    disk.unlink(path)
    disk.fsync_folder(path)
    for ending in _BACKUPS:
        with suppress(OSError):
            disk.replace(path + ending, new + ending)
    return new
