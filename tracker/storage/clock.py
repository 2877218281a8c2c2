"""The time of an entry, and of a file's name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], str]
"""Tells the time, written like that of ``now``."""


def now() -> str:
    """The moment in UTC to the millisecond, like 2026-03-01T20:15:00.000+00:00."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def stamp(moment: str) -> str:
    """The moment as part of a file name: its digits, day and time apart."""
    digits = "".join(digit for digit in moment if digit.isascii() and digit.isdigit())
    return f"{digits[:8]}-{digits[8:14]}"
