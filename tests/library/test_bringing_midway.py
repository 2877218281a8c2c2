"""Combatants brought into the middle of a fight have a place in it, in every game."""

from __future__ import annotations

import pytest

from tests.library.conftest import Fight
from tracker.games.language import FileGame
from tracker.games.registry import find, names
from tracker.rules.turns import full_order

WITH_ORDER = tuple(
    name for name in names() if isinstance(find(name), FileGame) and find(name).rules.table.turn.kind == "initiative"
)
MIDWAY = ("add Ann", "add Ben", "add Rat side=enemies", "keep Rat", "next", "next")


@pytest.mark.parametrize("game", names())
def test_newcomers_join_a_running_fight_and_have_their_turn(game: str, fight: Fight) -> None:
    session = fight(game, *MIDWAY)
    before = session.scene
    session.do("bring Rat count=3 as=Bat")
    assert session.scene.turn == before.turn, "the turn stays where it was"
    assert [name for name in full_order(session.scene) if name in before.combatants] == list(full_order(before))
    heard = set()
    for _ in range(24):
        session.do("next")
        turn = session.scene.turn
        heard |= {turn.name} if turn.name else {who.name for who in session.scene.of_side(turn.side or "enemies")}
    assert {"Bat 1", "Bat 2", "Bat 3"} <= heard
    session.do("undo 25")
    assert session.scene == before


@pytest.mark.parametrize("game", WITH_ORDER)
def test_a_newcomer_to_an_order_throws_for_a_place_once_for_all_of_a_group(game: str, fight: Fight) -> None:
    session = fight(game, *MIDWAY)
    shown = session.preview("bring Rat count=3 as=Bat")
    assert not shown.error
    entry = session.do("bring Rat count=3 as=Bat").entries[0]
    assert len(entry.dice) <= 1
    numbers = [session.scene[name].number("initiative") for name in session.scene.order]
    assert len(session.scene.order) == 6
    assert numbers == sorted(numbers, reverse=True)
    assert len({session.scene[name].number("initiative") for name in session.scene.group("Bat")}) == 1
    session.do("bring Rat count=1 as=Bat")
    assert len({session.scene[name].number("initiative") for name in session.scene.group("Bat")}) == 1
    assert not session.story()[-1].dice


def test_who_has_no_initiative_yet_in_the_game_where_it_is_rolled_at_the_table_is_named(fight: Fight) -> None:
    session = fight("contract", "add Ann", "add Rat side=enemies", "initiative Ann 2", "initiative Rat 1", "next")
    assert "Late has no initiative and comes last. Give it: initiative Late OUTCOME." in session.do("add Late").text
    assert "initiative" not in fight("contract", "add Ann", "next").do("add Late").text
