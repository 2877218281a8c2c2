"""What the actions of Outgunned share."""

from __future__ import annotations

from typing import ClassVar, Final

from tracker.systems.base import Action, place
from tracker.systems.words import Who

SPENT: Final = "its cost is spent"
ONLY_REACT: Final = "in a Reaction Turn without extra"


class Deed(Action):
    """Something one combatant does."""

    source: ClassVar[str] = "S"

    actor: str = place(Who(), "who", required=True)
