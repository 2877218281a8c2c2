"""Records the corpus anew: `python -m tests.corpus`, or only the sessions that are named.

Each script of `scripts/` is played again and kept in three forms: `saves/` (the session's file, packed), `played/`
(what was shown before each line, and its answer) and `loaded/` (the file, read and retold). The shipped fights are only
read. Look at `git diff` then: each of its lines is a number or a sentence that changed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.corpus.compare import loaded, played
from tests.corpus.sessions import HERE, corpus


def main(names: list[str]) -> None:
    """Record all, or those that are named."""
    for recorded in corpus():
        if names and recorded.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            if recorded.script is not None:
                data, text = played(recorded, Path(folder))
                recorded.keep(data)
                _write("played", recorded.name, text)
            _write("loaded", recorded.name, loaded(recorded, Path(folder)))


def _write(folder: str, name: str, text: str) -> None:
    (HERE / folder).mkdir(exist_ok=True)
    path = HERE / folder / f"{name}.txt"
    path.write_text(text, encoding="utf-8")
    print(f"{path.relative_to(HERE)}: {len(text)} characters")


if __name__ == "__main__":
    main(sys.argv[1:])
