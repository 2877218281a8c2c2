"""Names in a line that can be typed as it stands: what is not one plain word goes into quotes."""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(r"[^\s\";=#]+")


def quote(text: str, plain: bool = True) -> str:
    """A word as it must be typed to be read as just this text; ``plain`` False always quotes."""
    if plain and text and _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
