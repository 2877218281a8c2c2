"""What is written on the terminal: cleaned of what it would obey, and only what differs from its content."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

from tracker.combat.text import strip_controls
from tracker.tui.look.glyphs import POOR

DRAWN = POOR | {**dict.fromkeys(map(ord, "▁▂▃▄▅▆▇▔━"), "-"), **dict.fromkeys(map(ord, "▊▎▌▐▕▏█┃"), "|"), 0xA0: " "}
"""Textual's characters for edges and scroll bars, with plain ones of the same width."""


class PlainFilter(LineFilter):
    """Replaces drawn characters by plain ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(DRAWN), style, control) for text, style, control in segments]


class ControlFilter(LineFilter):
    """Replaces every control character and every bidirectional control by a blank."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if "".join([text for text, _, _ in segments]).isprintable():
            return segments
        return [
            Segment(strip_controls(text, " "), style, control) if control is None else Segment(text, style, control)
            for text, style, control in segments
        ]


Part = tuple[int, int, Strip]  # a part of a line: its column, its line, and its content
Cell = tuple[str, int]  # the content of a cell, and the hash of its style, which stands for it in Rich too
_MOVE: Final = 8  # the bytes that move the cursor
_MOVED: Final = 3  # the fewest lines that are moved instead of written


class Painted:
    """The strips on the terminal, by line and column."""

    def __init__(self) -> None:
        self._lines: dict[int, dict[int, Strip]] = {}
        self._screen: object = None

    def forget(self) -> None:
        """Write everything next time, since the terminal may show something else."""
        self._lines.clear()

    def changes(self, screen: object, update: Any) -> Any:
        """Return the changed part of an update; the first frame of another screen is written whole."""
        if screen is not self._screen:
            self._screen = screen
            self.forget()
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            update = [*(_laid_out(update) if isinstance(update, LayoutUpdate) else _chopped(update))]
        return Changes(self, update) if isinstance(update, list) else update

    def scroll(self, parts: list[Part], width: int) -> str:
        """Return what moves whole lines by one, as in a log; begins the parts with what that leaves to write."""
        here = {y: line[0] for y, line in self._lines.items() if [*line] == [0] and line[0].cell_length == width}
        new = {y: strip for x, y, strip in parts if not x and y in here and strip.cell_length == width}
        altered = {y: strip for y, strip in new.items() if strip != here[y]}
        ways = ((1, "\x1b[{bottom}H\n"), (-1, "\x1b[{top}H\x1bM"))
        found = [([y for y, strip in altered.items() if strip == here.get(y + by)], by, move) for by, move in ways]
        # Lines that take turns match both ways; the way that more of them went is the one.
        for moved, by, scrolls in sorted(found, key=lambda way: -len(way[0])):
            lines = range(min(moved, default=0) - (by < 0), max(moved, default=0) + (by > 0) + 1)
            if len(moved) >= _MOVED and 2 * len(moved) >= len(lines) and here.keys() >= {*lines}:
                parts[:0] = [(0, y, here[y]) for y in lines if y not in new]  # Others may be written over them.
                self._lines |= {y: {0: here[y + by]} if y + by in lines else {} for y in lines}
                top, bottom = lines[0] + 1, lines[-1] + 1
                return f"\x1b[{top};{bottom}r{scrolls.format(top=top, bottom=bottom)}\x1b[r"
        return ""

    def write(self, x: int, y: int, strip: Strip, console: Console) -> str:
        """Return what to send for a strip: nothing if it is unchanged, else only the changed cells."""
        width = strip.cell_length
        line = self._lines.setdefault(y, {})
        old = line.get(x)
        if not width or (old is not None and old.cell_length == width and old == strip):
            return ""
        for start, there in [*line.items()]:
            if start < x + width and x < start + there.cell_length:
                del line[start]
        line[x] = strip
        runs = _differing(old, strip) if old is not None and old.cell_length == width else ((0, strip),)
        return "".join(f"\x1b[{y + 1};{x + at + 1}H{run.render(console)}" for at, run in runs)


