"""What can go wrong with a save, each with one plain sentence for the person at the table."""

from __future__ import annotations

import errno
import os
from typing import Final, Literal

from tracker.combat.text import clean_line

Condition = Literal["clean", "torn", "damaged", "edited", "differs", "newer", "foreign", "unreadable"]
"""How a file was found: in order, with a cut-off end, damaged, edited by hand, replayed differently by this
version, made by a newer version, something else altogether, or not to be read at all."""


class LoadError(Exception):
    """A file that cannot be opened at all; the text is a plain sentence, ``condition`` says of which kind."""

    def __init__(self, what: str, condition: Condition = "foreign") -> None:
        super().__init__(what)
        self.what = what
        self.condition = condition


class NotSaved(Exception):
    """Something could not be written; ``reason`` is a plain sentence. Nothing that was saved before is lost."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NameTaken(NotSaved):
    """A new file was asked for under a name that something has already, or that somebody is about to take."""


NO_LOCK: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""What disks answer that cannot lock files, as some network folders cannot."""

_UNLOCKED: Final = (
    "files cannot be locked there (TRACKER_NO_LOCK=1 writes all the same; then only one tracker may have it open)"
)

_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EIO: "the disk reports an error",
    errno.EROFS: "the disk can only be read",
    errno.ENOENT: "the file or its folder is gone",
    errno.ENOTDIR: "the folder is gone",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EFBIG: "the file has become too large for this disk",
    errno.EMFILE: "too many files are open",
    errno.EISDIR: "a folder has this name",
    errno.ELOOP: "its links lead in a circle",
    **dict.fromkeys(NO_LOCK, _UNLOCKED),
}


def because(error: OSError, doing: Literal["reading", "writing"] = "writing") -> str:
    """Why the system refused, as part of a sentence."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{doing} is not allowed there"
    known = _REASONS.get(error.errno or 0)
    return known or clean_line(os.strerror(error.errno) if error.errno else str(error), 200) or "the system refused"


def called(path: str) -> str:
    """The name of a file as it may be shown."""
    return clean_line(os.path.basename(path), 120) or "the file"
