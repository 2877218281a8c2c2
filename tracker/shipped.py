"""The themes and example sessions that come with the tracker, in a checkout and in an installed wheel alike."""

import os
from pathlib import Path
from typing import Literal

EXAMPLES: tuple[str, ...] = (
    *("savar-and-sam.json", "the-shootout.json", "the-execution.json"),
    *("the-ambassadors-ball.json", "the-burning-man.json"),
)
"""File names of the example sessions, in the order a start screen offers them; .gitignore tracks the same ones."""

Kind = Literal["themes", "saves"]


def shipped_folder(kind: Kind) -> Path:
    """Return the folder of what is shipped: in the package when installed, beside it in a checkout."""
    package = Path(__file__).parent
    packed = package / "_shipped" / kind
    return packed if packed.is_dir() else package.parent / kind


def shipped_saves() -> tuple[Path, ...]:
    """Return the example sessions that are there, in the order of `EXAMPLES`."""
    folder = shipped_folder("saves")
    return tuple(folder / name for name in EXAMPLES if (folder / name).is_file())


def is_shipped_save(path: Path) -> bool:
    """Tell whether a path is an example session, which opens as a copy so that it stays as it was shipped.

    The examples of a checkout count even when the program that runs was installed elsewhere.
    """
    if path.name not in EXAMPLES:
        return False
    folder = Path(os.path.realpath(path)).parent
    beside_sources = folder.name == "saves" and os.path.isfile(folder.parent / "tracker" / "shipped.py")
    return beside_sources or folder == shipped_folder("saves").resolve()
