"""The model of the log: the lines of the story, filtered by a text; each is narrated once, when it is requested."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tracker.combat.history import History
from tracker.combat.model import Model
from tracker.combat.records import START, Entry
from tracker.commands.story import StoryEntry, happenings, retell
from tracker.rules.action import Action
from tracker.rules.resolver import RULING
from tracker.rules.system import System

FAR: Final = 1_000_000  # more lines than any session has
MOST_UNDONE: Final = 1000  # the greatest number of undone lines to count
AT_ONCE: Final = 32  # how many lines are narrated together: the scene after one is the scene before the next
MOST_TOLD: Final = 4000  # how many narrated lines are cached
MOST_JOINED: Final = 12  # the greatest number of turns in which nothing happened that are told at once


class TurnMark(Model):
    """A turn that began: the round or phase that began with it, and whose it is; "" for none."""

    period: str
    whose: str


def finder(needle: str) -> Callable[[Entry], bool]:
    """Return what says whether a line contains each word of a text, in its narration or its command.

    What stands between words on the screen is not one of them: ``Vera · pistol``.
    """
    words = [word for each in needle.casefold().split() if (word := each.strip(",.;:·–()“”")) not in ("", "vs")]

    def holds(entry: Entry) -> bool:
        searched = f"{entry.text}\n{entry.command}".casefold()
        return all(word in searched for word in words)

    return holds


def place_of(id_: int, path: Sequence[int]) -> int | None:
    """Return the position of a line on a path, whose ids increase; None if it is not on it."""
    at = bisect_left(path, id_)
    return at if at < len(path) and path[at] == id_ else None


class StoryLog:
    """The lines of the story that contain the words of a text, oldest first, and their narration."""

    def __init__(self, system: System, history: History) -> None:
        self.history = history
        self.ids: list[int] = []
        self.needle = ""
        self._system = system
        self._story: list[int] = []
        self._told: dict[int, StoryEntry] = {}
        self._done: Mapping[int, Sequence[Action]] = {}

    def refresh(self, needle: str = "", done: Mapping[int, Sequence[Action]] | None = None) -> None:
        """Read the story and the filter again; ``done`` are the actions of the entries done here."""
        if done is not None:
            self._done = done
        story, known = self.history.story, self._story
        # After a fork two paths of a tree never meet again.
        same = bisect_left(range(min(len(known), len(story))), True, key=lambda at: known[at] != story[at])
        if needle != self.needle and self.needle in needle and self.needle:
            # The words of a longer text can occur only in lines that contain those of the shorter one.
            self.ids = self._holding(self.ids, needle)
        elif needle != self.needle:
            self.ids = self._holding(known, needle)
        self.needle = needle
        if same < len(known):
            last = known[same - 1] if same else START
            del self.ids[bisect_left(self.ids, last + 1) :]
            del known[same:]
        new = story[same:]
        known += new
        self.ids += self._holding(new, needle) if needle else new

    def _holding(self, ids: list[int], needle: str) -> list[int]:
        if not needle:
            return list(ids)
        holds, entries = finder(needle), self.history.entries
        return [id_ for id_ in ids if holds(entries[id_])]

    def place(self, id_: int) -> int | None:
        """Return the position of a line among those shown; None if it is not among them."""
        return place_of(id_, self.ids)

    def step(self, at: int | None, by: int) -> int | None:
        """Return the line that many lines further on, clamped to the ends; ``at`` None begins at the newest."""
        if not self.ids:
            return None
        place = self.place(at) if at is not None else None
        start = len(self.ids) - 1 if place is None else place
        return self.ids[max(0, min(len(self.ids) - 1, start + by))]

    def told(self, place: int) -> StoryEntry:
        """Return the narration of the line at this position."""
        entry = self._told.get(self.ids[place])
        return entry if entry is not None else self._tell(place)

    def _tell(self, place: int) -> StoryEntry:
        if len(self._told) > MOST_TOLD:
            self._told.clear()
        history, narrated = self.history, StoryEntry()
        first = place if self.needle else max(0, place - AT_ONCE + 1)
        for id_ in self.ids[first : place + 1]:
            known = self._told.get(id_)
            if known is None:
                entry = history.entries[id_]
                before, after = history.scene_at(entry.parent), history.scene_at(id_)
                commands = happenings(self._system, before, entry, after=after, actions=self._done.get(id_, ()))
                known = self._told[id_] = retell(self._system, before, entry, commands)
            narrated = known
        return narrated

    def joined(self, place: int) -> bool:
        """Return whether the line only begins a turn, which is told with the line after it."""
        return not self.needle and place + 1 < len(self.ids) and self._bare(place)

    def _bare(self, place: int) -> bool:
        told = self.told(place)
        return bool(told.turn) and not (told.lines or told.section or self.remarks(place))

    def turns(self, place: int) -> tuple[TurnMark, ...]:
        """Return the turns that began since the line before this one, oldest first."""
        own = self.told(place)
        marks = [TurnMark(own.period, own.whose)] if own.turn and not own.after else []
        while not self.needle and len(marks) < MOST_JOINED and place > 0:
            place -= 1
            told = self.told(place)
            bare = self._bare(place)
            if bare or told.after:
                marks.append(TurnMark(told.period, told.whose))
            if not bare:
                break
        return tuple(reversed(marks))

    def remarks(self, place: int) -> tuple[str, ...]:
        """Return the remarks on a line that were not made shortly before; each ruling is one of its own."""
        remarks = self.told(place).remarks
        if not remarks:
            return ()
        before = {remark for at in range(max(0, place - AT_ONCE), place) for remark in self.told(at).remarks}
        return tuple(remark for remark in remarks if remark not in before or remark.startswith(RULING))

    def by(self, place: int) -> str:
        """Return who acts in a line, unless it is whose turn has just begun, or whoever acted in the line before."""
        by, before = self.told(place).by, self.told(max(0, place - 1))
        return by if by != (before.whose or before.by or by) else ""
