"""A thread that saves, so that the screen never waits for a disk.

What is put while a write is under way goes out together in the next one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from time import monotonic
from typing import Literal, TypeVar

from tracker.combat.history import Record
from tracker.combat.model import Model
from tracker.storage.errors import NotSaved
from tracker.storage.journal import Journal

Result = TypeVar("Result")


class State(Model):
    """How things stand: saved, saving, or not saved with the reason as a sentence. ``upto``: the last record saved."""

    kind: Literal["saved", "saving", "not saved"]
    reason: str = ""
    upto: int = 0

    def __str__(self) -> str:
        return f"NOT SAVED: {self.reason}" if self.kind == "not saved" else self.kind


class Writer:
    """Puts records into a save file, one write after the other, in a thread of its own.

    ``on_state`` is told every change, from the thread that made it: ``put`` says saving, the writer all else. It is
    told in their order, while nobody else can put, so it must not wait for another thread.
    An error nobody foresaw becomes NOT SAVED too, stays in ``failure``, and is raised by ``flush`` and ``close``.
    """

    def __init__(self, save: Journal, on_state: Callable[[State], None]) -> None:
        self.save = save
        self.failure: BaseException | None = None
        self._on_state = on_state
        self._state = State("saved", upto=save.saved)
        self._batch: list[Record] = []
        self._jobs: list[Callable[[], None]] = []
        self._asked = self._done = 0
        self._closing = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="save", daemon=True)
        self._thread.start()

    @property
    def state(self) -> State:
        """How things stand now."""
        with self._change:
            return self._state

    def put(self, records: Iterable[Record] = ()) -> None:
        """Save these, after all that were put before; without any: try again what is not saved. Never waits."""
        with self._change:
            if self._closing:
                raise RuntimeError("the writer is closed")
            self._batch.extend(records)
            self._asked += 1
            state = self._state = State("saving", upto=self._state.upto)
            # Told before the writer can go on: what is told last is how things stand.
            self._on_state(state)
            self._change.notify_all()

    def run(self, job: Callable[[], Result]) -> Future[Result]:
        """Do this in the writer's thread, after all that was put before: saving as, accepting."""
        future: Future[Result] = Future()

        def work() -> None:
            try:
                future.set_result(job())
            except BaseException as error:
                future.set_exception(error)

        with self._change:
            if self._closing:
                raise RuntimeError("the writer is closed")
            self._jobs.append(work)
            self._asked += 1
            self._change.notify_all()
        return future

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until everything put so far was tried, at most so many seconds; whether all of it is saved."""
        with self._change:
            asked = self._asked
            done = self._change.wait_for(lambda: self._done >= asked, timeout)
            self._raise()
            return done and self._state.kind == "saved"

    def close(self, timeout: float | None = None) -> bool:
        """Try once more what is not saved, wait as ``flush`` does, and let the file go; whether all is saved."""
        until = None if timeout is None else monotonic() + timeout
        with self._change:
            if not self._closing and self._state.kind == "not saved":
                self._asked += 1
            self._closing = True
            self._change.notify_all()
        self._thread.join(timeout)
        left = None if until is None else max(0.0, until - monotonic())
        try:
            return self.flush(left)
        finally:
            if not self._thread.is_alive():
                self.save.close()

    def _raise(self) -> None:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._closing or self._done < self._asked)
                if self._done >= self._asked:
                    return
                batch, self._batch = self._batch, []
                jobs, self._jobs = self._jobs, []
                asked = self._asked
            state = self._write(batch)
            for job in jobs:
                job()
            if jobs:
                state = self._write([])
            with self._change:
                # More may have been put meanwhile: then it is still saving.
                told = state.kind == "not saved" or self._asked == asked
                changed = told and state != self._state
                if told:
                    self._state = state
                if changed:
                    self._tell(state)
                self._done = asked
                self._change.notify_all()

    def _write(self, batch: list[Record]) -> State:
        try:
            self.save.append(batch)
        except NotSaved as error:
            return State("not saved", error.reason, self.save.saved)
        except BaseException as error:
            self.failure = error
            return State("not saved", "something unforeseen went wrong while saving", self.save.saved)
        return State("saved", upto=self.save.saved)

    def _tell(self, state: State) -> None:
        try:
            self._on_state(state)
        except BaseException as error:
            self.failure = error
