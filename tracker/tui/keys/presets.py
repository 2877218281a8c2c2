"""The keymaps that are shipped: what each gives other keys than the registry's own, by the action's id.

``vim`` moves by vim's keys. ``arrows`` needs no letter for the fight itself: the letters still mean what they do, but
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
"""The first key of an action is the one that is shown."""
