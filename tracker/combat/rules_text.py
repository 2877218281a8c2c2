"""The text of a newer game file that a session went on with: kept in the fight, so that undo takes it back, too."""

from __future__ import annotations

from typing import Final

from tracker.combat import limits
from tracker.combat.events import SceneFieldBecame
from tracker.combat.scene import Plain, Scene

FIELD: Final = "rules-text"
"""The field of the fight that holds it, in pieces that a save may hold."""


def rules_text(scene: Scene) -> str:
    """The text of the game that is played at this moment; "" where it is the one of the session's header."""
    pieces = scene.fields.get(FIELD)
    return "".join(map(str, pieces)) if isinstance(pieces, list) else ""


def rules_became(text: str) -> SceneFieldBecame:
    """From now on the game of this text is played."""
    return SceneFieldBecame(FIELD, [text[at : at + limits.NOTE] for at in range(0, len(text), limits.NOTE)])


def lasting(scene: Scene) -> dict[str, Plain]:
    """What of the fields of a fight stays when another one begins."""
    return {FIELD: scene.fields[FIELD]} if FIELD in scene.fields else {}
