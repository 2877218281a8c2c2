"""Every action of a key, in one place: used by the screen, keymap files, help, the palette and ``tracker keys``.

Nothing of the screen is loaded here. A key is written as its character (``a``, ``?``, ``[``) or by name (``enter``,
``ctrl+z``, ``f2``).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec

from tracker.combat.model import Model

Group = Literal["move", "act", "hand", "story", "view", "session", "form"]


class Key(Model):
    """An action: its id, its default keys, a label for the key line, a sentence for help.

    ``role`` is what a game must provide for it; ``show`` is its rank in the key line, 0 for help only; ``fixed`` keys
    always have this meaning, in every keymap.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    group: Group
    role: str | None = None
    show: int = 0
    fixed: bool = False


class _Registry(Model):
    keys: tuple[Key, ...]
    groups: Mapping[Group, str]
    shown: Mapping[str, str]


_KEPT: Final = msgspec.json.decode(Path(__file__).with_name("keys.json").read_bytes(), type=_Registry)

KEYS: Final = _KEPT.keys
"""All actions, in the order of the help."""

BY_ID: Final[Mapping[str, Key]] = {key.id: key for key in KEYS}

GROUPS: Final = _KEPT.groups
"""The groups by name, in the order of the help."""

_SHOWN: Final = _KEPT.shown

_NAMES: Final = {sign: name for name, sign in _SHOWN.items()}


def bound_key(key: str) -> str:
    """Return a key in the notation of Textual's bindings, which are separated by commas."""
    return {",": "comma", " ": "space"}.get(key, key)


def named(shown_key: str) -> str:
    """Return the key with this readable form; the inverse of ``shown``."""
    start, plus, name = shown_key.rpartition("+")
    return f"{start}+{_NAMES.get(name, name)}" if plus and name else _NAMES.get(shown_key, shown_key)


def shown(key: str) -> str:
    """Return a key as people read it."""
    start, plus, name = key.rpartition("+")
    return f"{start}+{_SHOWN.get(name, name)}" if plus and name else _SHOWN.get(key, key)
