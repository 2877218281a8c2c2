"""``tracker run``: the commands of a script without a screen, line by line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, cast

import click

from tracker.program.options import command, json_option, system_option
from tracker.program.say import Trouble, say_json, say_line, warn

if TYPE_CHECKING:
    from tracker.program.keeping import Begun
    from tracker.program.script import Line
    from tracker.report import Refusal
    from tracker.session import Done, Session
    from tracker.systems.base import System


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

    from tracker.program.keeping import begin
    from tracker.program.script import lines, system_named
    from tracker.systems.registry import names

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
                from tracker.report import as_json as report

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
        from tracker.systems.errors import Nonsense, Refused

        if line.bad:
            return line.bad
        try:
            done = self.session.do(line.text)
        except (Nonsense, Refused) as bad:
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
        from tracker.program.say import one_line
        from tracker.report import Refusal

        self.refused.append(Refusal(line.number, line.text, one_line(reason)))
        warn(f"line {line.number}: refused: {reason}")


def _game(name: str | None) -> System | None:
    from tracker.systems.base import Nonsense
    from tracker.systems.registry import find

    try:
        return find(name) if name is not None else None
    except Nonsense as bad:
        raise Trouble(f"Line 1 of the script: {bad}") from None


def _opened(script: str) -> BinaryIO:
    if script == "-" and sys.stdin is None:
        raise Trouble("There is no input to read a script from; name its file, or send it through a pipe.")
    try:
        return cast(BinaryIO, click.open_file(script, "rb"))
    except OSError as error:
        from tracker.storage.errors import because

        raise Trouble(f"The script {script} cannot be read: {because(error, 'reading')}.") from None
