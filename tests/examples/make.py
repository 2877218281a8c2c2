"""Makes every shipped example from its script: `python -m tests.examples.make`.

Seed, clock and id are fixed, so that the same script gives the same file.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.folders import shipped_folder
from tracker.storage.journal import Journal

SCRIPTS = Path(__file__).resolve().parent
BEGAN = datetime(2026, 1, 17, 20, 0, tzinfo=UTC)
BETWEEN = timedelta(seconds=40)
"""The evening the examples were played, and the time from one line to the next."""


@dataclass(frozen=True)
class Example:
    """A script, the game it is for, the seed of its throws, and the save it becomes."""

    script: str
    system: str
    save: str
    seed: int = 4

    def lines(self) -> list[str]:
        """The commands of the script."""
        lines = (SCRIPTS / self.script).read_text(encoding="utf-8").splitlines()
        return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]

    def make(self, folder: Path) -> Path:
        """Play the script into a new file in this folder; returns its path."""
        times = iter(BEGAN + BETWEEN * step for step in range(10_000))

        def clock() -> str:
            return next(times).isoformat(timespec="milliseconds")

        path = folder / self.save
        save = Journal.create(str(path), self.system, clock, self.save.removesuffix(".json"))
        try:
            session = Session(find(self.system), dice=random.Random(self.seed), clock=clock)
            session.journal = save
            for line in self.lines():
                session.do(line)
        finally:
            save.close()
        return path


EXAMPLES = (
    Example("savar-and-sam.tracker", "outgunned", "savar-and-sam.json"),
    Example("the-shootout.tracker", "outgunned", "the-shootout.json"),
    Example("contract.tracker", "contract", "the-execution.json", 7),
    Example("gen6.tracker", "gen6", "the-ambassadors-ball.json", 7),
    Example("unknown-armies.tracker", "unknown-armies", "the-burning-man.json", 7),
)


def main(names: Sequence[str] = ()) -> None:
    """Make all, or those whose saves are named, in place of what is shipped now."""
    target = shipped_folder("saves")
    for example in EXAMPLES:
        if names and example.save not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            data = example.make(Path(folder)).read_bytes()
        (target / example.save).write_bytes(data)
        print(f"{example.save}: {len(data)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
