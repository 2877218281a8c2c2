"""Checks of skills in srd5: the bonus that a sheet prints, else the ability."""

from __future__ import annotations

import pytest

from tests.lines import odds_of
from tests.table import played, total

SKILLED = "Athletics +5, Medicine -1, Sleight of Hand +9, Stealth +7"


def bonus(line: str, skills: str) -> int:
    """What is added to a 10 that is thrown, by Ann of these skills; she is held, and Bob dying."""
    people = ("add Ann hp=20 str=12 dex=16 wis=14", "add Bob hp=9", "hurt Bob 9", "mark Ann grappled")
    printed = [f'set Ann skills="{skills}"'] if skills else []
    return total(played("srd5", *people, *printed, line), "total") - 10


@pytest.mark.parametrize(
    ("line", "printed", "ability"),
    [("stealth Ann dice=10", 7, 3), ("escape Ann dice=10 13", 5, 3), ("first-aid Ann Bob dice=10", -1, 2)],
)
def test_a_check_uses_the_skill_of_the_sheet_else_the_ability(line: str, printed: int, ability: int) -> None:
    assert bonus(line, SKILLED) == printed
    assert bonus(line, SKILLED.upper()) == printed
    assert bonus(line, "") == bonus(line, "Arcana +4, Super Stealth +8") == ability


def test_who_escapes_uses_the_better_skill() -> None:
    assert bonus("escape Ann dice=10 13", "Acrobatics +2") == 2
    assert bonus("escape Ann dice=10 13", "Acrobatics +2, Athletics +6") == 6
    assert bonus("escape Ann dice=10 13", "Athletics +2") == 3


def test_the_goblin_that_is_at_hand_is_as_good_at_hiding_as_that_of_the_library() -> None:
    names = ("add Gob preset=goblin", 'bring "goblin warrior" as=Other')
    assert [total(played("srd5", *names, f"stealth {name} dice=10"), "total") for name in ("Gob", "Other")] == [16, 16]


@pytest.mark.parametrize(
    ("name", "line", "chance"),
    [
        ("rogue of level 3", "stealth Ann roll", 13),
        ("fighter of level 1", "escape Ann roll 13", 13),
        ("goblin warrior", "stealth Ann roll", 12),
    ],
)
def test_the_odds_of_who_is_shipped_have_it(name: str, line: str, chance: int) -> None:
    session = played("srd5", f'bring "{name}" as=Ann', "mark Ann grappled")
    assert odds_of(session.system, session.scene, line).success == pytest.approx(chance / 20)
