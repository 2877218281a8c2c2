"""What stands behind ``tracker check``: how a file is, without touching it."""

from __future__ import annotations

from typing import Literal

from tracker.combat.frozen import frozen
from tracker.storage.disk import Disk
from tracker.storage.errors import Condition, LoadError
from tracker.storage.load import load
from tracker.storage.replay import Fault, Start


@frozen
class Verdict:
    """``code`` 0: clean, 1: a cut-off end that opening would mend, 2: anything else; ``what`` is a sentence."""

    code: Literal[0, 1, 2]
    condition: Condition
    what: str


def check(path: str, start: Start | None = None, disk: Disk | None = None, *, fault: Fault | None = None) -> Verdict:
    """How the file at this path is."""
    try:
        loaded = load(path, start, disk, fault=fault)
    except LoadError as error:
        return Verdict(2, error.condition, error.what)
    if loaded.condition == "clean":
        return Verdict(0, "clean", loaded.what)
    if loaded.condition == "torn" and loaded.differs is None:
        return Verdict(1, "torn", f"{loaded.what} Opening it mends the end.")
    return Verdict(2, loaded.condition, loaded.what)
