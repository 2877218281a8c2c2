"""The shipped themes and example sessions, which are never changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from tracker.storage.folders import same_file

EXAMPLES: Final = (
    *("savar-and-sam.json", "the-shootout.json", "the-execution.json"),
    *("the-ambassadors-ball.json", "the-burning-man.json"),
)
"""The file names of the example sessions, in the order of the start screen; .gitignore tracks the same ones."""

Kind = Literal["themes", "saves"]


def shipped_folder(kind: Kind) -> Path:
    """Return the folder of shipped files: in the package when installed, beside it in a checkout."""
    package = Path(__file__).parent.parent
    packed = package / "_shipped" / kind
    return packed if packed.is_dir() else package.parent / kind


def shipped_saves() -> tuple[Path, ...]:
    """Return the existing example sessions, in the order of `EXAMPLES`."""
    folder = shipped_folder("saves")
    return tuple(folder / name for name in EXAMPLES if (folder / name).is_file())


def is_shipped_save(path: str | Path) -> bool:
    """Return whether a path leads, by whatever name or link, to an example session.

    The examples of a checkout count even if the running program is installed elsewhere.
    """
    real = os.path.realpath(path)
    folders = [str(shipped_folder("saves"))]
    beside = os.path.dirname(real)
    if os.path.isfile(os.path.join(os.path.dirname(beside), "tracker", "__init__.py")):
        folders.append(beside)
    return any(same_file(real, os.path.join(folder, name)) for folder in folders for name in EXAMPLES)
