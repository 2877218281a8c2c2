"""Nobody of a side is up any more: reported once, when the last of them falls, in every game."""

from __future__ import annotations

import pytest

from tests.small_game import session
from tracker.games.registry import find, names

SAID = "All enemies are down; end closes the fight."


@pytest.mark.slow
@pytest.mark.parametrize("game", names())
def test_it_is_said_at_that_moment_with_what_comes_next(game: str) -> None:
    fight = session("add Ann", "add Bob side=enemies", "add Cy side=enemies", system=find(game))
    fight.do("next")
    assert fight.scene.turn.round
    told = [fight.do(line).text for line in ("out Bob", "out Cy", "note hm", "back Cy", "out Bob", "out Cy as=gone")]
    assert [SAID in text for text in told] == [False, True, False, False, False, True]


def test_before_the_fight_and_after_it_nothing_is_said() -> None:
    fight = session("add Ann", "add Bob side=enemies")
    assert SAID not in fight.do("out Bob").text
    for line in ("back Bob", "next", "end"):
        fight.do(line)
    assert SAID not in fight.do("out Bob").text
