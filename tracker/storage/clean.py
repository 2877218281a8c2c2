"""Text from people, made harmless: cleaned at the entrance, and stripped once more before it is shown.

Dropped are control characters, lone surrogates and everything that turns the direction of writing around:
a terminal would obey them. Letters, marks and emoji of every script stay.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tracker.storage import limits

_TURNS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"

CONTROLS: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_TURNS}\ud800-\udfff]")
"""What must never reach a terminal inside text; tab and newline are left to the caller."""

_BREAKS: Final = re.compile("\r\n|[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029]")
_NOTE_BREAKS: Final = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")


def strip_controls(text: str) -> str:
    """The text without anything a terminal would obey; tab and newline stay."""
    return CONTROLS.sub("", text)


def clean_line(text: str, limit: int = limits.NAME) -> str:
    """A name or one line of text: at most ``limit`` characters, breaks and tabs become blanks, blanks around go."""
    return _composed(_BREAKS.sub(" ", text[: limit * 8]), limit)


def clean_note(text: str, limit: int = limits.NOTE) -> str:
    """A text of several lines: at most ``limit`` characters, newlines stay, tabs become blanks."""
    return _composed(_NOTE_BREAKS.sub("\n", text[: limit * 8]).replace("\t", " "), limit)


def _composed(text: str, limit: int) -> str:
    # Cut before composing too: composing takes the square of the length where marks follow marks.
    return unicodedata.normalize("NFC", strip_controls(text))[:limit].strip()
