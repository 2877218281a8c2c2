"""The output of the program, without control characters, and the end of a call: its exit code, its errors."""

import errno
import os
import sys
from collections.abc import Callable, Collection
from typing import Any, Final, TextIO

INTERRUPTED: Final = 130  # the exit code after ctrl+c, as shells expect it


class CliError(Exception):
    """An error that ends the call, as a plain sentence with the way out; exit code 2."""

    def __init__(self, what: str, way_out: str = "") -> None:
        super().__init__(what)
        self.way_out = way_out


def exit_code(call: Callable[[], object]) -> int:
    """Run the call; returns its exit code. Errors are printed on stderr."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            # Letters that the terminal does not have become question marks instead of an error.
            reconfigure(errors="replace")
    try:
        result = call()
    except CliError as bad:
        complain(str(bad), bad.way_out)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # the last safeguard: whatever went wrong, people get a sentence
        # Up to Python 3.11 an interruption while a class is created comes wrapped.
        return INTERRUPTED if isinstance(error.__cause__, KeyboardInterrupt) else _crashed(error)
    return result if isinstance(result, int) else 0


def _crashed(error: Exception) -> int:
    if isinstance(error, OSError) and error.filename is None:
        # Whatever touches files reports errors itself: this is click, printing its help to a full disk.
        from tracker.storage.platform import nobody_reads

        if nobody_reads(error):
            _forget(sys.stdout)
            return 1
        complain(_unprinted(error))
        return 2
    try:
        from tracker.storage.folders import state_folder
        from tracker.tui.shutdown import write

        report = write(error, state_folder())
    except Exception:  # however broken the program is, the sentence is printed
        report = None
    where = f"A report with nothing of the fight in it is in {report}." if report else "No report could be written."
    complain("Something went wrong inside the tracker; what was saved before is safe.", where)
    return 2


def _unprinted(error: OSError) -> str:
    from tracker.storage.errors import because

    _forget(sys.stdout)
    return f"The output cannot be written: {because(error)}."


def say(text: str, *, line: bool = False) -> None:
    """Print text, of any number of lines or exactly one, to stdout, and flush."""
    try:
        _print(text, line=line)
    except OSError as error:
        from tracker.storage.platform import nobody_reads

        if nobody_reads(error):
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise CliError(_unprinted(error)) from None


def say_line(text: str) -> None:
    """Print exactly one line to stdout, and flush."""
    say(text, line=True)


def say_json(data: Any) -> None:
    """Print plain data as JSON, without control characters in its texts."""
    import json

    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    say(json.dumps(_clean(data), ensure_ascii=plain, indent=2))


def warn(text: str) -> None:
    """Print exactly one line to stderr."""
    try:
        _print(text, line=True, err=True)
    except OSError:
        # If even a warning cannot be written, only the exit code is left.
        _forget(sys.stderr)


def warned(problems: Collection[str]) -> int:
    """Print problems on stderr, a line each; returns the exit code: 1 if there are any."""
    for problem in problems:
        warn(problem)
    return 1 if problems else 0


def complain(what: str, way_out: str = "") -> None:
    """Print an error on stderr and, on a second line, the way out."""
    warn(f"tracker: {what}")
    if way_out:
        warn(f"tracker: {way_out}")


def _print(text: str, *, line: bool, err: bool = False) -> None:
    import click

    from tracker.combat.text import one_line, strip_controls

    click.echo(strip_controls(one_line(text) if line else text), err=err)


def _forget(stream: TextIO) -> None:
    # Unwritten output is still buffered, and the process would fail on it at its end.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    stream.flush()


def _clean(data: Any) -> Any:
    from tracker.combat.text import strip_controls

    if isinstance(data, str):
        return strip_controls(data)
    if isinstance(data, dict):
        return {strip_controls(key): _clean(value) for key, value in data.items()}
    return [_clean(item) for item in data] if isinstance(data, list) else data
