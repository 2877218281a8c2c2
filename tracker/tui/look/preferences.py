"""The user's settings of the screen, as the program uses them."""

from typing import Final

from msgspec import field

from tracker.combat.model import Model
from tracker.tui.keys.keymap import DEFAULT, Keymap
from tracker.tui.keys.keymap import keymap as shipped_keymap
from tracker.tui.look.themes import DEFAULT_THEME

FILE: Final = "config.toml"  # the file of all user settings, in the configuration folder
OLD_FILE: Final = "screen.toml"  # the file of settings in earlier versions; `config.toml` takes precedence


class Options(Model):
    """Theme, glyphs, animations, the notice of the heroes' turn, the clock, the list, the players' page, keys.

    ``order`` sorts the list by sides or by turns; ``follow`` says when the selection moves by itself. ``phones`` says
    which of the players' proposals are carried out at once.

    ``problems`` are sentences to show once the screen is up.
    """

    theme: str = DEFAULT_THEME
    plain: bool = False
    animations: bool = True
    keymap: str = DEFAULT
    notice: str = "off"
    clock: bool = False
    order: str = "sides"
    follow: str = "turns"
    numbers: bool = True
    chances: bool = False
    phones: str = "ask"
    host: str = "127.0.0.1"
    port: int = 0
    keys: Keymap = field(default_factory=shipped_keymap)
    problems: tuple[str, ...] = ()
