"""Known weapons are offered by name, and a unique beginning is enough."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand


@pytest.mark.parametrize(
    ("typed", "weapon", "kind"),
    [("pis", "pistol", "pistol"), ("rifle", "rifle", "rifle"), ("chair", "chair", "hand")],
)
def test_a_beginning_names_a_known_weapon(typed: str, weapon: str, kind: str) -> None:
    fight = session("add Sam", f"arm sam {typed}", system=find("outgunned"))
    assert fight.scene["Sam"].weapons[weapon]["kind"] == kind
    assert fight.story()[-1].command == f"arm Sam {weapon}"


def test_the_beginning_of_several_is_refused_unless_it_is_said_what_it_is() -> None:
    fight = session("add Sam", system=find("outgunned"))
    with pytest.raises(
        InvalidCommand, match=r"“mach” could be .*machine-gun.*; type more of it, or kind= for a weapon of"
    ):
        fight.do("arm sam mach")
    fight.do("arm sam mach kind=bow")
    fight.do("arm sam mach loaded=no")
    assert fight.scene["Sam"].weapons["mach"]["kind"] == "bow"
