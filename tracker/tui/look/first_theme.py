"""The theme of the first picture, without loading what checks strangers' theme files where it is one of our own."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.storage.library import shipped_folder
from tracker.tui.look.themes import find_theme, theme_folders
from tracker.tui.look.variables import variable_defaults

if TYPE_CHECKING:
    from textual.theme import Theme


def first_theme(name: str, current: Path) -> Theme | None:
    """The theme of this name; a shipped one that no folder of the user's own replaces is taken as it is.

    The shipped files are checked by the tests, so they need no check at every start.
    """
    shipped, *own = theme_folders(current)
    file = shipped / f"{name}.toml"
    ours = shipped == shipped_folder("themes") and file.parent == shipped and os.path.isfile(file)
    if not ours or any(os.path.exists(folder / f"{name}.toml") for folder in own):
        return find_theme(name, (shipped, *own))
    from textual.theme import Theme

    data = tomllib.loads(file.read_text(encoding="utf-8"))
    variables = variable_defaults(data.get("dark", True)) | data.pop("variables", {})
    return Theme(**{"name": name, **data}, variables=variables)
