"""JSON of foreign files, which may contain anything: items with their lines, and values, within limits.

A value of another type counts as missing. Further arguments of the functions are the keys on the way to it.
"""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

MOST: Final = 1_000_000  # the largest number taken from a foreign file

_BLANK: Final = re.compile(r"[ \t\r\n]*")
_MARKUP: Final = re.compile(r"<[^<>]{0,300}>")
_SIGNED: Final = re.compile(r"[+\-−]?\s*\d{1,6}")
_RATINGS: Final = {0.125: "1/8", 0.25: "1/4", 0.5: "1/2"}
_DECODER: Final = json.JSONDecoder(parse_constant=lambda word: None)


class NotReadable(ValueError):
    """Why a whole file cannot be read, as a sentence."""


class Part:
    """An item of a list or object in a file: its value, its key, and where in which text it begins."""

    __slots__ = ("key", "line", "start", "text", "value")

    def __init__(self, text: str, start: int, line: int, value: Any, key: str = "") -> None:
        self.text, self.start, self.line, self.value, self.key = text, start, line, value, key

    def line_of(self, word: str) -> int:
        """Return the line in which a text first occurs in this item; else the item's own line."""
        at = self.text.find(json.dumps(word, ensure_ascii=False), self.start)
        return self.line + self.text.count("\n", self.start, at) if at >= 0 else self.line


def loaded(text: str) -> Any:
    """Return a whole JSON text as data; raises NotReadable."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise NotReadable(f"line {error.lineno}: this is not JSON.") from None
    except (ValueError, RecursionError):
        raise NotReadable("it nests too deep or holds too long a number.") from None


def parts(text: str, *way: str) -> Iterator[Part]:
    """Return the items of a list or object of a valid text, each with its line: of the outermost, or under keys."""
    at = _after(text, 0)
    for key in way:
        found = next((part for part in items(text, at) if part.key == key), None)
        if found is None:
            return
        at = found.start
    yield from items(text, at)


def items(text: str, at: int) -> Iterator[Part]:
    """Return the items of the list or object that begins at a position of a valid text, each with its line."""
    if text[at] not in "[{":
        return
    in_object, counted, line = text[at] == "{", at, 1 + text.count("\n", 0, at)
    at = _after(text, at + 1)
    while text[at] not in "]}":
        key = ""
        if in_object:
            key, at = _DECODER.raw_decode(text, at)
            at = _after(text, _after(text, at) + 1)
        value, end = _DECODER.raw_decode(text, at)
        line, counted = line + text.count("\n", counted, at), at
        yield Part(text, at, line, value, key)
        at = _after(text, end)
        if text[at] == ",":
            at = _after(text, at + 1)


def _after(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at


def under(value: Any, *way: str) -> Any:
    """Return the value under these keys, of objects inside each other; None without it."""
    for key in way:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def whole(value: Any, *way: str) -> int | None:
    """Return a whole number, also one written as a text such as ``+5`` or as 5.0; else None."""
    value = under(value, *way)
    if isinstance(value, str) and _SIGNED.fullmatch(value.strip()):
        value = int("".join(value.split()).replace("−", "-"))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST else None


def amount(value: Any, *way: str) -> int:
    """Return a whole number, or 0."""
    return whole(value, *way) or 0


def text(value: Any, *way: str) -> str:
    """Return a text, or ""."""
    value = under(value, *way)
    return value if isinstance(value, str) else ""


def texts(value: Any, *way: str) -> list[str]:
    """Return the texts of a list, or the text itself in a list."""
    value = under(value, *way)
    return [part for part in value if isinstance(part, str)] if isinstance(value, list) else [text(value)]


def record(value: Any, *way: str) -> Mapping[str, Any]:
    """Return an object, or an empty one."""
    value = under(value, *way)
    return value if isinstance(value, dict) else {}


def records(value: Any, *way: str) -> list[Mapping[str, Any]]:
    """Return the objects of a list, or of the values of an object."""
    value = under(value, *way)
    listed = value.values() if isinstance(value, dict) else value
    return [part for part in listed if isinstance(part, dict)] if hasattr(listed, "__iter__") else []


def first(value: Any, *way: str) -> Mapping[str, Any]:
    """Return the first item of a list of objects, or an empty object."""
    value = under(value, *way)
    return value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else {}


def numbers(value: Any, *way: str) -> dict[str, int]:
    """Return the whole numbers of an object by their names in lower case."""
    given = record(value, *way).items()
    return {str(name).casefold(): number for name, part in given if (number := whole(part)) is not None}


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
