"""Values of foreign files, whatever they turn out to be: a value of another type counts as missing."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any, Final

MOST: Final = 1_000_000
"""The largest number taken from a foreign file."""

_MARKUP: Final = re.compile(r"<[^<>]{0,300}>")
_SIGNED: Final = re.compile(r"[+\-−]?\s*\d{1,6}")
_RATINGS: Final = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}


def whole(value: Any) -> int | None:
    """Return a whole number, also one written as a text such as ``+5`` or as 5.0; else None."""
    if isinstance(value, str) and _SIGNED.fullmatch(value.strip()):
        value = int(value.replace("−", "-").replace(" ", ""))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST else None


def text(value: Any) -> str:
    """Return a text, or ""."""
    return value if isinstance(value, str) else ""


def texts(value: Any) -> list[str]:
    """Return the texts of a list, or the text itself in a list."""
    return [part for part in value if isinstance(part, str)] if isinstance(value, list) else [text(value)]


def record(value: Any) -> Mapping[str, Any]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else {}


def records(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list, or of the values of an object."""
    listed = value.values() if isinstance(value, dict) else value
    return [part for part in listed if isinstance(part, dict)] if hasattr(listed, "__iter__") else []


def first(value: Any) -> Mapping[str, Any]:
    """Return the first item of a list of objects, or an empty object."""
    return value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else {}


def numbers(value: Any) -> dict[str, int]:
    """Return the whole numbers of an object by their names in lower case."""
    return {str(name).casefold(): number for name, part in record(value).items() if (number := whole(part)) is not None}


def plain(value: Any) -> str:
    """Return a text without markup: tags become blanks, entities characters, several blanks one."""
    return " ".join(html.unescape(_MARKUP.sub(" ", text(value)[:20_000])).split())


def rating(value: Any) -> str:
    """Return a challenge rating as books write it: ``1/4``, ``17``; "" for anything else."""
    if isinstance(value, str) and not re.fullmatch(r"\s*\d+(\.\d+)?\s*", value):
        return value.strip()[:20]
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return ""
    return _RATINGS.get(number, str(int(number)) if 0 <= number < 1000 and number == int(number) else "")
