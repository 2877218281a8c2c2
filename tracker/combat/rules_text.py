"""The text of a newer game file that a session has adopted: kept in the fight, so that undo reverts it, too."""

from __future__ import annotations

from typing import Final

from tracker.combat import limits
from tracker.combat.events import SceneFieldBecame
from tracker.combat.scene import Plain, Scene

FIELD: Final = "rules-text"
"""The field of the fight that holds it, in chunks of permitted size."""


def rules_text(scene: Scene) -> str:
    """Return the text of the current game; "" if it is the one of the session's header."""
    pieces = scene.fields.get(FIELD)
    return "".join(map(str, pieces)) if isinstance(pieces, list) else ""


def rules_became(text: str) -> SceneFieldBecame:
    """Return the event by which the game of this text is adopted."""
    return SceneFieldBecame(FIELD, [text[at : at + limits.NOTE] for at in range(0, len(text), limits.NOTE)])


def lasting(scene: Scene) -> dict[str, Plain]:
    """Return the fields of a fight that remain when another one begins."""
    return {FIELD: scene.fields[FIELD]} if FIELD in scene.fields else {}
