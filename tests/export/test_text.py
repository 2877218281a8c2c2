"""A fight as plain text, sentence by sentence."""

import re

import pytest

from tests.export.test_json import FULL, Given
from tests.small_game import STAGE, session
from tests.table import played
from tracker.combat.records import Reason
from tracker.combat.scene import Combatant, Cover, Prompt, Scene
from tracker.export.text import as_text, reasons_text
from tracker.rules.grammar import plain_value
from tracker.rules.view import Pending


def test_everything_there_is_to_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(STAGE, "pending", lambda scene: (Pending("Zoe", "holds a blow", ("strike",)),))
    assert as_text(FULL).splitlines() == [
        "Stage: Night",
        "Round 3 · act. Now: Zoe.",
        "Still to act: Zoe.",
        "",
        "Heroes:",
        "  Zoe: hp 4 of 6; condition dizzy 7 (2 rounds left, until the end of Ann's turn in round 4); condition prone; "
        "half cover (a cart, 5 left of 9); spent: action; armor 2.",
        "    club: damage 3.",
        "    spares: arrow 4.",
        "",
        "Enemies:",
        "  Ann: out (down); hidden from the players; in the group Gang.",
        "  Bob: half cover (a wall).",
        "",
        "Range: far by default.",
        "  Zoe and Ann: near.",
        "  Zoe and Bob: far.",
        "  Ann and Bob: near.",
        "",
        "Waiting:",
        "  Zoe: holds a blow (strike)",
        "",
        "Open questions (decide NUMBER CHOICE):",
        "  1. Ann: who?",
        "  2. Zoe: what now? Choices: stands.",
        "",
        "Nothing has happened yet.",
    ]


def test_a_sheet_is_said_in_words_of_the_table() -> None:
    said = as_text(
        played(
            "gen6",
            "add Vesper con_mod=2 armor_i=4",
            "add Krait side=enemies",
            'arm Vesper "car gun" kind=ranged damage=4d6 integrated=yes',
            "range Vesper Krait extended:2",
            "cover Vesper 75 what=rocks",
        )
    )
    for words in (
        "con modifier 2; armor I 4",
        "damage 4d6, built in",
        "Vesper and Krait: extended 2",
        "75 % cover (rocks",
    ):
        assert words in said
    contract = as_text(played("contract", "add Ann firearm_power=yes", "arm Ann sword"))
    assert "firearm power" in contract
    assert "not committed" in contract
    assert not re.search(r"_|\btags\b|: none", contract)


def test_no_text_of_a_fight_passes_for_a_line_of_ours() -> None:
    def told(text: str) -> str:
        zoe = Combatant("Zoe", "heroes", fields={"armor": text}, cover=Cover("half", text))
        prompts = (Prompt(1, "fate", "Zoe", text, (text,)),)
        return as_text(Given(Scene("stage", title=text, encounter=text, combatants={"Zoe": zoe}, prompts=prompts)))

    assert told("x\n\nEnemies:\r\n  Bob: dead\u2028.") == told("x  Enemies:   Bob: dead .")


def test_the_log_with_its_numbers() -> None:
    fight = session("add Ann", "add Rat side=enemies", "strike Ann Rat 2", "encounter The Sewer")
    lines = as_text(fight).splitlines()
    assert "Encounter: The Sewer." in lines
    log = lines[lines.index("Log:") :]
    assert "  3  Ann strikes Rat: 2." in log
    assert "      why: damage: result 2" in log


def test_an_empty_fight() -> None:
    assert as_text(session()) == "Stage\nThe fight has not begun.\n\nNothing has happened yet."


def test_numbers_to_one_sum_stand_together() -> None:
    why = (Reason("pool", "smooth", 3), Reason("need", "basic", 1), Reason("pool", "cover", -4))
    assert reasons_text(why, {}) == "pool: smooth 3, cover −4, together −1; need: basic 1"
    assert reasons_text(why, {"need": "difficulty"}).endswith("; difficulty: basic 1")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (3, "3"),
        ("hot", "hot"),
        ([], "none"),
        ([1, "b", None], "1, b, none"),
        ({}, "none"),
        ({"loaded": True, "of": [1]}, "loaded yes, of 1"),
    ],
)
def test_values_in_words(value: object, words: str) -> None:
    assert plain_value(value) == words  # type: ignore[arg-type]


def test_a_weapon_whose_last_value_is_a_sentence_has_one_full_stop() -> None:
    shown = played("srd5", "add Ann", 'arm Ann net rider="The target is Restrained." range="5 ft"')
    assert "    net: The target is Restrained, range 5 ft." in as_text(shown).splitlines()
