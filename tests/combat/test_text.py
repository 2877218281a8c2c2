from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.combat.text import (
    MARKS,
    clean_command,
    clean_line,
    clean_typed,
    few_marks,
    is_visible,
    strip_controls,
)

HOSTILE = [
    ("\x1b]0;owned\x07Goblin", "]0;ownedGoblin"),
    ("Gob\x1b[2Jlin", "Gob[2Jlin"),
    ("Gob\x9b2Jlin", "Gob2Jlin"),
    ("Gob\u202elin", "Goblin"),
    ("\u2066Gob\u2069lin\u200e\u200f\u061c", "Goblin"),
    ("Gob\ud800lin", "Goblin"),
    ("Gob\x00\x7flin", "Goblin"),
]


@pytest.mark.parametrize(("text", "clean"), HOSTILE)
def test_nothing_a_terminal_would_obey_is_left(text: str, clean: str) -> None:
    assert clean_line(text) == strip_controls(text) == clean


@pytest.mark.parametrize("text", ["Ivy", "Ränge & Rauch", "李小龙", "[/nope]", "👩\u200d🚀", "a\\b\"c'd"])
def test_what_people_write_stays(text: str) -> None:
    assert clean_line(text) == strip_controls(text) == text


def test_breaks_in_a_line_become_blanks() -> None:
    assert clean_line("a\r\nb\nc\td\u2028e\x85f") == "a b c d e f"


def test_marks_are_composed() -> None:
    assert clean_line("A\u0308") == "Ä"


def test_lengths_are_limited() -> None:
    assert clean_line("x" * 81) == "x" * 80
    assert clean_line("abcdef", 3) == "abc"
    assert clean_line("ab cd", 3) == "ab"
    assert len(clean_line("a" + "\u0301\u0316" * 500_000)) <= 80


@given(st.text(st.characters(), max_size=200))
def test_cleaning_is_done_once(text: str) -> None:
    once = clean_line(text)
    assert clean_line(once) == once
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in once)


def test_a_command_keeps_its_length_and_loses_what_bites() -> None:
    assert clean_command("  hurt savar 3 ") == "hurt savar 3"
    assert clean_command("a\x1b[2Jb") == "a[2Jb"
    assert clean_command("A\u0308") == "Ä"
    assert clean_command(" no\x1bte A\u0308\nb " + "x" * 9000) == "note Ä b " + "x" * 9000


def test_what_is_typed_keeps_its_blanks() -> None:
    assert clean_typed(" a ") == " a "
    assert clean_typed(" é\x1b\n\u202ex ") == " é x "
    assert clean_typed("e" + "\u0301" * 99) == "e" + "\u0301" * MARKS


@pytest.mark.parametrize("mark", ["\u0301", "\u034f", "\u20dd", "\u3099", "\u302e"])
def test_few_marks_stay_on_a_letter_of_whatever_kind_they_are(mark: str) -> None:
    """Put in order by a class, or of none; around the letter; beside it."""
    assert few_marks("e" + mark * 99 + "f" + mark) == "e" + mark * MARKS + "f" + mark
    assert few_marks(mark * 99) == mark * MARKS


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "\u2800", "\U000e0041", "\u3164 \u0301", "\u00ad"])
def test_what_cannot_be_seen_is_not_a_name(text: str) -> None:
    assert not is_visible(text)
    assert is_visible(f"{text}x")
    assert is_visible(f"{text}🗡")
