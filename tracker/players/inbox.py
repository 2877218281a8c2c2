"""Lines that other programs on this machine propose, on their way to the tracker that has the session open.

They go through a folder beside the session, made for its owner alone: a file for each line, which the tracker takes
out, and one in which it says what became of them. Nothing in it is trusted: owner, sizes and numbers are checked.
"""

import os
import secrets
import shutil
import stat
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Final

import msgspec

from tracker.combat.text import clean_command, clean_line
from tracker.commands.parser import phrases
from tracker.commands.walks import lone_verb
from tracker.players.table import Digest, Result
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.storage import platform
from tracker.storage.folders import PROPOSALS
from tracker.storage.lock import holder

LINE: Final = ".line"  # the ending of a proposed line's file
FATES: Final = "fates"  # the file of what became of the lines

NOT_OPEN: Final = "The fight is not open in a tracker, so nobody is there to say yes. Nothing was proposed."

LONGEST: Final = 1_000  # the most characters of a line
NAME: Final = 40  # the most characters of a program's name
AT_ONCE: Final = 40  # the most lines taken out at once
LARGEST: Final = 1 << 18  # the most bytes that are read of a file


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that a program proposes to the tracker of a process; ``id`` is the program's own number for it."""

    program: Digest
    id: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=NAME)]
    line: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    tracker: int


_LETTERS: Final = msgspec.json.Decoder(Letter)
_FATES: Final = msgspec.json.Decoder(dict[str, tuple[Result, ...]])


class NotProposed(Exception):
    """Why a line was not proposed, as plain sentences."""


def objection(session: Session, line: str) -> str:
    """Return why a program cannot propose a line, "" if it can: it has to be something that is done in the fight."""
    try:
        parts = phrases(clean_command(line))
        alone = lone_verb(parts, session.system)
    except InvalidCommand as bad:
        return str(bad)
    if not parts:
        return "There is no command in this line."
    if alone is not None:
        return f"{alone} is for the game master alone; propose something that is done in the fight."
    return session.preview(line).error


class Inbox:
    """The folder as the tracker that has the session open sees it; there is none until a program proposes something."""

    def __init__(self, path: str) -> None:
        self.folder = path + PROPOSALS
        self._told: bytes = b""

    def take_out(self) -> tuple[Letter, ...]:
        """Return the lines that came since the last call, and remove their files."""
        if not _is_ours(self.folder):
            return ()
        try:
            with os.scandir(self.folder) as found:
                # A folder would stay, and be in the way of the lines.
                here = sorted(
                    each.path for each in found if each.name.endswith(LINE) and not each.is_dir(follow_symlinks=False)
                )
        except OSError:
            return ()
        letters = (_read(path) for path in here[:AT_ONCE])
        return tuple(letter for letter in letters if letter is not None and letter.tracker == os.getpid())

    def tell(self, fates: Mapping[str, tuple[Result, ...]]) -> None:
        """Let the programs know what became of their lines."""
        data = msgspec.json.encode(fates)
        if data != self._told:
            with suppress(OSError):
                _write(os.path.join(self.folder, FATES), data)
                self._told = data

    def close(self) -> None:
        """Remove the folder."""
        if _is_ours(self.folder):
            shutil.rmtree(self.folder, ignore_errors=True)


class Sender:
    """A program that proposes lines for a session; ``name`` is what the game master reads of it."""

    def __init__(self, path: str, name: str) -> None:
        self.name = clean_line(name, NAME) or "program"
        self._path = os.path.realpath(path)  # as the tracker names it, through whatever links
        self._folder = self._path + PROPOSALS
        self._program = secrets.token_hex(32)
        self._sent = 0

    def send(self, line: str) -> int:
        """Put a line into the inbox; returns its number. Raises NotProposed."""
        line = clean_command(line)
        tracker = holder(self._path + ".lock")
        if tracker is None:
            raise NotProposed(NOT_OPEN)
        if not 0 < len(line) <= LONGEST:
            raise NotProposed(f"A line has 1 to {LONGEST} characters. Nothing was proposed.")
        self._sent += 1
        letter = Letter(self._program, self._sent, self.name, line, tracker)
        try:
            with suppress(FileExistsError):
                os.mkdir(self._folder, 0o700)
            if not _is_ours(self._folder):
                raise NotProposed(f"{self._folder} is not a folder of this user's; move it away.")
            _write(self._file(self._sent), msgspec.json.encode(letter))
        except OSError as error:
            raise NotProposed(f"The line could not be proposed: {error.strerror or error}.") from None
        return self._sent

    def withdraw(self, id_: int) -> bool:
        """Take a line back; returns whether the tracker had not taken it out yet."""
        try:
            os.unlink(self._file(id_))
        except OSError:
            return False
        return True

    def fates(self) -> tuple[Result, ...]:
        """Return what became of the last lines, the oldest first."""
        with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return _FATES.decode(platform.beginning(os.path.join(self._folder, FATES), LARGEST)).get(self._program, ())
        return ()

    def _file(self, id_: int) -> str:
        return os.path.join(self._folder, f"{self._program[:16]}-{id_:09}{LINE}")


def _is_ours(folder: str) -> bool:
    try:
        status = os.lstat(folder)
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == getattr(os, "getuid", int)()


def _read(path: str) -> Letter | None:
    """Return a line and remove its file; None for anything that is not one."""
    try:
        return _LETTERS.decode(platform.beginning(path, LARGEST))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    finally:
        with suppress(OSError):
            os.unlink(path)


def _write(path: str, data: bytes) -> None:
    new = f"{path}.{secrets.token_hex(4)}"
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | platform.BINARY, 0o600)
    try:
        os.write(fd, data)
    finally:
        os.close(fd)
    platform.replace(new, path)
