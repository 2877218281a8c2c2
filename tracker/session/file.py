"""A session's history and the file it is kept in: opened, copied, followed, written in the background, let go."""

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
    """Where records go to be kept."""

    def put(self, records: Sequence[Record], bodies: Sequence[bytes]) -> None:
        """Keep these, in one piece; ``bodies`` are their JSON."""


class InFile:
    """A history that may have a file, in which all of it is kept.

    ``saver`` takes the records in place of a file; ``loaded`` says how the file was found.
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
        """The fight as it is now."""
        return self.history.scene

    @property
    def system(self) -> System:
        """The game that is played now."""
        return played(self.first_system, self.history.scene)

    def system_at(self, scene: Scene) -> System:
        """The game that was played at a moment of the story."""
        return played(self.first_system, scene)

    @classmethod
    def load(cls, path: str, dice: random.Random | None = None) -> Self:
        """A session as its file tells it, in memory only: the file is not touched. Raises LoadError."""
        from tracker.storage.reader import load

        rules = RulesOf()
        return cls._of(load(path, rules.start, fault=rules.fault), rules, dice)

    @classmethod
    def open(cls, path: str, dice: random.Random | None = None, *, verify_later: bool = False) -> Self:
        """A session with its file, which is mended where its end was cut off; raises LoadError.

        Its ``journal`` says what was mended and, where nothing can be written to the file, why; an example that
        comes with the program is never written to. With ``verify_later`` it is here sooner, and whoever asked for
        that calls ``verify`` when there is time; the first change does it otherwise.
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
        """A session that another program writes, only followed: nothing can be done in it. Raises LoadError."""
        from tracker.storage.follow import Follower

        rules = RulesOf()
        follower = Follower(path, rules.start, fault=rules.fault)
        session = cls._of(follower.loaded, rules, None)
        session._follower, session.watching = follower, True
        return session

    @classmethod
    def copy(cls, path: str, folder: str) -> Self:
        """A session that goes on in a new file in ``folder``; the first file stays. Raises LoadError and NotSaved."""
        session = cls.load(path)
        session._keep("", folder, os.path.basename(path).removesuffix(ENDING))
        return session

    @classmethod
    def _of(cls, loaded: Loaded, rules: RulesOf, dice: random.Random | None) -> Self:
        session = cls(rules.system(loaded), dice=dice, history=loaded.history)
        session.loaded = loaded
        return session

    def _keep(self, path: str, folder: str = "", title: str = "") -> None:
        """Make the file of a session that has none."""
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
        """Compare up to this many more records of the file with their replay; True once all are compared.

        Where one comes out differently, the file can only be read from then on, and ``journal`` and ``loaded`` say so.
        """
        verified = self.journal is None or self.journal.verify(most)
        if verified and self.loaded is not None:
            self.loaded = self.loaded.verified()
        return verified

    def save_in_background(self, on_state: Callable[[State], None]) -> None:
        """From now on write in a thread of its own; ``on_state`` hears, from any thread, how the file stands."""
        self._on_state = on_state
        if self.journal is not None:
            self._write_to(self.journal)

    @property
    def followed(self) -> bool:
        """Whether another program writes its file and nothing was done here that is not in it."""
        elsewhere = self.journal is not None and self.journal.elsewhere and not self.journal.unsaved
        return self.watching or elsewhere

    def follow(self) -> bool:
        """Take in what another program wrote to the file; whether there was anything. Raises LoadError."""
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
        """Write everything to a new file and go on in that one; the future may hold NotSaved."""
        from tracker.storage.writer import settle

        self.verify()
        journal, writer = self.journal, self.writer
        if journal is None or writer is None:
            return settle(lambda: self._keep(path))
        return writer.run(lambda: journal.save_as(path))

    def rescue(self, folder: str) -> str:
        """Write everything to a new file in a folder, and stay in the old one; gives its path. Raises NotSaved."""
        copy = type(self)(self.first_system, history=self.history)
        copy._keep("", folder, self.scene.title)
        copy.close()
        return copy.path

    @property
    def path(self) -> str:
        """The path of its file, "" where it has none."""
        return self.journal.path if self.journal is not None else ""

    @property
    def unsaved(self) -> int:
        """How many records are in memory only, though there is a file for them."""
        return self.journal.unsaved if self.journal is not None else 0

    @property
    def saving(self) -> State | None:
        """How its file stands, as seen by the writer in the background; None without one."""
        return self.writer.state if self.writer is not None else None

    def flush(self, timeout: float | None = None) -> bool:
        """Wait, ``timeout`` seconds at most, until everything was tried; whether all of it is saved."""
        return self.writer.flush(timeout) if self.writer is not None else True

    def close(self, timeout: float | None = None) -> bool:
        """Let the file go, after ``timeout`` seconds at the latest; whether everything is saved."""
        return self.writer.close(timeout) if self.writer is not None else True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
