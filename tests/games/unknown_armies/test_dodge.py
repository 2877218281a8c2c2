"""Dodges, inline and after the attack; the GM's answers to criticals."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import body, down, fight
from tests.table import last, total
from tracker.commands.story import StoryLine, retell
from tracker.games.unknown_armies.health import after_dodge

ANSWERS = [(38, 0), (40, 0), (37, 0), (36, 19), (41, 19), (90, 19), (100, 19)]


@pytest.mark.parametrize(("roll", "left"), ANSWERS)
def test_a_dodge_with_the_attack(roll: int, left: int) -> None:
    """Skill 40 against a shot of 37."""
    session = fight("arm A pistol kind=gun", f"attack A B 37 dodge={roll % 100:02d}")
    assert total(session, "damage") == left
    assert body(session) == 60 - left
    assert session.scene["B"].spent == ("action",)


def test_a_critical_dodge_has_to_be_as_high_as_the_attack_too() -> None:
    session = fight("attack A B 44", "dodge B 01")
    assert "01, critical but too low, full damage" in last(session).text
    first = fight("set B dodge=0", "attack A B 01", "dodge B 01")
    assert body(first) == 60


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (("attack A B 37 dodge=36",), "37 vs 55, half damage"),
        (("attack A B 37", "dodge B 36"), "dodge 36 vs 40, half damage"),
        (("attack A B 37", "dodge B 38"), "dodge 38 vs 40"),
    ],
)
def test_a_dodge_that_halves_the_damage_says_so_in_the_log(way: tuple[str, ...], said: str) -> None:
    assert logged("arm A pistol kind=gun", *way).rest[-1] == said


def test_a_hit_that_was_dodged_is_dodged_in_the_log() -> None:
    assert logged("arm A pistol kind=gun", "attack A B 37 dodge=38").outcome == "B: dodged"


def logged(*lines: str) -> StoryLine:
    session = fight(*lines)
    entry = last(session)
    (line,) = retell(session.system, session.history.scene_at(entry.parent), entry).lines
    return line


@pytest.mark.parametrize(("roll", "left"), ANSWERS)
def test_a_dodge_after_the_attack(roll: int, left: int) -> None:
    session = fight("arm A pistol kind=gun", "attack A B 37", f"dodge B {roll % 100:02d}")
    assert total(session, "damage") == left
    assert body(session) == 60 - left
    assert last(session).command == f"dodge B {roll % 100:02d} against=A"


def test_an_attack_over_the_dodge_skill_hurts_in_full() -> None:
    assert after_dodge(45, 45, 41, 40) == 45
    assert after_dodge(40, 40, 39, 40) == 40
    assert after_dodge(39, 39, 38, 40) == 20


def test_a_dodge_brings_back_who_fell_by_that_hit() -> None:
    session = fight("arm A pistol kind=gun", "set B body=30 dodge=80", "attack A B 37")
    assert down(session) == "dead"
    session.do("dodge B 37")
    assert down(session) is None
    assert body(session) == 30


def test_wounds_of_the_hit_itself_do_not_hinder_its_dodge() -> None:
    session = fight("arm A pistol kind=gun", "attack A B 55", "dodge B 90")
    assert total(session, "tn") == 40


def test_a_dodge_against_the_one_named() -> None:
    session = fight("add C struggle=50", "attack A B 31", "attack C B 32", "dodge B 35 against=A")
    assert body(session) == 60 - 5


def test_a_hand_that_was_dodged_drops_nothing() -> None:
    session = fight("arm B knife", "attack A B 40 called=hand", "dodge B 40")
    assert session.scene["B"].weapons["knife"]["ready"] is True
    two = fight("arm B knife", "arm B club", "attack A B 40 called=hand", "dodge B 40")
    assert two.scene.prompts == ()


@pytest.mark.parametrize(
    ("answer", "left", "out"),
    [("as-rolled", 59, None), ("maximum", 20, None), ("out", 59, "unconscious"), ("dead", 0, "dead")],
)
def test_answers_to_a_critical(answer: str, left: int, out: str | None) -> None:
    session = fight("arm A pistol kind=gun maximum=40", "attack A B 01", f"decide 1 {answer}")
    assert body(session) == left
    assert down(session) == out
    assert session.scene.prompts == ()


def test_no_critical_brings_back_the_dead() -> None:
    session = fight("attack A B 01", "hurt B 60", "decide 1 out")
    assert down(session) == "dead"


def test_a_dodge_after_the_maximum_takes_all_of_it_back() -> None:
    session = fight("arm A pistol kind=gun", "attack A B 01", "decide 1 maximum")
    assert down(session) == "dead"
    session.do("dodge B 20")
    assert body(session) == 60
    assert down(session) is None


def test_answers_in_free_words() -> None:
    session = fight("attack A B 44", "decide 1 B stumbles")
    assert last(session).text == "A, match: B stumbles."
    gone = fight("attack A B 01", "remove B")
    gone.do("decide 1 dead")
    assert "not in the fight" in last(gone).text


def test_an_act_may_roll() -> None:
    session = fight("set A driving=30", "act A hot-wire the car roll=30 skill=driving")
    assert last(session).text == "A: hot-wire the car, 30 or less: 30, success."
    other = fight("act A pray roll=01 skill=5")
    assert other.scene.prompts[0].kind == "critical"
    other.do("decide 1 a miracle")
    assert fight("act A pray roll=roll skill=5").story()[-1].dice
