"""The last opponent of each combatant, from the log."""

from __future__ import annotations

from typing import Final

from tracker.combat.history import History
from tracker.combat.scene import Scene
from tracker.commands.parser import dealt
from tracker.commands.tokens import phrases
from tracker.rules.command import parameters
from tracker.rules.errors import InvalidCommand
from tracker.rules.parameter_roles import is_aim
from tracker.rules.system import System

LOOKED_BACK: Final = 300
"""The number of entries to search."""


class Fought:
    """Reads the commands of the log backwards, each of them once."""

    def __init__(self, system: System, history: History) -> None:
        self._system, self._history = system, history
        self._known: dict[int, dict[str, str]] = {}

    def last(self, actor: str, scene: Scene) -> tuple[str, int] | None:
        """Return the actor's last target, and the entry; None if there is none."""
        for id_ in reversed(self._history.story[-LOOKED_BACK:]):
            if id_ not in self._known:
                self._known[id_] = self._aims(self._history.entries[id_].command, scene)
            target = self._known[id_].get(actor)
            if target is not None:
                return target, id_
        return None

    def _aims(self, command: str, scene: Scene) -> dict[str, str]:
        """Return who aimed at whom in a command line."""
        aims: dict[str, str] = {}
        try:
            for phrase in phrases(command):
                kind = self._system.actions.get(phrase.verb.removesuffix("!"))
                if kind is None or kind.helps or not any(is_aim(parameter) for parameter in parameters(kind)):
                    continue
                words = {parameter.attr: (parameter, text) for parameter, text in dealt(phrase, self._system, scene)}
                actor = words.get("actor")
                target = next((text for parameter, text in words.values() if is_aim(parameter)), None)
                if actor is not None and target is not None:
                    aims[actor[1]] = target
        except InvalidCommand:
            return aims
        return aims
