"""Times of entries, and timestamps in file names."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], str]
"""A function that returns the time in the format of ``now``."""


def now() -> str:
    """Return the time in UTC to the millisecond, like 2026-03-01T20:15:00.000+00:00."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def stamp(moment: str) -> str:
    """Return a time as part of a file name: its digits, day and time separated."""
    digits = "".join(digit for digit in moment if digit.isascii() and digit.isdigit())
    return f"{digits[:8]}-{digits[8:14]}"
