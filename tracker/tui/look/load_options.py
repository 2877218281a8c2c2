"""The user's settings of the screen at the start of the program."""

import os

from tracker.storage.folders import config_folder
from tracker.tui.keys.keymap import KEYMAP_FILE
from tracker.tui.look.preferences import FILE, OLD_FILE, Options


def load_options() -> Options:
    """Return the settings in the configuration folder; invalid ones are reported and keep their defaults.

    What reads the files is loaded only if there are any, since it would delay the first frame.
    """
    folder = config_folder()
    if not any(os.path.lexists(folder / name) for name in (FILE, OLD_FILE, KEYMAP_FILE)):
        return Options()
    from tracker.tui.look.config import read_options

    return read_options(folder)
