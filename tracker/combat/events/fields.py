"""Fields with one of them changed."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.combat.scene import Plain


def put(fields: Mapping[str, Plain], name: str, value: Plain) -> dict[str, Plain]:
    """Fields with one of them changed; None takes it away."""
    rest = {key: field for key, field in fields.items() if key != name}
    return rest if value is None else {**fields, name: value}
