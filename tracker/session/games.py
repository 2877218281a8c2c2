"""The game of a session's file: by the name in its header, or from its text; the switch to a newer edition."""

from tracker.combat.events import Event, TrackBecame, fold
from tracker.combat.records import FIELD, rules_became, rules_text
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.validate import first_fault
from tracker.storage.errors import LoadError


class RulesOf:
    """The rules for reading a file: those of the game in its header, the ``system`` once it is read."""

    system: System

    def start(self, game: str) -> Scene:
        """Return the scene before the first entry; raises LoadError for an unknown game."""
        self.system = system_of(game)
        return self.system.new_scene()

    def fault(self, scene: Scene) -> str:
        """Return what the game cannot understand in a scene, as part of a sentence; "" if there is nothing."""
        return first_fault(played(self.system, scene), scene)


_played: list[tuple[object, System]] = []
"""The last newer game, by identity of the value in the scene that holds its text."""


def played(first: System, scene: Scene) -> System:
    """Return the game of a moment: that of the header, or a newer one that the session adopted. Raises LoadError."""
    held = scene.fields.get(FIELD)
    if held is None:
        return first
    if not _played or _played[0][0] is not held:
        _played[:] = [(held, system_of(rules_text(scene)))]
    return _played[0][1]


def system_of(game: str) -> System:
    """Return the game of a name, or of the text of a game file in a header; raises LoadError."""
    from tracker.games.registry import find, of_text

    try:
        return of_text(game) if "\n" in game else find(game)
    except InvalidCommand as bad:
        raise LoadError(f"The file is a session of another game: {bad}", "foreign") from None


def update(newer: System, scene: Scene) -> tuple[str, tuple[Event, ...]]:
    """Return the sentence and the events of adopting a newer game; raises InvalidCommand if the fight does not fit it.

    Values on sheets stay; new tracks of the newer game begin as on a fresh sheet.
    """
    events: list[Event] = [rules_became(newer.text)]
    for combatant in scene.combatants.values():
        fresh = newer.new_combatant(scene, combatant.side, None)
        new = ((name, track) for name, track in fresh.tracks.items() if name not in combatant.tracks)
        events += [TrackBecame((combatant.name,), name, track.value, track.max) for name, track in new]
    fault = first_fault(newer, fold(scene, tuple(events)))
    if fault:
        raise InvalidCommand(f"The newer file does not fit this fight: {fault}. The session goes on as it is.")
    return f"From here on {newer.title} is played as its file stands now.", tuple(events)
