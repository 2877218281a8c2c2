"""The meaning of keys: a shipped keymap, changed by the user's files (``keymap_file``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tracker.combat.model import Model
from tracker.tui.keys.registry import KEYS, bound_key

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


NAMES: Final = frozenset(
    [
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "insert",
        "delete",
        "tab",
        "enter",
        "escape",
        "space",
        "backspace",
    ]
    + [f"f{number}" for number in range(1, 25)]
)
"""Names of keys that produce no character."""

MODIFIERS: Final = ("ctrl", "alt", "shift")

PLACE: Final = re.compile(r"\{(\w*)\}")
"""A placeholder in braces in the command line of a key."""


class Keymap(Model):
    """The keys of every action, and the action of every key: in the cockpit (``table``) and in forms.

    ``commands`` are the user's own command lines, by key.
    """

    keys: Mapping[str, tuple[str, ...]]
    table: Mapping[str, str]
    form: Mapping[str, str]
    commands: Mapping[str, str] = {}

    def first(self, id_: str) -> str:
        """Return the key shown for an action; "" if it has none."""
        return next(iter(self.keys.get(id_, ())), "")


def keymap(
    changes: Mapping[str, tuple[str, ...]] | None = None,
    commands: Mapping[str, str] | None = None,
    preset: str = DEFAULT,
) -> Keymap:
    """Return a shipped keymap with these changes and command lines, which must not clash."""
    chosen = {**PRESETS[preset], **(changes or {})}
    keys = {key_.id: chosen.get(key_.id, key_.keys) for key_ in KEYS}
    table: dict[str, str] = {}
    form: dict[str, str] = {}
    for key_ in KEYS:
        for key in keys[key_.id]:
            if key_.group == "form" or key_.fixed:
                form[key] = key_.id
            if key_.group != "form" or key_.fixed:
                table[key] = key_.id
    return Keymap(keys, table, form, commands or {})


def changed_keys(keymap: Keymap) -> dict[str, str]:
    """Return the actions whose keys were changed, in the form of Textual's keymap."""
    return {key.id: ",".join(map(bound_key, keymap.keys[key.id])) for key in KEYS if keymap.keys[key.id] != key.keys}


def parse_key(text: str) -> str | None:
    """Return a key in the screen's notation; None if it is not a key."""
    text = text.strip()
    if len(text) == 1:
        return text if text.isprintable() else None
    *modifiers, name = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    name = name.lower()
    if any(modifier.lower() not in MODIFIERS for modifier in modifiers) or len(set(modifiers)) != len(modifiers):
        return None
    if name not in NAMES and not (len(name) == 1 and name.isprintable() and modifiers):
        return None
    order = sorted((modifier.lower() for modifier in modifiers), key=MODIFIERS.index)
    return "+".join((*order, name))


def fill_places(line: str, given: Mapping[str, str]) -> str | None:
    """Fill in the placeholders of a command line; None if any value is unknown."""
    if not all(given.get(place) for place in PLACE.findall(line)):
        return None
    return PLACE.sub(lambda match: given[match[1]], line)
