"""What is written down when the program breaks: where in the code, and nothing of the fight."""

from __future__ import annotations

import os
import platform
import sys
import traceback
from pathlib import Path
from typing import Final

from tracker import __version__

MOST: Final = 100
"""So many errors behind errors are named, and so many places of each."""


def report(error: BaseException) -> str:
    """The kind of error and the places it went through; no values and no message, for they may hold names."""
    lines = [f"tracker {__version__} · Python {sys.version.split()[0]} · {platform.system()}"]
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting and len(seen) < MOST:
        one = waiting.pop(0)
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        lines.append(f"{type(one).__module__}.{type(one).__qualname__}")
        for frame, line in list(traceback.walk_tb(one.__traceback__))[-MOST:]:
            lines.append(f"  {_short(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}")
        inside = getattr(one, "error", None)  # Textual wraps what a worker raised
        waiting += [one.__cause__ or one.__context__, inside if isinstance(inside, BaseException) else None]
        waiting += one.exceptions if isinstance(one, BaseExceptionGroup) else ()
    return "\n".join(lines) + "\n"


def _short(file: str) -> str:
    """A file without the folders of the person's own machine."""
    parts = Path(file).parts
    for package in ("tracker", "textual", "rich", "asyncio"):
        if package in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(package) :])
    return parts[-1] if parts else file


def write(error: BaseException, folder: Path) -> Path | None:
    """Keep the report in a folder; where it is, or None if it could not be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        number = 1
        while (file := folder / f"crash-{number}.txt").exists() and number < 1000:
            number += 1
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
            opened.write(report(error))
    except OSError:
        return None
    return file
