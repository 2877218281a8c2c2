"""The door. ``tracker FILE`` goes straight to the screen; every other call is read in ``program/calls.py``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tracker.program.names import COMMANDS


def main(words: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave with its exit code."""
    words = sys.argv[1:] if words is None else words
    if only_a_file(words):
        from tracker.program.ending import ended
        from tracker.program.table import open_table

        sys.exit(ended(lambda: open_table(words[0], None)))
    from tracker.program.calls import main as program

    program.main(list(words))
    raise AssertionError("click has left with an exit code")


def only_a_file(words: Sequence[str]) -> bool:
    """Whether a call names a file to open and says nothing else; a shell that asks for completions never does."""
    return len(words) == 1 and words[0] not in COMMANDS and words[0][:1] not in ("-", "") and not _completing()


def _completing() -> bool:
    return any(name.startswith("_TRACKER") and name.endswith("_COMPLETE") for name in os.environ)


if __name__ == "__main__":
    main()
