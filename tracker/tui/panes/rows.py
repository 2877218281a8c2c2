"""A combatant as a line of the list, with as many badges as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tracker.rules.view import Badge, CombatantRow, Section
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import Bit, Line, cells, fit, merged, pad, plain, right, widest, width
from tracker.tui.panes.columns import GAP, Columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracker.combat.scene import Combatant
    from tracker.tui.cockpit.view import View

GUTTER: Final = 4
"""The cells before a name: the cursor, two glyphs, a gap."""

TICKED: Final = 3
"""The cells needed for each tick of a bar."""


class Looks(NamedTuple):
    """What the screen adds to a row: selected, picked, aimed at, just changed, and what waits for the combatant.

    ``fold`` is the symbol of a folded group, or of the first member of an unfolded one.
    """

    selected: bool
    picked: bool
    target: bool
    flashing: bool
    pending: str | None
    fold: str = " "


class Rows:
    """Makes the lines of a list with common widths."""

    def __init__(self) -> None:
        self.columns = Columns()
        self.grew = False
        self._name_size = self._digits = 1

    def measure(self, people: Iterable[Combatant], track: str, names: Iterable[str] = (), most: int = 0) -> None:
        """Measure names, including those of folded lines, and the highest number of the main track."""
        everyone = list(people)
        names_shown = (*(combatant.name for combatant in everyone), *names)
        self._name_size = widest(names_shown) or 1
        tops = (highest(combatant, track) for combatant in everyone)
        self._digits = max(1, len(str(max(most, *tops, 1))))

    def widths(self) -> tuple[int, ...]:
        """Return the widths that every line depends on."""
        return self._name_size, self._digits, self.columns.grown

    def side(self, section: Section, track: str, room: int) -> Line:
        """Return the head of a side, with the label of the bars and the heads of its columns."""
        name, length = self._room(room)
        start = GUTTER + name - 1
        title = section.title.upper()
        over = pad(track if cells(title) < start else "", length + self._numbers + self.columns.acts(section.side))
        bits: list[Bit] = [("  ", "normal"), (pad(title, start), side_tone(section.side)), (over, "dim")]
        for head in section.columns:
            if size := self.columns.of(head):
                bits.append((pad(head, size) + " " * GAP, "dim"))
        return fit(_ended(bits), room)

    def line(self, view: View, section: Section, row: CombatantRow, looks: Looks, room: int) -> Line:
        """Return glyphs, name, bar, numbers, spent actions, cells, and as many badges as fit."""
        bits = self._start(view, section, row, looks, room)
        return fit(_ended([*bits, *marks(view, row, looks.pending)]), room)

    def _room(self, room: int) -> tuple[int, int]:
        """Return the widths of the name and of the bar."""
        name = max(4, min(self._name_size, room // 3 if room < 60 else 26))
        return name, self.columns.bar(room, GUTTER + name + 1 + self._numbers)

    @property
    def _numbers(self) -> int:
        """Return the width of the numbers beside a bar, with the glyph of a low value and gaps."""
        return 2 * self._digits + 4

    def _start(self, view: View, section: Section, row: CombatantRow, looks: Looks, room: int) -> list[Bit]:
        glyphs = view.glyphs
        name, length = self._room(room)
        sign = glyphs.picked if looks.picked else glyphs.target if looks.target else " "
        state = glyphs.pending if row.pending else glyphs.on if row.active else glyphs.hidden if row.hidden else " "
        if looks.flashing:
            tone = "changed"
        elif row.out is not None:
            tone = "dim"
        else:
            tone = "bright" if looks.selected or row.active else "normal"
        bits: list[Bit] = [
            (glyphs.cursor if looks.selected else " ", "accent"),
            (sign, "accent"),
            (state, "prompt" if row.pending else side_tone(row.side) if row.active else "dim"),
            (looks.fold, "dim"),
            (pad(row.name, name) + " ", tone),
        ]
        bits += self._bar(view, row, looks, length)
        if row.out is not None:
            return [*bits, (plain(row.out).replace("-", " ") + "  ", "bad")]
        acts = _acts(view, row)
        used = width(acts)
        self.grew |= self.columns.see(section.side, section.columns, used, row.cells)
        bits += [*acts, (" " * (self.columns.acts(section.side) - used), "normal")]
        for head, text in zip(section.columns, row.cells, strict=False):
            if size := self.columns.of(head):
                bits.append((pad(text, size) + " " * GAP, "normal"))
        return bits

    def _bar(self, view: View, row: CombatantRow, looks: Looks, length: int) -> list[Bit]:
        if row.bar is None:
            return [(" " * (length + self._numbers), "normal")]
        filled, empty = bar(row.bar.value, row.bar.max, length, view.glyphs)
        blank = " " * len(empty) if view.glyphs.fancy else empty
        tone = "bar-" + (row.bar.tone if row.bar.tone in ("warn", "bad", "accent") else "good")
        low = view.glyphs.low if row.bar.tone == "bad" and row.out is None else " "
        numbers = right(str(row.bar.value), self._digits) + "/" + pad(str(row.bar.max), self._digits)
        number = "changed" if looks.flashing else "dim" if row.out else "bright"
        return [
            *_ticked(filled + blank, len(filled), row, length, tone, view),
            (" ", "normal"),
            (numbers, number),
            (low + " ", "bad"),
        ]


def marks(view: View, row: CombatantRow, pending: str | None) -> list[Bit]:
    """Return all badges of a combatant, and what waits for them."""
    return _joined(_each(view, row, pending))


def _each(view: View, row: CombatantRow, pending: str | None) -> list[list[Bit]]:
    """Return each badge; what waits comes before the quiet ones at the end, which are cut first."""
    marks = [mark_bits(badge, view) for badge in row.badges]
    loud = max((at for at, badge in enumerate(row.badges, 1) if badge.tone != "dim"), default=0)
    if row.hidden and (row.pending or row.active):
        marks.insert(loud, [(f"{view.glyphs.hidden} hidden", "dim")])
    if pending is not None:
        marks.insert(loud, [(f"{view.glyphs.pending} {pending}", "prompt")])
    return marks


def _joined(parts: list[list[Bit]]) -> list[Bit]:
    return [bit for part in parts for bit in (*part, (" " * GAP, "normal"))]


def _acts(view: View, row: CombatantRow) -> list[Bit]:
    bits: list[Bit] = []
    for badge in row.actions:
        bits += [*mark_bits(badge, view, tight=True), (" ", "normal")]
    return [*bits, (" ", "normal")] if bits else []


def highest(combatant: Combatant, track: str) -> int:
    """Return the highest value of a track; 0 for a combatant without it."""
    return combatant.tracks[track].max if track in combatant.tracks else 0


def side_tone(side: str) -> str:
    """Return the tone of a side."""
    return side if side in ("heroes", "enemies") else "other"


def mark_bits(mark: Badge, view: View, tight: bool = False) -> list[Bit]:
    """Return a badge: its glyph and its word."""
    glyph = mark.glyph if view.glyphs.fancy else mark.plain
    return [(f"{glyph}{'' if tight else ' '}{mark.word}", mark.tone)]


def _ticked(text: str, filled: int, row: CombatantRow, length: int, tone: str, view: View) -> list[Bit]:
    """Return the bar with its ticks."""
    assert row.bar is not None
    top = row.bar.max
    ticks = row.bar.ticks if length >= TICKED * len(row.bar.ticks) else ()
    places = {min(length - 1, tick * length // top) for tick in ticks if 0 <= tick <= top and top}
    bits: list[Bit] = []
    for at, sign in enumerate(text):
        if at in places:
            bits.append((view.glyphs.tick, tone.replace("bar", "tick") if sign == view.glyphs.full else "bar-empty"))
        else:
            bits.append((sign, tone if at < filled else "bar-empty"))
    return merged(bits)


def _ended(bits: list[Bit]) -> list[Bit]:
    """Return the bits without trailing blanks."""
    while bits and not bits[-1][0].strip():
        bits.pop()
    return [*bits[:-1], (bits[-1][0].rstrip(), bits[-1][1])] if bits else bits
