"""Damage of spells in srd5 that comes later: asked for in the turn of whom it strikes."""

from __future__ import annotations

import pytest

from tests.table import played
from tracker.session import Session

PEOPLE = ("add Ann hp=20 casting=cha cha=16 level=5", "add Gob side=enemies hp=90 ac=12 con=10")
BEGUN = ("initiative Ann 20", "initiative Gob 10", "next")
ARROW, SPHERE = 'cast! Ann "acid arrow" Gob', 'cast! Ann "vitriolic sphere" Gob'


def asked(*lines: str, turns: int = 2) -> list[str]:
    """What is open after some lines in the turn of Ann, and a number of turns."""
    session = played("srd5", *PEOPLE, *BEGUN, *lines, *["next"] * turns)
    return [prompt.text for prompt in session.scene.prompts]


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        (f"{ARROW} hit damage=9 free", "2d4"),
        (f"{ARROW} crit damage=9 slot=2 free", "2d4"),
        (f"{ARROW} hit damage=9 slot=4 free", "2d4 + 2d4"),
        (f"{SPHERE} failed damage=9 free", "5d4"),
        (f"{SPHERE} failed damage=9 slot=6 free", "5d4"),
    ],
)
def test_acid_goes_on_at_the_end_of_the_next_turn_once(line: str, dice: str) -> None:
    question = f"The target takes {dice} acid damage at the end of its next turn."
    assert asked(line, turns=1) == []
    assert asked(line) == [question]
    assert asked(line, "next", "next", "decide 1 done") == []


@pytest.mark.parametrize("line", [f"{ARROW} miss damage=9 free", f"{SPHERE} saved damage=9 free"])
def test_half_of_the_first_damage_is_all_of_a_miss_or_a_save(line: str) -> None:
    session = played("srd5", *PEOPLE, *BEGUN, line, "next", "next")
    assert session.scene["Gob"].value("hp") == 86
    assert not session.scene.prompts


def burning(*lines: str) -> Session:
    return played("srd5", *PEOPLE, *BEGUN, 'cast! Ann "searing smite" Gob slot=2 free', "next", *lines)


def test_a_searing_smite_burns_at_the_start_of_each_turn_until_it_is_over() -> None:
    (prompt,) = burning().scene.prompts
    damage = "The target takes 1d6 + 1d6 fire damage, and then a Constitution save against 14 ends it, at the start of"
    assert prompt.text.startswith(damage)
    assert [prompt.name for prompt in burning("decide 1 done", "next", "next").scene.prompts] == ["Gob"]
    assert not burning("decide 1 over", "next", "next").scene.prompts
