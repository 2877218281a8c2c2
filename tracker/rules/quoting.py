"""Quoting names in commands: anything but a single plain word needs quotes."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(r"[^\s\";=#]+")


def quote(text: str, plain: bool = True) -> str:
    """Return a text as it must be typed to be read as one word; with ``plain`` False it is always quoted."""
    if plain and text and _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
