"""What a validator does not look at in JSON from strangers: depth, doubled keys, control characters, layout."""

from __future__ import annotations

import re
from typing import Final

from tracker.combat import limits
from tracker.combat.text import CONTROLS

_STRING: Final = r'"(?:[^"\\]|\\.)*+"'
_PART: Final = re.compile(rf"({_STRING})(\s*+:)?|([{{}}\[\]])", re.DOTALL)
_STEP: Final = re.compile(rf'[^"{{}}\[\]]*+(?:{_STRING}|([{{}}\[\]]))', re.DOTALL)
_BLANK: Final = re.compile(r"[ \t\r\n]*+")
_KEY: Final = re.compile(rf"({_STRING})[ \t\r\n]*+:[ \t\r\n]*+", re.DOTALL)
_PLAIN: Final = re.compile(rf"{_STRING}|-?[0-9]{{1,7}}(?![0-9.eE])|true|false|null", re.DOTALL)


class BadText(ValueError):
    """Text that is no record of ours, with the reason as part of a sentence."""


def unescape(string: str) -> str:
    """A JSON string with its quotes, as the text it stands for; raises BadText."""
    if "\\" not in string:
        return string[1:-1]
    from pydantic_core import from_json

    try:
        return str(from_json(string))
    except ValueError:
        raise BadText("a text in it cannot be read") from None


def check(text: str) -> None:
    """Look at one record of valid JSON; raises BadText for depth, doubled keys and control characters."""
    if CONTROLS.search(text):
        raise BadText("there are control characters in it")
    escapes = "\\" in text
    open_: list[set[str]] = []
    for string, colon, bracket in _PART.findall(text):
        if bracket:
            if bracket in "{[":
                open_.append(set())
                if len(open_) > limits.NESTING:
                    raise BadText("its brackets stand too deep inside each other")
            else:
                open_.pop()
            continue
        key = unescape(string) if escapes else string
        if escapes and CONTROLS.search(key):
            raise BadText("there are control characters in it")
        if colon:
            if key in open_[-1]:
                raise BadText("a key stands in it twice")
            open_[-1].add(key)


def outline(text: str) -> tuple[str, list[str]]:
    """A whole session that somebody laid out anew: its head as one JSON object, and the text of each record.

    Reads the frame only and stops at the first thing that does not belong; raises BadText.
    """
    head: list[str] = []
    keys: set[str] = set()
    records: list[str] = []
    place = _blank(text, _expect(text, _blank(text, 0), "{"))
    while True:
        found = _KEY.match(text, place)
        if found is None or (key := unescape(found[1])) in keys or len(keys) > limits.NESTING:
            raise BadText("its first keys cannot be read")
        keys.add(key)
        if key == "records":
            records, place = _items(text, found.end())
        else:
            value = _PLAIN.match(text, found.end())
            if value is None or len(value[0]) > limits.NOTE:
                raise BadText("its first keys cannot be read")
            head.append(f"{found[1]}:{value[0]}")
            place = value.end()
        place = _blank(text, place)
        if text[place : place + 1] == "}":
            break
        place = _blank(text, _expect(text, place, ","))
    if _blank(text, place + 1) != len(text):
        raise BadText("something stands behind its end")
    return "{" + ",".join(head) + "}", records


def _items(text: str, place: int) -> tuple[list[str], int]:
    found: list[str] = []
    place = _blank(text, _expect(text, place, "["))
    if text[place : place + 1] == "]":
        return found, place + 1
    while True:
        end = _behind(text, place)
        found.append(text[place:end])
        if '"seq"' not in found[-1] or len(found) > limits.RECORDS:
            raise BadText("its records are not those of a session")
        place = _blank(text, end)
        if text[place : place + 1] == "]":
            return found, place + 1
        place = _blank(text, _expect(text, place, ","))


def _behind(text: str, place: int) -> int:
    """The place behind the object that begins here."""
    start, depth = place, 0
    _expect(text, place, "{")
    while True:
        step = _STEP.match(text, place, start + 4 * limits.LINE)
        if step is None:
            raise BadText("one of its records has no end")
        place = step.end()
        if step[1] is not None:
            depth += 1 if step[1] in "{[" else -1
            if depth > limits.NESTING:
                raise BadText("its brackets stand too deep inside each other")
            if depth == 0:
                return place


def _expect(text: str, place: int, sign: str) -> int:
    if text[place : place + 1] != sign:
        raise BadText(f"{sign} is missing in it")
    return place + 1


def _blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place
