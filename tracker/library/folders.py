"""The folders of libraries: the user's own beside the sessions, the one in the config folder, and the shipped one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from tracker.library.shelf import Library, SceneOf
from tracker.rules.system import System
from tracker.storage.folders import config_folder, current_folder, library_folder, saves_folder

SHIPPED: Final = Path(__file__).parent / "shipped"
"""The shipped library, with a folder for each game."""


def library_of(system: System, scene_of: SceneOf, path: str = "", *, saves: str = "", chosen: str = "") -> Library:
    """Return the library for a session at this path, or for the sessions of a folder."""
    here = str(current_folder())
    beside = saves or (os.path.dirname(os.path.abspath(path)) if path else saves_folder(None, os.environ, here))
    own = library_folder(chosen, beside, os.environ, here)
    return Library(system, (own, config_folder() / "library", SHIPPED), scene_of, beside)
