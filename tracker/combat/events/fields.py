"""Changing a field in an immutable mapping."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.combat import limits
from tracker.combat.scene import Plain


def put(fields: Mapping[str, Plain], name: str, value: Plain) -> dict[str, Plain]:
    """Return the fields with one changed; None removes it."""
    if value is None:
        return {key: field for key, field in fields.items() if key != name}
    changed = {**fields, name: value}
    limits.hold(changed, "fields of one combatant or of the fight")
    return changed
