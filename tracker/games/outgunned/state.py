"""The state that Outgunned keeps for itself, as typed models."""

from __future__ import annotations

from typing import Any

from tracker.combat.scene import Combatant, Scene


def reacted(one: Combatant) -> dict[str, Any]:
    """What came of somebody's reaction this turn; empty where they have not reacted."""
    found = one.fields.get("reacted")
    return found if isinstance(found, dict) else {}


def asked(scene: Scene, name: str, what: str) -> str | None:
    """What the threat of this turn says for somebody: its ``pool``, or whom it is ``by``; their own word first."""
    special, threat = scene.fields.get("threat_for"), scene.fields.get("threat")
    own = special.get(name) if isinstance(special, dict) else None
    said = (each.get(what) for each in (own, threat) if isinstance(each, dict))
    return next((str(each) for each in said if each), None)
