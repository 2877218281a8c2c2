"""What the person at the table chose for the screen: in ``screen.toml`` and ``keymap.toml`` of the config folder."""

from __future__ import annotations

import re
from typing import Final

from msgspec import field
from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.storage.library import config_folder
from tracker.tui.keys.keymap import Keymap, keymap, load_keymap
from tracker.tui.look.small_file import TooLong, content_of, toml
from tracker.tui.look.text import plain
from tracker.tui.look.themes import DEFAULT_THEME

FILE: Final = "screen.toml"
"""The file of choices: ``theme = "night"``, ``plain = false``, ``animations = true``."""

_THEME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class Options(Model):
    """Theme, glyphs, movement, keys. ``problems`` are sentences to be told once the screen stands."""

    theme: str = DEFAULT_THEME
    plain: bool = False
    animations: bool = True
    keys: Keymap = field(default_factory=keymap)
    problems: tuple[str, ...] = ()


def written(options: Options) -> bytes:
    """The file of choices; every value in it is a word of our own."""
    lines = [
        f'theme = "{options.theme}"',
        f"plain = {str(options.plain).lower()}",
        f"animations = {str(options.animations).lower()}",
    ]
    return ("\n".join(lines) + "\n").encode()


def load_options() -> Options:
    """The choices in the config folder; what cannot be used is named and its default stays."""
    folder = config_folder()
    keys, problems = load_keymap(folder / "keymap.toml")
    options = Options(keys=keys)
    try:
        data = toml(content_of(folder / FILE))
    except FileNotFoundError:
        return replace(options, problems=problems)
    except (OSError, TooLong, ValueError):
        return replace(options, problems=(*problems, f"{FILE} cannot be read; the defaults are used."))
    said = list(problems)
    for name, value in data.items():
        if name in ("plain", "animations") and isinstance(value, bool):
            options = replace(options, **{name: value})
        elif name == "theme" and isinstance(value, str) and _THEME.fullmatch(value):
            options = replace(options, theme=value)
        else:
            said.append(f"{FILE}: “{plain(name)[:40]}” cannot be used; it knows theme, plain and animations.")
    return replace(options, problems=tuple(said))
