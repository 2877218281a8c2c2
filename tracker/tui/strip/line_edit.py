"""An immutable line being typed: its text and its cursor. Every edit returns a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.text import clean_typed

LONGEST: Final = 4000
"""The greatest length of a line in characters."""


class Typed(Model):
    """A text with a cursor. ``selected``: the whole text is selected, so that typing or deleting replaces it."""

    text: str = ""
    at: int = 0
    selected: bool = False

    @classmethod
    def of(cls, text: str, selected: bool = False) -> Typed:
        """Return a text with the cursor at its end."""
        return cls(text, len(text), selected)

    def type(self, added: str) -> Typed:
        """Return the line with a text inserted at the cursor; control characters are dropped."""
        added = clean_typed(added[: LONGEST * 2])
        base = Typed() if self.selected else self
        text = (base.text[: base.at] + added + base.text[base.at :])[:LONGEST]
        return Typed(text, min(base.at + len(added), len(text)))

    def press(self, key: str) -> Typed | None:
        """Return the line after an editing key; None for other keys."""
        edit = _EDITS.get(key)
        if edit is None:
            return None
        if self.selected and key in _DELETES:
            return Typed()
        return edit(replace(self, selected=False))

    def _cut(self, start: int, end: int) -> Typed:
        return Typed(self.text[:start] + self.text[end:], start)

    def _word_start(self) -> int:
        left = self.text[: self.at].rstrip()
        return max(left.rfind(" "), left.rfind("=")) + 1

    def _word_end(self) -> int:
        skipped = len(self.text) - len(self.text[self.at :].lstrip())
        end = self.text.find(" ", skipped)
        return len(self.text) if end < 0 else end


_EDITS: Final[Mapping[str, Callable[[Typed], Typed]]] = {
    "left": lambda typed: replace(typed, at=max(0, typed.at - 1)),
    "right": lambda typed: replace(typed, at=min(len(typed.text), typed.at + 1)),
    "home": lambda typed: replace(typed, at=0),
    "ctrl+a": lambda typed: replace(typed, at=0),
    "end": lambda typed: replace(typed, at=len(typed.text)),
    "ctrl+e": lambda typed: replace(typed, at=len(typed.text)),
    "ctrl+left": lambda typed: replace(typed, at=typed._word_start()),
    "ctrl+right": lambda typed: replace(typed, at=typed._word_end()),
    "backspace": lambda typed: typed._cut(max(0, typed.at - 1), typed.at),
    "ctrl+h": lambda typed: typed._cut(max(0, typed.at - 1), typed.at),
    "delete": lambda typed: typed._cut(typed.at, typed.at + 1),
    "ctrl+w": lambda typed: typed._cut(typed._word_start(), typed.at),
    "ctrl+backspace": lambda typed: typed._cut(typed._word_start(), typed.at),
    "ctrl+u": lambda typed: typed._cut(0, typed.at),
    "ctrl+k": lambda typed: typed._cut(typed.at, len(typed.text)),
}

_DELETES: Final = frozenset(("backspace", "ctrl+h", "delete", "ctrl+w", "ctrl+backspace", "ctrl+u", "ctrl+k"))
"""The keys that delete; with a selection, all of the text."""
