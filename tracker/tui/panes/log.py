"""The log: a line for each thing done, oldest first, with its reasons where it was opened.

Virtual: only what is in sight is made, so that it takes 100,000 lines. What was taken back and what is on another
branch stays where it is, dimmed and with a word. The current line is shown whole, the others as far as one line goes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from tracker.combat.history import Entry, History
from tracker.tui.cockpit.log_model import Chronicle, Fate, holds
from tracker.tui.cockpit.view import View
from tracker.tui.look.reasons import grouped
from tracker.tui.look.text import Bit, Line, cells, ends, fit, right, wrap
from tracker.tui.panes.line_widget import Pane

if TYPE_CHECKING:
    from textual import events

BEFORE = 6
"""The cells before the text of a line: its glyph, its round, a gap."""

NOW = 4
"""The most lines that the current one may take."""

FATES = {"undone": "taken back", "other": "other branch"}


class Log(Pane):
    """What happened."""

    number: ClassVar[int] = 4
    heading: ClassVar[str] = "Log"

    class Chosen(Message):
        """A line was clicked."""

        def __init__(self, id_: int) -> None:
            super().__init__()
            self.id_ = id_

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._ids: list[int] = []
        self._seen = 0
        self._needle = ""
        self._history: History | None = None
        self._chronicle: Chronicle | None = None
        self._opened: list[tuple[int, list[Line]]] = []
        self._starts: list[int] = []
        self._extra: list[int] = []
        self._key: object = None
        self._now: list[Line] = []
        self._free = False

    # ------------------------------------------------------------------ what it shows

    def prepare(self, view: View, room: int) -> None:
        """Take in new lines, and make the reasons of opened ones."""
        self._take(view)
        assert self._chronicle is not None
        self._chronicle.refresh()
        key = (view.opened, view.head, room, view.glyphs, len(self._ids))
        if key != self._key:
            self._key = key
            self._now = self._whole(view, room)
            more = {view.head: self._now[1:]} if self._now else {}
            more |= {id_: told_lines(view, view.history.entries[id_], room, 8) for id_ in view.opened}
            places = sorted((bisect_left(self._ids, id_), id_) for id_ in more)
            self._opened = [
                (place, more[id_]) for place, id_ in places if place < len(self._ids) and self._ids[place] == id_
            ]
            self._starts, self._extra, extra = [], [], 0
            for place, lines in self._opened:
                self._starts.append(place + extra)
                extra += len(lines)
                self._extra.append(extra)

    def _whole(self, view: View, room: int) -> list[Line]:
        """The current line, where it takes several; opened with its reasons it is shown there."""
        entry = view.history.entries.get(view.head)
        if entry is None or entry.id in view.opened or cells(entry.text) <= room - BEFORE - 1:
            return []
        lines = wrap([(entry.text, "bright")], room - BEFORE - 1, NOW, 2)
        return [lines[0], *(((" " * BEFORE, "normal"), *line) for line in lines[1:])]

    def _take(self, view: View) -> None:
        history = view.history
        same = self._history is history and view.records >= self._seen
        if same and self._needle != view.needle and self._needle in view.needle:
            # A longer text can only be in lines that held the shorter one.
            self._needle = view.needle
            self._ids = [id_ for id_ in self._ids if holds(history.entries[id_], view.needle)]
        elif not same or self._needle != view.needle:
            self._history, self._needle = history, view.needle
            self._ids, self._seen = [], 0
            if self._chronicle is None or self._chronicle.history is not history:
                self._chronicle = Chronicle(history)
        for record in history.records[self._seen :]:
            if isinstance(record, Entry) and (not self._needle or holds(record, self._needle)):
                self._ids.append(record.id)
        self._seen = len(history.records)

    def count(self, view: View) -> int:
        """A line for each, and the reasons of opened ones."""
        return len(self._ids) + (self._extra[-1] if self._extra else 0) or 3

    def _place(self, at: int) -> tuple[int, int]:
        """Which entry a line belongs to, and which line of it."""
        before = bisect_right(self._starts, at) - 1
        if before < 0:
            return at, 0
        into = at - self._starts[before]
        if into <= len(self._opened[before][1]):
            return self._opened[before][0], into
        return at - self._extra[before], 0

    def _line_of(self, place: int) -> int:
        before = bisect_left([start for start, _ in self._opened], place)
        return place + (self._extra[before - 1] if before else 0)

    def hand(self, view: View) -> int | None:
        """The selected line, else the last one, or the current one where more than a page behind it is undone."""
        if self._free or not self._ids:
            return None
        at = view.head if view.log_at is None else view.log_at
        place, end = bisect_left(self._ids, at), self.count(view) - 1
        found = place < len(self._ids) and self._ids[place] == at
        if not found:
            return end if view.log_at is None else None
        line = self._line_of(place)
        opened = next((len(lines) for at, lines in self._opened if at == place), 0)
        if view.log_at is None and (view.pane == "log" or line + opened > end - self.pages):
            return end
        return line + min(opened, max(0, self.pages - 2))

    def marked(self, view: View, at: int) -> bool:
        """Whether this is the selected line; only while the keys go to the log."""
        if not self._ids or view.pane != "log":
            return False
        place, into = self._place(at)
        wanted = view.log_at if view.log_at is not None else self._ids[-1]
        return into == 0 and place < len(self._ids) and self._ids[place] == wanted

    def here(self, view: View) -> bool:
        """Whether the keys go here."""
        return view.pane == "log" and not view.mode

    def title(self, view: View) -> str:
        """What it is narrowed to."""
        return f"Log with “{view.needle}”" if view.needle else "Log"

    def line(self, view: View, at: int, room: int) -> Line:
        """One line of an entry."""
        if not self._ids:
            return _empty(at, bool(view.needle))
        place, into = self._place(at)
        if into:
            lines = next(lines for start, lines in self._opened if start == place)
            return lines[into - 1]
        assert self._chronicle is not None
        entry = view.history.entries[self._ids[place]]
        fate, now = self._chronicle.fate(entry.id), entry.id == view.head
        parts = (entry, fate, now and (self._now or True), entry.id in view.opened, room, view.glyphs)
        return self.kept(entry.id, parts, lambda: self._entry(view, entry, fate, now, room))

    def _entry(self, view: View, entry: Entry, fate: Fate, now: bool, room: int) -> Line:
        assert self._chronicle is not None
        moment, glyphs = self._chronicle.round(entry), view.glyphs
        sign = {"story": " ", "undone": glyphs.undone, "other": glyphs.other}[fate]
        tone = "dim" if fate != "story" else "bright" if now else "normal"
        bits: list[Bit] = [
            (sign, "accent" if fate == "undone" else "dim"),
            (right(str(moment) if moment else glyphs.dot, 3) + "  ", "dim"),
            *(self._now[0] if now and self._now else [(entry.text, tone)]),
        ]
        tail: list[Bit] = [(f" {FATES[fate]}", "dim")] if fate != "story" else []
        if not tail and entry.why and entry.id in view.opened:
            tail = [(f" {glyphs.open}", "dim")]
        return ends(bits, tail, room)

    # ------------------------------------------------------------------ mouse

    def scroll_by(self, lines: int) -> None:
        """Look elsewhere until something happens."""
        self._free = True
        super().scroll_by(lines)

    def look(self, view: View) -> None:
        """New lines are followed only from the end, or by the selected line."""
        old = self.view
        if self._free and old is not None and view != old:
            at_end = self.top + self.pages >= self.count(old)
            self._free = old.log_at == view.log_at and not at_end
        super().look(view)

    def on_click(self, event: events.Click) -> None:
        """A click opens a line, or closes it."""
        if self.view is not None and event.y > 0 and self._ids:
            at = self.top + event.y - 1
            if at < self.count(self.view):
                self.post_message(self.Chosen(self._ids[self._place(at)[0]]))


def told_lines(view: View, entry: Entry, room: int, indent: int, whole: bool = False) -> list[Line]:
    """Everything known of a line: its text where that was cut (or ``whole``), its numbers, dice and command."""
    inner = max(20, room - indent)
    bits: list[list[Bit]] = []
    if whole or len(entry.text) > inner:
        bits.append([(entry.text, "normal")])
    for of, total, parts in grouped(entry.why, view.system.reason_names):
        bits.append([(f"{of} {total} ", "normal"), (parts, "dim")])
    for throw in entry.dice:
        bits.append([(f"threw {' '.join(map(str, throw.faces))}", "normal"), (f" for {throw.purpose}", "dim")])
    if entry.over:
        bits.append([("ruled over: " + " ".join(entry.over), "warn")])
    bits.append([(f"line {entry.id}: {entry.command}", "dim")])
    lines: list[Line] = []
    for place, part in enumerate(bits):
        glyph = view.glyphs.branch if place == 0 and not whole else " "
        for row, line in enumerate(wrap(part, inner, 6, 2)):
            lines.append(fit([(" " * (indent - 2) + (glyph if row == 0 else " ") + " ", "dim"), *line], room))
    return lines


def _empty(at: int, narrowed: bool) -> Line:
    text = "No line of the log holds this text." if narrowed else "What happens is told here, with its reasons."
    lines: tuple[Line, ...] = ((), (("  " + text, "normal"),), ())
    return lines[at]
