"""JSON with line numbers, within limits: foreign files may contain anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_BLANK: Final = re.compile(r"[ \t\r\n]*")


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


def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(parse_constant=lambda word: None)


def loaded(text: str) -> Any:
    """Return a whole JSON text as data; raises NotReadable."""
    try:
        return _decoder().decode(text)
    except json.JSONDecodeError as error:
        raise NotReadable(f"line {error.lineno}: this is not JSON.") from None
    except (ValueError, RecursionError):
        raise NotReadable("it nests too deep or holds too long a number.") from None


def parts(text: str, *way: str) -> Iterator[Part]:
    """Return the items of a list or object of a valid text, each with its line: of the outermost, or under keys."""
    at = _after(text, 0)
    for key in way:
        found = next((part for part in _items(text, at) if part.key == key), None)
        if found is None:
            return
        at = found.start
    yield from _items(text, at)


def _items(text: str, at: int) -> Iterator[Part]:
    """Return the items of the list or object that begins at a position."""
    if text[at] not in "[{":
        return
    in_object, counted, line = text[at] == "{", at, 1 + text.count("\n", 0, at)
    at = _after(text, at + 1)
    decoder = _decoder()
    while text[at] not in "]}":
        key = ""
        if in_object:
            key, at = decoder.raw_decode(text, at)
            at = _after(text, _after(text, at) + 1)
        value, end = decoder.raw_decode(text, at)
        line, counted = line + text.count("\n", counted, at), at
        yield Part(text, at, line, value, key)
        at = _after(text, end)
        if text[at] == ",":
            at = _after(text, at + 1)


def _after(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank is not None else at
