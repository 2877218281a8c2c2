"""A session's history and its file: opened, copied, followed, written in the background, closed."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, Self

from tracker.combat import limits
from tracker.combat.history import History
from tracker.combat.records import Record
from tracker.combat.scene import Scene
from tracker.rules.system import System
from tracker.session.games import RulesOf, played
from tracker.storage.clock import Clock, now
from tracker.storage.folders import ENDING, in_folder
from tracker.storage.shipped import is_shipped_save

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tracker.storage.follow import Follower
    from tracker.storage.journal import Journal
    from tracker.storage.reader import Loaded
    from tracker.storage.writer import DirectWriter, State, Writer


EXAMPLE: Final = "This is an example that comes with the tracker. Save a copy to go on with it."
"""Why a shipped session is read-only."""


class Saver(Protocol):
    """The destination of records."""

    def put(self, records: Sequence[Record], bodies: Sequence[bytes]) -> None:
        """Save records, as a unit; ``bodies`` are their JSON."""


class InFile:
    """A history that may have a file with all its records.

    ``saver`` takes the records instead of a file; ``loaded`` is the state in which the file was found.
    """

    def __init__(
        self,
        system: System,
        records: Sequence[Record] = (),
        *,
        saver: Saver | None = None,
        dice: random.Random | None = None,
        clock: Clock = now,
        history: History | None = None,
    ) -> None:
        self.first_system = system
        """The game in the header of the file, which the story begins with."""
        self.history = history or History(system.new_scene())
        for record in records:
            self.history.add(record)
        self.saver = saver
        self.clock = clock
        self.journal: Journal | None = None
        self.loaded: Loaded | None = None
        self.writer: Writer | DirectWriter | None = None
        self.watching = False
        """Whether nothing can be done here: the fight is played in another program."""
        self._dice = dice or random.SystemRandom()
        self._follower: Follower | None = None
        self._on_state: Callable[[State], None] | None = None

    @property
    def scene(self) -> Scene:
        """Return the current scene."""
        return self.history.scene

    @property
    def system(self) -> System:
        """Return the current game."""
        return played(self.first_system, self.history.scene)

    def system_at(self, scene: Scene) -> System:
        """Return the game at a moment of the story."""
        return played(self.first_system, scene)

    @classmethod
    def load(cls, path: str, dice: random.Random | None = None) -> Self:
        """Load a session in memory only: the file is not touched. Raises LoadError."""
        from tracker.storage.reader import load

        rules = RulesOf()
        return cls._of(load(path, rules.start, fault=rules.fault), rules, dice)

    @classmethod
    def open(cls, path: str, dice: random.Random | None = None, *, verify_later: bool = False) -> Self:
        """Open a session with its file, whose torn end is repaired; raises LoadError.

        Its ``journal`` reports repairs and, if the file cannot be written, why; a shipped example is never written.
        With ``verify_later`` it returns sooner, and the caller calls ``verify`` when there is time; otherwise the first
        change does.
        """
        from tracker.storage.journal import Journal

        why = EXAMPLE if is_shipped_save(path) else ""
        rules = RulesOf()
        journal, loaded = Journal.open(
            path, start=rules.start, fault=rules.fault, why_read_only=why, verify_later=verify_later
        )
        session = cls._of(loaded, rules, dice)
        session._write_to(journal)
        return session

    @classmethod
    def watch(cls, path: str) -> Self:
        """Follow a session that another program writes, read only. Raises LoadError."""
        from tracker.storage.follow import Follower

        rules = RulesOf()
        follower = Follower(path, rules.start, fault=rules.fault)
        session = cls._of(follower.loaded, rules, None)
        session._follower, session.watching = follower, True
        return session

    @classmethod
    def copy(cls, path: str, folder: str) -> Self:
        """Copy a session to a new file in ``folder`` and continue there; the first file stays.

        Raises LoadError and NotSaved.
        """
        session = cls.load(path)
        session._keep("", folder, os.path.basename(path).removesuffix(ENDING))
        return session

    @classmethod
    def _of(cls, loaded: Loaded, rules: RulesOf, dice: random.Random | None) -> Self:
        session = cls(rules.system(loaded), dice=dice, history=loaded.history)
        session.loaded = loaded
        return session

    def _keep(self, path: str, folder: str = "", title: str = "") -> None:
        """Create the file of a session that has none."""
        from tracker.storage.journal import Journal

        def make(path: str) -> Journal:
            records, id_ = self.history.records, os.urandom(16).hex()
            first = self.first_system
            return Journal.create(path, first.name, now, id_, records=records, game=first.text)

        self._write_to(make(path) if path else in_folder(folder, title, make))

    def _write_to(self, journal: Journal) -> None:
        from tracker.storage.writer import DirectWriter, Writer

        self.journal = journal
        self.writer = Writer(journal, self._on_state) if self._on_state is not None else DirectWriter(journal)

    def verify(self, most: int = limits.RECORDS) -> bool:
        """Compare up to this many more records of the file with their replay; returns True once all are compared.

        If any differs, the file is read only from then on, and ``journal`` and ``loaded`` say so.
        """
        verified = self.journal is None or self.journal.verify(most)
        if verified and self.loaded is not None:
            self.loaded = self.loaded.verified()
        return verified

    def save_in_background(self, on_state: Callable[[State], None]) -> None:
        """Write in a separate thread from now on.

        ``on_state`` is called with the state of the file, from any thread.
        """
        self._on_state = on_state
        if self.journal is not None:
            self._write_to(self.journal)

    @property
    def followed(self) -> bool:
        """Return whether another program writes its file and nothing was done here that is not in it."""
        elsewhere = self.journal is not None and self.journal.elsewhere and not self.journal.unsaved
        return self.watching or elsewhere

    def follow(self) -> bool:
        """Read what another program wrote to the file; returns whether there was anything. Raises LoadError."""
        if not self.followed:
            return False
        follower = self._follower
        if follower is None:
            from tracker.storage.follow import Follower

            rules = RulesOf()
            follower = self._follower = Follower(self.path, rules.start, fault=rules.fault)
        known = len(self.history.records)
        follower.look()
        self.history = follower.history
        new = self.history.records[known:]
        if self.journal is not None:
            self.journal.take_in(new)
        return bool(new)

    def save_as(self, path: str) -> Future[None]:
        """Write everything to a new file and continue there; the future may hold NotSaved."""
        from tracker.storage.writer import settle

        self.verify()
        journal, writer = self.journal, self.writer
        if journal is None or writer is None:
            return settle(lambda: self._keep(path))
        return writer.run(lambda: journal.save_as(path))

    def rescue(self, folder: str) -> str:
        """Write everything to a new file in a folder, and stay in the old one; returns its path. Raises NotSaved."""
        copy = type(self)(self.first_system, history=self.history)
        copy._keep("", folder, self.scene.title)
        copy.close()
        return copy.path

    @property
    def path(self) -> str:
        """Return the path of its file; "" if it has none."""
        return self.journal.path if self.journal is not None else ""

    @property
    def unsaved(self) -> int:
        """Return how many records are in memory only, though there is a file for them."""
        return self.journal.unsaved if self.journal is not None else 0

    @property
    def saving(self) -> State | None:
        """Return the state of its file, as seen by the background writer; None without one."""
        return self.writer.state if self.writer is not None else None

    def flush(self, timeout: float | None = None) -> bool:
        """Wait, ``timeout`` seconds at most, until everything was tried; returns whether everything is saved."""
        return self.writer.flush(timeout) if self.writer is not None else True

    def close(self, timeout: float | None = None) -> bool:
        """Close the file, after ``timeout`` seconds at the latest; returns whether everything is saved."""
        return self.writer.close(timeout) if self.writer is not None else True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
