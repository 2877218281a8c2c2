"""How long ago something was, in the words people use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
LONG: Final = 14 * DAY
"""From here on the date says more."""


def age(then: float, now: float) -> str:
    """The time between two moments, in seconds since 1970: ``5 minutes ago``, ``yesterday``, later the date."""
    gone = now - then
    if gone < MINUTE:
        return "just now"
    if gone < HOUR:
        return _ago(int(gone // MINUTE), "minute")
    if gone < DAY:
        return _ago(int(gone // HOUR), "hour")
    if gone < 2 * DAY:
        return "yesterday"
    if gone < LONG:
        return _ago(int(gone // DAY), "day")
    return datetime.fromtimestamp(then, UTC).date().isoformat()


def _ago(count: int, unit: str) -> str:
    return f"{count} {unit}{'s' if count != 1 else ''} ago"
