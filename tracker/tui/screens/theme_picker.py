"""The themes there are, and the choices for the screen kept in the config folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.storage.errors import because
from tracker.storage.library import config_folder
from tracker.tui.look.preferences import FILE, Options, written

if TYPE_CHECKING:
    from textual.theme import Theme


def read_themes() -> tuple[dict[str, Theme], tuple[str, ...]]:
    """Every theme that can be read, by its name, and a sentence for each file that cannot."""
    from tracker.tui.look.themes import every_theme

    loaded = every_theme()
    return loaded.themes, loaded.problems


def keep(options: Options) -> str:
    """Write the choices into the config folder, all of them or none; why they could not be written, or ""."""
    from tracker.storage import filesystem
    from tracker.storage.library import make_folder

    folder = config_folder()
    try:
        make_folder(str(folder))
        filesystem.write(filesystem.FileSystem(), str(folder / FILE), iter([written(options)]))
    except OSError as error:
        return f"{FILE} cannot be written: {because(error)}. The choice holds until you leave."
    return ""
