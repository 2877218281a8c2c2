"""Reading the themes, and storing settings of the screen in the configuration file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tracker.storage.errors import because
from tracker.storage.folders import config_folder
from tracker.storage.handwritten import TooLong, content_of
from tracker.tui.look.config import CannotEdit, differences, edited
from tracker.tui.look.preferences import FILE, Options

if TYPE_CHECKING:
    from textual.theme import Theme


def read_themes() -> tuple[dict[str, Theme], tuple[str, ...]]:
    """Return every valid theme by name, and a sentence for each invalid file."""
    from tracker.tui.look.themes import every_theme

    loaded = every_theme()
    return loaded.themes, loaded.problems


def keep(options: Options, former: Options) -> str:
    """Write changed settings into the configuration file, which otherwise stays unchanged.

    Returns an error as a sentence, or "".
    """
    from tracker.storage import filesystem
    from tracker.storage.folders import make_folder

    folder = config_folder()
    holds = "The choice holds until you leave."
    try:
        make_folder(str(folder))
        content = edited(_content(folder / FILE), differences(options, former))
        filesystem.write(filesystem.FileSystem(), str(folder / FILE), iter([content]))
    except OSError as error:
        return f"{FILE} cannot be written: {because(error)}. {holds}"
    except (CannotEdit, TooLong):
        return f"{FILE} cannot be changed as it is written; change it by hand. {holds}"
    return ""


def _content(file: Path) -> bytes:
    try:
        return content_of(file)
    except FileNotFoundError:
        return b""
