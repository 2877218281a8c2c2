"""What a file from others may hold at most. What is written keeps to the same limits, so it loads again."""

from __future__ import annotations

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

NUMBER: Final = 1_000_000
"""The largest whole number, either way."""

COMBATANTS: Final = 500
"""Combatants of one fight."""

NESTING: Final = 8
"""Brackets inside each other in one record."""
