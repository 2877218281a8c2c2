"""What the person at the table chose for the screen."""

from __future__ import annotations

from dataclasses import dataclass, field

from tracker.tui.keymap import Keymap, keymap
from tracker.tui.themes import DEFAULT_THEME


@dataclass(frozen=True, slots=True)
class Options:
    """Theme, glyphs, movement, keys. ``problems`` are sentences to be told once the screen stands."""

    theme: str = DEFAULT_THEME
    plain: bool = False
    animations: bool = True
    keys: Keymap = field(default_factory=keymap)
    problems: tuple[str, ...] = ()
