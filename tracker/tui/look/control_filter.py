"""The last safeguard: nothing painted by any widget contains anything a terminal would obey."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tracker.combat.text import CONTROLS
from tracker.tui.look.glyphs import POOR

DRAWN = POOR | {
    **dict.fromkeys(map(ord, "▁▂▃▄▅▆▇▔━"), "-"),
    **dict.fromkeys(map(ord, "▊▎▌▐▕▏█┃"), "|"),
    0xA0: " ",
}
"""Textual's characters for edges and scroll bars, with plain ones of the same width."""


class PlainFilter(LineFilter):
    """Replaces drawn characters by plain ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with plain text."""
        return [Segment(text.translate(DRAWN), style, control) for text, style, control in segments]


class ControlFilter(LineFilter):
    """Replaces every control character and every bidirectional control by a blank."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with harmless text; Textual's own control segments are unchanged."""
        if not any(not text.isascii() or not text.isprintable() for text, _, _ in segments):
            return segments
        return [
            Segment(CONTROLS.sub(" ", text), style, control) if control is None else Segment(text, style, control)
            for text, style, control in segments
        ]
