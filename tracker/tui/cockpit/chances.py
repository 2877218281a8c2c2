"""The throws and chances of command lines: computed between frames, cached until the fight changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tracker.combat.scene import Scene
from tracker.commands.chances import asked_next, odds_of, only_phrase, throw_of
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds

if TYPE_CHECKING:
    from tracker.tui.host import Host

MOST_KEPT: Final = 500
"""The greatest number of cached lines."""

SLICE: Final = 0.005
"""The seconds of work after which keys are handled again."""


class Chances:
    """The throws and odds of lines in the current scene."""

    def __init__(self, system: System, scene: Callable[[], Scene], host: Host) -> None:
        self._system, self._now, self._host = system, scene, host
        self._scene: Scene | None = None
        self._throws: dict[str, Throw | None] = {}
        self._asked: dict[str, tuple[str, ...]] = {}
        self._odds: dict[str, Odds | None] = {}
        self._waiting: dict[str, None] = {}

    def throw(self, line: str) -> Throw | None:
        """Return the throw of a line; None if it throws nothing."""
        self._settle()
        if line not in self._throws:
            self._throws[line] = throw_of(self._system, self._scene_now, line)
        return self._throws[line]

    def asked_next(self, line: str) -> tuple[str, ...]:
        """Return the fields that the result in a line makes relevant, by attribute."""
        self._settle()
        if line not in self._asked:
            self._asked[line] = asked_next(self._system, self._scene_now, line)
        return self._asked[line]

    def odds(self, line: str) -> Odds | None:
        """Return the odds of a line; None until they are computed, or if there are none."""
        self._settle()
        if line not in self._odds and line not in self._waiting:
            self._waiting[line] = None
            if len(self._waiting) == 1:
                self._host.idle(self._work)
        return self._odds.get(line)

    @property
    def _scene_now(self) -> Scene:
        return self._now()

    def _settle(self) -> None:
        """Clear the cache after the scene changed."""
        scene = self._now()
        if self._scene is not scene or len(self._throws) + len(self._odds) > MOST_KEPT:
            self._scene = scene
            self._throws, self._asked, self._odds, self._waiting = {}, {}, {}, {}

    def _work(self) -> None:
        """Compute the requested odds; the rest is rescheduled when a key might have to wait."""
        scene, began = self._now(), time.perf_counter()
        while self._scene is scene and self._waiting:
            line = next(iter(self._waiting))
            del self._waiting[line]
            self._odds[line] = _odds(self._system, scene, line)
            if self._waiting and time.perf_counter() - began > SLICE:
                self._host.idle(self._work)
                return


def _odds(system: System, scene: Scene, line: str) -> Odds | None:
    command = only_phrase(line)
    try:
        return None if command is None else odds_of(system, scene, command)
    except InvalidCommand:
        return None
