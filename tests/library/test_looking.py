"""Looking up spells and stat blocks by any part of their name."""

from __future__ import annotations

import pytest

from tests.library.conftest import Fight
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session


def looked(words: str) -> str:
    session = Session(find("srd5"))
    before = session.history.head
    text = session.do(f"look {words}").text
    assert session.history.head == before
    return text


@pytest.mark.parametrize("words", ["fireball", "FIREBALL", '"Fireball"'])
def test_a_spell_with_its_text(words: str) -> None:
    text = looked(words)
    assert text.startswith("Fireball: level 3, school evocation")
    assert "8d6 Fire damage" in text
    assert "increases by 1d6 for each spell slot level above 3" in text


def test_a_creature_with_its_block() -> None:
    text = looked("adult red")
    assert text.startswith("Adult Red Dragon: hp 256, ac 19")
    assert "Rend. Melee Attack Roll: +14, reach 10 ft." in text


@pytest.mark.parametrize("words", ["élan vital", "elan vital", "elan", "VITAL"])
def test_accents_need_not_be_typed(words: str, fight: Fight) -> None:
    assert (
        fight("outgunned", 'add "Élan vital"', 'keep "Élan vital"').do(f"look {words}").text.startswith("Élan vital:")
    )


def test_a_part_of_several_names_lists_them() -> None:
    assert looked("goblin w") == "“goblin w” is part of Goblin Warrior, Hobgoblin Warrior."


def test_what_nobody_knows_is_a_sentence() -> None:
    with pytest.raises(InvalidCommand, match=r"Nothing is known of “firebal1”\. Did you mean"):
        looked("firebal1")
    with pytest.raises(InvalidCommand, match="Look for what"):
        Session(find("srd5")).do("look")


def test_a_game_without_lore_looks_in_its_library() -> None:
    assert Session(find("outgunned")).do("look goon").text
