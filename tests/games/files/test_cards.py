"""Cards as the order of turns, and an order that a setting decides."""

from __future__ import annotations

import pytest

from tests.games.files.small import fight
from tests.lines import throw_of
from tests.table import last, played
from tests.table import text as said
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

CARDS = """title = "Cards"
[turn]
kind = "cards"
acts = { action = "act" }
[[track]]
name = "hp"
"""


def dealt(session: Session) -> dict[str, int]:
    return {name: who.number("initiative") for name, who in session.scene.combatants.items()}


def test_cards_are_dealt_anew_each_round_and_none_twice_before_the_next_shuffle() -> None:
    session = fight(CARDS, "add Ann", "add Bob", "add Owl side=enemies count=3", "next")
    seen, shuffles = list[int](), 0
    for number in range(1, 60):
        assert session.scene.turn.round == number
        hands = dealt(session)
        assert hands["Owl 1"] == hands["Owl 2"] == hands["Owl 3"]
        cards = {hands["Ann"], hands["Bob"], hands["Owl 1"]}
        assert len(cards) == 3
        order = [place.number for place in session.system.clock.places(session.scene)]
        assert [
            session.scene[place.name].number("initiative") for place in session.system.clock.places(session.scene)
        ] == (sorted(hands.values(), reverse=True))
        assert all(number == "joker" or number[-1] in "♣♦♥♠" for number in order)
        if "shuffled" in said(session):
            assert {53, 54} & set(seen)
            seen, shuffles = [], shuffles + 1
        assert len(seen) > 51 or not cards & set(seen)
        seen += cards
        while session.scene.turn.round == number:
            session.do("next")
    assert shuffles > 1


@pytest.mark.parametrize(
    ("typed", "number", "shown"),
    [("QH", 43, "Q♥"), ("10s", 36, "10♠"), ("2C", 1, "2♣"), ("A♠", 52, "A♠"), ("joker", 54, "joker"), ("7", 7, "3♥")],
)
def test_a_card_is_typed_by_its_name(typed: str, number: int, shown: str) -> None:
    session = fight(CARDS, "add Ann", "add Bob", f"initiative Ann {typed}")
    assert dealt(session)["Ann"] == number
    assert f"Initiative: Ann has {shown}." in said(session)
    session.do("next")
    assert dealt(session)["Bob"] != number


def test_faces_are_not_cards() -> None:
    with pytest.raises(InvalidCommand, match="A card is named"):
        fight(CARDS, "add Ann", "initiative Ann dice=3")


def test_a_card_dealt_is_written_down() -> None:
    session = fight(CARDS, "add Ann", "initiative Ann roll")
    assert last(session).command == f"initiative Ann {dealt(session)['Ann']}"


def test_a_joker_adds_to_throws_and_damage_for_its_round() -> None:
    session = played(
        "wild-die", "add Ann fighting=8", "add Owl side=enemies", "initiative Ann joker", "initiative Owl 2C"
    )
    session.do("next")
    assert session.scene["Ann"].has("joker")
    session.do("attack Ann Owl 5 damage=4")
    assert ("joker", 2) in {(reason.label, reason.value) for reason in last(session).why}
    session.do("next")
    session.do("next")
    assert "shuffled" in said(session)
    assert not session.scene["Ann"].has("joker") or dealt(session)["Ann"] >= 53


def test_initiative_anew_each_round_is_a_setting() -> None:
    session = played("srd5", "add Ann", "add Bob", "next", "next", "next")
    assert "Initiative" not in said(session)
    session = played("srd5", "settings initiative=round", "add Ann", "add Bob", "next", "next", "next")
    assert "Initiative: " in said(session)


def test_the_form_of_the_order_asks_for_a_card_where_cards_are_dealt() -> None:
    session = played("wild-die", "add Ann")
    throw = throw_of(session.system, session.scene, "initiative Ann roll")
    assert throw is not None
    assert throw.typed == "a card (QH, 10S, joker), or roll"


def test_an_exploding_die_against_its_highest_face_needs_that_face_or_more() -> None:
    session = played("wild-die", "add Ann parry=6", "add Gob side=enemies", "arm Gob club dice=1d4")
    throw = throw_of(session.system, session.scene, "attack Gob Ann roll")
    assert throw is not None
    assert throw.wanted == "6 or more"
