"""A script's lines as they come: from a pipe each one as soon as it is there, none longer than is sane."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from tracker.combat.frozen import frozen
from tracker.commands.grammar import LONGEST
from tracker.program.say import Trouble
from tracker.storage import limits
from tracker.storage.clean import clean_command

LINES: Final = limits.RECORDS
"""So many lines that are neither empty nor comments; a session keeps no more."""

_BOM: Final = b"\xef\xbb\xbf"
_NAMED: Final = re.compile(r"#\s*system\s*:\s*([\w-]+)\s*", re.IGNORECASE)


@frozen
class Line:
    """A line of a script, cleaned; ``number`` counts from 1, ``bad`` says why it cannot be read."""

    number: int
    text: str
    bad: str = ""

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do in it: blank or a comment."""
        return not self.bad and (not self.text or self.text.startswith("#"))


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines one by one; raises Trouble when it is no script at all."""
    used = 0
    for number, line in enumerate(_raw(stream), 1):
        found = _read(number, line)
        used += not found.empty
        if used > LINES:
            raise Trouble(f"Line {number} is one too many: a script has at most {LINES} commands.")
        yield found


def system_named(line: Line | None) -> str | None:
    """The game a first line ``# system: NAME`` asks for; None where it is another line."""
    found = _NAMED.fullmatch(line.text) if line is not None and line.number == 1 else None
    return found[1].lower() if found else None


def _raw(stream: BinaryIO) -> Iterator[bytes]:
    """Each line; of one far longer than a command only the beginning, what follows of it is passed over."""
    number = taken = 0
    while line := _piece(stream):
        number, taken, part = number + 1, taken + len(line), line
        while part and not part.endswith(b"\n") and taken <= limits.FILE:
            part = _piece(stream)
            taken += len(part)
        if taken > limits.FILE:
            raise Trouble(f"Line {number} makes this longer than a script can be; split it into several.")
        yield line


def _piece(stream: BinaryIO) -> bytes:
    try:
        return stream.readline(limits.LINE)
    except OSError as error:
        from tracker.storage.errors import because

        raise Trouble(f"The script cannot be read any further: {because(error, 'reading')}.") from None


def _read(number: int, line: bytes) -> Line:
    cut = len(line) == limits.LINE
    try:
        text = line.removeprefix(_BOM if number == 1 else b"").decode(errors="ignore" if cut else "strict")
    except UnicodeDecodeError:
        return Line(number, "", "the line is not written in UTF-8")
    if len(text) > LONGEST:
        return Line(number, clean_command(text[: limits.NAME]), f"the line is too long: at most {LONGEST} signs")
    return Line(number, clean_command(text))
