"""The cover pane: who is behind what, and its effects in the numbers of the game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from tracker.combat.scene import OPEN, Scene
from tracker.rules.system import System
from tracker.rules.view import CoverRow
from tracker.tui.cockpit.folding import gathered
from tracker.tui.cockpit.view import View
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import Bit, Line, cells, fit, link, pad, width, wrap
from tracker.tui.panes.line_widget import Pane
from tracker.tui.panes.range import signed
from tracker.tui.panes.rows import mark_bits

EFFECTS = " · "
"""The separator between the effects of cover."""

NAMED = 40
"""The most names in the line of those in the open."""


class CoverPane(Pane):
    """Those behind cover, a line each; those in the open by name below."""

    number: ClassVar[int] = 3
    heading: ClassVar[str] = "Cover"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._lines: list[Line] = []
        self._key: tuple[object, ...] = ()

    def prepare(self, view: View, room: int) -> None:
        key = (view.scene, view.selected, room, view.glyphs, view.folds, view.needle)
        if len(self._key) == len(key) and self._key[0] is view.scene and self._key[1:] == key[1:]:
            return
        self._key = key
        self._lines = self._made(view, room)

    def here(self, view: View) -> bool:
        return view.pane == "cover" and not view.mode

    def count(self, view: View) -> int:
        return len(self._lines)

    def line(self, view: View, at: int, room: int) -> Line:
        return self._lines[at]

    def _made(self, view: View, room: int) -> list[Line]:
        scene = view.scene
        rows = sheltered(view.system, scene)
        names = {row.name for row in rows}
        open_ = [
            combatant.name for combatant in scene.listed() if combatant.name not in names and combatant.out is None
        ]
        if not rows:
            return _empty(view, bool(open_))
        behind = _gathered(rows, view)
        name = min(16, max(cells(called) for called, _ in behind))
        word = max(cells(row.mark.word) for row in rows) + 2
        what = max(cells(row.what) for row in rows)
        lines: list[Line] = []
        pairs = [(_row(view, called, row, name, word, what), _does(view, row)) for called, row in behind]
        if all(width(row) + width(does) <= room for row, does in pairs):
            lines += [fit([*row, *does], room) for row, does in pairs]
        else:
            for row, does in pairs:
                lines.append(fit([*row[:-1], (row[-1][0].rstrip(), row[-1][1])], room))
                lines += wrap([("    ", "normal"), *does], room, 2, 4) if does else []
        if open_:
            called = list(gathered(open_, view.folded))
            more = f" and {len(called) - NAMED} more" if len(called) > NAMED else ""
            lines.append(())
            lines += wrap([(f"  in the open: {', '.join(called[:NAMED])}{more}", "dim")], room, 3, 2)
        return lines


def _gathered(rows: Iterable[CoverRow], view: View) -> list[tuple[str, CoverRow]]:
    """Return each row with its name; members of a folded group with equal cover are one row."""
    alike: dict[tuple[object, ...], list[CoverRow]] = {}
    for row in rows:
        fold = view.folded.get(row.name)
        key = (fold.group, row.mark, row.what, row.effects, row.bar) if fold is not None else (row.name,)
        alike.setdefault(key, []).append(row)
    joined = []
    for same in alike.values():
        (called,) = gathered((row.name for row in same), view.folded)
        joined.append((called, next((row for row in same if row.name == view.selected), same[0])))
    return joined


def _row(view: View, called: str, row: CoverRow, name: int, word: int, what: int) -> list[Bit]:
    """Return the name, the degree, and the material."""
    tone = "bright" if row.name == view.selected else "normal"
    bits: list[Bit] = link([("  " + pad(called, name) + "  ", tone)], f"select:{row.name}")
    mark = mark_bits(row.mark, view)
    bits += [*mark, (" " * (word - width(mark) + 1), "normal")]
    if what:
        bits.append((pad(row.what, what) + "  ", "normal"))
    return bits


def _does(view: View, row: CoverRow) -> list[Bit]:
    """Return what is left of the cover, and its effects."""
    bits: list[Bit] = []
    if row.bar is not None:
        filled, empty = bar(row.bar.value, row.bar.max, 6, view.glyphs)
        bits += [(filled, "bar-good"), (" " * len(empty) if view.glyphs.fancy else empty, "bar-empty")]
        bits.append((f" {row.bar.value}/{row.bar.max}  ", "bright"))
    return [*bits, (signed(EFFECTS.join(row.effects), view), "dim")] if row.effects else bits


def sheltered(system: System, scene: Scene) -> list[CoverRow]:
    """Return those behind cover. A game that answers for each combatant is asked only about those."""
    if type(system).cover_rows is System.cover_rows:
        behind = (combatant for combatant in scene.listed() if combatant.cover.degree != OPEN)
        return [system.cover_row(scene, combatant) for combatant in behind]
    return [row for row in system.cover_rows(scene) if scene.combatants[row.name].cover.degree != OPEN]


def _empty(view: View, anybody: bool) -> list[Line]:
    way: list[Bit] = [(view.key("cover"), "key"), (" takes cover for the selected one", "dim")]
    hint: list[Bit] = [("  ", "normal"), *link(way, "do:cover")]
    return [
        (),
        (("  Everybody stands in the open.", "normal") if anybody else ("  Who is behind what.", "normal"),),
        tuple(hint),
    ]
