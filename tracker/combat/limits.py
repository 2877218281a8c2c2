"""Limits of files from others. The program keeps to them when it writes, so that its files load again."""

from collections.abc import Sized
from typing import Final

FILE: Final = 256 * 1024 * 1024  # the bytes of a file
EDITED: Final = 16 * 1024 * 1024  # the bytes of a file that was reformatted by hand or by another program
VALUES: Final = 1_000_000  # the commas and brackets in such a file
LINE: Final = 1024 * 1024  # the bytes of a line
RECORDS: Final = 200_000  # the records of a session
NAME: Final = 80  # the characters of a name, and of a word that names a field, a track, a condition
NOTE: Final = 4_000  # the characters of any other text
GAME: Final = 256_000  # the characters of a game file, which sessions contain
NUMBER: Final = 1_000_000  # the largest absolute value of a number
COMBATANTS: Final = 500  # the combatants of a fight

PARTS: Final = 200
"""The tracks of a combatant; likewise fields, conditions, weapons, kinds of spares, and fields of the fight."""

PROMPTS: Final = 2_000  # the open questions of a fight
MOVED: Final = 256_000_000  # how far the head of a session may move in total, as History.moved counts it

WORK: Final = 1_000_000_000
"""The total cost of reading the entries of a session, as ``tracker.combat.history`` counts it: a few seconds.

Reaching the scene before an entry counts too, unless it is that of the entry just read.
"""

REACH: Final = 150_000_000  # the part of it for what lines change besides whom they name: distances, long texts

WORK_OF_RECORD: Final = 40_000
"""The additional cost allowed for each record, so that lines about few combatants are always possible."""

NESTING: Final = 8  # the nesting of brackets in a record


class TooMany(ValueError):
    """More of something in a fight than a save may contain, as a clause."""


def hold(parts: Sized, what: str, most: int = PARTS) -> None:
    """Raise TooMany if there are more of these than allowed."""
    if len(parts) > most:
        raise TooMany(f"there are more than {most} {what}")
