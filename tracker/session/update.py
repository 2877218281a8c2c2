"""Switching a session to a newer edition of its game file."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.combat.events import Event, TrackBecame, fold
from tracker.combat.rules_text import rules_became
from tracker.combat.scene import Scene
from tracker.rules.errors import InvalidCommand
from tracker.rules.system import System
from tracker.rules.validate import first_fault


def update(newer: System, scene: Scene) -> tuple[str, tuple[Event, ...]]:
    """Return the sentence and the events of adopting a newer game; raises InvalidCommand if the fight does not fit it.

    Values on sheets stay; new tracks of the newer game begin as on a fresh sheet.
    """
    events = (rules_became(newer.text), *_new_tracks(newer, scene))
    fault = first_fault(newer, fold(scene, events))
    if fault:
        raise InvalidCommand(f"The newer file does not fit this fight: {fault}. The session goes on as it is.")
    return f"From here on {newer.title} is played as its file stands now.", events


def _new_tracks(newer: System, scene: Scene) -> Iterator[Event]:
    for combatant in scene.combatants.values():
        fresh = newer.new_combatant(scene, combatant.side, None)
        for name, track in fresh.tracks.items():
            if name not in combatant.tracks:
                yield TrackBecame((combatant.name,), name, track.value, track.max)
