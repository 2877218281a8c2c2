"""The time as it stands in a save."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], str]
"""Tells the time, in the writing of ``now``."""


def now() -> str:
    """The moment in UTC to the second, like 2026-03-01T20:15:00+00:00."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def stamp(moment: str) -> str:
    """The moment as part of a file name: its digits, day and time apart."""
    digits = "".join(sign for sign in moment if sign.isascii() and sign.isdigit())
    return f"{digits[:8]}-{digits[8:14]}"
