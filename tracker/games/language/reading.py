"""A game file's text as checked rules, or a sentence for each fault with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from tracker.combat.text import CONTROLS
from tracker.games.language.checking import Faults, check
from tracker.games.language.rules import Rules
from tracker.games.language.shape import GameTable
from tracker.storage.handwritten import Loc, line_of, places, printable, toml

MAX_BYTES: Final = 256_000
"""A game file is at most this long; the save keeps it, too."""

MOST_FAULTS: Final = 20
"""How many faults of a file are named; the others are counted."""

_ENDINGS: Final = {
    "extra_forbidden": "is not a key of a game file",
    "missing": "is missing",
    "string_type": "must be a text in quotes",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list in square brackets",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "model_attributes_type": "must be a table",
    "string_too_short": "is empty",
    "string_pattern_mismatch": "is not written as it should be: names are small letters, digits and hyphens",
}
_IN_LINE: Final = re.compile(r"""(?:name|say|when)\s*=\s*["']([^"']*)["']""")


class BadGame(ValueError):
    """A game file that cannot be played; ``faults`` are sentences, each with file and line."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__(faults[0])
        self.faults = faults


def read_rules(content: bytes, called: str, stem: str) -> Rules:
    """The rules in a file's content; ``stem`` is the game's name where it has none. Raises BadGame."""
    if len(content) > MAX_BYTES:
        raise BadGame((f"{called} is longer than {MAX_BYTES} bytes; a game is shorter, monsters go into the library.",))
    try:
        data = toml(content)
    except UnicodeDecodeError:
        raise BadGame((f"{called} is not written in UTF-8.",)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadGame((_syntax(called, str(error)),)) from None
    except ValueError:
        raise BadGame((f"{called}, line 1: its brackets nest too deep, or it holds too long a number.",)) from None
    found = _Lines(content)
    unseen = CONTROLS.search(content.decode().replace("\r\n", "\n"))
    if unseen is not None:
        line = content.decode()[: unseen.start()].count("\n") + 1
        raise BadGame((f"{called}, line {line}: a character stands there that cannot be seen; write the line anew.",))
    try:
        game = GameTable.model_validate({"name": stem, "title": str(data.get("name", stem)).title()} | data)
    except ValidationError as error:
        raise BadGame(_blame(called, found, error)) from None
    faults = Faults()
    if stem and game.name != stem and called.removesuffix(".toml") == stem:
        faults.add(("name",), f'a game is called as its file: write name = "{stem}", or leave it out')
    rules = check(game, faults)
    if faults.found:
        lines = ((found.line(way), sentence) for way, sentence in faults.found)
        raise BadGame(_shown(called, [(line, printable(sentence, 300) + ".") for line, sentence in lines]))
    return rules


def _syntax(called: str, message: str) -> str:
    """A fault of the TOML itself, with its line where it is known."""
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    what = printable(message.partition(" (at ")[0], 160).rstrip(".").lower()
    line = place[1] if place else "1" if "end of document" not in message else "the last"
    where = f"line {line}" + (f", column {place[2]}" if place else "") if line != "the last" else "at its end"
    return f"{called}, {where}: this is not TOML: {what}."


class _Lines:
    """The line of each value of a file; what stands in a list inside one value is looked for by its name."""

    def __init__(self, content: bytes) -> None:
        self._places = places(content)
        self._text = content.decode(errors="replace").split("\n")

    def line(self, way: Loc) -> int:
        """The line of a value: its own, or that of the nearest table or key around it."""
        line, rest = line_of(self._places, way), list(way)
        for size in range(len(way), 0, -1):
            if way[:size] in self._places:
                line, rest = self._places[way[:size]], list(way[size:])
                break
        number = next((part for part in rest if isinstance(part, int)), None)
        return self._item(line, number) if number is not None else line

    def _item(self, line: int, number: int) -> int:
        """The line of the item of this number in a list of inline tables that begins on a line."""
        depth, item, at = 0, -1, line - 1
        while at < len(self._text):
            text, quote = self._text[at], ""
            for character in text.partition("=")[2] if at == line - 1 else text:
                if quote:
                    quote = "" if character == quote else quote
                elif character in "\"'":
                    quote = character
                    item += depth == 1 and character in "\"'" and item < 0
                elif character == "#":
                    break
                elif character in "[{":
                    depth += 1
                    item += character == "{" and depth == 2
                    if item == number:
                        return at + 1
                elif character in "]}":
                    depth -= 1
                    if depth <= 0:
                        return line
            at += 1
        return line


def _blame(called: str, found: _Lines, error: ValidationError) -> tuple[str, ...]:
    by_place: dict[tuple[str | int, ...], str] = {}
    for fault in error.errors(include_url=False, include_context=True, include_input=False):
        way = tuple(part for part in fault["loc"] if not _is_shape(part))
        ending = _ENDINGS.get(fault["type"]) or _other(fault)
        by_place[way] = ending if way not in by_place else "is not written as it should be"
    sentences = []
    for way, ending in by_place.items():
        key = ".".join(str(part + 1) if isinstance(part, int) else printable(part, 40) for part in way)
        sentences.append((found.line(way), f"{key or 'the file'} {ending}."))
    return _shown(called, sentences)


def _other(fault: Mapping[str, Any]) -> str:
    text = printable(str(fault["msg"]), 160).rstrip(".")
    return (
        text[:1].lower() + text[1:].replace("Input should be", "must be")
        if not text.startswith("Input ")
        else text.replace("Input should be", "must be")
    )


def _is_shape(part: str | int) -> bool:
    """Whether pydantic names one of several shapes with this, and not a key of the file."""
    return isinstance(part, str) and (
        part.startswith(("constrained-", "function-", "list[")) or part in ("bool", "int", "str", "[key]")
    )


def _shown(called: str, faults: list[tuple[int, str]]) -> tuple[str, ...]:
    faults.sort(key=lambda fault: fault[0])
    shown = tuple(dict.fromkeys(f"{called}, line {line}: {sentence}" for line, sentence in faults[:MOST_FAULTS]))
    more = len(faults) - MOST_FAULTS
    return (*shown, f"{called} has {more} more faults.") if more > 0 else shown
