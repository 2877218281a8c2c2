"""A past line taken out or replaced: the later commands played again with the dice and choices they had."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tracker.combat.dice import Dice
from tracker.combat.history import Entry, History
from tracker.combat.scene import Scene
from tracker.commands.resolve import resolve
from tracker.rules.errors import InvalidCommand, Refused
from tracker.rules.resolution import Resolution
from tracker.rules.system import System


@dataclass(slots=True)
class Rebased:
    """The later part of a story played again: resolutions with the id each was first entered under.

    ``refused`` names what does not hold there any more; those are left out of ``steps``.
    """

    steps: list[tuple[Resolution, int]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def rebase(
    system: System, history: History, target: int, line: str | None, dice: Dice, source: random.Random
) -> Rebased:
    """Play the story from ``target`` on again, without it or with ``line`` in its place.

    Nothing is changed by this; raises InvalidCommand or Refused where the new line itself does not hold.
    """
    gone = history.entries[target]
    scene = history.scene_at(gone.parent)
    asked = history.scene.asked
    found = Rebased()
    if line is not None:
        resolution = resolve(system, scene, line, dice, again=gone, asked=asked)
        found.steps.append((resolution, gone.first))
        scene = resolution.scene
    for id_ in history.story[history.story.index(target) + 1 :]:
        entry = history.entries[id_]
        scene = _again(system, scene, entry, Dice(source, list(entry.dice)), asked, found)
    return found


def _again(system: System, scene: Scene, entry: Entry, dice: Dice, asked: int, found: Rebased) -> Scene:
    try:
        resolution = resolve(system, scene, entry.command, dice, again=entry, exact=True, asked=asked)
    except (InvalidCommand, Refused) as reason:
        why = " ".join(reason.objections) if isinstance(reason, Refused) else str(reason)
        found.refused.append(f"{entry.id} {entry.command} ({why.rstrip('.')})")
        return scene
    found.steps.append((resolution, entry.first))
    return resolution.scene
