"""A line being typed: its text and where the cursor stands. Every edit gives a new one."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.text import clean_typed

LONGEST: Final = 4000
"""The most signs in one line."""


class Typed(Model):
    """A text with a cursor. ``fresh``: it was filled in, and the first sign typed takes its place."""

    text: str = ""
    at: int = 0
    fresh: bool = False

    @classmethod
    def of(cls, text: str, fresh: bool = False) -> Typed:
        """A text with the cursor at its end."""
        return cls(text, len(text), fresh)

    def type(self, signs: str) -> Typed:
        """The line with signs put in at the cursor; nothing a terminal would obey gets in."""
        signs = clean_typed(signs[: LONGEST * 2])
        base = Typed() if self.fresh else self
        text = (base.text[: base.at] + signs + base.text[base.at :])[:LONGEST]
        return Typed(text, min(base.at + len(signs), len(text)))

    def press(self, key: str) -> Typed | None:
        """The line after an editing key, None for a key that does not edit."""
        edit = _EDITS.get(key)
        return edit(replace(self, fresh=False)) if edit else None

    def _cut(self, start: int, end: int) -> Typed:
        return Typed(self.text[:start] + self.text[end:], start)

    def _word_start(self) -> int:
        left = self.text[: self.at].rstrip()
        return max(left.rfind(" "), left.rfind("=")) + 1

    def _word_end(self) -> int:
        skipped = len(self.text) - len(self.text[self.at :].lstrip())
        end = self.text.find(" ", skipped)
        return len(self.text) if end < 0 else end


_EDITS: Final = {
    "left": lambda one: replace(one, at=max(0, one.at - 1)),
    "right": lambda one: replace(one, at=min(len(one.text), one.at + 1)),
    "home": lambda one: replace(one, at=0),
    "ctrl+a": lambda one: replace(one, at=0),
    "end": lambda one: replace(one, at=len(one.text)),
    "ctrl+e": lambda one: replace(one, at=len(one.text)),
    "ctrl+left": lambda one: replace(one, at=one._word_start()),
    "ctrl+right": lambda one: replace(one, at=one._word_end()),
    "backspace": lambda one: one._cut(max(0, one.at - 1), one.at),
    "ctrl+h": lambda one: one._cut(max(0, one.at - 1), one.at),
    "delete": lambda one: one._cut(one.at, one.at + 1),
    "ctrl+w": lambda one: one._cut(one._word_start(), one.at),
    "ctrl+backspace": lambda one: one._cut(one._word_start(), one.at),
    "ctrl+u": lambda one: one._cut(0, one.at),
    "ctrl+k": lambda one: one._cut(one.at, len(one.text)),
}
