"""The orders of turns that a game file can have: by sides that throw, one of each side in turn, anew each round."""

from __future__ import annotations

import random

import pytest

from tests.games.files.small import GAME
from tests.table import played
from tracker.games.language import BadGame, read_game
from tracker.rules.errors import Refused
from tracker.session import Session

PEOPLE = "add Ann ; add Bob ; add Cid side=enemies ; add Dan side=enemies"


def fight(turn: str, *lines: str, seed: int = 1) -> Session:
    """Two and two in a game with this table of turns."""
    strike = GAME.replace('verb = "strike"', 'verb = "strike"\ncost = "act"')
    text = f'{strike}\n[turn]\nacts = {{ act = "act" }}\n{turn}\n'
    session = Session(read_game(text.encode(), "small.toml", "small"), dice=random.Random(seed))
    for line in (PEOPLE, *lines):
        session.do(line)
    return session


def able(session: Session) -> set[str]:
    return {name for name in session.scene.combatants if session.system.clock.may_act(session.scene, name)}


def test_the_side_that_threw_more_goes_first_and_anew_each_round() -> None:
    session = fight(
        'kind = "sides"\nthrow = "1d6"\neach = "round"', "initiative heroes 2", "initiative enemies 5", "next"
    )
    assert session.scene.turn.side == "enemies"
    assert able(session) == {"Cid", "Dan"}
    session.do("next")
    assert session.scene.turn.side == "heroes"
    said = session.do("next").text
    assert "Initiative: " in said
    assert session.scene.turn.round == 2
    thrown = {throw.purpose: throw.faces[0] for throw in session.story()[-1].dice}
    first = max(("heroes", "enemies"), key=lambda side: thrown[f"initiative of {side}"])
    assert session.scene.turn.side == first


def test_one_throw_holds_for_the_fight_unless_the_file_says_each_round() -> None:
    session = fight('kind = "sides"\nthrow = "1d6"', "initiative heroes 2", "initiative enemies 5", *["next"] * 3)
    assert (session.scene.turn.round, session.scene.turn.side) == (2, "enemies")
    assert not session.story()[-1].dice


def test_sides_without_dice_act_as_they_are_listed() -> None:
    session = fight('kind = "sides"', "next")
    assert session.scene.turn.side == "heroes"
    assert "initiative" not in session.system.actions


def test_one_of_each_side_acts_in_turn_until_all_have_acted() -> None:
    session = fight('kind = "alternate"', "next")
    assert able(session) == {"Ann", "Bob"}
    session.do("strike Bob Cid 1")
    assert able(session) == set()
    session.do("next")
    assert able(session) == {"Cid", "Dan"}
    session.do("strike Dan Ann 1")
    session.do("next")
    assert able(session) == {"Ann"}
    session.do("strike Ann Cid 1")
    session.do("next")
    assert able(session) == {"Cid"}
    session.do("strike Cid Ann 1")
    session.do("next")
    assert (session.scene.turn.round, session.scene.turn.side, able(session)) == (2, "heroes", {"Ann", "Bob"})


def test_a_side_with_more_left_goes_on_when_the_other_is_done() -> None:
    session = fight('kind = "alternate"', "out Dan", "next", "strike Ann Cid 1", "next", "strike Cid Ann 1", "next")
    assert able(session) == {"Bob"}
    session.do("strike Bob Cid 1")
    session.do("next")
    assert session.scene.turn.round == 2


def test_when_both_sides_pass_a_new_round_begins() -> None:
    session = fight('kind = "alternate"', *["next"] * 3)
    assert (session.scene.turn.round, session.scene.turn.side) == (2, "heroes")


def test_initiative_of_single_combatants_anew_each_round() -> None:
    session = fight('kind = "initiative"\nthrow = "1d20"\neach = "round"', "next")
    first = dict(session.scene["Ann"].fields), session.scene.order
    for _ in range(4):
        session.do("next")
    assert session.scene.turn.round == 2
    assert (dict(session.scene["Ann"].fields), session.scene.order) != first
    numbers = [session.scene[name].number("initiative") for name in session.scene.order]
    assert numbers == sorted(numbers, reverse=True)


def test_a_thrown_initiative_says_what_the_dice_and_the_sheet_gave() -> None:
    said = played("srd5", "add Ann dex=15", "add Bob dex=9", "add Cid dex=10", "initiative all dice=12,3,5").story()[-1]
    assert said.text == "Initiative: Ann has 14 (12 + 2), Bob has 2 (3 − 1), Cid has 5."


@pytest.mark.parametrize("kind", ["sides", "alternate"])
def test_another_fight_begins_from_the_front(kind: str) -> None:
    session = fight(f'kind = "{kind}"\nthrow = "1d6"', "next", "strike Ann Cid 1", "encounter Two")
    assert session.scene.fields.get("side_initiative") is None
    assert session.scene.fields.get("acted") is None
    assert session.scene.turn.round == 0


def test_where_a_side_has_the_turns_nobody_else_is_still_to_act() -> None:
    session = fight('kind = "free"\nside = "heroes"', "next")
    assert able(session) == {"Ann", "Bob"}
    assert session.system.clock.status(session.scene).to_act == ("Ann", "Bob")
    assert able(fight('kind = "free"\nside = "others"', "next")) == {"Cid", "Dan"}
    with pytest.raises(BadGame, match='line 18: only turns of the kind "free" are those of one side'):
        fight('kind = "sides"\nside = "heroes"')


def test_a_clock_of_an_obstacle_has_no_turn_and_rolls_nothing() -> None:
    session = played("position", "add Ann skirmish=2", "add Gang preset=clock-4", "next")
    assert able(session) == {"Ann"}
    with pytest.raises(Refused, match="Only heroes roll: what Gang does comes of their rolls"):
        session.do("act Gang Ann roll")
    session.do("act Ann Gang 6,1")
    assert session.scene["Gang"].value("stress") == 2
