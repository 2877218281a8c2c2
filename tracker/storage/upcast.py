"""Old saves made young: one step a version, each from the plain data of one record to the next version's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: dict[int, Step] = {}
"""From each old version to the one after it. A step is never changed once a program with it has been given out."""


def raised(record: dict[str, Any], version: int, to: int) -> dict[str, Any]:
    """A record of an older version, as the newer one would have written it."""
    for each in range(version, to):
        record = STEPS[each](record)
    return record
