"""Texts for the clipboard: a line of the log with its numbers, or the fight as plain text."""

from __future__ import annotations

from typing import Final

from tracker.export.text import as_text, reasons_text
from tracker.session import Session

LONGEST: Final = 54_000
"""The most bytes to copy: many terminals drop longer texts, and base64 adds a third."""

LOG: Final = "Log:"
LEFT_OUT: Final = "  (earlier lines are left out)"


def copied(session: Session, line: int | None) -> str:
    """Return a line of the log by its id, or for None the whole fight with as much of its log as fits."""
    if line is not None:
        entry = session.history.entries[line]
        why = reasons_text(entry.why, session.system.reason_names)
        return entry.text + (f" ({why})" if why else "")
    lines = as_text(session).split("\n")
    too_many = sum(len(line.encode()) + 1 for line in lines) - LONGEST
    if too_many > 0 and LOG in lines:
        first = last = lines.index(LOG) + 1
        while too_many > -len(LEFT_OUT) and last < len(lines):
            too_many -= len(lines[last].encode()) + 1
            last += 1
        lines[first:last] = [LEFT_OUT]
    return "\n".join(lines)
