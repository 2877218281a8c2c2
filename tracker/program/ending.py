"""How a call ends: its exit code, and a plain sentence for whatever went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tracker.program.say import Trouble, complain, prepare_streams

INTERRUPTED: Final = 130
"""The exit code after ctrl+c, as shells expect it."""


def ended(call: Callable[[], object]) -> int:
    """Do what was called for; the exit code. What went wrong is said on stderr."""
    prepare_streams()
    try:
        result = call()
    except Trouble as bad:
        complain(bad.what, bad.way_out)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # the last wall: whatever went wrong, people get a sentence
        # Up to Python 3.11 an interruption in the middle of making a class comes wrapped.
        return INTERRUPTED if isinstance(error.__cause__, KeyboardInterrupt) else _crashed(error)
    return result if isinstance(result, int) else 0


def _crashed(error: Exception) -> int:
    try:
        from tracker.folders import state_folder
        from tracker.tui.crash import write

        report = write(error, state_folder())
    except Exception:  # whatever is broken that much, the sentence still comes
        report = None
    where = f"A report with nothing of the fight in it is in {report}." if report else "No report could be written."
    complain("Something went wrong inside the tracker; what was saved before is safe.", where)
    return 2
