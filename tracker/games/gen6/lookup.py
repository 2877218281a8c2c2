"""Reading the tables: the row that counts for a number between two steps."""

from __future__ import annotations

from tracker.games.gen6 import tables as t


def motion_of(feet: int) -> tuple[str, int]:
    """The word for so many feet a round and its TN; under the first step nothing."""
    found = [(name, tn) for least, name, tn in t.MOTION if least <= feet]
    return found[-1] if found else ("standing", 0)


def cover_of(percent: int) -> int:
    """The TN for so much cover; under the first step nothing."""
    return max((tn for least, tn in t.COVER if least <= percent), default=0)


def range_of(band: str, alone: bool) -> int:
    """The TN for a band; ``alone``: increments beyond long count by themselves, not on top of long."""
    if band in t.RANGE:
        return t.RANGE[band]
    return increments_of(band) * t.INCREMENT + (0 if alone else t.RANGE[t.LONG])


def increments_of(band: str) -> int:
    """How many increments beyond long a band is."""
    name, _, count = band.partition(":")
    return int(count) if name == t.EXTENDED else 0


def material_of(what: str | None) -> tuple[int, int] | None:
    """What the material of this name absorbs and sustains; None for anything else."""
    name = (what or "").casefold().replace("-", " ").strip()
    return next((row for known, row in t.MATERIALS.items() if name in (known, *known.split("/"))), None)
