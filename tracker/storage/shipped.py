"""What the program comes with: its themes, and the example sessions, which stay as they were shipped."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from tracker.storage.folders import same_file

EXAMPLES: Final = (
    *("savar-and-sam.json", "the-shootout.json", "the-execution.json"),
    *("the-ambassadors-ball.json", "the-burning-man.json"),
)
"""File names of the example sessions, in the order a start screen offers them; .gitignore tracks the same ones."""

Kind = Literal["themes", "saves"]


def shipped_folder(kind: Kind) -> Path:
    """Return the folder of what is shipped: in the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_shipped" / kind
    return packed if packed.is_dir() else package.parent / kind


def shipped_saves() -> tuple[Path, ...]:
    """Return the example sessions that are there, in the order of `EXAMPLES`."""
    folder = shipped_folder("saves")
    return tuple(folder / name for name in EXAMPLES if (folder / name).is_file())


def is_shipped_save(path: str | Path) -> bool:
    """Whether a path leads, by whatever name or link, to an example session, which stays as it was shipped.

    The examples of a checkout count even when the program that runs was installed elsewhere.
    """
    real = os.path.realpath(path)
    folders = [str(shipped_folder("saves"))]
    beside = os.path.dirname(real)
    if os.path.isfile(os.path.join(os.path.dirname(beside), "tracker", "__init__.py")):
        folders.append(beside)
    return any(same_file(real, os.path.join(folder, name)) for folder in folders for name in EXAMPLES)
