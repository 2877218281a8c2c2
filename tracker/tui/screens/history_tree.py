"""The model of the history tree: its lines, folded and searched, and the current line."""

from __future__ import annotations

from bisect import bisect_right

from tracker.combat.records import START, Entry
from tracker.session import Session
from tracker.tui.cockpit.log_model import Chronicle, holds
from tracker.tui.screens.history_rows import TreeRow, tree_rows


def _holds(path: list[int], id_: int) -> bool:
    """Return whether an id is in a path, whose ids increase."""
    place = bisect_right(path, id_)
    return place > 0 and path[place - 1] == id_


class HistoryTree:
    """The lines of a session's history; ``at`` is the one whose moment is shown, 0 the beginning.

    ``turned`` are the branches folded or unfolded by hand; only lines containing ``needle`` are shown.
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
        """Return all lines with the current folding."""
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
        """Return the lines matching the search, on every branch, and the current line."""
        history = self.session.history
        lanes = {row.id: row.lane for row in self._tree}
        entries = history.entries.values()
        hints = [TreeRow(entry.id, lanes.get(entry.id, 1)) for entry in entries if holds(entry, self.needle)]
        return hints or [TreeRow(START)]

    def place(self) -> int:
        """Return the position of the current line, of the fold containing it, or of the last line before it."""
        tree, history = self.tree, self.session.history
        at = self.at
        if self.needle:
            return max(0, bisect_right([row.id for row in tree], at) - 1)
        while at not in self._places:
            at = history.entries[at].parent
        return min(self._places[at], len(tree) - 1)

    def branches(self) -> int:
        """Return the number of branches besides the story."""
        return self._branches if self.tree else 0

    @property
    def entry(self) -> Entry | None:
        """Return the current entry; None at the beginning."""
        return self.session.history.entries.get(self.at)

    def touched(self) -> tuple[str, ...]:
        """Return the combatants changed by the current line."""
        entry = self.entry
        if entry is None:
            return ()
        before, after = (self.session.history.scene_at(id_).combatants for id_ in (entry.parent, entry.id))
        return tuple(name for name, combatant in after.items() if before.get(name) is not combatant)

    def narrow(self, text: str) -> None:
        """Filter by this text, and go to the nearest match, in the story if possible."""
        self.needle = text
        story = self.session.history.story
        near = self.tree[self.place()].id
        hits = [] if _holds(story, near) else [row.id for row in self.tree if _holds(story, row.id)]
        self.at = hits[max(0, bisect_right(hits, self.at) - 1)] if hits else near

    def step(self, by: int) -> None:
        """Move down by this many lines."""
        tree = self.tree
        self.at = tree[max(0, min(len(tree) - 1, self.place() + by))].id

    def look_at(self, place: int) -> None:
        """Go to the line at this position of the tree."""
        if 0 <= place < len(self.tree):
            self.at = self.tree[place].id

    def fold(self) -> None:
        """Fold or unfold the branch of the current line."""
        tree, place = self.tree, self.place()
        # A search lists lines without the branches they belong to.
        lane = 0 if self.needle else tree[place].lane
        while lane and not (tree[place].begins and tree[place].lane == lane):
            place -= 1
        if lane:
            self.turned ^= {tree[place].id}
            self.at = tree[place].id

    def way(self) -> str:
        """Return how many lines going to the current line would undo and redo."""
        history, on, at = self.session.history, 0, self.at
        # A path's ids increase, so the fork is found without walking the story.
        while at != START and not _holds(history.story, at):
            on, at = on + 1, history.entries[at].parent
        back = len(history.story) - bisect_right(history.story, at)
        ways = [f"{steps} {word}" for steps, word in ((back, "back"), (on, "on")) if steps]
        return f"go there: {', '.join(ways)}" if ways else "stay here"

    def story_place(self) -> int:
        """Return the position of the current line in the story; after its end if it is on another branch."""
        story = self.session.history.story
        return story.index(self.at) if self.at in story else len(story)

    def look_into_story(self, place: int) -> None:
        """Go to the line of the story at this position."""
        story = self.session.history.story
        self.at = story[min(place, len(story) - 1)] if story else START
        if self.needle and all(row.id != self.at for row in self.tree):
            self.needle = ""
