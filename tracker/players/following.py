"""A session in a file that another program writes, as the players may see it."""

from __future__ import annotations

from typing import Final

from tracker.players.projection import Projection, Sharing
from tracker.players.public import Public
from tracker.session.games import RulesOf, played
from tracker.storage.lock import left_behind
from tracker.storage.reader import Follower

ABANDONED: Final = "The GM's program has ended; everything that was done is in the file."

UNREADABLE: Final = "The fight cannot be read now; this window goes on by itself as soon as it can."
"""What players are told of a file that cannot be read: its name is made of a title of the GM's."""


class Followed:
    """The projection of a file, updated when the file grows."""

    def __init__(self, path: str, sharing: Sharing) -> None:
        """Read the file once; raises LoadError."""
        rules = RulesOf()
        self._follower = Follower(path, rules.start)
        self._first = rules.system(self._follower.loaded)
        self._sharing = sharing
        self._public: Public | None = None
        self._projection: Projection | None = None

    @property
    def trouble(self) -> str:
        """Return why nothing new comes, as a plain sentence: the file cannot be read, or its writer was killed."""
        return self._follower.trouble or (ABANDONED if left_behind(self._follower.path + ".lock") else "")

    @property
    def public_trouble(self) -> str:
        """Return the same for players."""
        return UNREADABLE if self._follower.trouble else self.trouble

    def look(self) -> bool:
        """Read what is new in the file; returns whether there was anything."""
        grew = self._follower.look()
        if grew:
            self._projection = None
        return grew

    def projection(self) -> Projection:
        """Return what players see now."""
        history = self._follower.history
        system = played(self._first, history.scene)
        public = self._public
        if public is None or public.history is not history or public.system is not system:
            public, self._projection = Public(system, history, self._sharing), None
            self._public = public
        if self._projection is None:
            self._projection = public.now()
        return self._projection
