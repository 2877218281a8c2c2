"""The shipped keymaps: the actions with other keys than in the registry, by id.

``vim`` moves with vim's keys. ``arrows`` needs no letters for the fight itself: the letters keep their meanings, but
the keys shown are arrows, function keys and those of the number pad.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DEFAULT: Final = "default"

PRESETS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    DEFAULT: {},
    "vim": {
        "page-down": ("ctrl+f", "ctrl+d", "pagedown"),
        "page-up": ("ctrl+b", "ctrl+u", "pageup"),
        "first": ("g", "home"),
        "last": ("G", "end"),
        "redo": ("ctrl+r", "U", "ctrl+y"),
        "next-pane": ("tab", "ctrl+w"),
        "pick": ("space", "V"),
        "history": ("H",),
    },
    "arrows": {
        "down": ("down", "j"),
        "up": ("up", "k"),
        "help": ("f1", "?"),
        "main": ("f2", "a"),
        "quick": ("f3", "x"),
        "target": ("f4", "t"),
        "next": ("f5", "n"),
        "undo": ("f6", "u", "ctrl+z"),
        "redo": ("f7", "U", "ctrl+y"),
        "cover": ("f8", "c"),
        "prompts": ("f9", "f"),
        "leave": ("f10", "q"),
        "history": ("backspace", "g"),
        "command": ("f12", ":"),
        "nearer": ("shift+left", "["),
        "farther": ("shift+right", "]"),
        "hurt": ("-", "d"),
        "heal": ("+", "h"),
        "add": ("insert",),
        "trash": ("f11",),
    },
}
"""The first key of an action is the one shown."""
