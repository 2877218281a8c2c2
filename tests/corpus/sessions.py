"""The recorded sessions: their scripts, and how each is played anew with fixed dice, clock and id."""

from __future__ import annotations

import gzip
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.examples.make import EXAMPLES
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand, Refused
from tracker.session import Session
from tracker.storage.folders import shipped_folder
from tracker.storage.journal import Journal

HERE = Path(__file__).resolve().parent
BEGAN = datetime(2026, 1, 24, 20, 0, tzinfo=UTC)
BETWEEN = timedelta(seconds=30)
"""The evening the sessions were played, and the time from one line to the next."""

SEED = 11


@dataclass(frozen=True)
class Played:
    """A line of a script, and its answer: what was done, or why it was not."""

    line: str
    answer: str


@dataclass(frozen=True)
class Recorded:
    """A session of the corpus: its name, its game, and its script if it is played anew."""

    name: str
    system: str
    script: Path | None = None

    def saved(self) -> bytes:
        """The file of the session as it was recorded."""
        if self.script is None:
            return (Path(shipped_folder("saves")) / f"{self.name}.json").read_bytes()
        return gzip.decompress(self._packed.read_bytes())

    def keep(self, data: bytes) -> None:
        """Replace the recorded file."""
        self._packed.parent.mkdir(exist_ok=True)
        self._packed.write_bytes(gzip.compress(data, mtime=0))

    @property
    def _packed(self) -> Path:
        return HERE / "saves" / f"{self.name}.json.gz"

    def lines(self) -> list[str]:
        """The lines of the script, without comments."""
        assert self.script is not None
        lines = self.script.read_text(encoding="utf-8").splitlines()
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]

    def play(self, folder: Path, before: Watch | None = None) -> tuple[bytes, list[Played]]:
        """Play the script; returns the file, and the answer to each line. ``before`` sees each line first."""
        times = iter(BEGAN + BETWEEN * step for step in range(10_000))

        def clock() -> str:
            return next(times).isoformat(timespec="milliseconds")

        path = folder / f"{self.name}.json"
        journal = Journal.create(str(path), self.system, clock, self.name)
        played: list[Played] = []
        try:
            session = Session(find(self.system), dice=random.Random(SEED), clock=clock)
            session.journal = journal
            session.look_in(str(folder))
            for line in self.lines():
                if before is not None:
                    before.line(session, line)
                try:
                    answer = session.do(line).text
                except (InvalidCommand, Refused) as bad:
                    answer = f"not done: {bad}"
                played.append(Played(line, answer))
        finally:
            journal.close()
        return path.read_bytes(), played


class Watch:
    """Something that looks at each line before it is carried out."""

    def line(self, session: Session, line: str) -> None:
        """Look at a line in the session as it is."""


def corpus() -> list[Recorded]:
    """Return all recorded sessions: those with a script here, and the shipped fights."""
    scripts = sorted((HERE / "scripts").glob("*.tracker"))
    own = [Recorded(path.stem, path.stem.partition(".")[0], path) for path in scripts]
    shipped = [Recorded(example.save.removesuffix(".json"), example.system) for example in EXAMPLES]
    return [*own, *shipped]
