"""What no shipped game file uses, or only in part: phases of a round, single faces, one throw for many."""

from __future__ import annotations

import pytest

from tests.games.files.small import fight
from tests.lines import odds_of
from tracker.rules.errors import InvalidCommand, Refused

PHASES = """title = "Phases"
[turn]
kind = "sides"
phases = ["move", "fight"]
acts = { action = "act" }
[[track]]
name = "hp"
start = 10
[[action]]
verb = "run"
phase = "move"
[[action]]
verb = "strike"
cost = "action"
phase = ["fight"]
target = true
throw = "1d6"
do = ["lose it 1"]
[[action]]
verb = "shout"
"""

FACES = """title = "Faces"
[[track]]
name = "hp"
start = 10
[[action]]
verb = "cast"
throw = "3d6"
says = "faces"
numbers.score = { "sixes" = "count(faces, 6)", "top" = "highest(faces)", "least" = "lowest(faces)" }
outcome = [
  { name = "triple", when = "count(faces, 6) == 3", good = true, do = ["gain me 1 to hp"] },
  { name = "low", when = "score <= 3" },
  { name = "plain" },
]
"""


BOTH = "add Ann ; add Gob side=enemies"


def test_both_sides_have_their_turn_in_each_phase() -> None:
    session = fight(PHASES, BOTH)
    turns = []
    for _ in range(5):
        session.do("next")
        turns.append((session.scene.turn.round, session.scene.turn.phase, session.scene.turn.side))
    assert turns == [
        (1, "move", "heroes"),
        (1, "move", "enemies"),
        (1, "fight", "heroes"),
        (1, "fight", "enemies"),
        (2, "move", "heroes"),
    ]


def test_an_action_belongs_to_its_phase() -> None:
    session = fight(PHASES, BOTH, "next", "run Ann ; shout Ann")
    with pytest.raises(Refused, match="strike belongs to the phase fight; this is move"):
        session.do("strike Ann Gob 3")
    session.do("next")
    session.do("next")
    session.do("strike Ann Gob 3 ; shout Ann")
    with pytest.raises(Refused, match="run belongs to the phase move; this is fight"):
        session.do("run Ann")
    session.do("run! Ann")


def test_what_was_spent_is_there_again_in_the_first_phase() -> None:
    session = fight(PHASES, BOTH, *["next"] * 3, "strike Ann Gob 3")
    session.do("next")
    assert session.scene["Ann"].spent == ("action",)
    session.do("next")
    assert session.scene["Ann"].spent == ()


@pytest.mark.parametrize(
    ("typed", "said", "score"),
    [
        ("666", "triple", 15),
        ("1,2,2", "low", 3),
        ("1,2,6", "plain", 8),
        ("dice=2,1,1", "low", 3),
        ("dice=211", "low", 3),
    ],
)
def test_faces_decide(typed: str, said: str, score: int) -> None:
    session = fight(FACES, BOTH)
    done = session.do(f"cast Ann {typed}")
    assert said in done.text
    assert sum(reason.value for reason in done.entries[0].why if reason.of == "score") == score


def test_the_chances_of_faces_are_exact() -> None:
    session = fight(FACES, BOTH)
    odds = odds_of(session.system, session.scene, "cast Ann roll")
    assert {outcome.label: round(float(outcome.p) * 216) for outcome in odds.outcomes} == {
        "triple": 1,
        "low": 7,
        "plain": 208,
    }


def test_faces_that_are_no_throw_are_a_sentence() -> None:
    with pytest.raises(InvalidCommand, match="2 more faces are needed"):
        fight(FACES, BOTH).do("cast Ann 7")


MANY = """title = "Many"
[[track]]
name = "hp"
start = 10
[[action]]
verb = "sweep"
target = true
many = true
throw = "1d6"
do = ["lose me 1", "say A gust.", "lose it 1", "if band == 'near': mark it cold"]
numbers.total = { "die" = "roll" }
outcome = [{ name = "hit", when = "total >= 4", good = true, do = ["lose it 2"] }, { name = "miss" }]
"""


def test_one_throw_for_many_does_once_what_is_about_no_target() -> None:
    session = fight(MANY, "add Ann ; add Gob side=enemies ; add Rat side=enemies", "range all near")
    text = session.do("sweep Ann Gob,Rat 4").text
    assert text.count("A gust.") == 1
    assert [session.scene[name].value("hp") for name in ("Ann", "Gob", "Rat")] == [9, 7, 7]
    assert session.scene["Rat"].has("cold")
