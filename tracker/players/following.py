"""A session in a file that another program writes, as the players may see it."""

from __future__ import annotations

from typing import Final

from tracker.combat.history import History
from tracker.players.projection import LINES, USUAL, Projection, Sharing, project
from tracker.players.story import Story
from tracker.rules.system import System
from tracker.session.games import RulesOf, played
from tracker.storage.follow import Follower
from tracker.storage.lock import left_behind

ABANDONED: Final = "The GM's program has ended; everything that was done is in the file."


class Followed:
    """The projection of a file, updated when the file grows."""

    def __init__(self, path: str, sharing: Sharing = USUAL) -> None:
        """Read the file once; raises LoadError."""
        rules = RulesOf()
        self._follower = Follower(path, rules.start)
        self._first = rules.system(self._follower.loaded)
        self._sharing = sharing
        self._history: History | None = None
        self._system: System | None = None
        self._projection: Projection | None = None

    @property
    def trouble(self) -> str:
        """Return why nothing new comes, as a plain sentence: the file cannot be read, or its writer was killed."""
        return self._follower.trouble or (ABANDONED if left_behind(self._follower.path + ".lock") else "")

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
        if history is not self._history or system is not self._system:
            self._history, self._system, self._projection = history, system, None
            self._story = Story(system, history)
        if self._projection is None:
            self._projection = project(system, history.scene, self._story.lines(LINES), self._sharing)
        return self._projection
