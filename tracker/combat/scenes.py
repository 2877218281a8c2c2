"""The scene after every entry: those of late and some on the way are kept, others are replayed from the nearest."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from tracker.combat.events import fold
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene, drafted, finished

CHECKPOINT: Final = 250
"""How many entries along a branch lie between two scenes that are kept."""

RECENT: Final = 32
"""How many of the scenes asked for last are kept as well."""

STRIDE: Final = 10
"""How many entries that are only read in lie between two scenes that are kept: an undo after them replays few."""


class Scenes:
    """The scenes of a history. ``entries`` and ``depth``, how far each record is from the start, are the history's."""

    def __init__(self, start: Scene, entries: Mapping[int, Entry], depth: array[int]) -> None:
        self._entries, self._depth = entries, depth
        self._kept: dict[int, Scene] = {START: start}
        self._recent: OrderedDict[int, Scene] = OrderedDict()
        self._draft: tuple[int, Scene] | None = None

    def add(self, entry: int, depth: int, scene: Scene) -> None:
        """Take in the scene after a new entry."""
        self._draft = None
        self._keep(entry, depth, scene)

    def draft_of(self, entry: int) -> Scene:
        """A draft of the scene after an entry, for ``read_in``; entries read in one after the other share one."""
        at, draft = self._draft or (START, None)
        # What fails halfway leaves a draft that is of no use.
        self._draft = None
        return draft if draft is not None and at == entry else drafted(self.at(entry))

    def read_in(self, entry: Entry, depth: int, draft: Scene) -> None:
        """Apply the events of a new entry to the draft of the scene before it."""
        draft = drafted(fold(draft, entry.events))
        if depth % STRIDE == 0:
            self._keep(entry.id, depth, finished(draft))
        self._draft = (entry.id, draft)

    def at(self, entry: int) -> Scene:
        """The scene after this entry (START: before the first); replays from the nearest kept scene only."""
        known = self._recent.get(entry) or self._kept.get(entry)
        if known is not None:
            return known
        if self._draft is not None and self._draft[0] == entry:
            scene = finished(self._draft[1])
            self._keep(entry, self._depth[entry], scene)
            return scene
        steps: list[int] = []
        at = entry
        while known is None:
            steps.append(at)
            at = self._entries[at].parent
            known = self._recent.get(at) or self._kept.get(at)
        scene = known
        for step in reversed(steps):
            scene = fold(drafted(scene), self._entries[step].events)
            if self._depth[step] % CHECKPOINT == 0:
                self._kept[step] = finished(scene)
        scene = finished(scene)
        self._keep(entry, self._depth[entry], scene)
        return scene

    def _keep(self, entry: int, depth: int, scene: Scene) -> None:
        if depth % CHECKPOINT == 0:
            self._kept[entry] = scene
        self._recent[entry] = scene
        self._recent.move_to_end(entry)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
