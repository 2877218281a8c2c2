"""Errors found by pydantic in files written by hand, as our sentences: each with file, line and key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tracker.storage.handwritten import printable
from tracker.storage.places import Loc, Source

if TYPE_CHECKING:
    from pydantic import ValidationError

MOST_FAULTS: Final = 20
"""The most faults of a file to name; the others are counted."""

ENDINGS: Final = {
    "missing": "is missing",
    "string_type": "must be a text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be true or false",
    "list_type": "must be a list in square brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "string_too_short": "is empty",
}
"""The ends of sentences, by pydantic's kinds of errors; the other kinds mention their limits."""


class Fault(NamedTuple):
    """An error in a file: its place, the key with its path from the table that was read, and its description."""

    line: int
    key: str
    what: str


def faults_of(
    error: ValidationError, data: object, source: Source, table: Loc, endings: Mapping[str, str]
) -> list[Fault]:
    """Return the faults of a table of a file, each once, in order.

    ``data`` is what was read, ``table`` the path to it in the file; ``endings`` are sentence ends for pydantic's types
    of errors in this kind of file.
    """
    by_way: dict[Loc, str] = {}
    for problem in error.errors(include_url=False, include_context=True, include_input=False):
        way = _way(problem["loc"], data, missing=problem["type"] == "missing")
        known = endings.get(problem["type"]) or ENDINGS.get(problem["type"])
        what = known or _what(problem["type"], problem["msg"], problem.get("ctx", {}))
        head = data.get(way[0]) if isinstance(data, dict) and len(way) == 1 and not table else None
        if problem["type"] == "list_type" and isinstance(head, dict):
            what = f"may occur several times, so its head has two brackets: [[{_key(way)}]]"
        # A value of two possible shapes has a fault for each of them.
        by_way[way] = what if way not in by_way else "is not written as it should be"
    return [Fault(source.line(*table, *way), _key(way), what) for way, what in by_way.items()]


def sentences(source: Source, faults: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return the faults of a file as sentences with lines; of many, the first ones and the number of the others."""
    listed = list(faults)
    named = dict.fromkeys(f"{source.name}, line {line}: {what}" for line, what in listed[:MOST_FAULTS])
    more = len(listed) - MOST_FAULTS
    return (*named, f"{source.name} has {more} more faults.") if more > 0 else tuple(named)


def _way(loc: Loc, data: object, missing: bool) -> Loc:
    """Return the path to a value in the data; pydantic's names for alternative shapes are left out."""
    way: list[str | int] = []
    for place, part in enumerate(loc):
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list) and isinstance(part, int):
            data = data[part] if part < len(data) else None
        elif not (missing and place == len(loc) - 1):
            continue
        way.append(part)
    return tuple(way)


def _key(way: Loc) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else printable(part, 40) for part in way)


def _what(kind: str, message: str, context: Mapping[str, Any]) -> str:
    """Return the message of pydantic, or of a check of ours, as the end of a sentence."""
    if kind == "value_error":
        return printable(str(context["error"]), 200)
    text = printable(message, 160).rstrip(".").replace("Input should be", "must be")
    return text[:1].lower() + text[1:]
