"""The range board, a lane for each band from the point of view of the selected combatant; who is behind what cover."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.scene import OPEN, Scene, altered
from tracker.rules.system import System
from tracker.rules.view import BandTable, CoverRow
from tracker.tui.cockpit.view import View, gathered, lists_alike, next_to_act
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import LINK, Bit, Line, cells, cut, fit, link, pad, spot_at, widest, width, wrap
from tracker.tui.panes.line_widget import Pane
from tracker.tui.panes.rows import mark_bits, side_tone

NARROWEST = 5  # the least width of a lane, without the line before it
EFFECTS = " · "  # the separator between the effects of cover
NAMED = 40  # the most names in the line of those in the open

Lanes = list[Bit]


class Placed(Pane):
    """A pane that stays while everybody stays where they are; made of 500 it is 0.3 of the 6 ms of an undo."""

    _scene: Scene | None = None
    _key: tuple[object, ...] = ()
    _picture: Sequence[tuple[Line, bool]] = ()

    def about(self, view: View) -> tuple[object, ...]:
        """Return what else its picture depends on."""
        return view.system, view.selected, view.folded, self.here(view), view.glyphs, view.keymap, self.top

    def compose_lines(self, view: View, room: int, most: int) -> Sequence[tuple[Line, bool]]:
        old, self._scene = self._scene, view.scene
        stays = old is not None and _all_stay(view.system, old, view.scene)
        size = room, most, self._elsewhere(view, room)
        if not stays or (*size, *self.about(view)) != self._key:
            self._picture = super().compose_lines(view, room, most)
            self._key = (*size, *self.about(view))
        return self._picture


class RangeBoard(Placed):
    """Who is at which band, and the effect of each band on weapons."""

    number: ClassVar[int] = 2

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._board: BandTable | None = None
        self._heads: list[tuple[str, Lanes]] = []
        self._label = 0
        self._lanes: list[int] = []
        self._chances: dict[tuple[int, str], str] = {}
        self._members: dict[tuple[int, str], tuple[str, ...]] = {}  # by lane and name on the board
        self._crowds: list[tuple[str, ...]] = []  # those of several members

    def about(self, view: View) -> tuple[object, ...]:
        system, scene, own = view.system, view.scene, (view.target, view.picked, view.chances, view.dragged)
        acting = [next_to_act(system, scene, names) for names in self._crowds]
        bands = self._board and (system.band_names(scene), system.band_notes(scene, self._board.origin))
        return *super().about(view), *own, acting, bands

    def prepare(self, view: View, room: int) -> None:
        """Query the game for the board."""
        lonely = view.selected is None or len(view.scene.combatants) < 2
        self._members, self._crowds = {}, []
        self._board = None if lonely else self._folded(view, view.system.band_table(view.scene, view.selected or ""))
        if self._board is not None:
            self._measure(view, self._board, room)
            self._heads = self._made(self._board)

    def _folded(self, view: View, board: BandTable) -> BandTable:
        """Merge the members of a folded group in one lane; they show a chance if it is the same for all.

        Those who are out are marked and counted apart; they stand last, so that they leave the board first.
        """
        lanes: list[dict[str, tuple[str, ...]]] = []
        for column in board.columns:
            down = [name for name in column.names if view.scene[name].out]
            out = gathered(down, view.folded).items()
            lane = gathered((name for name in column.names if name not in down), view.folded)
            lanes.append(lane | {f"{view.glyphs.out}{called}": names for called, names in out})
        self._members = {(at, called): names for at, lane in enumerate(lanes) for called, names in lane.items()}
        self._crowds = [names for names in self._members.values() if len(names) > 1]
        chances = dict(view.chances)
        self._chances = {
            place: _joint([chances[name] for name in names if name in chances])
            for place, names in self._members.items()
            if chances.keys() & set(names)
        }
        columns = (replace(column, names=tuple(lane)) for column, lane in zip(board.columns, lanes, strict=True))
        return replace(board, columns=tuple(columns))

    def _measure(self, view: View, board: BandTable, room: int) -> None:
        """Set the width of lanes. Before a name is cut, labels get a line of their own, and names of those out are cut.

        Marks count as part of a name, which is shortened behind them.
        """
        heads = [max(map(cells, (column.band, *column.notes))) for column in board.columns]
        space = room - 1 - len(heads)
        self._label = min(14, max((cells(label) for label in board.lines), default=0))

        def least(without: Collection[tuple[int, str]] = ()) -> list[int]:
            shown = [(lane, who) for lane, who in self._members if (lane, who) not in without]
            said = {at: f"{_sign(view, self._members[at])}{at[1]} {self._chances.get(at, '')}" for at in shown}
            return [widest([said[at].rstrip() for at in shown if at[0] == lane]) for lane in range(len(heads))]

        def wanted(names: list[int]) -> int:
            return sum(map(max, _narrowest(heads, names), names))

        down = {at for at, names in self._members.items() if view.scene[names[0]].out}
        self._label = self._label if wanted(least()) < space - self._label else 0
        space -= self._label and self._label + 1
        names = least(down)
        if wanted(names) <= space:  # Who is out has what the others leave.
            heads, names = list(map(max, heads, names)), least()
        self._lanes = lanes(heads, names, space)

    def _made(self, board: BandTable) -> list[tuple[str, Lanes]]:
        bands: Lanes = [(column.band, f"bright{LINK}band:{column.band}") for column in board.columns]
        rows: list[tuple[str, Lanes]] = [("", bands)]
        sizes = [column.size for column in board.columns]
        if any(sizes) and all(cells(size) < lane for size, lane in zip(sizes, self._lanes, strict=True)):
            rows.append(("", [(size, "dim") for size in sizes]))
        for place, label in enumerate(board.lines):
            notes = [_at(column.notes, place) for column in board.columns]
            rows += [] if self._label else [(label, [])]
            rows.append((label if self._label else "", [(note, _note_tone(note, board)) for note in notes]))
        return rows

    def title(self, view: View) -> str:
        return f"Range · from {view.selected}" if view.selected is not None else "Range"

    def count(self, view: View) -> int:
        if self._board is None:
            return 3
        return len(self._heads) + 1 + max((len(column.names) for column in self._board.columns), default=0)

    def target(self, x: int, y: int) -> str:
        """Return what a cell means; for what is dragged the column of a band goes down to the end of the board."""
        if not self._drags or self._board is None or self.view is None:
            return super().target(x, y)
        below = self.count(self.view) - self.top < y < self.size.height
        beneath = self.line(self.view, self.count(self.view), self.size.width)
        return spot_at(beneath, x)[0] if below else super().target(x, y)

    def line(self, view: View, at: int, room: int) -> Line:
        board = self._board
        if board is None:
            return _empty(view, at)
        if at < len(self._heads):
            label, lanes = self._heads[at]
            if at == 0 and (drag := view.dragged) is not None:
                lanes = [(text, f"cursor{LINK}band:{text}" if text == drag.band else tone) for text, tone in lanes]
            return self._across(view, label, lanes, room) if lanes else fit([(f"  {label}", "dim")], room)
        if at == len(self._heads):
            start = self._label + 2 if self._label else 1
            return fit([(" " * start, "normal"), (view.glyphs.rule * (room - start - 1), "rule")], room)
        place = at - len(self._heads) - 1
        names = [_at(column.names, place) for column in board.columns]
        chances = [self._chances.get(spot, "") for spot in enumerate(names)]
        free = enumerate(zip(board.columns, names, strict=True))
        people = [self._one(view, lane, column.band, name, chances[lane]) for lane, (column, name) in free]
        return self._across(view, "", people, room, chances)

    def _one(self, view: View, lane: int, band: str, name: str, chance: str) -> Bit:
        if not name:
            return ("", f"normal{LINK}band:{band}")
        members = self._members[lane, name]
        meant = next_to_act(view.system, view.scene, members) if len(members) > 1 else members[0]
        out = all(view.scene[member].out for member in members)
        tone = "dim" if out else side_tone(view.scene[meant].side)
        return (_sign(view, members) + name, f"{tone}{LINK}token:{lane}:{meant}")

    def _across(self, view: View, label: str, lanes: Lanes, room: int, chances: Sequence[str] = ()) -> Line:
        bits: list[Bit] = [(" " + pad(label, self._label) if self._label else "", "dim")]
        for place, ((text, tone), lane) in enumerate(zip(lanes, self._lanes, strict=True)):
            bits.append((view.glyphs.lane if place else " ", "rule"))
            chance = f" {chances[place]}" if place < len(chances) and chances[place] else ""
            name = shortened(signed(text, view), left := lane - cells(chance))
            name = cut(name, left) if chance else pad(name, left)
            bits += [(name, tone), (pad(chance, lane - cells(name)), "dim")]
        return fit(bits, room)


def _all_stay(system: System, old: Scene, new: Scene) -> bool:
    """Return whether everybody surely stands where they stood, in the same order, as much out or covered."""
    same = old.ranges is new.ranges and old.default_range == new.default_range and lists_alike(system, old, new)
    return same and all((was.out, was.cover) == (now.out, now.cover) for was, now in altered(old, new))


def lanes(heads: list[int], names: list[int], space: int) -> list[int]:
    """Return the width of each lane: room for every head, then for the names; the rest goes to the narrowest.

    If there is too little room, the widest are cut.
    """
    lanes = _narrowest(heads, names)
    while lanes and sum(lanes) < space:
        short = [lane for lane, name in zip(lanes, names, strict=True) if lane < name]
        least = min(short or lanes)
        lanes[next(at for at, lane in enumerate(lanes) if lane == least and (not short or lane < names[at]))] += 1
    while lanes and sum(lanes) > space and max(lanes) > NARROWEST:
        lanes[lanes.index(max(lanes))] -= 1
    return lanes


def _narrowest(heads: list[int], names: list[int]) -> list[int]:
    return [max(NARROWEST if name else 1, head) for head, name in zip(heads, names, strict=True)]


def signed(text: str, view: View) -> str:
    """Return a text with minus signs as long as its plus signs, if the glyphs allow it."""
    return re.sub(r"(?<![\w.])-(?=\d)", "−", text) if view.glyphs.fancy else text


def shortened(name: str, room: int) -> str:
    """Return a name cut to that many cells; a number at its end stays, so that members of a group can be told apart."""
    start, blank, number = name.rpartition(" ")
    numbered = number.removeprefix("×").isdecimal()
    if cells(name) <= room or not blank or not numbered or room < len(number) + NARROWEST - 1:
        return name
    return cut(start, room - len(number) - 1) + blank + number


def _sign(view: View, members: Sequence[str]) -> str:
    """Return what stands before a name: that it is aimed at, and picked."""
    mark = "" if view.picked.isdisjoint(members) else view.glyphs.picked
    return f"{view.glyphs.target}{mark or ' '}" if view.target in members else mark


def _joint(chances: Sequence[str]) -> str:
    different = sorted(set(chances), key=lambda text: (not text[:1].isdigit(), cells(text), text))
    return different[0] if len(different) == 1 else f"{different[0].removesuffix(' %')}…{different[-1]}"


def _at(texts: tuple[str, ...], place: int) -> str:
    return texts[place] if place < len(texts) else ""


def _note_tone(text: str, board: BandTable) -> str:
    number = text[1:].split(" ", maxsplit=1)[0].strip("()")
    if text[:1] in ("+", "−", "-") and number.strip("0"):
        return "good" if (text[0] == "+") == (board.better == "more") else "warn"
    return "dim" if text in ("×", "x", "–") else "normal"


def _empty(view: View, at: int) -> Line:
    command = f"{view.key('command')} range A B BAND"
    hint: list[Bit] = [("  ", "normal")]
    for id_ in ("nearer", "farther"):
        hint += [*link([(view.key(id_), "key"), (f" {id_}", "dim")], f"do:{id_}"), (" · ", "dim")]
    hint += link([(command, "key")], "type:range ")
    if not view.scene.combatants:
        hint = [("  ", "normal"), *link([(view.key("add"), "key"), (" adds a combatant", "dim")], "do:add")]
    return ((), (("  Who stands how far from whom.", "normal"),), tuple(hint))[at]


class CoverPane(Placed):
    """Those behind cover, a line each; those in the open by name below."""

    number: ClassVar[int] = 3
    heading: ClassVar[str] = "Cover"

    _bare = False  # whether nobody is behind anything

    def about(self, view: View) -> tuple[object, ...]:
        return *super().about(view), self._bare or (view.head, view.records)

    def prepare(self, view: View, room: int) -> None:
        rows = [view.system.cover_row(view.scene, who) for who in view.scene.listed() if who.cover.degree != OPEN]
        names = {row.name for row in rows}
        open_ = [each.name for each in view.scene.listed() if each.name not in names and each.out is None]
        self._bare = not rows
        if not rows:
            self.made = _nobody_covered(view, bool(open_))
            return
        behind = _gathered(rows, view)
        name = min(16, max(cells(called) for called, _ in behind))
        word = max(cells(row.mark.word) for row in rows) + 2
        what = max(cells(row.what) for row in rows)
        lines: list[Line] = []
        pairs = [(_row(view, called, row, name, word, what), _does(view, row)) for called, row in behind]
        if any(width(row) + width(does) > room for row, does in pairs):
            pairs = [(_row(view, called, row, name, word, cells(row.what)), _does(view, row)) for called, row in behind]
        for row, does in pairs:
            own_line = width(row) <= room < width(row) + width(does)
            below = [*wrap(row, room), *wrap([("    ", "normal"), *does], room, 2, 4)] if own_line else []
            lines += below or wrap([*row, *does], room, 3, 4)
        if open_:
            called = list(gathered(open_, view.folded))
            more = f" and {len(called) - NAMED} more" if len(called) > NAMED else ""
            lines.append(())
            lines += wrap([(f"  in the open: {', '.join(called[:NAMED])}{more}", "dim")], room, 3, 2)
        self.made = lines


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
    tone = "bright" if row.name == view.selected else "normal"
    bits: list[Bit] = link([("  " + pad(called, name) + "  ", tone)], f"select:{row.name}")
    mark = mark_bits(row.mark, view)
    bits += [*mark, (" " * (word - width(mark) + 1), "normal")]
    if what:
        bits.append((pad(row.what, what) + "  ", "normal"))
    return bits


def _does(view: View, row: CoverRow) -> list[Bit]:
    bits: list[Bit] = []
    if row.bar is not None:
        filled, empty = bar(row.bar.value, row.bar.max, 6, view.glyphs)
        bits += [(filled, "bar-good"), (" " * len(empty) if view.glyphs.fancy else empty, "bar-empty")]
        bits.append((f" {row.bar.value}/{row.bar.max}  ", "bright"))
    return [*bits, (signed(EFFECTS.join(row.effects), view), "dim")] if row.effects else bits


def _nobody_covered(view: View, anybody: bool) -> list[Line]:
    if "cover" not in view.system.roles:
        return [(), (("  This game has no rule for cover.", "dim"),)]
    way: list[Bit] = [(view.key("cover"), "key"), (" takes cover for the selected one", "dim")]
    said = "  Everybody stands in the open." if anybody else "  Who is behind what."
    return [(), ((said, "normal"),), (("  ", "normal"), *link(way, "do:cover"))]
