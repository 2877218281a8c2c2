"""Completion: the possible words at the end of a line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_game import STAGE, session
from tracker.commands.completion import complete
from tracker.commands.parser import tokens
from tracker.commands.walks import LONE_HELP

SCENE = session("add Ann", 'add "Big Bea"', "add Gob side=enemies count=2", "arm Ann bow", "mark Ann dizzy").scene


def words(line: str) -> list[str]:
    return list(complete(STAGE, SCENE, line, LONE_HELP).words)


def test_who_is_kept_is_brought_where_add_is_typed() -> None:
    line = "note x ; add tor"
    found = complete(STAGE, SCENE, line, (), lambda: (("combatant", "Ines Torch Vidal"), ("party", "Boris")))
    assert found.words == ('bring "Ines Torch Vidal"',)
    assert line[found.start :] == "add tor"
    assert complete(STAGE, SCENE, "add Ines hi", (), lambda: (("party", "Ines"),)).words == ("hidden",)
    kept = (("combatant", "Mage"), ("encounter", "Mage Tower"))
    assert complete(STAGE, SCENE, "encounter ma", (), lambda: kept).words == ('"Mage Tower"',)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("str", ["strike"]),
        ("un", ["undo", "unmark"]),
        ("go", ["goto"]),
        ("note x ; str", ["strike"]),
        ("strike a", ["Ann"]),
        ("strike! a", ["Ann"]),
        ("STRIKE B", ['"Big Bea"']),
        ('strike "big', ['"Big Bea"']),
        ("strike bea", ['"Big Bea"']),
        ("hurt Ann,bea", ['"Ann,Big Bea"']),
        ('strike "big\\', []),
        ("strike target=g", ['target="Gob 1"', 'target="Gob 2"']),
        ("strike Ann 3 h", ["hard"]),
        ("strike Ann 3 ti", ["times=", "times"]),
        ("strike Ann 3 times=2 ti", []),
        ("hurt g", ["Gob", '"Gob 1"', '"Gob 2"']),
        ("hurt Ann,g", ["Ann,Gob", '"Ann,Gob 1"', '"Ann,Gob 2"']),
        ("hurt Ann 3 l", ["luck"]),
        ("mark Ann ", ["dizzy", "prone"]),
        ("mark Ann d", ["dizzy"]),
        ("unmark Ann ", ["dizzy"]),
        ("cover Ann h", ["half"]),
        ("range all ", ["Gob", "Ann", '"Big Bea"', '"Gob 1"', '"Gob 2"', "heroes", "enemies", "all", "near", "far"]),
        ("range Ann Gob n", ["near"]),
        ("set Ann hp=", []),
        ("set Ann l", ["luck="]),
        ("set Ann ar", ["armor="]),
        ("add Rat pre", ["preset="]),
        ("add Rat preset=", ["preset=rat"]),
        ("add Rat side=e", ["side=enemies"]),
        ("arm Ann bow da", ["damage="]),
        ("settings e", ["edge="]),
        ("frobnicate x", []),
        ("undo ", []),
        ("keep ", ["heroes", "enemies", "all", "Gob", "Ann", '"Big Bea"', '"Gob 1"', '"Gob 2"', "as="]),
        ("keep her", ["heroes"]),
        ("keep enemies a", ["all", "Ann", "as="]),
        ("keep enemies as=", []),
        ("keep as=Dock en", ["enemies"]),
    ],
)
def test_the_word_at_the_end(line: str, expected: list[str]) -> None:
    assert words(line) == expected


def test_an_empty_line_offers_every_verb() -> None:
    word = words("")
    assert {"strike", "add", "undo", "goto"} <= set(word)
    assert word == sorted(word)


def test_the_place_of_the_word_and_the_way_the_command_is_written() -> None:
    found = complete(STAGE, SCENE, "strike An")
    assert (found.start, found.words) == (7, ("Ann",))
    assert found.usage.startswith("strike ACTOR [TARGET] RESULT")
    assert complete(STAGE, SCENE, "strike ").start == 7


def test_what_all_words_share() -> None:
    assert complete(STAGE, SCENE, "un", LONE_HELP).common() == "un"
    assert complete(STAGE, SCENE, "xyz").common() == ""


@given(st.text(alphabet='abAG ;="!,#strike', max_size=40))
def test_any_line_can_be_completed(line: str) -> None:
    found = complete(STAGE, SCENE, line, LONE_HELP)
    assert 0 <= found.start <= len(line)
    for word in found.words[:5]:
        tokens(line[: found.start] + word)
