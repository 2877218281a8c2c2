"""The base of the events."""

from __future__ import annotations

from tracker.combat.model import Stored


class Fact(Stored, tag_field="t"):
    """Something that became true. In a save the field ``t`` tells the kinds apart."""
