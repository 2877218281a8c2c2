"""The folders of the tracker's files; names for new sessions, and moving them with their backups, never over a file."""

import errno
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final, Literal, TypeVar

from tracker.combat.text import strip_controls
from tracker.storage import lock
from tracker.storage.errors import NameTaken, NotSaved, because, called
from tracker.storage.filesystem import FileSystem

APP: Final = "combat-tracker"  # the name of the tracker's folders among the user's others

ENDING: Final = ".json"
PROPOSALS: Final = ".proposals"
"""What stands behind the name of a session's file in that of the folder through which programs propose lines."""

SAVES_VARIABLE: Final = "TRACKER_SAVES"
LIBRARY_VARIABLE: Final = "TRACKER_LIBRARY"
"""The environment variables that name the two folders."""

_LONGEST: Final = 80  # the most bytes of a file name, including its suffix
_TRIES: Final = 20  # how many names that other processes take at the same moment are skipped

Made = TypeVar("Made")

_RESERVED: Final = r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\s*(\.|$)"

EXAMPLES: Final = (
    *("savar-and-sam.json", "the-shootout.json", "the-execution.json"),
    *("the-ambassadors-ball.json", "the-burning-man.json"),
)
"""The file names of the example sessions, in the order of the start screen; .gitignore tracks the same ones."""


def file_name(title: str) -> str:
    """Return a file name from a title: letters, digits, blank, dot, hyphen and underscore, at most 80 bytes."""
    name = unicodedata.normalize("NFKC", strip_controls(title[:1000]))
    name = re.sub(r"\s+", " ", re.sub(r"[^\w .-]+", " ", name)).strip(" .-")
    if re.match(_RESERVED, name, re.IGNORECASE):
        name = "_" + name
    name = name.encode()[: _LONGEST - len(ENDING)].decode(errors="ignore").rstrip(" .-")
    return (name or "session") + ENDING


def free_paths(folder: str, title: str) -> Iterator[str]:
    """Yield free paths in the folder for a session of this title: its name, then that with numbers."""
    name = file_name(title)
    for number in count(1):
        end = f" {number}{ENDING}" if number > 1 else ENDING
        stem = name.removesuffix(ENDING).encode()[: _LONGEST - len(end)].decode(errors="ignore")
        path = os.path.join(folder, stem.rstrip(" .-") + end)
        if not os.path.lexists(path):
            yield path


def in_folder(folder: str, title: str, make: Callable[[str], Made]) -> Made:
    """Return what ``make`` creates at a free path in the folder, which is created if needed; raises NotSaved."""
    try:
        make_folder(folder)
    except OSError as error:
        raise NotSaved(f"The folder of sessions cannot be made: {because(error)}; --saves DIR names another.") from None
    paths = free_paths(folder, title)
    for _ in range(_TRIES):
        with suppress(NameTaken):
            return make(next(paths))
    return make(next(paths))


def saves_folder(chosen: str | None, environment: Mapping[str, str], here: str) -> str:
    """Return the folder of sessions: the chosen one, else the variable's, else ``saves`` here, else the user's."""
    if chosen or environment.get(SAVES_VARIABLE):
        return os.path.normpath(os.path.join(here, chosen or environment[SAVES_VARIABLE]))
    local = os.path.join(here, "saves")
    if os.path.isdir(local):
        return os.path.normpath(local)
    import platformdirs

    return os.path.join(platformdirs.user_data_dir(APP, appauthor=False), "saves")


def library_folder(chosen: str, saves: str, environment: Mapping[str, str], here: str) -> Path:
    """Return the user's library folder: the chosen one, else the variable's, else ``library`` beside the sessions."""
    named = chosen or environment.get(LIBRARY_VARIABLE)
    return Path(os.path.normpath(os.path.join(here, named))) if named else Path(saves) / "library"


def same_file(path: str, other: str) -> bool:
    """Return whether two names are those of one file; if neither exists, whether they are the same name."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return path == other


def make_folder(folder: str) -> None:
    """Create the folder if needed, accessible to its owner only, and sync its name; raises OSError."""
    if not os.path.isdir(folder):
        folder = os.path.abspath(folder)
        above = os.path.dirname(folder)
        if above == folder:  # a drive that is not there
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
        make_folder(above)
        with suppress(FileExistsError):  # created by another process at the same moment
            os.mkdir(folder, 0o700)
        # What is in a folder is on the disk only once its name is. The names of an unreadable one cannot be synced.
        with suppress(PermissionError):
            FileSystem().fsync_folder(folder)


def current_folder() -> Path:
    """Return the folder the program was called in; a nonexistent path if that folder is gone."""
    try:
        return Path.cwd()
    except OSError:
        return Path(os.devnull)


def config_folder() -> Path:
    """Return the folder of the user's own themes and settings."""
    import platformdirs

    return platformdirs.user_config_path(APP, appauthor=False)


def state_folder() -> Path:
    """Return the folder of crash reports and rescued copies."""
    import platformdirs

    return platformdirs.user_state_path(APP, appauthor=False)


def shipped_folder(kind: Literal["themes", "saves"]) -> Path:
    """Return the folder of shipped files: in the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_shipped" / kind
    return packed if packed.is_dir() else package.parent / kind


def shipped_saves() -> tuple[Path, ...]:
    """Return the existing example sessions, in the order of `EXAMPLES`."""
    folder = shipped_folder("saves")
    return tuple(folder / name for name in EXAMPLES if (folder / name).is_file())


def is_shipped_save(path: str | Path) -> bool:
    """Return whether a path leads, by whatever name or link, to an example session.

    The examples of a checkout count even if the running program is installed elsewhere.
    """
    real = os.path.realpath(path)
    folders = [str(shipped_folder("saves"))]
    beside = os.path.dirname(real)
    if os.path.isfile(os.path.join(os.path.dirname(beside), "tracker", "__init__.py")):
        folders.append(beside)
    return any(same_file(real, os.path.join(folder, name)) for folder in folders for name in EXAMPLES)


TRASH: Final = "trash"  # the folder beside the sessions for deleted ones; only people empty it


def to_trash(path: str) -> str:
    """Move a session into the trash folder beside it; returns its new path. Raises NotSaved."""
    return move(path, os.path.join(os.path.dirname(path), TRASH), os.path.basename(path).removesuffix(ENDING))


def move(path: str, folder: str, title: str) -> str:
    """Move a session into a folder under a free name from the title; returns its new path. Raises NotSaved."""
    disk = FileSystem()
    try:
        make_folder(folder)
        held = disk.lock(f"{path}.lock")
        try:
            return _moved(disk, path, folder, title)
        finally:
            held.release()
    except lock.Held as holder:
        raise NotSaved(f"{called(path)} is open in {holder}; close it there first.") from None
    except OSError as error:
        raise NotSaved(f"{called(path)} cannot be moved: {because(error)}.") from None


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
    for ending in (".bak1", ".bak2", ".bak3"):
        with suppress(OSError):
            disk.replace(path + ending, new + ending)
    return new
