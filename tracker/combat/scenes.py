"""The scene after every entry: those of late and some on the way are kept, others are replayed from the nearest."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from tracker.combat import limits
from tracker.combat.events import fold
from tracker.combat.records import START, Entry
from tracker.combat.scene import Scene, drafted, finished

CHECKPOINT: Final = 250
"""How many entries along a branch lie at most between two scenes that are kept."""

CHECKPOINT_WORK: Final = 20_000_000
"""How much work along a branch lies at most between them, before the entry that is the next: a tenth of a second."""

STRIDE: Final = 10
"""How many entries lie at most between two of the newest scenes: an undo replays few."""

STRIDE_WORK: Final = limits.WORK_OF_RECORD
"""How much work lies at most between those, before the entry that is the next: an undo is always affordable."""

RECENT: Final = 32
"""How many of the newest scenes are kept, and of those asked for last."""

ENTRY_WORK: Final = 200
"""What replaying an entry counts besides what it changes."""


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
        """The same before the first entry: ``reread`` takes all of them in once more, in the order of the records."""
        return Scenes(self._kept[START], self._entries, self._depth, self._effort, kept=self._kept)

    def way_to(self, entry: int) -> int:
        """The work of coming to the scene that a new entry follows."""
        if entry == self._last:
            return 0
        at = entry
        while at not in self._newest and at not in self._kept:
            at = self._entries[at].parent
        return self._effort[entry] - self._effort[at] + ENTRY_WORK * (self._depth[entry] - self._depth[at])

    def add(self, entry: Entry, scene: Scene, effort: int) -> None:
        """Take in a new entry with the scene after it; ``effort`` is that up to it."""
        if entry.parent != self._last:
            self._keep_newest(entry.parent, self.at(entry.parent))
        self._draft = None
        self._keep_asked(entry.id, scene)
        if self._is_landmark(entry, effort):
            self._keep(entry, scene, effort)
        self._last = entry.id

    def draft_of(self, entry: int) -> Scene:
        """A draft of the scene after an entry, for ``read_in``; entries read in one after the other share one."""
        at, draft = self._draft or (START, None)
        # What fails halfway leaves a draft that is of no use.
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
        """The scene after this entry (START: before the first); replays from the nearest kept scene only."""
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
        """Whether the scene after an entry is kept though nobody asked for it."""
        parent = entry.parent
        return (self._depth[parent] + 1) % STRIDE == 0 or effort // STRIDE_WORK != self._effort[parent] // STRIDE_WORK

    def _keep(self, entry: Entry, scene: Scene, effort: int) -> None:
        """Keep the scene of a landmark for a while, and some for good."""
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