def _differing(old: Strip, new: Strip) -> Iterator[tuple[int, Strip]]:
    """Return the changed parts of a strip of the same width, with their columns.

    A short gap between two of them is included: that takes fewer bytes than moving the cursor.
    """
    before, after = [*old], [*new]
    column = 0
    while before and after and before[0] == after[0]:
        column += after.pop(0).cell_length
        before.pop(0)
    while before and after and before[-1] == after[-1]:
        before.pop()
        after.pop()
    there, _ = _cells(before)
    cells, styles = _cells(after)
    if len(there) != len(cells):
        yield column, new.crop(column, column + len(cells))
        return
    begin = end = -1
    for at, (former, other) in enumerate(zip(there, cells, strict=True)):
        if former == other:
            continue
        if begin >= 0 and (at - end >= _MOVE or sum([styles[x] is not styles[x - 1] for x in range(end, at + 1)]) > 1):
            yield column + begin, new.crop(column + begin, column + end)
            begin = -1
        begin, end = at if begin < 0 else begin, at + 1
    if begin >= 0:
        yield column + begin, new.crop(column + begin, column + end)


def _cells(segments: Iterable[Segment]) -> tuple[list[Cell], list[Style | None]]:
    """Return content and style of each cell; both cells of a wide character have the whole text."""
    cells: list[Cell] = []
    styles: list[Style | None] = []
    for text, style, _ in segments:
        part = _cells_of(text, style)
        cells += part
        styles += [style] * len(part)
    return cells, styles


@lru_cache(1024)
def _cells_of(text: str, style: Style | None) -> tuple[Cell, ...]:
    width = len(text) if text.isascii() else cell_len(text)
    if width != len(text):
        return ((text, hash(style)),) * width
    look, blank = hash(style), (" ", hash(_ground(style) if style else None))
    return tuple((character, look) if character != " " else blank for character in text)


@lru_cache(512)
def _ground(style: Style) -> Style:
    if style.reverse or style.underline or style.underline2 or style.overline or style.strike or style.link:
        return style
    return style.background_style


class Changes(CompositorUpdate):
    """An update that writes only what differs from the terminal."""

    def __init__(self, painted: Painted, parts: list[Part]) -> None:
        self._painted, self._parts = painted, parts

    def render_segments(self, console: Console) -> str:
        scrolls = self._painted.scroll(self._parts, console.width)
        return _joined(scrolls + "".join([self._painted.write(x, y, strip, console) for x, y, strip in self._parts]))


def _joined(text: str) -> str:
    written: list[str] = []
    now = wanted = ""
    for place, part in enumerate(text.split("\x1b[")):
        shown = part.lstrip("0123456789;") if place else part
        codes = part[: len(part) - len(shown)]
        if place:
            if shown[:1] == "m":
                wanted = codes if codes != "0" else ""
            else:
                written.append(f"\x1b[{codes}{shown[:1]}")
            shown = shown[1:]
        if shown:
            written += _style_change(now, wanted), shown
            now = wanted
    return "".join(written) + _style_change(now, "")


_OFF: Final = {"1": "22;", "2": "22;", "3": "23;", "4": "24;", "7": "27;", "9": "29;"}  # what ends bold and the like


@lru_cache(512)
def _style_change(now: str, wanted: str) -> str:
    """Return what sets a style, "" for none, where another one is set; of two full colours only what differs."""
    if now == wanted:
        return ""
    anew = f"0;{wanted}" if now and wanted else wanted or "0"
    old, new = (style.replace("38;2;", "|38;2;").replace("48;2;", "|48;2;").split("|") for style in (now, wanted))
    had, has = old[0].split(";")[:-1], new[0].split(";")[:-1]
    if len(old) == len(new) == 3 and _OFF.keys() >= {*had}:
        ended = "".join(dict.fromkeys(_OFF[code] for code in had if code not in has))
        changed = "".join(part for part, was in zip(new, old, strict=True) if part != was)
        anew = min(anew, f"{ended}{changed}".rstrip(";"), key=len)
    return f"\x1b[{anew}m"


def _laid_out(update: LayoutUpdate) -> Iterator[Part]:
    for y, line in enumerate(update.strips, update.region.y):
        x = update.region.x
        for strip in line:
            yield x, y, strip
            x += strip.cell_length


def _chopped(update: ChopsUpdate) -> Iterator[Part]:
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x <= last and end > first:
                yield x, y, strip if end <= last else strip.crop(0, last - x)
