"""Dice with names, single faces, and modes that add dice: played, explained, and their odds against enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.games.files.small import fight
from tests.lines import odds_of
from tests.table import last, total
from tests.table import text as said
from tracker.games.language import BadGame, read_game
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

DUALITY = """title = "Duality"
[[track]]
name = "hp"
start = 20
out = "down"
[[field]]
name = "agility"
[[field]]
name = "difficulty"
start = 12
[[action]]
verb = "attack"
main = true
target = true
throw = "hope:1d12 + fear:1d12"
modes = { advantage = "+edge:1d6", disadvantage = "-edge:1d6" }
says = "total"
numbers.total = { "dice" = "roll", "agility" = "me.agility" }
numbers.need = { "difficulty" = "it.difficulty" }
outcome = [
  { name = "critical", when = "hope == fear", good = true, do = ["lose it hope + fear"] },
  { name = "with hope", when = "total >= need and hope > fear", good = true, do = ["lose it 2"] },
  { name = "with fear", when = "total >= need", good = true, do = ["lose it 1", "ask me price Pay {fear - hope}?"] },
  { name = "failure" },
]
[action.answers.price]
yes = ["lose me fear - hope"]
no = []
[[condition]]
name = "dazed"
mine = { attack = "disadvantage" }
[[action]]
verb = "gather"
throw = "skill:3d6 + gift:2d4"
numbers.hits = { "sixes" = "count(faces.skill, 6)", "gift" = "nth(faces.gift, 2)", "alike" = "alike(faces.skill)" }
do = ["gain me hits"]
[[action]]
verb = "strike"
target = true
throw = "skill:1d6 + bad:1d6"
waits-for = ["parry"]
outcome = [{ name = "hit", when = "skill > bad + answer.parried", do = ["lose it skill"] }, { name = "miss" }]
[[action]]
verb = "parry"
throw = "1d4"
numbers.parried = { "die" = "roll" }
"""


def duel(*lines: str) -> Session:
    return fight(DUALITY, "add Ann agility=2", "add Owl side=enemies", *lines)


def test_dice_are_known_by_their_names_and_each_is_a_reason() -> None:
    session = duel("attack Ann Owl 7,4")
    assert "13 against 12: with hope" in said(session)
    assert [(reason.label, reason.value) for reason in last(session).why if reason.of == "total"] == [
        ("hope", 7),
        ("fear", 4),
        ("agility", 2),
    ]


def test_what_they_show_is_known_to_the_answer_of_a_question() -> None:
    session = duel("attack Ann Owl 4,7")
    assert "Pay 3?" in session.scene.prompts[0].text
    session.do("decide 1 yes")
    assert session.scene["Ann"].value("hp") == 17


def test_a_sum_alone_is_not_enough_where_each_die_counts() -> None:
    with pytest.raises(
        InvalidCommand, match=r"Each die counts here: type hope,fear in that order, an outcome, or roll"
    ):
        duel("attack Ann Owl 15")


def test_an_outcome_can_be_typed() -> None:
    session = duel("attack Ann Owl critical")
    assert "critical" in said(session)
    assert session.scene["Owl"].value("hp") < 20


def test_a_mode_adds_its_dice_and_two_opposite_ones_cancel_out() -> None:
    assert "17 against 12: with fear" in said(duel("attack Ann Owl 4,7,4 advantage"))
    session = duel("attack Ann Owl 7,4,4 disadvantage")
    assert "9 against 12: failure" in said(session)
    assert ("edge", -4) in [(reason.label, reason.value) for reason in last(session).why]
    assert "13 against 12" in said(duel("mark Ann dazed", "attack Ann Owl 7,4 advantage"))


@pytest.mark.parametrize(("mode", "sign"), [("", 0), ("advantage", 1), ("disadvantage", -1)])
def test_the_odds_are_those_of_counting_every_way(mode: str, sign: int) -> None:
    counted: Counter[str] = Counter()
    for hope, fear, edge in product(range(1, 13), range(1, 13), range(1, 7)):
        sum_ = hope + fear + 2 + sign * edge
        good = "with hope" if hope > fear else "with fear"
        counted["critical" if hope == fear else good if sum_ >= 12 else "failure"] += 1
    session = duel()
    odds = odds_of(session.system, session.scene, f"attack Ann Owl roll {mode}".strip())
    assert {outcome.label: outcome.p for outcome in odds.outcomes} == pytest.approx(
        {label: ways / 864 for label, ways in counted.items()}, abs=1e-12
    )


def test_faces_of_one_name_are_counted_apart() -> None:
    session = duel("hurt Ann 19", "gather Ann dice=6,6,1,4,3")
    assert total(session, "hits") == 2 + 3 + 2
    assert session.scene["Ann"].value("hp") == 8


def test_an_attack_that_waits_keeps_its_dice() -> None:
    session = duel("strike Ann Owl dice=6,2", "parry Owl 3")
    assert session.scene["Owl"].value("hp") == 14
    session = duel("strike Ann Owl dice=6,2", "parry Owl 4")
    assert session.scene["Owl"].value("hp") == 20


def test_a_thrown_result_is_kept_as_its_faces() -> None:
    session = duel("attack Ann Owl roll")
    (_, _, entry) = session.story()
    again = duel(entry.command)
    assert (again.scene["Owl"].value("hp"), said(again)) == (session.scene["Owl"].value("hp"), entry.text)


@pytest.mark.parametrize(
    ("throw", "words"),
    [
        ("hope:1d12 + hope:1d12", "different names"),
        ("roll:1d12", "“roll” is a word of the language"),
        ("hope:1d12 + + fear:1d12", "is not a throw. Write it like hope:1d12"),
        ("hope: + fear:1d12", "not a dice expression"),
    ],
)
def test_a_throw_that_cannot_be_read_is_named(throw: str, words: str) -> None:
    with pytest.raises(BadGame) as caught:
        read_game(DUALITY.replace("hope:1d12 + fear:1d12", throw).encode(), "d.toml", "d")
    assert any(words in fault for fault in caught.value.faults), caught.value.faults


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("faces[0] == 6", "“faces[0]” is not part of the language; nth(faces, 1) is the highest face"),
        ("hop == fear", "“hop” is not a name here; did you mean hope?"),
        ("(hope, fear)", "write several conditions with and"),
    ],
)
def test_what_is_not_part_of_the_language_is_quoted(when: str, words: str) -> None:
    with pytest.raises(BadGame) as caught:
        read_game(DUALITY.replace("hope == fear", when).encode(), "d.toml", "d")
    assert words in caught.value.faults[0]
