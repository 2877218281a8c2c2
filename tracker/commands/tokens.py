"""From lines to words: quotes, ``;`` between commands, ``#`` comments, ``verb!`` rulings.

A quoted word is only text: never a flag, never ``name=value``.
"""

from __future__ import annotations

import re
from typing import Final

from tracker.combat.model import Model
from tracker.rules.errors import InvalidCommand

LONGEST: Final = 64_000
"""The longest line in characters."""

SEPARATOR: Final = ";"
"""The word between two commands of a line."""

RULED: Final = "!"
"""The suffix of a verb that overrides every objection; the cost is a setting."""

FREE: Final = "!!"
"""The suffix of a verb that overrides every objection without any cost."""

_QUOTED: Final = r'"((?:\\["\\]|[^"\\]|\\(?!["\\]))*)"'
"""A text in quotes, in which a backslash stands before a quote or a backslash."""

_COMPARING: Final = "<>"
"""Before ``=`` these make a comparison, as in ``6d10>=6``, and not a ``name=value``."""


class Token(Model):
    """A word of a line. ``name`` is set for ``name=value``; ``quoted`` words are only text.

    ``start`` and ``end`` are its positions in the line.
    """

    text: str
    quoted: bool = False
    name: str | None = None
    start: int = 0
    end: int = 0


class Phrase(Model):
    """A command of a line: its verb, its ruling, its words, and the line."""

    verb: str
    ruling: str
    words: tuple[Token, ...]
    line: str

    def rest(self, first: int) -> str:
        """Return the text of the line from one of the words on."""
        return self.line[self.words[first].start : self.words[-1].end]


def phrases(line: str) -> tuple[Phrase, ...]:
    """Return the commands of a line; none for an empty line or a comment. Raises InvalidCommand."""
    if len(line) > LONGEST:
        raise InvalidCommand(f"The line is too long: at most {LONGEST} characters.")
    if line.lstrip().startswith("#"):
        return ()
    parts: list[list[Token]] = [[]]
    for token in tokens(line):
        if token.text == SEPARATOR and not token.quoted and token.name is None:
            parts.append([])
        else:
            parts[-1].append(token)
    if len(parts) == 1 and not parts[0]:
        return ()
    return tuple(_phrase(words, line) for words in parts if words)


def _phrase(words: list[Token], line: str) -> Phrase:
    head, *rest = words
    verb = head.text if head.name is None else f"{head.name}={head.text}"
    name = verb.rstrip("!")
    ruling = "" if head.quoted else verb[len(name) :][: len(FREE)]
    if rest and not ruling and rest[0].text in (RULED, FREE) and not rest[0].quoted and rest[0].name is None:
        ruling, rest = rest[0].text, rest[1:]
    return Phrase(name.casefold(), ruling, tuple(rest), line)


def tokens(line: str) -> list[Token]:
    """Return the words of a line; raises InvalidCommand for unclosed quotes."""
    tokens_found: list[Token] = []
    place, end = 0, len(line)
    while place < end:
        if line[place].isspace():
            place += 1
            continue
        token, place = _token(line, place)
        tokens_found.append(token)
    return tokens_found


def _token(line: str, start: int) -> tuple[Token, int]:
    """Return the word that starts here. Quotes may be in any part of it: ``what="a table"``."""
    text: list[str] = []
    name: str | None = None
    quoted, place = False, start
    while place < len(line) and not line[place].isspace():
        character = line[place]
        if character == '"':
            part, place = _quoted(line, place)
            text.append(part)
            quoted = quoted or name is None
            continue
        if character == "=" and name is None and not quoted and text and text[-1] not in _COMPARING:
            name, text = "".join(text), []
        else:
            text.append(character)
        place += 1
    return Token("".join(text), quoted, name, start, place), place


def _quoted(line: str, start: int) -> tuple[str, int]:
    found = re.compile(_QUOTED).match(line, start)
    if found is None:
        raise InvalidCommand('A quote is not closed; write " at both ends.')
    return re.sub(r'\\(["\\])', r"\1", found[1]), found.end()
