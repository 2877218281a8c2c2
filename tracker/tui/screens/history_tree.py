"""The tree of the history as it is walked through: its lines, folded and searched, and the one looked at."""

from __future__ import annotations

from bisect import bisect_right

from tracker.combat.records import START, Entry
from tracker.session import Session
from tracker.tui.cockpit.log_model import Chronicle, holds
from tracker.tui.screens.history_rows import TreeRow, tree_rows


def _holds(path: list[int], id_: int) -> bool:
    """Whether an id is among these, which rise."""
    place = bisect_right(path, id_)
    return place > 0 and path[place - 1] == id_


class HistoryTree:
    """The lines of a session's history; ``at`` is the one whose moment is shown, 0 the beginning.

    ``turned`` are the branches that are folded the other way than at first; of the lines only those with ``needle`` in
    them are shown.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.chronicle = Chronicle(session.history)
        self.at = session.history.head
        self.turned: frozenset[int] = frozenset()
        self.needle = ""
        self._grown: object = None
        self._tree: list[TreeRow] = []
        self._places: dict[int, int] = {}
        self._branches = 0

    @property
    def tree(self) -> list[TreeRow]:
        """All lines, as they are folded now."""
        history = self.session.history
        key = (history.head, len(history.records), self.turned, self.needle)
        if key != self._grown:
            self._grown = key
            self.chronicle.refresh()
            self._tree = tree_rows(history, self.chronicle.ahead, frozenset() if self.needle else self.turned)
            if self.needle:
                self._tree = self._hits()
            self._places = {row.id: place for place, row in enumerate(self._tree)}
            self._branches = sum(row.begins for row in self._tree)
        return self._tree

    def _hits(self) -> list[TreeRow]:
        """The lines that hold what is searched for, on every branch, and the one looked at."""
        history = self.session.history
        lanes = {row.id: row.lane for row in self._tree}
        entries = history.entries.values()
        hints = [TreeRow(entry.id, lanes.get(entry.id, 1)) for entry in entries if holds(entry, self.needle)]
        return hints or [TreeRow(START)]

    def place(self) -> int:
        """Where the line looked at stands; folded away, the fold it is in; not found, the last one before it."""
        tree, history = self.tree, self.session.history
        at = self.at
        if self.needle:
            return max(0, bisect_right([row.id for row in tree], at) - 1)
        while at not in self._places:
            at = history.entries[at].parent
        return min(self._places[at], len(tree) - 1)

    def branches(self) -> int:
        """How many branches there are beside the story."""
        return self._branches if self.tree else 0

    @property
    def entry(self) -> Entry | None:
        """The line looked at, None at the beginning."""
        return self.session.history.entries.get(self.at)

    def touched(self) -> tuple[str, ...]:
        """Whom the line looked at changed."""
        entry = self.entry
        if entry is None:
            return ()
        before, after = (self.session.history.scene_at(id_).combatants for id_ in (entry.parent, entry.id))
        return tuple(name for name, one in after.items() if before.get(name) is not one)

    def narrow(self, text: str) -> None:
        """Show only the lines that hold this text, and look at the nearest of them, of the story if it can be."""
        self.needle = text
        story = self.session.history.story
        near = self.tree[self.place()].id
        hits = [] if _holds(story, near) else [row.id for row in self.tree if _holds(story, row.id)]
        self.at = hits[max(0, bisect_right(hits, self.at) - 1)] if hits else near

    def step(self, by: int) -> None:
        """Look at the line this many further down."""
        tree = self.tree
        self.at = tree[max(0, min(len(tree) - 1, self.place() + by))].id

    def look_at(self, place: int) -> None:
        """Look at the line in this place of the tree."""
        if 0 <= place < len(self.tree):
            self.at = self.tree[place].id

    def fold(self) -> None:
        """Fold or open the branch that the line looked at is in."""
        tree, place = self.tree, self.place()
        lane = tree[place].lane
        while lane and not (tree[place].begins and tree[place].lane == lane):
            place -= 1
        if lane:
            self.turned ^= {tree[place].id}
            self.at = tree[place].id

    def way(self) -> str:
        """What going to the line looked at takes back and brings back, in lines."""
        history, on, at = self.session.history, 0, self.at
        # A path's ids rise, so the place where the branch left the story is found without walking the story.
        while at != START and not _holds(history.story, at):
            on, at = on + 1, history.entries[at].parent
        back = len(history.story) - bisect_right(history.story, at)
        ways = [f"{steps} {word}" for steps, word in ((back, "back"), (on, "on")) if steps]
        return f"go there: {', '.join(ways)}" if ways else "stay here"

    def story_place(self) -> int:
        """How far in the story the line looked at stands; behind its end where it is on another branch."""
        story = self.session.history.story
        return story.index(self.at) if self.at in story else len(story)

    def look_into_story(self, place: int) -> None:
        """Look at the line that now stands where the one looked at stood."""
        story = self.session.history.story
        self.at = story[min(place, len(story) - 1)] if story else START
        if self.needle and all(row.id != self.at for row in self.tree):
            self.needle = ""
