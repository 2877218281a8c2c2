"""The history as the log shows it: every line ever entered, in its order, with what became of it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

from tracker.combat.events import TurnCame
from tracker.combat.history import START, Entry, History

Fate = Literal["story", "undone", "other"]

FAR = 1_000_000


def holds(entry: Entry, needle: str) -> bool:
    """Whether a line holds a text, in what it tells or in its command."""
    wanted = needle.casefold()
    return wanted in entry.text.casefold() or wanted in entry.command.casefold()


def shown_ids(history: History, needle: str = "") -> list[int]:
    """The ids of all lines that hold a text, oldest first."""
    if not needle:
        return list(history.entries)
    return [entry.id for entry in history.entries.values() if holds(entry, needle)]


def last_id(history: History) -> int | None:
    """The id of the line entered last, None where there is none."""
    return next(reversed(history.entries), None)


class Chronicle:
    """What the log needs to know of lines, worked out once: their round, and whether they are the story now."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._rounds: dict[int, int] = {START: 0}
        self._seen = (-1, -1)
        self._ahead: frozenset[int] = frozenset()

    def refresh(self) -> None:
        """Look at where the head stands now."""
        history = self.history
        now = (history.head, len(history.records))
        if now != self._seen:
            self._seen = now
            self._ahead = self._what_redo_brings()

    def _what_redo_brings(self) -> frozenset[int]:
        history = self.history
        at = history.redo_target(FAR) if history.head != last_id(history) else None
        found: set[int] = set()
        while at is not None and at not in (START, history.head):
            found.add(at)
            at = history.entries[at].parent
        return frozenset(found)

    @property
    def ahead(self) -> frozenset[int]:
        """What redoing would bring back, line after line."""
        return self._ahead

    def fate(self, id_: int) -> Fate:
        """Whether a line is in the story, was taken back and can be done again, or is on another branch."""
        story = self.history.story
        place = bisect_left(story, id_)
        if place < len(story) and story[place] == id_:
            return "story"
        return "undone" if id_ in self._ahead else "other"

    def round(self, entry: Entry) -> int:
        """The round after a line."""
        walk: list[int] = []
        at = entry.id
        while at not in self._rounds:
            one = self.history.entries[at]
            came = [event.turn.round for event in one.events if isinstance(event, TurnCame)]
            if came:
                self._rounds[at] = came[-1]
                break
            walk.append(at)
            at = one.parent
        found = self._rounds[at]
        for each in walk:
            self._rounds[each] = found
        return found
