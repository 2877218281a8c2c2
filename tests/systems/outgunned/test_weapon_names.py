"""Weapons the game knows are offered by name, and a beginning of one is enough."""

from __future__ import annotations

import pytest

from tests.stage import session
from tracker.systems.registry import find


@pytest.mark.parametrize(
    ("typed", "weapon", "kind"),
    [("pis", "pistol", "pistol"), ("rifle", "rifle", "rifle"), ("chair", "chair", "hand"), ("mach", "mach", "hand")],
)
def test_a_beginning_names_a_known_weapon(typed: str, weapon: str, kind: str) -> None:
    made = session("add Sam", f"arm sam {typed}", system=find("outgunned"))
    assert made.scene["Sam"].weapons[weapon]["kind"] == kind
    assert made.story()[-1].command == f"arm Sam {weapon}"
