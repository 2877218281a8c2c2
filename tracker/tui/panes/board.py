"""The range board: a lane for each band, seen from the selected one, everybody standing in theirs."""

from __future__ import annotations

from typing import ClassVar

from tracker.systems.display import Board
from tracker.tui.panes.combatants import side_tone
from tracker.tui.panes.pane import Pane
from tracker.tui.text import Bit, Line, cells, cut, fit, pad
from tracker.tui.view import View

NARROWEST = 7
"""A lane has at least so many cells."""


class RangeBoard(Pane):
    """Who stands at which band, and what each band does to the weapons."""

    number: ClassVar[int] = 2
    heading: ClassVar[str] = "Range"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._board: Board | None = None
        self._key: tuple[object, object] = (None, None)

    def prepare(self, view: View, room: int) -> None:
        """Ask the game for the board, where anything in the fight changed."""
        if self._key[0] is view.scene and self._key[1] == view.selected:
            return
        self._key = (view.scene, view.selected)
        self._board = view.system.board(view.scene, view.selected) if view.selected is not None else None

    def title(self, view: View) -> str:
        """From whom it is seen."""
        return f"Range · from {view.selected}" if view.selected is not None else "Range"

    def here(self, view: View) -> bool:
        """Whether the keys go here."""
        return view.pane == "range" and not view.mode

    def count(self, view: View) -> int:
        """Heads, notes, a rule, and as many lines as the fullest lane has people."""
        if self._board is None or len(view.scene.combatants) < 2:
            return 3
        fullest = max((len(each.who) for each in self._board.columns), default=0)
        return self._heads() + fullest

    def _heads(self) -> int:
        assert self._board is not None
        sizes = any(each.size for each in self._board.columns)
        return 1 + sizes + len(self._board.lines) + 1

    def line(self, view: View, at: int, room: int) -> Line:
        """One line across all lanes."""
        board = self._board
        if board is None or len(view.scene.combatants) < 2:
            return _empty(view, at)
        label = min(14, max((cells(each) for each in board.lines), default=0))
        lane = max(NARROWEST, (room - label - 2) // max(1, len(board.columns)))
        sizes = any(each.size for each in board.columns)
        first = 1 + sizes
        note = at - first
        if at == 0:
            cells_ = [(each.band, "bright") for each in board.columns]
            return self._across(view, "", cells_, label, lane, room)
        if at == 1 and sizes:
            return self._across(view, "", [(each.size, "dim") for each in board.columns], label, lane, room)
        if note < len(board.lines):
            notes = [(_at(each.notes, note), _note_tone(_at(each.notes, note))) for each in board.columns]
            return self._across(view, board.lines[note], notes, label, lane, room)
        if note == len(board.lines):
            return fit([(" " * (label + 1), "normal"), (view.glyphs.rule * (lane * len(board.columns)), "rule")], room)
        place = note - len(board.lines) - 1
        who = [self._one(view, _at(each.who, place)) for each in board.columns]
        return self._across(view, "", who, label, lane, room)

    def _one(self, view: View, name: str) -> Bit:
        if not name:
            return ("", "normal")
        one = view.scene.combatants[name]
        aimed = f"{view.glyphs.target} " if name == view.target else ""
        return (aimed + name, "dim" if one.out else side_tone(one.side))

    def _across(self, view: View, label: str, lanes: list[Bit], size: int, lane: int, room: int) -> Line:
        bits: list[Bit] = [(" " + pad(label, size), "dim")]
        for place, (text, tone) in enumerate(lanes):
            bits.append((view.glyphs.lane if place else " ", "rule"))
            bits.append((pad(cut(text, lane - 2), lane - 1), tone))
        return fit(_trimmed(bits), room)


def _trimmed(bits: list[Bit]) -> list[Bit]:
    if bits:
        bits[-1] = (bits[-1][0].rstrip(), bits[-1][1])
    return bits


def _at(texts: tuple[str, ...], place: int) -> str:
    return texts[place] if place < len(texts) else ""


def _note_tone(text: str) -> str:
    if text.startswith("+"):
        return "good"
    if text.startswith(("−", "-")):
        return "warn"
    return "dim" if text in ("×", "x", "–") else "normal"


def _empty(view: View, at: int) -> Line:
    one = view.scene.combatants
    lines: tuple[Line, ...] = (
        (),
        (("  Who stands how far from whom.", "normal"),),
        (("  ", "normal"), ("[ ]", "key"), (" nearer, farther · ", "dim"), (": range A B BAND", "key"))
        if one
        else (("  ", "normal"), ("+", "key"), (" adds a combatant", "dim")),
    )
    return lines[at]
