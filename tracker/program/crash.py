"""A report of what went wrong inside: where in the program, never what was at the table."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType


def report(error: BaseException, version: str, python: str) -> str:
    """The places the error came through, the innermost last; its own text may hold secrets and is left out."""
    kinds: list[str] = []
    one: BaseException | None = error
    while one is not None:
        kinds.append(f"{type(one).__module__}.{type(one).__qualname__}")
        one = one.__cause__ or one.__context__
    return "\n".join([f"tracker {version}, Python {python}", *kinds, *_places(error.__traceback__), ""])


def keep_report(error: BaseException) -> str:
    """Write a report to the state folder; gives the sentence that names it."""
    import os
    import platform
    import tempfile

    from tracker import __version__
    from tracker.folders import state_folder

    try:
        folder = state_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fd, name = tempfile.mkstemp(prefix="crash-", suffix=".txt", dir=folder)
        with os.fdopen(fd, "w", encoding="utf-8", errors="replace") as file:
            file.write(report(error, __version__, platform.python_version()))
    except OSError:
        return f"No report could be written ({type(error).__name__})."
    return f"A report without anything of your session is in {name}; please send it to the project."


def _places(trace: TracebackType | None) -> list[str]:
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} in {code.co_qualname}")
        trace = trace.tb_next
    return found
