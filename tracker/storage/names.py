"""Where sessions lie and what their files are called."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from tracker.storage.clean import strip_controls
from tracker.storage.disk import RealDisk

ENDING: Final = ".json"
FOLDER_VARIABLE: Final = "TRACKER_SAVES"

_LONGEST: Final = 80
"""Bytes of a file name, its ending included."""

_STRANGE: Final = re.compile(r"[^\w .-]+")
_BLANKS: Final = re.compile(r"\s+")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\s*(\.|$)", re.IGNORECASE)


def file_name(title: str) -> str:
    """A name for a file from a title: letters, digits, blank, dot, hyphen and underscore, at most 80 bytes."""
    name = unicodedata.normalize("NFKC", strip_controls(title[:1000]))
    name = _BLANKS.sub(" ", _STRANGE.sub(" ", name)).strip(" .-")
    if _RESERVED.match(name):
        name = "_" + name
    name = name.encode()[: _LONGEST - len(ENDING)].decode(errors="ignore").rstrip(" .-")
    return (name or "session") + ENDING


def free_path(folder: str, title: str) -> str:
    """A path in the folder for a session of this title, with a number where the name is taken."""
    name = file_name(title)
    number, path = 2, os.path.join(folder, name)
    while os.path.lexists(path):
        end = f" {number}{ENDING}"
        stem = name.removesuffix(ENDING).encode()[: _LONGEST - len(end)].decode(errors="ignore")
        number, path = number + 1, os.path.join(folder, stem.rstrip(" .-") + end)
    return path


def saves_folder(chosen: str | None, environment: Mapping[str, str], here: str) -> str:
    """The folder of the sessions: the chosen one, else the variable's, else ``saves`` here, else the user's own."""
    if chosen or environment.get(FOLDER_VARIABLE):
        return os.path.normpath(os.path.join(here, chosen or environment[FOLDER_VARIABLE]))
    local = os.path.join(here, "saves")
    if os.path.isdir(local):
        return os.path.normpath(local)
    import platformdirs

    return os.path.join(platformdirs.user_data_dir("combat-tracker", appauthor=False), "saves")


def same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file; where nothing has them, whether they are the same name."""
    try:
        return os.path.samefile(one, other)
    except OSError:
        return one == other


def make_folder(folder: str) -> None:
    """Make the folder, which nobody else may enter, if it is not there, and sync its name; raises OSError.

    What lies in a folder is on the disk only when the folder's own name is.
    """
    if not os.path.isdir(folder):
        folder = os.path.abspath(folder)
        make_folder(os.path.dirname(folder))
        os.mkdir(folder, 0o700)
        # Where the folder above may not be read, its names cannot be synced.
        with suppress(PermissionError):
            RealDisk().sync_folder(folder)
