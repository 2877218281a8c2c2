"""Whoever is out and gets something back by hand stays out unless the game says otherwise, and that is said."""

from __future__ import annotations

import pytest

from tests.table import played

FALLEN = {
    "outgunned": ("add Goon side=enemies grit=5", "hurt Goon 5", "defeated"),
    "contract": ("add Goon brawn=3", "hurt Goon 9", "dead"),
    "unknown-armies": ("add Goon body=50", "hurt Goon 55", "dead"),
    "srd5": ("add Goon side=enemies hp=10", "hurt Goon 10", "dead"),
    "plain": ("add Goon", "out Goon as=gone", "gone"),
}


@pytest.mark.parametrize("game", FALLEN)
def test_who_stays_out_is_said(game: str) -> None:
    join, fall, word = FALLEN[game]
    session = played(game, join, *(("hurt Goon 3",) if word == "gone" else ()), fall)
    assert session.do("heal Goon 3").text.endswith(f" Goon is still {word}: back Goon brings them up.")
    assert session.scene["Goon"].out == word
    session.do("back Goon")
    assert "still dead" not in session.do("heal Goon 1").text


def test_who_comes_to_is_not_still_out() -> None:
    session = played("gen6", "add Ann health=20 con=3", "hurt Ann 20")
    assert session.do("heal Ann 5").text == "Ann: +5 health (0 → 5). Ann comes to."
    session = played("plain", "add Ann", "hurt Ann 10")
    assert session.do("heal Ann 5").text == "Ann: +5 health (0 → 5). Ann is up again."


def test_several_who_stay_out_are_said_in_one_sentence() -> None:
    session = played("outgunned", "add Goon side=enemies count=3 grit=5", "hurt Goon amount=5")
    assert session.do("heal Goon amount=2").text.endswith(" Goon (3) are still defeated: back NAME brings them up.")
