"""The base class of events."""

from __future__ import annotations

from tracker.combat.model import Stored


class Fact(Stored, tag_field="t"):
    """A fact. In a save the field ``t`` identifies its kind."""
