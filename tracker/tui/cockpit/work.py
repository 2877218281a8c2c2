"""A command that may take long, carried out in slices."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter

from tracker.session import Done


class Work:
    """The steps of a command: ``done`` of ``total`` are taken, ``outcome`` is its result once it has ended."""

    def __init__(self, steps: Generator[tuple[int, int], None, Done]) -> None:
        self._steps = steps
        self._began = perf_counter()
        self.done = self.total = 0
        self.outcome: Done | None = None

    @property
    def seconds(self) -> float:
        """Return the seconds since it began."""
        return perf_counter() - self._began

    def advance(self, seconds: float) -> bool:
        """Continue for that many seconds; returns whether it has ended. Raises what the command raises."""
        until = perf_counter() + seconds
        while True:
            try:
                self.done, self.total = next(self._steps)
            except StopIteration as end:
                self.outcome = end.value
                return True
            if perf_counter() >= until:
                return False
