"""Text from people, made harmless: cleaned on input, and stripped again before it is shown.

Control characters, lone surrogates and bidirectional controls are dropped: a terminal would obey them. All else stays.
"""

import re
import unicodedata
from functools import cache
from typing import Final

from tracker.combat import limits

MARKS: Final = 30  # the most marks kept on one letter: more are of no use, and sorting them takes quadratic time

_TURNS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"

_BLANK_LETTERS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that are drawn as nothing


@cache
def controls() -> re.Pattern[str]:
    """Return what must never reach a terminal inside text; tab and newline are left to the caller.

    Text without any is printable, so the pattern is rarely needed, and compiled with the first text that is not.
    """
    return re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_TURNS}\ud800-\udfff]")


def strip_controls(text: str, instead: str = "") -> str:
    """Return the text without anything a terminal would obey; tab and newline stay."""
    return text if text.isprintable() else controls().sub(instead, text)


def clean_line(text: str, limit: int = limits.NAME) -> str:
    """Return one line of at most ``limit`` characters: breaks and tabs become blanks, outer blanks are removed."""
    plain = few_marks(strip_controls(_unbroken(text[: limit * 8])))
    # Marks are counted again at the end: some stand for two, and come apart when they are sorted.
    return few_marks(unicodedata.normalize("NFC", plain))[:limit].strip()


def _unbroken(text: str) -> str:
    return text if text.isprintable() else re.sub("\r\n|[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029]", " ", text)


def one_line(text: str) -> str:
    """Return the whole text on one line: breaks and tabs become blanks."""
    return " ".join(text.replace("\t", " ").splitlines())


def clean_command(text: str) -> str:
    """Return a typed or read command on one line; its length is checked by the reader."""
    return text.strip() if text.isascii() and text.isprintable() else clean_line(text, 3 * len(text))


def clean_typed(text: str) -> str:
    """Return text from a keyboard or a clipboard on one line; outer blanks stay."""
    return text if text.isascii() and text.isprintable() else few_marks(strip_controls(_unbroken(text)))


def is_visible(text: str) -> bool:
    """Return whether any of a text is visible: more than blanks, marks and invisible characters."""
    return any(unicodedata.category(sign)[0] not in "ZCM" and sign not in _BLANK_LETTERS for sign in text)


def few_marks(text: str) -> str:
    """Return the text with at most MARKS marks on each letter."""
    if text.isascii():
        return text
    kept, run = [], 0
    for sign in text:
        run = run + 1 if unicodedata.combining(sign) or unicodedata.category(sign) in ("Mn", "Me") else 0
        if run <= MARKS:
            kept.append(sign)
    return "".join(kept)
