"""Where libraries lie: the user's own beside the sessions, the one in the config folder, and the shipped one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tracker.library.shelf import Library, SceneOf
from tracker.rules.system import System
from tracker.storage.library import config_folder, current_folder, saves_folder

VARIABLE: Final = "TRACKER_LIBRARY"

SHIPPED: Final = Path(__file__).parent / "shipped"
"""The library that comes with the program, a folder a game."""


def own_folder(chosen: str, saves: str, environment: Mapping[str, str], here: str) -> Path:
    """The folder that ``keep`` writes to: the chosen one, else the variable's, else ``library`` beside the sessions."""
    named = chosen or environment.get(VARIABLE)
    return Path(os.path.normpath(os.path.join(here, named))) if named else Path(saves) / "library"


def library_of(system: System, scene_of: SceneOf, path: str = "", *, saves: str = "", chosen: str = "") -> Library:
    """The library for a session at this path, or for the sessions of a folder."""
    here = str(current_folder())
    beside = saves or (os.path.dirname(os.path.abspath(path)) if path else saves_folder(None, os.environ, here))
    own = own_folder(chosen, beside, os.environ, here)
    return Library(system, (own, config_folder() / "library", SHIPPED), scene_of, beside)
