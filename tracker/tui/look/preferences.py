"""The user's settings of the screen, as the program uses them from its start."""

from __future__ import annotations

import os
from typing import Final

from msgspec import field

from tracker.combat.model import Model
from tracker.storage.folders import config_folder
from tracker.tui.keys.keymap import DEFAULT, Keymap
from tracker.tui.keys.keymap import keymap as shipped_keymap
from tracker.tui.look.themes import DEFAULT_THEME

FILE: Final = "config.toml"
"""The file of all user settings, in the configuration folder."""

OLD_FILE: Final = "screen.toml"
"""The file of settings in earlier versions; `config.toml` takes precedence."""

KEYMAP_FILE: Final = "keymap.toml"
"""The file of keys alone; `config.toml` may hold the same, and takes precedence."""


class Options(Model):
    """Theme, glyphs, animations, the notice of the heroes' turn, the clock, the players' page, keys.

    ``problems`` are sentences to show once the screen is up.
    """

    theme: str = DEFAULT_THEME
    plain: bool = False
    animations: bool = True
    keymap: str = DEFAULT
    notice: str = "off"
    clock: bool = False
    numbers: bool = True
    host: str = "127.0.0.1"
    port: int = 0
    keys: Keymap = field(default_factory=shipped_keymap)
    problems: tuple[str, ...] = ()


def load_options() -> Options:
    """Return the settings in the configuration folder; invalid ones are reported and keep their defaults.

    What reads the files is loaded only if there are any, since it would delay the first frame.
    """
    folder = config_folder()
    if not any(os.path.lexists(folder / name) for name in (FILE, OLD_FILE, KEYMAP_FILE)):
        return Options()
    from tracker.tui.look.config import read_options

    return read_options(folder)
