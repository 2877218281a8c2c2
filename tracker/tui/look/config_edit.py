"""Changing single values of a TOML file while everything else, especially comments, stays unchanged."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from tracker.storage.places import places

_VALUE: Final = re.compile(
    r"""(?P<before>[^=]*=[ \t]*)(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s#"'\[{]+)(?P<after>.*)""", re.DOTALL
)
"""A line with a key and a value that ends on it."""

_HEADER: Final = re.compile(r"\s*\[")


class CannotEdit(ValueError):
    """The file is laid out in a way that a value cannot be changed safely."""


def edited(content: bytes, changes: Mapping[tuple[str, ...], bool | int | str]) -> bytes:
    """Return the content of a TOML file with these changes, by the path to each key; raises CannotEdit."""
    try:
        text = content.decode()
        wanted = tomllib.loads(text)
        for way, value in changes.items():
            text = _changed(text, way, json.dumps(value, ensure_ascii=False))
            _put(wanted, way, value)
        if tomllib.loads(text) == wanted:
            return text.encode()
    except (ValueError, TypeError, AttributeError):
        pass
    raise CannotEdit


def _changed(text: str, way: tuple[str, ...], value: str) -> str:
    """Return the text with the value on the line of its key, or on a new line."""
    *table, key = way
    lines_of = places(text.encode())
    lines = text.splitlines(keepends=True)
    end = "\r\n" if "\r\n" in text else "\n"
    fresh = f"{key} = {value}{end}"
    if way in lines_of:
        place = lines_of[way] - 1
        lines[place] = _VALUE.sub(lambda match: match["before"] + value + match["after"], lines[place], count=1)
    elif not table:
        place = next((at for at, line in enumerate(lines) if _HEADER.match(line)), len(lines))
        while place and (not lines[place - 1].strip() or lines[place - 1].lstrip().startswith("#")):
            place -= 1
        if place:
            lines[place - 1] = lines[place - 1].rstrip("\r\n") + end
        lines.insert(place, fresh)
    elif tuple(table) in lines_of:
        place = lines_of[tuple(table)]
        lines[place - 1] = lines[place - 1].rstrip("\r\n") + end
        lines.insert(place, fresh)
    else:
        if lines:
            lines[-1] = lines[-1].rstrip("\r\n") + end
            lines.append(end)
        lines += [f"[{'.'.join(table)}]{end}", fresh]
    return "".join(lines)


def _put(data: dict[str, Any], way: tuple[str, ...], value: object) -> None:
    for part in way[:-1]:
        data = data.setdefault(part, {})
    data[way[-1]] = value
