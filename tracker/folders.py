"""The user's folders besides the one of sessions: configuration with themes and keymap, state with crash reports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

APP: Final = "combat-tracker"
"""The name of our folders among the user's others."""


def current_folder() -> Path:
    """The folder the program was called in; where somebody took it away, one in which nothing lies."""
    try:
        return Path.cwd()
    except OSError:
        return Path(os.devnull)


def config_folder() -> Path:
    """Where the user's own themes and keymap lie."""
    import platformdirs

    return platformdirs.user_config_path(APP, appauthor=False)


def state_folder() -> Path:
    """Where the program keeps what is neither a session nor a choice: crash reports."""
    import platformdirs

    return platformdirs.user_state_path(APP, appauthor=False)
