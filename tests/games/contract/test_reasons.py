"""The reasons of a line, number by number, and notes that are not objections."""

import pytest

from tests.games.contract.fights import ARMED, session
from tests.table import last

WAITS = (*ARMED, "attack Bert Anna 3")
MINDFUL = (*ARMED, "set Anna mind=6 mind.max=6")


@pytest.mark.parametrize(
    ("lines", "of", "parts"),
    [
        ((*ARMED, "quick Anna draws"), "pool", {"quick action": -2}),
        ((*ARMED, "injure Anna 3"), "severity", {"by hand": 3}),
        ((*ARMED, "injure Anna 3", "mend Anna 3 to=1"), "severity", {"mended": -2}),
        ((*ARMED, "attack Anna Bert roll pool=4"), "pool", {"pool as typed": 4}),
        ((*MINDFUL, "exert Anna mind outcome"), "units", {"exerted: mind": 1}),
        ((*ARMED, "exert Anna body outcome"), "units", {"exerted: an injury": 1}),
        ((*WAITS, "evade Anna 2"), "need", {"Bert with the sword, waiting": 3, "Anna evades": -2}),
        ((*ARMED, "evade Anna 2", "attack Bert Anna 3"), "outcome", {"Bert with the sword": 3, "Anna evades": -2}),
        ((*WAITS, "dodge Anna 2"), "outcome", {"Bert with the sword, waiting": 3, "dodge": -2}),
        ((*WAITS, "dodge Anna 2"), "severity", {"hit": 1, "sword": 1}),
    ],
)
def test_a_number_is_the_sum_of_its_reasons(lines: tuple[str, ...], of: str, parts: dict[str, int]) -> None:
    assert {reason.label: reason.value for reason in last(session(*lines)).why if reason.of == of} == parts


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ((*ARMED, "injure Bert 9", "attack Anna Bert 3"), "Bert is already out (dead)."),
        ((*ARMED, "attack Anna Bert dice=6,6"), "Anna rolls 5 dice; 2 were typed."),
        ((*ARMED, "initiative Anna 5", "attack Anna Bert 3", "next"), "An attack still waits for Bert."),
        ((*ARMED, "attack Anna Bert 3", "remove Anna"), "Anna's attack on Bert is dropped."),
    ],
)
def test_what_is_noted(lines: tuple[str, ...], says: str) -> None:
    assert says in last(session(*lines)).text


@pytest.mark.parametrize(
    ("lines", "says", "fields"),
    [
        ((*MINDFUL, "exert Anna mind outcome"), "the mind: +1 outcome.", {"boost": 1, "eased": None}),
        ((*MINDFUL, "exert Anna mind penalty"), "the mind: no penalty this round.", {"boost": None, "eased": True}),
        (
            (*MINDFUL, "settings profile=current", "exert Anna mind penalty"),
            "the mind: +1 outcome and no penalty this round.",
            {"boost": 1, "eased": True},
        ),
        ((*ARMED, "injure Anna 6", "exert Anna body outcome"), "That is too much: incapacitated.", {"boost": 1}),
        ((*ARMED, "act Anna waits", "quick! Anna draws"), "Anna, quickly: draws. GM ruling", {"quick": 0}),
        ((*ARMED, "power Anna Wings on=Bert"), "Anna: Wings on Bert.", {}),
    ],
)
def test_what_is_said_and_kept(lines: tuple[str, ...], says: str, fields: dict[str, int | bool | None]) -> None:
    fight = session(*lines)
    assert says in last(fight).text
    assert {name: fight.scene["Anna"].fields.get(name) for name in fields} == fields


def test_an_attack_that_nothing_hinders_has_no_notes() -> None:
    fight = session(*ARMED, "attack Anna Bert 3")
    said = "Anna attacks Bert with the sword: 3 (partial). It waits for Bert: dodge, parry, clash or take."
    assert last(fight).text == said
    fight.do("evade Bert 0")
    assert last(fight).text == "Bert evades: 0 to spend on attacks."


def test_evading_may_leave_some_of_what_waits() -> None:
    fight = session(*WAITS, "evade Anna 2")
    assert [field["outcome"] for field in fight.scene["Anna"].fields["pending"]] == [1]
    assert len(fight.scene.prompts) == 1


def test_evading_reaches_each_attack_that_waits_in_its_turn() -> None:
    fight = session(*ARMED, "add Carl side=enemies", "attack Bert Anna 4", "attack Carl Anna 2", "evade Anna 1")
    assert [field["outcome"] for field in fight.scene["Anna"].fields["pending"]] == [3, 2]


def test_evading_a_blow_says_nothing_of_firearms() -> None:
    fight = session(*ARMED, "evade Anna 3", "attack Bert Anna 3")
    assert last(fight).text == "Bert attacks Anna with the sword: 3 (partial). Evading takes 3 off. Bert misses Anna."
    assert "The Contract: evading (S; setting evade_divided)" in {reason.source for reason in last(fight).why}
