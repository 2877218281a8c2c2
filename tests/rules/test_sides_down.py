"""Nobody of a side is up any more: said once, when the last of them goes down, in every game."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tracker.games.registry import find, names

SAID = "All enemies are down; end closes the fight."


@pytest.mark.parametrize("game", names())
def test_it_is_said_at_that_moment_with_what_comes_next(game: str) -> None:
    made = session("add Ann", "add Bob side=enemies", "add Cy side=enemies", system=find(game))
    made.do("next")
    assert made.scene.turn.round
    told = [made.do(line).text for line in ("out Bob", "out Cy", "note hm", "back Cy", "out Bob", "out Cy as=gone")]
    assert [SAID in text for text in told] == [False, True, False, False, False, True]


def test_before_the_fight_and_after_it_nothing_is_said() -> None:
    made = session("add Ann", "add Bob side=enemies")
    assert SAID not in made.do("out Bob").text
    for line in ("back Bob", "next", "end"):
        made.do(line)
    assert SAID not in made.do("out Bob").text
