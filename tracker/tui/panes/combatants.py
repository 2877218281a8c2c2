"""The list of combatants: by side, each with bar, numbers, spent actions, cells and marks.

Rows are asked for only where they are in sight, so that the list costs the same with 5 and with 500.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from tracker.combat.scene import Combatant
from tracker.systems.base import System
from tracker.systems.display import Listing, Mark, Row
from tracker.tui.glyphs import bar
from tracker.tui.panes.columns import GAP, Columns
from tracker.tui.panes.pane import Pane
from tracker.tui.text import CUT, Bit, Line, cells, fit, merged, pad, plain, right, width, wrap
from tracker.tui.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.timer import Timer

FLASH = 0.5
"""So long what changed stands out, in seconds."""

GUTTER = 4
"""The cells before a name: the cursor, two signs, a gap."""

FOOT = 2
"""So many lines below the list may tell the marks of the selected one."""

TICKED = 3
"""A bar shows where something happens only with so many cells for each such place."""


class Combatants(Pane):
    """Everybody in the fight; one of them is selected."""

    number: ClassVar[int] = 1
    heading: ClassVar[str] = "Combatants"

    class Chosen(Message):
        """A combatant was clicked."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[tuple[Listing, str | None]] = []
        self._places: dict[str, int] = {}
        self._rows: dict[str, Row] = {}
        self._known: dict[str, Row] = {}
        self._waiting: dict[str, str] = {}
        self._flashing: frozenset[str] = frozenset()
        self._timer: Timer | None = None
        self._columns = Columns()
        self._grew = False
        self._name_size = self._digits = 1
        self._listed: View | None = None
        self._follow = True

    # ------------------------------------------------------------------ what it shows

    def prepare(self, view: View, room: int) -> None:
        """Who is listed, and how wide the columns are."""
        scene = view.scene
        if self._stale(view):
            self._list(view)
        if self._listed is None or self._listed.scene is not scene:
            self._known = {}
            self._waiting = {each.who: each.text for each in view.system.waiting(scene) if each.verbs}
        self._listed = view

    def _stale(self, view: View) -> bool:
        """Whether the list may hold others, or in another order; a change of one who stays costs next to nothing."""
        old, new = self._listed, view.scene
        if old is None or old.needle != view.needle or old.system is not view.system:
            return True
        if old.scene is new:
            return False
        before = old.scene
        if before.order != new.order or len(before.combatants) != len(new.combatants):
            return True
        if type(view.system).listing is not System.listing and before.turn != new.turn:
            return True
        main = view.system.main_track(new)
        for was, one in zip(before.combatants.values(), new.combatants.values(), strict=True):
            if was is not one and (
                was.name != one.name or was.side != one.side or _most(was, main) != _most(one, main)
            ):
                return True
        return False

    def _list(self, view: View) -> None:
        wanted = view.needle.casefold()
        self._lines = []
        self._places = {}
        for section in view.system.listing(view.scene):
            names = [name for name in section.names if wanted in name.casefold()]
            if names:
                self._lines.append((section, None))
            for name in names:
                self._places[name] = len(self._lines)
                self._lines.append((section, name))
        people = view.scene.combatants
        main = view.system.main_track(view.scene)
        self._name_size = max(map(cells, people), default=1)
        most = max((_most(each, main) for each in people.values()), default=1)
        self._digits = max(1, len(str(most)))

    def title(self, view: View) -> str:
        """The heading, and what the list is narrowed to."""
        many = f" · {len(view.picked)} picked" if view.picked else ""
        return f"Combatants{f' with “{view.needle}”' if view.needle else ''}{many}"

    def count(self, view: View) -> int:
        """A line for each, one for each side; a few that teach while nobody is here."""
        return len(self._lines) or 3

    def hand(self, view: View) -> int | None:
        """The selected one; the head of its side too, where it is right above."""
        if not self._follow or view.selected is None:
            return None
        place = self._places.get(view.selected)
        return 0 if place == 1 else place

    def here(self, view: View) -> bool:
        """Whether the keys go here."""
        return view.pane == "combatants" and not view.mode

    def marked(self, view: View, at: int) -> bool:
        """Whether this is the selected one."""
        return at < len(self._lines) and self._lines[at][1] is not None and self._lines[at][1] == view.selected

    def line(self, view: View, at: int, room: int) -> Line:
        """One side's head, or one combatant."""
        if not self._lines:
            return _empty(view, at)
        section, name = self._lines[at]
        if name is None:
            return self._side(view, section, room)
        row = self._known.get(name) or self._ask(view, name)
        looks = (name == view.selected, name in view.picked, name == view.target, name in self._flashing)
        widths = (room, self._name_size, self._digits, self._columns.grown)
        parts = (row, section.columns, self._waiting.get(name), looks, widths, view.glyphs)
        return self.kept(name, parts, lambda: self._row(view, section, row, room))

    def _ask(self, view: View, name: str) -> Row:
        """The row as the game tells it now; one that is another than before stands out for a moment."""
        row = self._known[name] = view.system.row(view.scene, view.scene.combatants[name], name in self._waiting)
        old = self._rows.get(row.name)
        self._rows[row.name] = row
        if old is not None and old != row and replace(old, active=row.active, waiting=row.waiting) != row:
            self._flash(row.name)
        return row

    # ------------------------------------------------------------------ flashing

    def _flash(self, name: str) -> None:
        if self.app.animation_level == "none":
            return
        self._flashing |= {name}
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(FLASH, self._calm)

    def _calm(self) -> None:
        self._flashing = frozenset()
        self._timer = None
        self.sync()

    # ------------------------------------------------------------------ columns

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """The lines in sight; made once more where a row made a column wider."""
        made = super().compose_lines(view, room, most)
        if self._grew:
            self._grew = False
            made = super().compose_lines(view, room, most)
        self._grew = False
        return [*made, *self._foot(view, made, room, most)]

    def _foot(self, view: View, made: Sequence[tuple[Line, bool]], room: int, most: int) -> Sequence[tuple[Line, bool]]:
        """All marks of the selected one, where its line has no room for them: below the list, so that nothing moves."""
        cut_off = any(marked and line and line[-1][0].endswith(CUT) for line, marked in made)
        row = self._rows.get(view.selected or "")
        if row is None or not cut_off:
            return []
        bits: list[Bit] = [(f"{row.name}:  ", "bright"), *self._marks(view, row)]
        lines = wrap(bits, room - GUTTER, FOOT)
        space = most - len(made) - len(lines)
        if space < 1:
            return []
        return [*[((), False)] * space, *((((" " * GUTTER, "normal"), *line), False) for line in lines)]

    def _room(self, room: int) -> tuple[int, int]:
        """The cells of the name and of the bar."""
        name = max(4, min(self._name_size, room // 3 if room < 60 else 26))
        return name, self._columns.bar(room, GUTTER + name + 1 + self._numbers)

    @property
    def _numbers(self) -> int:
        """The cells of the numbers beside a bar, with the sign of a low one and gaps."""
        return 2 * self._digits + 4

    def _side(self, view: View, section: Listing, room: int) -> Line:
        name, length = self._room(room)
        tone = side_tone(section.side)
        start = GUTTER + name + 1 + length + self._numbers - 2
        bits: list[Bit] = [
            ("  ", "normal"),
            (pad(section.title.upper(), start + self._columns.acts(section.side)), tone),
        ]
        for head in section.columns:
            if size := self._columns.of(head):
                bits.append((pad(head, size) + " " * GAP, "dim"))
        return fit(_ended(bits), room)

    def _row(self, view: View, section: Listing, row: Row, room: int) -> Line:
        glyphs = view.glyphs
        name, length = self._room(room)
        selected = row.name == view.selected
        sign = glyphs.picked if row.name in view.picked else glyphs.target if row.name == view.target else " "
        state = glyphs.waiting if row.waiting else glyphs.hidden if row.hidden else glyphs.on if row.active else " "
        if row.name in self._flashing:
            tone = "changed"
        elif row.out is not None:
            tone = "dim"
        else:
            tone = "bright" if selected or row.active else "normal"
        bits: list[Bit] = [
            (glyphs.cursor if selected else " ", "accent"),
            (sign, "accent"),
            (state, "prompt" if row.waiting else "dim" if row.hidden else side_tone(row.side)),
            (" ", "normal"),
            (pad(row.name, name) + " ", tone),
        ]
        bits += self._bar(view, row, length)
        if row.out is not None:
            bits.append((plain(row.out).replace("-", " ") + "  ", "bad"))
        else:
            acts = self._acts(view, row)
            used = width(acts)
            self._grew |= self._columns.see(section.side, section.columns, used, row.cells)
            bits += [*acts, (" " * (self._columns.acts(section.side) - used), "normal")]
            for head, text in zip(section.columns, row.cells, strict=False):
                if size := self._columns.of(head):
                    bits.append((pad(text, size) + " " * GAP, "normal"))
        return fit(_ended([*bits, *self._marks(view, row)]), room)

    def _marks(self, view: View, row: Row) -> list[Bit]:
        bits: list[Bit] = []
        for each in row.marks:
            bits += [*mark_bits(each, view), ("  ", "normal")]
        if row.name in self._waiting:
            bits.append((f"{view.glyphs.waiting} {self._waiting[row.name]}", "prompt"))
        return bits

    def _bar(self, view: View, row: Row, length: int) -> list[Bit]:
        if row.bar is None:
            return [(" " * (length + self._numbers), "normal")]
        filled, empty = bar(row.bar.value, row.bar.max, length, view.glyphs)
        blank = " " * len(empty) if view.glyphs.fancy else empty
        tone = "bar-" + (row.bar.tone if row.bar.tone in ("warn", "bad", "accent") else "good")
        low = view.glyphs.low if row.bar.tone == "bad" and row.out is None else " "
        numbers = right(str(row.bar.value), self._digits) + "/" + pad(str(row.bar.max), self._digits)
        number = "changed" if row.name in self._flashing else "dim" if row.out else "bright"
        return [
            *_ticked(filled + blank, len(filled), row, length, tone, view),
            (" ", "normal"),
            (numbers, number),
            (low + " ", "bad"),
        ]

    def _acts(self, view: View, row: Row) -> list[Bit]:
        bits: list[Bit] = []
        for each in row.acts:
            bits += [*mark_bits(each, view, tight=True), (" ", "normal")]
        return [*bits, (" ", "normal")] if bits else []

    # ------------------------------------------------------------------ mouse

    def scroll_by(self, lines: int) -> None:
        """Look elsewhere until the selection moves again."""
        self._follow = False
        super().scroll_by(lines)

    def look(self, view: View) -> None:
        """A moved selection is followed."""
        self._follow = self._follow or view != self.view
        super().look(view)

    def on_click(self, event: events.Click) -> None:
        """A click selects."""
        at = self.top + event.y - 1
        if event.y > 0 and at < len(self._lines) and self._lines[at][1] is not None:
            self.post_message(self.Chosen(str(self._lines[at][1])))


def _ticked(text: str, filled: int, row: Row, length: int, tone: str, view: View) -> list[Bit]:
    """The bar, with a thin line at each value at which something happens."""
    assert row.bar is not None
    most = row.bar.max
    ticks = row.bar.ticks if length >= TICKED * len(row.bar.ticks) else ()
    marks = {min(length - 1, tick * length // most) for tick in ticks if 0 <= tick <= most and most}
    bits: list[Bit] = []
    for at, sign in enumerate(text):
        if at in marks:
            bits.append((view.glyphs.tick, tone.replace("bar", "tick") if sign == view.glyphs.full else "bar-empty"))
        else:
            bits.append((sign, tone if at < filled else "bar-empty"))
    return merged(bits)


def _ended(bits: list[Bit]) -> list[Bit]:
    """Bits without the blanks at their end."""
    while bits and not bits[-1][0].strip():
        bits.pop()
    return [*bits[:-1], (bits[-1][0].rstrip(), bits[-1][1])] if bits else bits


def _most(one: Combatant, track: str) -> int:
    return one.tracks[track].max if track in one.tracks else 0


def side_tone(side: str) -> str:
    """The tone of a side."""
    return side if side in ("heroes", "enemies") else "other"


def mark_bits(mark: Mark, view: View, tight: bool = False) -> list[Bit]:
    """A mark: its glyph and its word."""
    glyph = mark.glyph if view.glyphs.fancy else mark.plain
    return [(f"{glyph}{'' if tight else ' '}{mark.word}", mark.tone)]


def _empty(view: View, at: int) -> Line:
    if view.needle:
        return (
            (),
            (("    No combatant holds this text.", "normal"),),
            (("    ", "normal"), ("esc", "key"), (" shows all", "dim")),
        )[at]
    lines: tuple[Line, ...] = (
        (),
        (("    Nobody is here yet.", "normal"),),
        (("    ", "normal"), ("+", "key"), (" adds a combatant · ", "dim"), (":", "key"), (" types a command", "dim")),
    )
    return lines[at]
