"""``tracker run``: running the commands of a script without a screen, line by line."""

import os
import random
import re
import sys
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final, NamedTuple, cast

import click

from tracker.cli import options
from tracker.cli.output import CliError, say_json, say_line, warn
from tracker.cli.sessions import ENDING, located, plainly, same_system
from tracker.combat import limits
from tracker.combat.records import Entry
from tracker.combat.text import clean_command, one_line
from tracker.commands.parser import LONGEST
from tracker.commands.resolve import prompt_ids
from tracker.export import json
from tracker.games import registry
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.system import System
from tracker.session import Done, Session
from tracker.storage.errors import NotSaved, because
from tracker.storage.folders import make_folder, same_file
from tracker.storage.platform import quoted


@options.command("run")
@click.argument("script", type=click.Path(allow_dash=True), default="-", metavar="[SCRIPT or -]")
@options.system_option(
    "The game; else that of the loaded file, else of a first line '# system: NAME', else the first shipped."
)
@click.option("--seed", type=int, metavar="N", help="Throw the tracker's own dice the same way again.")
@click.option("--load", "file", type=options.SessionFile(), metavar="FILE", help="Go on from this session.")
@click.option(
    "--save", type=options.SessionFile(), metavar="FILE", help="Keep the session in a new file, or that of --load."
)
@options.json_option
@click.option("--keep-going", is_flag=True, help="Go on after a refused line.")
@options.library_option
@click.pass_context
def run(
    ctx: click.Context,
    script: str,
    system: System | None,
    seed: int | None,
    file: str | None,
    save: str | None,
    as_json: bool,
    keep_going: bool,
) -> int:
    """Carry out the commands of a script, one a line; a line that begins with # is a comment.

    Prints one line for each entry of the log, or with --json the whole fight at the end. With --save an entry is on
    the disk before its line is printed. A refused line changes nothing, is named on stderr, and ends the script.
    A FILE without a folder and without .json is a session of that name in the folder of sessions.
    Exit: 0 all done, 1 something was refused, 2 wrong call or unusable file.
    """
    dice = random.Random(seed) if seed is not None else None
    with opened(script) as stream:
        script_lines = lines(stream)
        if system is None and file is None:
            first = next(script_lines, None)
            system = _system(first)
            script_lines = chain([first] if first is not None else [], script_lines)
        with _begin(system, file, save, options.saves_folder(ctx), dice) as session:
            options.use_library(ctx, session)
            running = Running(session, quiet=as_json, keep_going=keep_going)
            code = running.through(script_lines)
            if as_json:
                say_json(json.as_json(session, running.at, running.rejected))
            torn = session.loaded is not None and session.loaded.condition == "torn"
    return max(code, int(torn))


def _begin(
    system: System | None, file: str | None, save: str | None, folder: str, dice: random.Random | None
) -> Session:
    """Return the session for the options: new or loaded, in memory or in a file; raises CliError."""
    path = located(file, folder) if file is not None else None
    place = _place(save, folder) if save is not None else None
    if path is not None and place is not None and same_file(path, place):
        return _go_on(path, system, dice)
    if place is not None and os.path.lexists(place):
        raise CliError(f"{place} exists already; name a new file, or go on with it by --load {save} --save {save}.")
    if path is None:
        assert system is not None
        session = Session(system, dice=dice)
    else:
        with plainly():
            session = Session.load(path, dice)
        _must_be_sound(session)
        same_system(session, system)
    if place is not None:
        with plainly():
            session.save_as(place).result()
    if session.loaded is not None and session.loaded.condition != "clean":
        warn(session.loaded.what)
    return session


def _go_on(path: str, system: System | None, dice: random.Random | None) -> Session:
    """Return the session of a file that is written itself; raises CliError."""
    with plainly():
        session = Session.open(path, dice)
    journal = session.journal
    assert journal is not None
    try:
        if journal.why_read_only:
            _must_be_sound(session, journal.notice)
            raise CliError(f"{journal.notice} {journal.why_read_only}".strip())
        same_system(session, system)
    except BaseException:
        session.close()
        raise
    if journal.notice:
        warn(journal.notice)
    return session


def _must_be_sound(session: Session, notice: str = "") -> None:
    loaded = session.loaded
    if loaded is not None and (loaded.differs is not None or loaded.condition not in ("clean", "torn", "edited")):
        way_out = f"tracker repair {quoted(loaded.path)} -o NEW makes a copy of what is whole."
        raise CliError(f"{notice} {loaded.what} {way_out}".strip())


def _place(save: str, folder: str) -> str:
    """Return the path for --save: as given, or for the name of a session its path in the folder, which is created."""
    if os.path.dirname(save) or save.endswith(ENDING) or os.path.lexists(save):
        return save
    try:
        make_folder(folder)
    except OSError as error:
        raise CliError(f"The folder of sessions cannot be made: {because(error)}; --saves DIR names another.") from None
    return os.path.join(folder, save + ENDING)


