"""Escapes and the keys typed right behind them, in every way in which a terminal may cut them into pieces."""

from __future__ import annotations

import selectors
from threading import Thread

import pytest

from tracker.tui.driver import ESCAPE_KEY, Apart, Bell, with_alt

ESC = "\x1b"


@pytest.mark.parametrize("key", [*"un:+?!1 ]", "\r", "\t", "\x7f"])
def test_an_escape_and_a_key_are_two(key: str) -> None:
    assert Apart().take(f"a{ESC}{key}b") == f"a{ESCAPE_KEY}{key}b"


def test_sequences_of_the_terminal_stay_whole() -> None:
    sequences = f"{ESC}[A{ESC}[1;5C{ESC}OP{ESC}[<0;3;4M{ESC}P1$r0m{ESC}[27u"
    assert Apart().take(sequences) == sequences


def test_an_escape_before_a_sequence_is_a_key() -> None:
    assert Apart().take(f"{ESC}{ESC}[A") == f"{ESCAPE_KEY}{ESC}[A"


def test_an_escape_at_the_end_waits_for_what_follows() -> None:
    apart = Apart()
    assert apart.take(f"a{ESC}") == "a"
    assert apart.held
    assert apart.take("u") == f"{ESCAPE_KEY}u"
    assert not apart.held
    assert apart.take(ESC) == ""
    assert apart.take("[A") == f"{ESC}[A"


def test_an_escape_alone_is_a_key() -> None:
    apart = Apart()
    assert apart.take(ESC) == ""
    assert apart.alone() == ESCAPE_KEY
    assert not apart.held


def test_pasted_text_is_left_alone() -> None:
    apart = Apart()
    pasted = f"{ESC}[200~one {ESC}u"
    assert apart.take(pasted) == pasted
    assert apart.take(f"{ESC}v{ESC}[201~{ESC}w") == f"{ESC}v{ESC}[201~{ESCAPE_KEY}w"


def test_keys_bound_with_alt_are_kept() -> None:
    kept = with_alt(["alt+u", "ctrl+z", "u", "alt+enter"])
    assert kept == {"u"}
    assert Apart(kept).take(f"{ESC}u{ESC}n") == f"{ESC}u{ESCAPE_KEY}n"


def test_a_bell_wakes_who_waits_for_it_beside_others() -> None:
    bell, selector = Bell(), selectors.SelectSelector()
    selector.register(bell, selectors.EVENT_READ)
    assert selector.select(0) == []
    ringing = Thread(target=bell.set)
    ringing.start()
    assert selector.select(10)
    ringing.join()
    assert bell.is_set()
    bell.set()
    bell.clear()
    bell.clear()
    assert selector.select(0) == []
    selector.close()
    bell.close()
