"""Long work, done in slices between frames and keys."""

import time
from collections.abc import Callable, Generator
from typing import Final, Generic, TypeVar

from textual.app import App

AT_ONCE: Final = 0.05  # what takes no more seconds than this is finished before the next frame
SLICE: Final = 0.008  # the length of a slice in seconds
PAUSE: Final = 0.002  # the seconds between two slices

REPAINT: Final = 0.1  # the seconds between two displays of progress


def in_slices(
    app: App[None],
    step: Callable[[float], bool],
    *,
    done: Callable[[], object] = lambda: None,
    progress: Callable[[], object] = lambda: None,
) -> None:
    """Call ``step`` with the seconds it may take until it returns True, then ``done``.

    ``progress`` is called every REPAINT seconds and at the end. Nothing more is called once the app has ended.
    """
    painted = time.perf_counter()

    def take_slice() -> None:
        nonlocal painted
        if not app.is_running:
            return
        finished = step(SLICE)
        now = time.perf_counter()
        if finished:
            done()
        else:
            app.set_timer(PAUSE, take_slice)
        if finished or now - painted >= REPAINT:
            painted = now
            progress()

    app.set_timer(PAUSE, take_slice)


Outcome = TypeVar("Outcome")


class Work(Generic[Outcome]):
    """Something done in steps: ``done`` of ``total`` are taken, ``outcome`` is its result once it has ended."""

    def __init__(self, steps: Generator[tuple[int, int], None, Outcome]) -> None:
        self._steps = steps
        self._began = time.perf_counter()
        self.done = self.total = 0
        self.outcome: Outcome | None = None

    @property
    def seconds(self) -> float:
        """Return the seconds since it began."""
        return time.perf_counter() - self._began

    def advance(self, seconds: float) -> bool:
        """Continue for that many seconds; returns whether it has ended. Raises what a step raises."""
        until = time.perf_counter() + seconds
        while True:
            try:
                self.done, self.total = next(self._steps)
            except StopIteration as end:
                self.outcome = end.value if self.outcome is None else self.outcome
                return True
            if time.perf_counter() >= until:
                return False
