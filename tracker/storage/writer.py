"""Writing a session's records to its journal in a thread, so that the screen never waits for a disk."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from time import monotonic
from typing import Literal, TypeVar

from tracker.combat.model import Model
from tracker.combat.records import Record
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal

Result = TypeVar("Result")


class WriteState(Model):
    """The state of a file: saved, saving, or not saved and why; ``upto`` is the last record saved."""

    kind: Literal["saved", "saving", "not saved"]
    reason: str = ""
    upto: int = 0


def settle(job: Callable[[], Result], future: Future[Result] | None = None) -> Future[Result]:
    """Run the job; the future gets its result or exception."""
    future = future or Future()
    try:
        future.set_result(job())
    except BaseException as error:
        future.set_exception(error)
    return future


class Writer:
    """Writes records to a journal in a separate thread, one write after the other.

    Records that are put during a write are written together in the next one. ``on_state`` is called with every change
    in order: ``put`` reports saving, from its caller's thread, the writer all else. Nobody can put meanwhile, so it
    must not wait for another thread. An unexpected error becomes NOT SAVED too, stays in ``failure``, and is raised by
    ``flush`` and ``close``.
    """

    def __init__(self, journal: Journal, on_state: Callable[[WriteState], None]) -> None:
        self.journal = journal
        self.failure: BaseException | None = None
        self._on_state = on_state
        self._state = WriteState("saved", upto=journal.saved)
        self._records: list[Record] = []
        self._bodies: list[bytes] = []
        self._jobs: list[Callable[[], object]] = []
        self._asked = self._done = 0
        self._closing = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="save", daemon=True)
        self._thread.start()

    @property
    def state(self) -> WriteState:
        """Return the current state."""
        with self._change:
            return self._state

    def put(self, records: Sequence[Record] = (), bodies: Sequence[bytes] = ()) -> None:
        """Save these, after all that were put before; without any, retry what is not saved. Never blocks."""
        with self._change:
            self._ask()
            self._records.extend(records)
            self._bodies.extend(bodies)
            state = self._state = WriteState("saving", upto=self._state.upto)
            # Reported before the writer can continue: the last report is the current state.
            self._on_state(state)

    def run(self, job: Callable[[], Result]) -> Future[Result]:
        """Run a job in the writer's thread, after all that was put before."""
        future: Future[Result] = Future()
        with self._change:
            self._ask()
            self._jobs.append(lambda: settle(job, future))
        return future

    def _ask(self) -> None:
        if self._closing:
            raise RuntimeError("the writer is closed")
        self._asked += 1
        self._change.notify_all()

    def flush(self, timeout: float | None = None) -> bool:
        """Wait, at most that many seconds, until all put so far was tried; returns whether it is saved."""
        with self._change:
            asked = self._asked
            done = self._change.wait_for(lambda: self._done >= asked, timeout)
            if self.failure is not None:
                failure, self.failure = self.failure, None
                raise failure
            return done and self._state.kind == "saved"

    def close(self, timeout: float | None = None) -> bool:
        """Retry what is not saved, wait as ``flush`` does, and close the file; returns whether all is saved."""
        until = None if timeout is None else monotonic() + timeout
        with self._change:
            if not self._closing and self._state.kind == "not saved":
                self._asked += 1
            self._closing = True
            self._change.notify_all()
        self._thread.join(timeout)
        try:
            return self.flush(None if until is None else max(0.0, until - monotonic()))
        finally:
            if not self._thread.is_alive():
                self.journal.close()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closing or self._done < self._asked)
                if self._done >= self._asked:
                    return
                records, self._records = self._records, []
                bodies, self._bodies = self._bodies, []
                jobs, self._jobs = self._jobs, []
                asked = self._asked
            state = self._write(records, bodies)
            for job in jobs:
                job()
            if jobs:
                state = self._write([], [])
            with self._change:
                # More may have been put meanwhile: then it is still saving.
                if (state.kind == "not saved" or self._asked == asked) and state != self._state:
                    self._state = state
                    try:
                        self._on_state(state)
                    except BaseException as error:
                        self.failure = error
                self._done = asked
                self._change.notify_all()

    def _write(self, records: list[Record], bodies: list[bytes]) -> WriteState:
        try:
            self.journal.append(records, bodies)
        except NotSaved as error:
            return WriteState("not saved", str(error), self.journal.saved)
        except BaseException as error:
            self.failure = error
            return WriteState("not saved", "something unforeseen went wrong while saving", self.journal.saved)
        return WriteState("saved", upto=self.journal.saved)
