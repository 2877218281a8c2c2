"""The sources that the library offers for ``add``: encounters, parties, combatants, and heroes of other sessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.library.finding import everything
from tracker.library.sessions import heroes_elsewhere
from tracker.library.shelf import Library
from tracker.tui.strip.sources import Source

_PRESET: Final = "preset"


def kept_sources(library: Library, here: str) -> Iterator[Source]:
    """Return all sources except presets; ``here`` is the path of this session."""
    for heroes in heroes_elsewhere(library, here):
        yield Source(f"heroes of {heroes.title}", heroes.numbers, "heroes", verb="bring", origin=heroes.name, one=False)
    for entry in everything(library):
        if entry.kind != _PRESET:
            verb = "encounter" if entry.kind == "encounter" else "bring"
            detail = f"{entry.kind}: {entry.detail}" if entry.kind != "combatant" else entry.detail
            yield Source(entry.name, detail, entry.name, verb=verb, one=entry.kind == "combatant")
