"""Text on its way to the screen: cleaned, cut with a sign, never wider than its room."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.combat.text import controls
from tracker.tui.look.glyphs import FANCY, PLAIN, bar
from tracker.tui.look.text import (
    cells,
    cut,
    ends,
    fill,
    fit,
    grouped,
    link,
    merged,
    pad,
    plain,
    right,
    spot_at,
    width,
    wrap,
)
from tracker.tui.strip.strip_view import Typed, typed_bits

TEXTS = st.text(max_size=30)
LINES = st.lists(st.tuples(TEXTS, st.sampled_from(["normal", "dim", "cursor"])), max_size=6)


@pytest.mark.parametrize("bad", ["\x1b]0;x\x07", "\x9b31m", "a\x00b", "\u202eabc", "\u2066x", "\ud800", "x\x7f"])
def test_nothing_a_terminal_obeys_is_left(bad: str) -> None:
    assert not controls().search(plain(bad))


def test_no_text_that_is_printable_needs_to_be_cleaned() -> None:
    assert [code for code in range(0x110000) if chr(code).isprintable() and controls().search(chr(code))] == []


def test_breaks_become_blanks() -> None:
    assert plain("a\r\nb\nc\td") == "a b c d"


@given(TEXTS, st.integers(0, 40))
def test_a_text_in_its_room(text: str, room: int) -> None:
    assert cells(cut(text, room)) <= room
    assert cells(pad(text, room)) == cells(right(text, room)) == room


@given(LINES, st.integers(1, 60))
def test_a_line_in_its_room(line: list[tuple[str, str]], room: int) -> None:
    assert width(fit(line, room)) <= room
    assert width(fill(line, room)) == room
    assert width(ends(line, [("end", "dim")], room)) == room or room < 3
    assert "".join(text for text, _ in merged(fill(line, room))) == "".join(text for text, _ in fill(line, room))


@given(LINES, st.integers(5, 60))
def test_wrapped_lines_in_their_room(line: list[tuple[str, str]], room: int) -> None:
    assert all(width(each) <= room for each in wrap(line, room))


def test_a_cut_is_never_without_its_sign() -> None:
    assert cut("abcdef", 4) == "abc…"
    assert fit([("abc", "dim"), ("def", "normal")], 5) == (("abc", "dim"), ("d…", "normal"))
    assert fit([("abc", "dim"), ("def", "normal")], 3) == (("ab…", "dim"),)
    assert fit([("abc", "dim"), ("", "normal")], 3) == (("abc", "dim"),)
    assert "".join(text for text, _ in wrap([("one two three four", "normal")], 9, 1)[0]).endswith("…")


def test_a_cut_stands_between_words_where_one_is_near() -> None:
    assert cut("a long rifle of steel", 14) == "a long rifle…"
    assert cut("a sniper-rifle of steel", 9) == "a sniper…"
    assert told(fit([("† axe", "dim"), ("  ", "dim"), ("† handgun", "dim"), ("  ", "dim")], 12)) == "† axe  …"
    assert told(fit([("† car gun 4d6", "dim"), ("  ", "dim")], 9)) == "† car…"


def told(line: Iterable[tuple[str, str]]) -> str:
    return "".join(text for text, _ in line)


@pytest.mark.parametrize("text", ["漢字" * 20, "a long line of text " * 3, "漢a字b" * 15])
@pytest.mark.parametrize("room", [12, 13, 30])
def test_the_part_of_a_typed_text_around_its_cursor_has_room(text: str, room: int) -> None:
    for at in range(len(text) + 1):
        bits = typed_bits(Typed(text, at), FANCY, room)
        assert room - 4 <= width(bits) <= room
        assert [part for part, tone in bits if tone.startswith("cursor")] == [(text + "▁")[at].replace(" ", "▁")]


def test_wide_signs_count_double() -> None:
    assert cells("日本") == 4
    assert cut("日本語", 4) == "日…"


@pytest.mark.parametrize(
    ("value", "most", "filled"),
    [(0, 12, ""), (12, 12, "████"), (6, 12, "██"), (1, 1000, "▏"), (7, 12, "██▎"), (5, 0, "▏")],
)
def test_bars_in_eighths(value: int, most: int, filled: str) -> None:
    assert bar(value, most, 4, FANCY)[0] == filled


def test_bars_of_plain_signs() -> None:
    assert bar(7, 12, 4, PLAIN) == ("###", ".")


@given(st.integers(-5, 50), st.integers(0, 40), st.integers(1, 20))
def test_a_bar_has_its_length(value: int, most: int, room: int) -> None:
    for glyphs in (FANCY, PLAIN):
        assert len("".join(bar(value, most, room, glyphs))) == room


class TestTyping:
    def test_typing_replaces_a_selected_text(self) -> None:
        assert Typed.of("old", selected=True).type("n") == Typed("n", 1)

    @pytest.mark.parametrize("key", ["backspace", "delete", "ctrl+u", "ctrl+w"])
    def test_deleting_deletes_a_selected_text(self, key: str) -> None:
        assert Typed.of("old", selected=True).press(key) == Typed()

    def test_moving_in_a_selected_text_keeps_it(self) -> None:
        assert Typed.of("old", selected=True).press("left") == Typed("old", 2)

    @pytest.mark.parametrize(
        ("key", "text", "at"),
        [
            ("left", "one two", 5),
            ("home", "one two", 0),
            ("end", "one two", 7),
            ("backspace", "one to", 5),
            ("delete", "one tw", 6),
            ("ctrl+w", "one o", 4),
            ("ctrl+u", "o", 0),
            ("ctrl+k", "one tw", 6),
            ("ctrl+left", "one two", 4),
            ("ctrl+right", "one two", 7),
        ],
    )
    def test_editing(self, key: str, text: str, at: int) -> None:
        assert Typed("one two", 6).press(key) == Typed(text, at)

    def test_other_keys_do_not_edit(self) -> None:
        assert Typed("x", 1).press("f5") is None

    @given(
        st.lists(st.sampled_from(["left", "right", "home", "end", "backspace", "delete", "ctrl+w", "x", "\x1b", "é"]))
    )
    def test_the_cursor_stays_in_the_text(self, keys: list[str]) -> None:
        typed = Typed()
        for key in keys:
            typed = typed.press(key) or typed.type(key)
            assert 0 <= typed.at <= len(typed.text)
            assert not controls().search(typed.text)


def test_reasons_add_up_to_what_they_count_to() -> None:
    from tracker.combat.records import Reason

    why = [Reason("pool", "fight", 3), Reason("need", "defense", 1), Reason("pool", "cover", -1)]
    assert grouped(why, {}) == [("pool", "2", "= fight 3 − cover 1"), ("need", "1", "(defense)")]


def test_a_key_stands_on_the_line_of_what_it_does_even_where_it_can_be_clicked() -> None:
    bits = [("the outcome on the dice   ", "dim"), *link([("o", "key"), (" odds", "dim")], "key:odds")]
    told = ["".join(text for text, _ in line).strip() for line in wrap(bits, 27)]
    assert told == ["the outcome on the dice", "o odds"]


def test_a_narrow_gap_between_two_targets_belongs_to_the_nearer_one() -> None:
    bits = [("  ", "dim"), *link([("1", "key")], "a"), ("   ", "dim"), *link([("2 x", "key")], "b")]
    line = [*bits, ("    ", "dim"), *link([("3", "key")], "c"), (" ", "dim")]
    targets = [*["", "", "a", "a", "a", "b", "b", "b", "b"], *[""] * 4, "c", ""]
    assert [spot_at(line, x)[0] for x in range(15)] == targets
    assert [spot_at(line, x)[1:] for x in (2, 3, 4, 6)] == [(2, 3), (2, 3), (2, 3), (6, 9)]
