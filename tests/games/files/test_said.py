"""Sentences of game files: a row of a table ends like a sentence, and an answer is in nobody's turn."""

from __future__ import annotations

import re

import pytest

from tests.games.files.small import fight
from tests.lines import action_of
from tests.table import last, played
from tracker.commands.parser import phrases, read
from tracker.commands.resolve import odds_of
from tracker.commands.story import retell

GAME = """title = "Small"
[turn]
kind = "initiative"
acts = { action = "act" }
[[track]]
name = "hp"
start = 10
out = "down"
[[action]]
verb = "strike"
target = true
throw = "1d6"
waits-for = ["parry"]
numbers.total = { "die" = "roll", "parried" = "-answer.total" }
outcome = [{ name = "hit", when = "total >= 1", good = true, do = ["lose it 1"] }, { name = "miss" }]
[[action]]
verb = "parry"
throw = "1d6"
numbers.total = { "die" = "roll" }
[[table]]
name = "omen"
throw = "1d2"
rows = [{ upto = 2, say = "ROW" }]
[[on]]
event = "lost hp"
do = ["roll omen", "mark me shaken"]
"""


STARTED = ("add Ann", "add Gob side=enemies", "initiative Ann 2 ; initiative Gob 1", "next")


@pytest.mark.parametrize(("row", "said"), [("a bell", "a bell."), ("Run!", "Run!"), ("It ends.", "It ends.")])
def test_a_row_ends_like_a_sentence(row: str, said: str) -> None:
    assert re.search(
        rf"Omen [12]: {re.escape(said)} Ann: shaken\.", fight(GAME.replace("ROW", row), *STARTED).do("hurt Ann 1").text
    )


def test_what_follows_from_a_condition_follows_once() -> None:
    text = GAME.replace('"mark me shaken"', '"mark me shaken", "mark me shaken"') + ON_SHAKEN
    session = fight(text, "add Ann")
    said = session.do("hurt Ann 1").text
    assert "Ann: shaken. A cold hand. Ann: shaken already." in said
    assert "hand" not in session.do("mark Ann shaken").text


ON_SHAKEN = """[[on]]
event = "marked shaken"
do = ["say A cold hand."]
"""


def test_a_text_can_say_who_it_is() -> None:
    text = GAME.replace('"lose it 1"', '"say {me.name} laughs at {it.name}."')
    session = fight(text, *STARTED)
    assert "Ann laughs at Gob." in session.do("strike Ann Gob 4 now").text


def test_an_answer_is_not_out_of_turn() -> None:
    session = fight(GAME, *STARTED)
    session.do("strike Ann Gob 4")
    answered = session.do("parry Gob 4").text
    assert "miss" in answered
    assert "Out of turn" not in answered
    assert "Out of turn: it is Ann's." in session.do("strike Gob Ann 4").text


def test_whose_turn_it_is_stands_before_what_the_turn_brings() -> None:
    text = GAME.replace("ROW", "a bell") + '[[on]]\nevent = "turn start"\ndo = ["say The air is cold."]\n'
    session = fight(text, *STARTED)
    assert session.do("next").text == "Round 1: Gob's turn. The air is cold."
    assert session.do("next").text == "Round 2: Ann's turn. The air is cold."
    assert "turn" not in session.do("remove Ann").text


def test_the_verb_after_a_name_agrees_with_it() -> None:
    session = played(
        "srd5", "add Ann hp=20", "add Goons side=enemies hp=9 immune=fire", "arm Ann brand hit=9 type=fire"
    )
    assert "Goons are immune to fire." in session.do("attack Ann Goons hit damage=4").text
    session.do("mark Ann charmed by=Goons ; mark Goons charmed by=Ann")
    session.do("next")
    objections = session.preview("attack Goons Ann 15").objections
    assert "Goons are charmed by Ann and cannot attack them." in objections
    assert "Ann is charmed by Goons and cannot attack them." in session.preview("attack Ann Goons 15").objections
    assert "Goons need no first aid." in session.preview("first-aid Ann Goons 15").objections


