"""The game of a session's file: by the name in its header, or from the text that it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.combat.rules_text import FIELD, rules_text
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.storage.errors import LoadError

if TYPE_CHECKING:
    from tracker.storage.reader import Loaded


class RulesOf:
    """The rules of one file while it is read: those of the game its header names, or of the text that it keeps."""

    def __init__(self) -> None:
        self._system: System | None = None

    def start(self, game: str) -> Scene:
        """The scene before the first entry; raises LoadError for a game nobody knows."""
        self._system = system_of(game)
        return self._system.new_scene()

    def fault(self, scene: Scene) -> str:
        """What in a scene the game cannot make sense of, as part of a sentence; "" where all is well."""
        from tracker.rules.validate import first_fault

        return first_fault(played(self._system or system_of(scene.system), scene), scene)

    def system(self, loaded: Loaded) -> System:
        """The game in the header of a file that was read."""
        return self._system or system_of(loaded.header.game or loaded.header.system)


_played: list[tuple[object, System]] = []
"""The newer game that was looked for last, by the very value of the scene that holds its text."""


def played(first: System, scene: Scene) -> System:
    """The game of a moment: that of the header, or a newer one that the session went on with. Raises LoadError."""
    held = scene.fields.get(FIELD)
    if held is None:
        return first
    if not _played or _played[0][0] is not held:
        _played[:] = [(held, system_of(rules_text(scene)))]
    return _played[0][1]


def system_of(game: str) -> System:
    """The game of a name, or of a text of several lines that a header keeps; raises LoadError."""
    from tracker.games.registry import find, of_text

    try:
        return of_text(game) if "\n" in game else find(game)
    except InvalidCommand as bad:
        raise LoadError(f"The file is a session of another game: {bad}", "foreign") from None


def new_scene(game: str) -> Scene:
    """The scene before the first entry of a session of this game; raises LoadError for a game nobody knows."""
    return system_of(game).new_scene()
