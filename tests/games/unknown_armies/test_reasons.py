"""The reasons of a line, number by number, and notes that are not objections."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import fight
from tests.table import last


@pytest.mark.parametrize(
    ("lines", "of", "parts"),
    [
        (("attack A B 42 called=arm",), "need", {"called shot: arm": 40}),
        (("attack A B 42", "dodge B 41"), "total", {"attack roll": 42}),
        (("attack A B 42", "dodge B 41"), "outcome", {"dodge roll": 41}),
        (("attack A B 1", "decide 1 maximum"), "damage", {"the maximum": 55, "already done": -11}),
    ],
)
def test_a_number_is_the_sum_of_its_reasons(lines: tuple[str, ...], of: str, parts: dict[str, int]) -> None:
    assert {reason.label: reason.value for reason in last(fight(*lines)).why if reason.of == of} == parts


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("attack A B 90 dodge=30",), "There is nothing to dodge."),
        (("attack A B 30", "dodge B 35"), "success, no damage. B +13 body (47 → 60)."),
        (("attack A B 30", "dodge B 20"), "success but too low, half damage. B +6 body (47 → 53)."),
        (("attack A B 42", "dodge B 41"), "failure, full damage."),
        (("set B body.max=10 body=10", "attack A B 30", "dodge B 35"), "B +10 body (0 → 10), up again."),
        (
            ("attack A B 21 called=leg",),
            "A attacks B (leg) with the fist, 55 or less: 21, success. Less than 30: a miss.",
        ),
        (("settings called_miss=body", "attack A B 21 called=leg"), "Less than 30: the body instead. Damage 3."),
        (
            ("arm A pistol kind=gun", "arm A knife", "split A 40,15 skill=60 weapon=pistol", "attack A B 30"),
            "A attacks B with the pistol, 40 or less: 30, success.",
        ),
    ],
)
def test_what_is_noted(lines: tuple[str, ...], says: str) -> None:
    assert says in last(fight(*lines)).text


def test_no_hit_says_no_part_and_no_loss() -> None:
    session = fight("attack A B 30 dodge=35")
    assert "()" not in last(session).text
    assert "body" not in last(session).text


def test_a_ruled_attack_uses_up_its_share_since_the_split_took_the_action() -> None:
    session = fight("split A 40,15", "attack! A B 30 share=1", "attack A B 30")
    assert {reason.label for reason in last(session).why if reason.of == "target"} == {"share 2 of 2"}


def test_a_called_shot_names_the_setting_only_where_it_counts() -> None:
    for way, named in (("miss", False), ("body", True)):
        why = last(fight(f"settings called_miss={way}", "attack A B 21 called=leg")).why
        assert any("called_miss" in each.source for each in why if each.of == "need") == named
