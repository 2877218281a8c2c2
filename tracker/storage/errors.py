"""Errors of saves, each with a plain sentence for people."""

import errno
import os
from typing import Final, Literal

from tracker.combat.text import clean_line

FileCondition = Literal["clean", "torn", "damaged", "edited", "differs", "newer", "foreign", "unreadable"]
"""The condition of a file: in order, with a torn end, damaged, edited by hand, replayed differently by this
version, made by a newer version, foreign, or unreadable."""


class LoadError(Exception):
    """A file that cannot be opened at all; the text is a plain sentence, ``condition`` its kind."""

    def __init__(self, what: str, condition: FileCondition = "foreign") -> None:
        super().__init__(what)
        self.what = what
        self.condition = condition


class NotSaved(Exception):
    """Something could not be written, as a plain sentence. Nothing that was saved before is lost."""


class NameTaken(NotSaved):
    """The name of a new file is taken, or about to be taken by another process."""


NO_LOCK: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
"""The errors of disks that cannot lock files, such as some network folders."""

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
    """Return the system's reason as part of a sentence."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"{doing} is not allowed there"
    known = _REASONS.get(error.errno or 0)
    return known or clean_line(os.strerror(error.errno) if error.errno else str(error), 200) or "the system refused"


def called(path: str) -> str:
    """Return the name of a file in a printable form."""
    return clean_line(os.path.basename(path), 120) or "the file"
