"""The throws and chances of actions: computed between frames, cached until the fight changes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tracker.combat.scene import Scene
from tracker.commands.resolve import odds_of, throw_of
from tracker.rules.action import Action
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.throw import Throw
from tracker.rules.view import Odds

if TYPE_CHECKING:
    from tracker.tui.host import Host

MOST_KEPT: Final = 500
"""The greatest number of cached actions."""

SLICE: Final = 0.005
"""The seconds of work after which keys are handled again."""


class Chances:
    """The throws and odds of actions in the current scene."""

    def __init__(self, system: System, scene: Callable[[], Scene], host: Host) -> None:
        self._system, self._now, self._host = system, scene, host
        self._scene: Scene | None = None
        self._throws: dict[Action, Throw | None] = {}
        self._asked: dict[Action, tuple[str, ...]] = {}
        self._odds: dict[Action, Odds | None] = {}
        self._waiting: dict[Action, None] = {}

    def throw(self, action: Action) -> Throw | None:
        """Return the throw of an action; None if it throws nothing."""
        scene = self._settle()
        if action not in self._throws:
            self._throws[action] = throw_of(self._system, scene, action)
        return self._throws[action]

    def asked_next(self, action: Action) -> tuple[str, ...]:
        """Return the fields that the result of an action makes relevant, by attribute."""
        scene = self._settle()
        if action not in self._asked:
            try:
                self._asked[action] = self._system.asked_next(scene, action)
            except InvalidCommand:
                self._asked[action] = ()
        return self._asked[action]

    def odds(self, action: Action) -> Odds | None:
        """Return the odds of an action; None until they are computed, or if there are none."""
        self._settle()
        if action not in self._odds and action not in self._waiting:
            self._waiting[action] = None
            if len(self._waiting) == 1:
                self._host.idle(self._work)
        return self._odds.get(action)

    def _settle(self) -> Scene:
        """Clear the cache after the scene changed; returns the scene."""
        scene = self._now()
        if self._scene is not scene or len(self._throws) + len(self._odds) > MOST_KEPT:
            self._scene = scene
            self._throws, self._asked, self._odds, self._waiting = {}, {}, {}, {}
        return scene

    def _work(self) -> None:
        """Compute the requested odds; the rest is rescheduled when a key might have to wait."""
        scene, began = self._now(), time.perf_counter()
        while self._scene is scene and self._waiting:
            action = next(iter(self._waiting))
            del self._waiting[action]
            try:
                self._odds[action] = odds_of(self._system, scene, action)
            except InvalidCommand:
                self._odds[action] = None
            if self._waiting and time.perf_counter() - began > SLICE:
                self._host.idle(self._work)
                return
