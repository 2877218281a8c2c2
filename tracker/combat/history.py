"""The tree of everything the GM did, with a head: undo, redo, goto, branches; and the scene after every entry.

A history only grows. Entries are facts; the head decides which of them are the current story. Recent scenes and some on
the way are kept, others are replayed from the nearest.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from tracker.combat import events, limits
from tracker.combat.events import fold
from tracker.combat.records import START, Entry, Head, Record
from tracker.combat.scene import Combatant, Prompt, Scene, drafted, finished

NEAR: Final = 20  # the number of entries up to which moves of the head are always possible
_STEP: Final = 64  # the cost of a step along the tree, relative to 1 for an entry of a list that moves as a whole
_TOUCHED: Final = 1_000  # the cost of a changed combatant besides its contents
_PART: Final = 40  # the cost of a number under a name: a track, a count of spares; likewise of a name in a list
_STATED: Final = 40  # the cost of a distance in a row that is rewritten
_WRITTEN: Final = 100  # the cost of a distance that is set
_DISTANCE: Final = 4  # the cost of any distance of the fight when one changes
_NAMED: Final = 4_000  # the cost of a change of a combatant that a line pays for by naming it
_QUESTION: Final = 100  # the cost of an open question while others come or go, besides its text
_SIZES: Final = 2048  # the number of cached sizes of mappings and lists

_sizes: dict[int, tuple[object, int]] = {}


class HistoryError(ValueError):
    """A record that does not fit the history, as a plain sentence."""


class Worn(HistoryError):
    """Raised for what would make a session slow to load; ``left`` says what is still possible."""

    why, left = "the story was moved too far back and forth too often", "only near undo and redo are left"

    def __init__(self) -> None:
        super().__init__(self.why)


class Overworked(Worn):
    """An entry that changes far too much, after too many such entries."""

    why, left = "too many combatants and distances were changed in all", "only lines that change few are left"


class History:
    """Entries in a tree with a head, and the scene at any of them.

    ``add`` takes every record, new or loaded, so that a reloaded session behaves exactly as before.
    """

    def __init__(self, start: Scene) -> None:
        self.records: list[Record] = []
        self.entries: dict[int, Entry] = {}
        self.head: int = START
        self._forward: list[int] = []
        self._preferred: dict[int, int] = {}
        self._replaced: dict[int, int] = {}
        self._cut: dict[int, int] = {}
        self._depth, self._effort = array("I", (0,)), array("Q", (0,))
        self.scenes = Scenes(start, self.entries, self._depth, self._effort)
        self.story: list[int] = []  # the ids from the beginning to the head, oldest first; not to be modified
        self._tail: list[int] = []
        self._rebased: set[int] = set()
        self.moved = 0
        self.worked = self.reached = 0

    @property
    def next_id(self) -> int:
        """Return the id of the next record."""
        return len(self.records) + 1

    @property
    def scene(self) -> Scene:
        """Return the scene at the head."""
        return self.scenes.at(self.head)

    def add(self, record: Record, scene: Scene | None = None) -> None:
        """Add a record; raises HistoryError if its number, parent or target does not fit.

        ``scene`` is the one after the entry, if the caller has it: its events are then not applied again.
        """
        if record.id != len(self.records) + 1:
            raise HistoryError(f"record {record.id} stands where {self.next_id} should be")
        if isinstance(record, Entry):
            self._add_entry(record, scene)
        else:
            self._add_head(record)
            self._depth.append(0)
            self._effort.append(0)
        self.records.append(record)

    def afford(self, entries: Iterable[tuple[Entry, Scene]]) -> None:
        """Raise Worn if these entries, each with the scene after it, cannot all be added."""
        known, spent = dict[int, Scene](), (self.worked, self.reached)
        for entry, scene in entries:
            before, way = known.get(entry.parent), 0
            if before is None:
                before, way = self.scene_at(entry.parent), self.scenes.way_to(entry.parent)
            spent = _spent(entry, way, work(before, entry.events), *spent)
            known[entry.id] = scene

    def _add_entry(self, entry: Entry, scene: Scene | None) -> None:
        if entry.parent != START and entry.parent not in self.entries:
            raise HistoryError(f"entry {entry.id} follows {entry.parent}, which is not an entry")
        if entry.origin is None and entry.parent != self.head:
            raise HistoryError(f"entry {entry.id} does not follow the head {self.head}")
        if entry.origin is not None and entry.origin not in self.entries:
            raise HistoryError(f"entry {entry.id} stands for {entry.origin}, which is not an entry")
        scenes, parent = self.scenes, entry.parent
        way = scenes.way_to(parent)
        before = scenes.draft_of(parent) if scene is None else scenes.at(parent)
        cost = work(before, entry.events)
        spent = _spent(entry, way, cost, self.worked, self.reached)
        effort = self._effort[parent] + cost
        if scene is None:
            scenes.read_in(entry, before, effort)
        else:
            scenes.add(entry, scene, effort)
        self.entries[entry.id] = entry
        self.worked, self.reached = spent
        self._depth.append(self._depth[parent] + 1)
        self._effort.append(effort)
        if entry.origin is None:
            self.head = entry.id
            self.story.append(entry.id)
            self._forward.clear()
            self._tail.clear()
            self._preferred[entry.parent] = entry.id

    def _add_head(self, head: Head) -> None:
        if head.to != START and head.to not in self.entries:
            raise HistoryError(f"the story was moved to {head.to}, which is not an entry")
        if head.by == "rebase" and head.replaced not in self.entries:
            raise HistoryError(f"the story replaced {head.replaced}, which is not an entry")
        most = 2 * limits.MOVED if head.by == "rebase" else limits.MOVED
        ahead = self._ahead(head.to, most)
        if head.by == "undo":
            self._undo_to(head.to, most)
        elif head.by == "redo":
            self._redo_to(head.to, most)
        else:
            self._forward.clear()
        if head.by == "rebase":
            assert head.replaced is not None
            by_rebase = head.to == head.id - 1 and self.entries[head.to].origin is not None
            (self._replaced if by_rebase else self._cut)[head.to] = head.replaced
            self._rebased.add(head.to)
        self._go(head.to, ahead)

    def _move(self, steps: int, cost: int, most: int) -> None:
        """Count a move of the head; raises Worn for a far move after too many of them."""
        if steps > NEAR:
            if self.moved > most:
                raise Worn
            self.moved += cost

    def _ahead(self, to: int, most: int) -> list[int]:
        """Return the entries from this one back to the story, newest first; raises Worn."""
        depth = self._depth[to]
        place = depth - len(self.story)
        if 0 < place <= len(self._tail) and self._tail[place - 1] == to:
            self._move(place, place, most)
            return self._tail[:place][::-1]
        if self._told(to):
            self._move(len(self.story) - depth, len(self.story) - depth, most)
            return []
        ahead: list[int] = []
        while not self._told(to):
            ahead.append(to)
            to = self.entries[to].parent
            if len(ahead) > NEAR:
                self._move(len(ahead), _STEP, most)
        return ahead

    def _go(self, to: int, ahead: list[int]) -> None:
        """Move the head; along the story the preferred branch is always the last one visited."""
        at = self.entries[ahead[-1]].parent if ahead else to
        left = self.story[self._depth[at] :]
        if ahead and not left and self._tail[len(ahead) - 1 : len(ahead)] == [to]:
            del self._tail[: len(ahead)]
        elif ahead:
            self._preferred.update((self.entries[entry].parent, entry) for entry in ahead)
            self._tail = []
        else:
            self._tail = left + self._tail
        del self.story[self._depth[at] :]
        self.story += reversed(ahead)
        self.head = to

    def _told(self, entry: int) -> bool:
        depth = self._depth[entry]
        return depth <= len(self.story) and (depth == 0 or self.story[depth - 1] == entry)

    def heads(self) -> Iterator[int]:
        """Return the head after each record, in order."""
        head = START
        for record in self.records:
            if isinstance(record, Head):
                head = record.to
            elif record.origin is None:
                head = record.id
            yield head

    def path(self, to: int) -> list[int]:
        """Return the ids from the beginning to this entry, oldest first."""
        steps: list[int] = []
        while to != START:
            steps.append(to)
            to = self.entries[to].parent
        return steps[::-1]

    def undo_target(self, steps: int = 1) -> int | None:
        """Return the id that this many undos lead to, or as far as they go; None if there is nothing to undo.

        From the tip of a rebase, an undo leads to the head it replaced, from everywhere else to the parent.
        """
        at, used, target = self.head, set[int](), None
        for _ in range(steps):
            back = self._back(at, used)
            if back is None:
                break
            at = target = back
        return target

    def _back(self, at: int, used: set[int]) -> int | None:
        """Return the target of one undo; a rebase that only shortened the story is undone once."""
        if at in self._cut and at not in used:
            used.add(at)
            return self._cut[at]
        if at in self._replaced:
            return self._replaced[at]
        return None if at == START else self.entries[at].parent

    def redo_target(self, steps: int = 1) -> int | None:
        """Return the id that this many redos lead to, or as far as they go; None if there is nothing to redo."""
        left, at, target = len(self._forward), self.head, None
        for _ in range(steps):
            left -= 1
            step = self._forward[left] if left >= 0 else self._preferred.get(at)
            if step is None:
                break
            at = target = step
        return target

    def redo_steps(self, most: int) -> int:
        """Return how many redos are possible, counted up to ``most``."""
        steps, at = len(self._forward), self._forward[0] if self._forward else self.head
        while steps < most and (following := self._preferred.get(at)) is not None:
            steps, at = steps + 1, following
        return min(steps, most)

    def _undo_to(self, to: int, most: int) -> None:
        """Make the entries left behind available for redo; raises HistoryError if no undo leads there."""
        if self._told(to) and to != self.head:
            left = self.story[self._depth[to] :]
            if not self._rebased or self._rebased.isdisjoint(left):
                self._forward += reversed(left)
                return
        at, used, behind = self.head, set[int](), list[int]()
        while not behind or at != to:
            behind.append(at)
            back = self._back(at, used)
            if back is None:
                raise HistoryError(f"no undo leads from {self.head} to {to}")
            at = back
            if len(behind) > NEAR:
                self._move(len(behind), _STEP, most)
        self._forward += behind
        for cut in used:
            del self._cut[cut]

    def _redo_to(self, to: int, most: int) -> None:
        """Remove the entry reached from those to redo; raises HistoryError if no redo leads there."""
        steps = self._depth[to] - self._depth[self.head]
        if 0 < steps <= len(self._forward) and self._forward[-steps] == to:
            ahead = self._forward[-steps:]
            if self.entries[ahead[-1]].parent == self.head and self._rebased.isdisjoint(ahead):
                del self._forward[-steps:]
                return
        at, left, moved = self.head, len(self._forward), 0
        while not moved or at != to:
            if left:
                left -= 1
                at = self._forward[left]
            elif (preferred := self._preferred.get(at)) is not None:
                at = preferred
            else:
                raise HistoryError(f"no redo leads from {self.head} to {to}")
            moved += 1
            if moved > NEAR:
                self._move(moved, _STEP, most)
        del self._forward[left:]

    def seconds_at(self, entry: Entry) -> float | None:
        """Return when an entry was first made, in seconds; None if it has no time."""
        try:
            return datetime.fromisoformat(self.entries[entry.first].at).timestamp()
        except (ValueError, OverflowError, KeyError):
            return None

    def scene_at(self, entry: int) -> Scene:
        """Return the scene after this entry (START: before the first)."""
        return self.scenes.at(entry)


def _spent(entry: Entry, way: int, cost: int, worked: int, reached: int) -> tuple[int, int]:
    """Return the work up to this entry, and its part besides what lines say by name; raises Overworked.

    What costs no more than the allowance of a record always passes; on the way to an entry nothing is digested.
    """
    worked += way + cost
    if way + cost > limits.WORK_OF_RECORD:
        named = sum([len(getattr(event, "names", ())) for event in entry.events])
        reached += way // 4 + max(0, cost - _NAMED * named - limits.WORK_OF_RECORD)
        if worked > limits.WORK + limits.WORK_OF_RECORD * entry.id or reached > limits.REACH:
            raise Overworked
    return worked, reached


def work(before: Scene, done: Iterable[events.Event]) -> int:
    """Return the cost of reading these events when they follow this scene, in steps of about five nanoseconds.

    Counted are applying them, and the digest of what changed: a short line may change a crowd, or 120,000 distances.
    """
    people, steps = before.combatants, 0
    for event in done:
        cost = _COSTS.get(type(event))
        if cost is not None:
            steps += cost(before, event)
        else:
            for name in event.names:  # type: ignore[union-attr]
                steps += _weight(people[name]) if name in people else _PART
    return steps


def _weight(combatant: Combatant) -> int:
    """Return the cost of changing a combatant: all its contents are digested again."""
    steps = _TOUCHED + _PART * (len(combatant.tracks) + len(combatant.spares))
    for parts in (combatant.fields, combatant.conditions, combatant.weapons, combatant.notes, combatant.counters):
        if parts:
            steps += _size(parts)
    return steps


def _leaving(before: Scene, event: events.Left | events.EncounterBegan) -> int:
    names = len(before.combatants) + len(before.order)
    return names * _PART + len(before.ranges) * _STATED + _questions(before.prompts)


def _asking(before: Scene, event: events.PromptCame) -> int:
    cost = _QUESTION + len(event.text) + _size(event.choices) + _size(event.data)
    return _questions(before.prompts) + len(event.names) * cost


def _bands(before: Scene, event: events.BandBecame) -> int:
    """Return the cost of a distance: each affected row is rewritten, and all rows are digested as one."""
    rows, others = before.ranges.rows, len(event.others)
    touched = sum(len(rows[name]) for name in (event.name, *event.also, *event.others) if name in rows)
    stated = others * (1 + len(event.also) + (others if event.together else 0))
    return touched * _STATED + stated * _WRITTEN + len(before.ranges) * _DISTANCE


def _questions(prompts: tuple[Prompt, ...]) -> int:
    return sum(_QUESTION + len(prompt.text) + _size(prompt.choices) + _size(prompt.data) for prompt in prompts)


def _size(parts: object) -> int:
    """Return about how many characters these are as text; computed once for each immutable object."""
    kept = _sizes.get(id(parts))
    if kept is None or kept[0] is not parts:
        if len(_sizes) >= _SIZES:
            _sizes.clear()
        kept = _sizes[id(parts)] = (parts, len(repr(parts)))
    return kept[1]


_COSTS: Final[Mapping[type[events.Event], Callable[[Scene, Any], int]]] = {
    events.Joined: lambda before, event: len(event.names) * _weight(event.like) + len(before.combatants) * _PART,
    events.Left: _leaving,
    events.EncounterBegan: _leaving,
    events.BandBecame: _bands,
    events.PromptCame: _asking,
    events.PromptWent: lambda before, event: _questions(before.prompts),
    events.OrderBecame: lambda before, event: len(event.names) * _PART,
    events.SceneFieldBecame: lambda before, event: _size(before.fields),
    events.SettingBecame: lambda before, event: _size(before.settings),
    **dict.fromkeys((events.DefaultBandBecame, events.TurnCame, events.TitleBecame), lambda before, event: 0),
}
"""The costs by kind of event; all other kinds change the combatants that they name."""

CHECKPOINT: Final = 500  # the most entries along a branch between two kept scenes

CHECKPOINT_WORK: Final = 40_000_000
"""The most work along a branch between them, before the next entry: a fifth of a second."""

STRIDE: Final = 25  # the most entries between two of the newest scenes, so that an undo replays few

STRIDE_WORK: Final = limits.WORK_OF_RECORD
"""The most work between those, before the next entry, so that an undo is always affordable."""

RECENT: Final = 32  # how many of the newest scenes are kept, and how many of those asked for last
FEW: Final = 4  # how many while a scene has more than DISTANCES, up to five megabytes
DISTANCES: Final = 30_000
ENTRY_WORK: Final = 200  # the cost of replaying an entry besides what it changes


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
        depth: "array[int]",
        effort: "array[int]",
        *,
        kept: dict[int, Scene] | None = None,
    ) -> None:
        self._entries, self._depth, self._effort = entries, depth, effort
        self._kept = {START: start} if kept is None else kept
        self._newest: dict[int, Scene] = {}
        self._asked: dict[int, Scene] = {}
        self._last = START
        self._draft: tuple[int, Scene] | None = None

    def rewound(self) -> "Scenes":
        """Return an empty copy, which ``reread`` fills at the cost of reading: with all entries, as recorded."""
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
            _keep(self._newest, entry.parent, self.at(entry.parent))
        self._draft = None
        _keep(self._asked, entry.id, scene)
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
            _keep(self._newest, entry, scene)
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
        _keep(self._asked, entry, scene)
        return scene

    def _known(self, entry: int) -> Scene | None:
        return self._asked.get(entry) or self._newest.get(entry) or self._kept.get(entry)

    def _is_landmark(self, entry: Entry, effort: int) -> bool:
        parent = entry.parent
        return (self._depth[parent] + 1) % STRIDE == 0 or effort // STRIDE_WORK != self._effort[parent] // STRIDE_WORK

    def _keep(self, entry: Entry, scene: Scene, effort: int) -> None:
        _keep(self._newest, entry.id, scene)
        parent = entry.parent
        crossed = effort // CHECKPOINT_WORK != self._effort[parent] // CHECKPOINT_WORK
        if crossed or (self._depth[parent] + 1) % CHECKPOINT == 0:
            self._kept.setdefault(entry.id, scene)


def _keep(kept: dict[int, Scene], entry: int, scene: Scene) -> None:
    kept.pop(entry, None)
    kept[entry] = scene
    most = FEW if len(scene.ranges) > DISTANCES else RECENT
    while len(kept) > most:
        del kept[next(iter(kept))]
