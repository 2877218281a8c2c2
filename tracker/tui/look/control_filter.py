"""The last wall: whatever a widget paints, nothing a terminal would obey gets through."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tracker.tui.look.glyphs import POOR
from tracker.tui.look.text import UNSAFE

DRAWN = POOR | {
    **dict.fromkeys(map(ord, "▁▂▃▄▅▆▇▔━"), "-"),
    **dict.fromkeys(map(ord, "▊▎▌▐▕▏█┃"), "|"),
    0xA0: " ",
}
"""What Textual draws edges and scroll bars with, as terminals of few characters show it; each of the same width."""


class PlainFilter(LineFilter):
    """Puts characters of every keyboard in the place of drawn ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with plain text."""
        return [Segment(text.translate(DRAWN), style, control) for text, style, control in segments]


class ControlFilter(LineFilter):
    """Puts a blank in the place of every control sign and every sign that turns the direction of writing."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments with harmless text; control segments of Textual's own are left alone."""
        if not any(not text.isascii() or not text.isprintable() for text, _, _ in segments):
            return segments
        return [
            Segment(UNSAFE.sub(" ", text), style, control) if control is None else Segment(text, style, control)
            for text, style, control in segments
        ]
