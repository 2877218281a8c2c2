"""``tracker run``: the commands of a script without a screen, line by line.

A script's lines as they come: from a pipe each one as soon as it is there, none longer than is sane.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import click

from tracker.cli.options import command, json_option, system_option
from tracker.cli.output import Trouble, say_json, say_line, warn
from tracker.combat import limits
from tracker.combat.model import Model
from tracker.combat.text import clean_command
from tracker.commands.tokens import LONGEST

if TYPE_CHECKING:
    from tracker.cli.keeping import Begun
    from tracker.export.json import Refusal
    from tracker.rules.system import System
    from tracker.session import Done, Session


@command("run", "Carry out a script without a screen.")
@click.argument("script", type=click.Path(allow_dash=True), default="-", metavar="[SCRIPT or -]")
@system_option("The game; else that of the loaded file, else of a first line '# system: NAME', else the first shipped.")
@click.option("--seed", type=int, metavar="N", help="Throw the tracker's own dice the same way again.")
@click.option("--load", type=click.Path(), metavar="FILE", help="Go on from this session.")
@click.option("--save", type=click.Path(), metavar="FILE", help="Keep the session in a new file, or in that of --load.")
@json_option
@click.option("--keep-going", is_flag=True, help="Go on after a refused line.")
def run(
    script: str,
    system: System | None,
    seed: int | None,
    load: str | None,
    save: str | None,
    as_json: bool,
    keep_going: bool,
) -> int:
    """Carry out the commands of a script, one a line; a line that begins with # is a comment.

    Prints one line for each entry of the log, or with --json the whole fight at the end. With --save an entry is on
    the disk before its line is printed. A refused line changes nothing, is named on stderr, and ends the script.
    Exit: 0 all done, 1 something was refused, 2 wrong call or unusable file.
    """
    import random

    from tracker.cli.keeping import begin
    from tracker.games.registry import names

    with _opened(script) as stream:
        found = lines(stream)
        first: Line | None = None
        named = None
        if system is None and load is None:
            first = next(found, None)
            named = system_named(first)
        dice = random.Random(seed) if seed is not None else None
        begun = begin(_game(named) or system, load, save, dice, names()[0])
        try:
            for each in begun.told:
                warn(each)
            running = Running(begun, quiet=as_json, keep_going=keep_going)
            code = running.through(chain([first] if first is not None else [], found))
            if as_json:
                from tracker.export.json import as_json as report

                say_json(report(begun.session, running.at, running.refused))
        finally:
            begun.close()
    return max(code, int(begun.torn))


class Running:
    """A script on its way through a session; ``at`` is the head to report on, None for where the session stands."""

    def __init__(self, begun: Begun, quiet: bool, keep_going: bool) -> None:
        self.session: Session = begun.session
        self.quiet = quiet
        self.keep_going = keep_going
        self.refused: list[Refusal] = []
        self.at: int | None = None

    def through(self, lines: Iterator[Line]) -> int:
        """Carry the lines out; gives the exit code."""
        from tracker.storage.errors import NotSaved

        for line in lines:
            if line.empty:
                continue
            head = self.session.history.head
            try:
                reason = self._done(line)
            except NotSaved as bad:
                # It stands in memory but not on the disk: what was not kept does not count as done.
                self.at = head
                self._refuse(line, f"not saved: {bad.reason}")
                return 1
            if reason:
                self._refuse(line, reason)
                if not self.keep_going:
                    return 1
        return 1 if self.refused else 0

    def _done(self, line: Line) -> str:
        """Why the line was refused, nothing where it was carried out."""
        from tracker.rules.errors import InvalidCommand, Refused

        if line.bad:
            return line.bad
        try:
            done = self.session.do(line.text)
        except (InvalidCommand, Refused) as bad:
            return str(bad)
        self._tell(done)
        return ""

    def _tell(self, done: Done) -> None:
        if not done.entries and not done.moved:
            # An answer, such as the list of settings: nothing became an entry, so nothing goes into the log.
            for each in done.text.splitlines():
                warn(each)
        for entry in () if self.quiet else done.entries:
            say_line(f"{entry.id}  {entry.text}")

    def _refuse(self, line: Line, reason: str) -> None:
        from tracker.cli.output import one_line
        from tracker.export.json import Refusal

        self.refused.append(Refusal(line.number, line.text, one_line(reason)))
        warn(f"line {line.number}: refused: {reason}")


def _game(name: str | None) -> System | None:
    from tracker.games.registry import find
    from tracker.rules.errors import InvalidCommand

    try:
        return find(name) if name is not None else None
    except InvalidCommand as bad:
        raise Trouble(f"Line 1 of the script: {bad}") from None


def _opened(script: str) -> BinaryIO:
    if script == "-" and sys.stdin is None:
        raise Trouble("There is no input to read a script from; name its file, or send it through a pipe.")
    try:
        return cast(BinaryIO, click.open_file(script, "rb"))
    except OSError as error:
        from tracker.storage.errors import because

        raise Trouble(f"The script {script} cannot be read: {because(error, 'reading')}.") from None


LINES: Final = limits.RECORDS
"""So many lines that are neither empty nor comments; a session keeps no more."""

_BOM: Final = b"\xef\xbb\xbf"
_NAMED: Final = re.compile(r"#\s*system\s*:\s*([\w-]+)\s*", re.IGNORECASE)


class Line(Model):
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
