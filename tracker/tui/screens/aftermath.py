"""What came of a change of the past: which of the lines after it turned out differently."""

from __future__ import annotations

from collections.abc import Collection

from tracker.combat.history import History
from tracker.combat.records import Entry


def turned_out_differently(history: History, before: Collection[int], changed: int) -> list[Entry]:
    """Return the entries that a change played again with another outcome.

    ``before`` are the ids of the story before the change, ``changed`` is the id of the entry that was changed.
    """
    entries = history.entries
    was = {entries[id_].first: entries[id_].text for id_ in before if id_ != changed}
    again = (entries[id_] for id_ in history.story if id_ not in before)
    return [entry for entry in again if was.get(entry.first, entry.text) != entry.text]


def aftermath(history: History, before: Collection[int], changed: int, done: str, undo: str) -> str:
    """Return what was ``done``, what turned out differently because of it, and the key that takes it back."""
    others = turned_out_differently(history, before, changed)
    lines = "1 later line turns" if len(others) == 1 else f"{len(others)} later lines turn"
    told = f" {lines} out differently{', first' if len(others) > 1 else ''}: {others[0].text}" if others else ""
    return f"Line {changed} is {done}.{told} {undo} takes it back."
