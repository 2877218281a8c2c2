"""What is said of a weapon in trouble agrees with its name."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.rules.grammar import means_several


@pytest.mark.parametrize(("weapon", "says"), [("knives", "The knives are jammed"), ("pistol", "The pistol is jammed")])
def test_the_refusal_agrees_with_the_name_of_the_weapon(weapon: str, says: str) -> None:
    lines = (
        "add Ann speed=5",
        "add Ape side=enemies defense=8",
        f"arm Ann {weapon} kind=ranged damage=2d6 trouble=jammed",
    )
    assert says in str(played("gen6", *lines).preview(f"attack Ann Ape 12 weapon={weapon}").objections)


def test_the_ending_of_a_name_tells_one_from_several() -> None:
    assert [means_several(word) for word in ("Knives", "cutlass", "bow")] == [True, False, False]
