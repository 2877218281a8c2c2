"""Renaming sessions and moving them to the trash: with their backups, never over another file."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from tracker.storage import lock
from tracker.storage.errors import NotSaved, because, called
from tracker.storage.filesystem import FileSystem
from tracker.storage.folders import ENDING, free_paths, make_folder

TRASH: Final = "trash"
"""The folder beside the sessions for deleted ones; only people empty it."""

_BACKUPS: Final = (".bak1", ".bak2", ".bak3")
_TRIES: Final = 20


def to_trash(path: str) -> str:
    """Move a session into the trash folder beside it; returns its new path. Raises NotSaved."""
    return move(path, os.path.join(os.path.dirname(path), TRASH), os.path.basename(path).removesuffix(ENDING))


def move(path: str, folder: str, title: str) -> str:
    """Move a session into a folder under a free name from the title; returns its new path. Raises NotSaved."""
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
            # A link fails if the name is taken; a rename would replace the other file.
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
