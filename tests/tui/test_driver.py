"""Escapes and the keys typed right after them, however a terminal splits them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser

from tracker.tui.keys.terminal import (
    ESCAPE_KEY,
    MOST_PASTED,
    PASTE_END,
    EscapeSplitter,
    TolerantParser,
    meaningful_with_alt,
)

ESC = "\x1b"


@pytest.mark.parametrize("key", [*"un:+?!1 ]", "\r", "\t", "\x7f"])
def test_an_escape_and_a_key_are_two(key: str) -> None:
    assert EscapeSplitter().split(f"a{ESC}{key}b") == f"a{ESCAPE_KEY}{key}b"


def test_sequences_of_the_terminal_stay_whole() -> None:
    sequences = f"{ESC}[A{ESC}[1;5C{ESC}OP{ESC}[<0;3;4M{ESC}P1$r0m{ESC}[27u"
    assert EscapeSplitter().split(sequences) == sequences


def test_an_escape_before_a_sequence_is_a_key() -> None:
    assert EscapeSplitter().split(f"{ESC}{ESC}[A") == f"{ESCAPE_KEY}{ESC}[A"


def test_an_escape_at_the_end_waits_for_what_follows() -> None:
    apart = EscapeSplitter()
    assert apart.split(f"a{ESC}") == "a"
    assert apart.held
    assert apart.split("u") == f"{ESCAPE_KEY}u"
    assert not apart.held
    assert apart.split(ESC) == ""
    assert apart.split("[A") == f"{ESC}[A"


def test_an_escape_alone_is_a_key() -> None:
    apart = EscapeSplitter()
    assert apart.split(ESC) == ""
    assert apart.rest() == ESCAPE_KEY
    assert not apart.held


def test_pasted_text_loses_its_escapes() -> None:
    """Textual would take the rest of it for keys."""
    apart = EscapeSplitter({"v"})
    assert apart.split(f"{ESC}[200~one {ESC}u{ESC}[31m") == f"{ESC}[200~one u[31m"
    assert apart.split(f"{ESC}v{ESC}[201~{ESC}w") == f"v{ESC}[201~{ESCAPE_KEY}w"


@given(st.lists(st.sampled_from((ESC, "[", "]", "2", "0", "1", "~", "n", "q", "\x07", "\\")), max_size=20))
def test_whatever_is_pasted_is_not_taken_for_keys(characters: list[str]) -> None:
    text = "".join(characters)
    if f"{ESC}[201~" in text:
        return
    told = list(XTermParser(False).feed(EscapeSplitter().split(f"{ESC}[200~{text}{ESC}[201~n")))
    assert [type(each) for each in told] == [events.Paste, events.Key]
    assert told[0].text == text.replace(f"{ESC}[200~", "").replace(ESC, "")  # type: ignore[attr-defined]


@pytest.mark.parametrize("pasted", ["one", f"o{ESC}ne", f"one{ESC}", f"on{ESC}[2e"])
def test_pasted_text_may_be_cut_anywhere(pasted: str) -> None:
    whole = f"a{ESC}[200~{pasted}{ESC}[201~{ESC}w"
    told = f"a{ESC}[200~{pasted.replace(ESC, '')}{ESC}[201~{ESCAPE_KEY}w"
    for cut in range(1, len(whole)):
        for second in range(cut, len(whole)):
            apart = EscapeSplitter()
            pieces = whole[:cut], whole[cut:second], whole[second:]
            assert "".join(apart.split(piece) for piece in pieces if piece) == told


def test_half_a_sequence_behind_which_nothing_comes_is_as_it_came() -> None:
    for half in (f"{ESC}[", f"{ESC}[2", f"{ESC}[20", f"{ESC}[201"):
        apart = EscapeSplitter()
        assert (apart.split(f"a{half}"), apart.held) == ("a", True)
        assert (apart.rest(), apart.held) == (half, False)
        apart.split(f"{ESC}[200~{half}")
        assert apart.rest() == half[1:], "in pasted text it is text"


def test_keys_bound_with_alt_are_kept() -> None:
    kept = meaningful_with_alt(["alt+u", "ctrl+z", "u", "alt+enter"])
    assert kept == {"u"}
    assert EscapeSplitter(kept).split(f"{ESC}u{ESC}n") == f"{ESC}u{ESCAPE_KEY}n"


@pytest.mark.parametrize("sequence", [f"{ESC}[97:65;2u", f"{ESC}[1114112u", f"{ESC}[27;0;2147483648~"])
def test_what_cannot_be_read_takes_nothing_else_with_it(sequence: str) -> None:
    told = TolerantParser().feed(f"a{sequence}b{ESC}[200~n{ESC}[201~")
    assert [each.key for each in told if isinstance(each, events.Key)] == ["a", "b"]
    assert [each.text for each in told if isinstance(each, events.Paste)] == ["n"]


def test_a_paste_whose_end_got_lost_is_over_at_the_next_single_key() -> None:
    splitter = EscapeSplitter()
    splitter.split(f"{ESC}[200~one")
    assert splitter.split("two words", late=True) == "two words", "more than a key belongs to the paste"
    assert splitter.split("j") == "j", "so does what comes without a pause"
    assert splitter.split("j", late=True) == f"{PASTE_END}j"
    assert splitter.split(f"{ESC}u") == f"{ESCAPE_KEY}u"


def test_the_rest_of_an_endless_paste_is_dropped() -> None:
    splitter = EscapeSplitter()
    splitter.split(f"{ESC}[200~")
    assert sum(len(splitter.split("x" * 4096)) for _ in range(300)) == MOST_PASTED


def test_a_line_feed_is_enter_unless_it_is_bound() -> None:
    assert EscapeSplitter().split(f"d3\n{ESC}[200~a\nb") == f"d3\r{ESC}[200~a\nb"
    assert EscapeSplitter(meaningful_with_alt(["ctrl+j"])).split("\n") == "\n"