def test_an_opportunity_attack_is_neither_out_of_turn_nor_out_of_reach() -> None:
    lines = ("add Ann hp=20", "add Gob side=enemies hp=20", "arm Ann longsword", "range Ann Gob far")
    session = played("srd5", *lines, "initiative Ann total=10 ; initiative Gob total=20", "next")
    session.do("attack Ann Gob 18 opportunity damage=3")
    assert not last(session).remarks
    session.do("attack Ann Gob 18 damage=3")
    assert any("Out of turn" in remark for remark in last(session).remarks)


@pytest.mark.parametrize("total", range(11, 20))
def test_a_typed_total_with_the_die_of_a_blessing_is_told_as_it_was_judged(total: int) -> None:
    lines = ("add Ria hp=44", "add Pip hp=33", "add Drake side=enemies hp=100 cr=10", "mark Ria blessed")
    session = played("srd5", *lines, "arm Drake breath dc=17 ability=dex dice=16d6")
    session.do(f"use Drake Ria,Pip {total},10 weapon=breath damage=30")
    entry = last(session)
    before, action = (
        session.history.scene_at(entry.parent),
        read(phrases(entry.command)[0], session.system, session.scene),
    )
    deed = action.deed(session.system.silent(before), session.scene, entry.why)
    assert deed is not None
    assert deed.each[0].otherwise == ("saved" if total >= 17 else "failed")
    assert f"{total} against 17: {deed.each[0].otherwise}" in entry.text


@pytest.mark.parametrize(
    ("range_", "reach", "band", "lower", "reaches"),
    [
        ("5 ft", 5, "far", "", False),
        ("5 ft or 30/120 ft", 5, "far", "lower", True),
        ("5 ft or 120 ft", 5, "far", "", True),
        ("30/120 ft", 5, "near", "", True),
        ("30/120 ft", 5, "far", "lower", True),
        ("80/320 ft", 0, "far", "", True),
        ("80/320 ft", 0, "distant", "lower", True),
    ],
)
def test_only_a_long_range_is_a_disadvantage(range_: str, reach: int, band: str, lower: str, reaches: bool) -> None:
    arm = f'arm Ann arm hit=3 dice=1d6 range="{range_}"{f" reach={reach}" if reach else ""}'
    session = played("srd5", "add Ann hp=20", "add Gob side=enemies hp=20", arm, f"range Ann Gob {band}", "next")
    odds = odds_of(session.system, session.scene, action_of(session.system, session.scene, "attack Ann Gob roll"))
    assert {way.label: way.p for way in odds.outcomes}["crit"] == pytest.approx(1 / 400 if lower else 1 / 20)
    session.do("attack Ann Gob 15 damage=3")
    assert any("out of reach" in remark for remark in last(session).remarks) != reaches


@pytest.mark.parametrize(("band", "reaches"), [("reach", True), ("near", True), ("far", False)])
def test_bare_hands_reach_no_farther_than_a_step(band: str, reaches: bool) -> None:
    session = played("srd5", "add Ann hp=20", "add Gob side=enemies hp=20", f"range Ann Gob {band}")
    session.do("attack Ann Gob 15 damage=3")
    assert ("Gob is out of reach (far)." in last(session).remarks) != reaches


@pytest.mark.parametrize(
    ("game", "line", "rest"),
    [
        ("percentile", "attack Ann Gob 66", ("Ann", "attack", "66 vs 25")),
        ("percentile", "attack Ann Gob miss", ("Ann", "attack")),
        ("position", "resist Ann dice=6,5", ("resist", "5", "resisted")),
        ("cairn", "save Ann 20", ("save", "20 vs 10")),
    ],
)
def test_the_log_has_what_was_thrown_before_what_it_was_to_meet(game: str, line: str, rest: tuple[str, ...]) -> None:
    session = played(game, "add Ann", "add Gob side=enemies", "out Gob")
    before, done = session.scene, session.do(line)
    (told,) = retell(session.system, before, done.entries[0]).lines
    assert told.rest == rest


def test_a_spell_of_the_table_is_known_without_its_rules_text() -> None:
    session = played("srd5", "add Vera hp=9", "arm Vera bless")
    assert last(session).text == "Vera knows bless."
    session.do('arm Vera "fire bolt" dice=2d10')
    assert last(session).text == "Vera knows fire bolt: dice 2d10."
    session.do("arm Vera longsword")
    assert last(session).text.startswith("Vera carries a longsword: base 1d8")
