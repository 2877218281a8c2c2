"""How a call ends: its exit code, and a plain sentence for whatever went wrong.

What is printed: all of it goes through here, so that text of a stranger reaches the terminal as text only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Final, TextIO

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
        from tracker.storage.library import state_folder
        from tracker.tui.shutdown import write

        report = write(error, state_folder())
    except Exception:  # whatever is broken that much, the sentence still comes
        report = None
    where = f"A report with nothing of the fight in it is in {report}." if report else "No report could be written."
    complain("Something went wrong inside the tracker; what was saved before is safe.", where)
    return 2


class Trouble(Exception):
    """Something that ends the call, in one plain sentence that says what to do, and where more stands; exit 2."""

    def __init__(self, what: str, way_out: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.way_out = way_out


def prepare_streams() -> None:
    """Let letters the terminal has no signs for become question marks instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def say(text: str) -> None:
    """Print text, of any number of lines, to stdout, and flush."""
    _print(text)


def say_line(text: str) -> None:
    """Print exactly one line to stdout, and flush."""
    say(one_line(text))


def warn(text: str) -> None:
    """Print exactly one line to stderr."""
    _print(one_line(text), err=True)


def complain(what: str, way_out: str = "") -> None:
    """Say on stderr what is wrong and, on a second line, the way out."""
    warn(f"tracker: {what}")
    if way_out:
        warn(f"tracker: {way_out}")


def _print(text: str, err: bool = False) -> None:
    # click is slow to load, and where all goes well nothing is printed before the screen opens.
    from click import echo

    from tracker.combat.text import strip_controls

    try:
        echo(strip_controls(text), err=err)
    except OSError as error:
        # Where even a complaint cannot be written, the exit code is all that is left to say.
        if err:
            return _forget(sys.stderr)
        if isinstance(error, BrokenPipeError):
            raise
        from tracker.storage.errors import because

        _forget(sys.stdout)
        raise Trouble(f"What is printed cannot be written: {because(error)}.") from None


def _forget(stream: TextIO) -> None:
    # What could not be written is still held back, and the process would stumble over it when it ends.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    stream.flush()


def say_json(data: Any) -> None:
    """Print plain data as JSON, without control characters in its texts."""
    import json

    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    say(json.dumps(_clean(data), ensure_ascii=plain, indent=2))


def one_line(text: str) -> str:
    """The text on one line: breaks and tabs become blanks."""
    return " ".join(text.replace("\t", " ").splitlines())


def _clean(data: Any) -> Any:
    from tracker.combat.text import strip_controls

    if isinstance(data, str):
        return strip_controls(data)
    if isinstance(data, dict):
        return {strip_controls(key): _clean(value) for key, value in data.items()}
    return [_clean(each) for each in data] if isinstance(data, list) else data
