"""What a file from others may hold at most. What is written keeps to the same limits, so it loads again."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final

FILE: Final = 256 * 1024 * 1024
"""Bytes of a whole file."""

EDITED: Final = 16 * 1024 * 1024
"""Bytes of a file that was laid out anew by hand or by another program."""

VALUES: Final = 1_000_000
"""Commas and brackets in such a file."""

LINE: Final = 1024 * 1024
"""Bytes of one line."""

RECORDS: Final = 200_000
"""Records of one session."""

NAME: Final = 80
"""Characters of a name, and of a word that names a field, a track, a condition."""

NOTE: Final = 4_000
"""Characters of any other text."""

GAME: Final = 256_000
"""Characters of a game file, which its sessions keep."""

NUMBER: Final = 1_000_000
"""The largest whole number, either way."""

COMBATANTS: Final = 500
"""Combatants of one fight."""

PARTS: Final = 200
"""Tracks of one combatant; likewise fields, conditions, weapons, kinds of spares, and fields of the fight itself."""

PROMPTS: Final = 2_000
"""Open questions of one fight."""

MOVED: Final = 256_000_000
"""How far the head of a session is moved in all, as ``History.moved`` counts it."""

WORK: Final = 1_000_000_000
"""What the entries of a session may cost whoever reads it, as ``tracker.combat.work`` counts it: some seconds.

Coming to the scene that an entry follows counts too, where that is not the one before it."""

WORK_OF_RECORD: Final = 40_000
"""What each record may cost besides, so that lines about few combatants are always possible."""

NESTING: Final = 8
"""Brackets inside each other in one record."""


class TooMany(ValueError):
    """More of something in a fight than its save may hold, as a clause."""


def hold(parts: Sized, what: str, most: int = PARTS) -> None:
    """Raise TooMany where there are more of these than allowed."""
    if len(parts) > most:
        raise TooMany(f"there are more than {most} {what}")