def _system(first: "ScriptLine | None") -> System:
    """Return the game named in the first line of a script, else the first shipped one; raises CliError."""
    try:
        named = _NAMED.fullmatch(first.text) if first is not None and first.number == 1 else None
        return registry.find(named[1].lower()) if named else registry.first()
    except InvalidCommand as bad:
        raise CliError(f"Line 1 of the script: {bad}") from None


class Running:
    """A script running in a session; ``at`` is the head to report on, None for the current one."""

    def __init__(self, session: Session, quiet: bool, keep_going: bool) -> None:
        self.session = session
        self.quiet = quiet
        self.keep_going = keep_going
        self.rejected: list[json.Rejection] = []
        self.at: int | None = None

    def through(self, lines: "Iterator[ScriptLine]") -> int:
        """Carry the lines out; returns the exit code."""
        for line in lines:
            if line.empty:
                continue
            head = self.session.history.head
            try:
                reason = self._do(line)
            except NotSaved as bad:
                # It is in memory but not on the disk: what was not saved does not count as done.
                self.at = head
                self._reject(line, f"not saved: {bad}")
                return 1
            if reason:
                self._reject(line, reason)
                if not self.keep_going:
                    return 1
        return 1 if self.rejected else 0

    def _do(self, line: "ScriptLine") -> str:
        """Return why the line was refused; "" if it was carried out."""
        if line.bad:
            return line.bad
        try:
            done = self.session.do(line.text)
        except (InvalidCommand, Refused) as bad:
            return str(bad)
        self._report(done)
        return ""

    def _report(self, done: Done) -> None:
        if not done.entries and not done.moved:
            # An answer, such as the list of settings: without an entry, nothing goes into the log.
            for answer in done.text.splitlines():
                warn(answer)
        if self.quiet:
            return
        for entry in done.entries:
            say_line(f"{entry.id}  {' '.join((entry.text, *self._asked(entry)))}")

    def _asked(self, entry: Entry) -> Iterator[str]:
        opened = set(chain.from_iterable(prompt_ids(entry).values()))
        for prompt in json.prompts_of(self.session.system, self.session.scene) if opened else ():
            if prompt.id in opened:
                answers = f" ({', '.join(prompt.choices)})" if prompt.choices else ""
                about = f" for {prompt.name}" if prompt.name else ""
                yield one_line(f"Question {prompt.id}{about}: {prompt.text}{answers}")

    def _reject(self, line: "ScriptLine", reason: str) -> None:
        self.rejected.append(json.Rejection(line.number, line.text, one_line(reason)))
        warn(f"line {line.number}: refused: {reason}")


def opened(script: str) -> BinaryIO:
    """Open the lines of a script or, for ``-``, of stdin; raises CliError."""
    if script == "-" and sys.stdin is None:
        raise CliError("There is no input to read a script from; name its file, or send it through a pipe.")
    try:
        return cast(BinaryIO, click.open_file(script, "rb"))
    except OSError as error:
        raise CliError(f"The script {script} cannot be read: {because(error, 'reading')}.") from None


LINES: Final = limits.RECORDS  # the most lines that are neither empty nor comments; a session holds no more

_BOM: Final = b"\xef\xbb\xbf"
_NAMED: Final = re.compile(r"#\s*system\s*:\s*([\w-]+)\s*", re.IGNORECASE)


class ScriptLine(NamedTuple):
    """A line of a script, cleaned; ``number`` counts from 1, ``bad`` says why it cannot be read."""

    number: int
    text: str
    bad: str = ""

    @property
    def empty(self) -> bool:
        """Return whether it contains nothing to do: blank or a comment."""
        return not self.bad and (not self.text or self.text.startswith("#"))


def lines(stream: BinaryIO) -> Iterator[ScriptLine]:
    """Yield the lines of a script; raises CliError if it cannot be one."""
    used = 0
    for number, line in enumerate(_raw(stream), 1):
        read = _read(number, line)
        used += not read.empty
        if used > LINES:
            raise CliError(f"Line {number} is one too many: a script has at most {LINES} commands.")
        yield read


def _raw(stream: BinaryIO) -> Iterator[bytes]:
    """Yield each line; a line far longer than a command is cut."""
    number = taken = 0
    while line := _piece(stream):
        number, taken, part = number + 1, taken + len(line), line
        while part and not part.endswith(b"\n") and taken <= limits.FILE:
            part = _piece(stream)
            taken += len(part)
        if taken > limits.FILE:
            raise CliError(f"Line {number} makes this longer than a script can be; split it into several.")
        yield line


def _piece(stream: BinaryIO) -> bytes:
    try:
        return stream.readline(limits.LINE)
    except OSError as error:
        raise CliError(f"The script cannot be read any further: {because(error, 'reading')}.") from None


def _read(number: int, line: bytes) -> ScriptLine:
    cut = len(line) == limits.LINE
    try:
        text = line.removeprefix(_BOM if number == 1 else b"").decode(errors="ignore" if cut else "strict")
    except UnicodeDecodeError:
        return ScriptLine(number, "", "the line is not written in UTF-8")
    if len(text) > LONGEST:
        too_long = f"the line is too long: at most {LONGEST} characters"
        return ScriptLine(number, clean_command(text[: limits.NAME]), too_long)
    return ScriptLine(number, clean_command(text))
