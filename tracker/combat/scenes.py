"""The scene after every entry: recent ones and some on the way are kept, others are replayed from the nearest."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from tracker.combat import limits
from tracker.combat.events import fold
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene, drafted, finished

CHECKPOINT: Final = 500
"""The most entries along a branch between two kept scenes."""

CHECKPOINT_WORK: Final = 20_000_000
"""The most work along a branch between them, before the next entry: a tenth of a second."""

STRIDE: Final = 25
"""The most entries between two of the newest scenes, so that an undo replays few."""

STRIDE_WORK: Final = limits.WORK_OF_RECORD
"""The most work between those, before the next entry, so that an undo is always affordable."""

RECENT: Final = 32
"""How many of the newest scenes are kept, and how many of those asked for last."""

ENTRY_WORK: Final = 200
"""The cost of replaying an entry besides what it changes."""


class Scenes:
    """The scenes of a history, which adds every entry in the order of the records.

    ``entries``, ``depth`` (how many entries each record is from the start) and ``effort`` (how much work) are the
    history's. Which scenes are kept for the next entry follows from the records alone, so that ``way_to`` counts
    the same in the program that writes a session as in one that reads it.
    """

    def __init__(
        self,
        start: Scene,
        entries: Mapping[int, Entry],
        depth: array[int],
        effort: array[int],
        *,
        kept: dict[int, Scene] | None = None,
    ) -> None:
        self._entries, self._depth, self._effort = entries, depth, effort
        self._kept = {START: start} if kept is None else kept
        self._newest: dict[int, Scene] = {}
        self._asked: OrderedDict[int, Scene] = OrderedDict()
        self._last = START
        self._draft: tuple[int, Scene] | None = None

    def rewound(self) -> Scenes:
        """Return an empty copy, which ``reread`` fills with the entries in the order of the records."""
        return Scenes(self._kept[START], self._entries, self._depth, self._effort, kept=self._kept)

    def way_to(self, entry: int) -> int:
        """Return the work of reaching the scene before a new entry."""
        if entry == self._last:
            return 0
        at = entry
        while at not in self._newest and at not in self._kept:
            at = self._entries[at].parent
        return self._effort[entry] - self._effort[at] + ENTRY_WORK * (self._depth[entry] - self._depth[at])

    def add(self, entry: Entry, scene: Scene, effort: int) -> None:
        """Add an entry with the scene after it; ``effort`` is the total up to it."""
        if entry.parent != self._last:
            self._keep_newest(entry.parent, self.at(entry.parent))
        self._draft = None
        self._keep_asked(entry.id, scene)
        if self._is_landmark(entry, effort):
            self._keep(entry, scene, effort)
        self._last = entry.id

    def draft_of(self, entry: int) -> Scene:
        """Return a draft of the scene after an entry, for ``read_in``; entries read in sequence share one."""
        at, draft = self._draft or (START, None)
        # What fails halfway leaves an unusable draft.
        self._draft = None
        if draft is not None and at == entry:
            return draft
        scene = self.at(entry)
        if entry != self._last:
            self._keep_newest(entry, scene)
        return drafted(scene)

    def read_in(self, entry: Entry, draft: Scene, effort: int) -> Scene:
        """Apply the events of a new entry to the draft of the scene before it; raises TooMany."""
        draft = drafted(fold(draft, entry.events))
        limits.hold(draft.combatants, "combatants", limits.COMBATANTS)
        if self._is_landmark(entry, effort):
            self._keep(entry, finished(draft), effort)
        self._draft, self._last = (entry.id, draft), entry.id
        return draft

    def reread(self, entry: Entry, draft: Scene) -> Scene:
        """Apply the events of an entry of the history to the draft of the scene before it."""
        return self.read_in(entry, draft, self._effort[entry.id])

    def at(self, entry: int) -> Scene:
        """Return the scene after this entry (START: before the first), replaying from the nearest kept scene only."""
        known = self._known(entry)
        if known is not None:
            return known
        if self._draft is not None and self._draft[0] == entry:
            scene = finished(self._draft[1])
        else:
            steps: list[int] = []
            at = entry
            while known is None:
                steps.append(at)
                at = self._entries[at].parent
                known = self._known(at)
            scene = known
            for step in reversed(steps):
                scene = fold(drafted(scene), self._entries[step].events)
            scene = finished(scene)
        self._keep_asked(entry, scene)
        return scene

    def _known(self, entry: int) -> Scene | None:
        return self._asked.get(entry) or self._newest.get(entry) or self._kept.get(entry)

    def _is_landmark(self, entry: Entry, effort: int) -> bool:
        """Return whether the scene after an entry is kept without having been requested."""
        parent = entry.parent
        return (self._depth[parent] + 1) % STRIDE == 0 or effort // STRIDE_WORK != self._effort[parent] // STRIDE_WORK

    def _keep(self, entry: Entry, scene: Scene, effort: int) -> None:
        """Keep the scene of a landmark for a while, and some permanently."""
        self._keep_newest(entry.id, scene)
        parent = entry.parent
        crossed = effort // CHECKPOINT_WORK != self._effort[parent] // CHECKPOINT_WORK
        if crossed or (self._depth[parent] + 1) % CHECKPOINT == 0:
            self._kept.setdefault(entry.id, scene)

    def _keep_newest(self, entry: int, scene: Scene) -> None:
        self._newest.pop(entry, None)
        self._newest[entry] = scene
        if len(self._newest) > RECENT:
            del self._newest[next(iter(self._newest))]

    def _keep_asked(self, entry: int, scene: Scene) -> None:
        self._asked[entry] = scene
        self._asked.move_to_end(entry)
        if len(self._asked) > RECENT:
            self._asked.popitem(last=False)
