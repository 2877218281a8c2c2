"""Evading divided by the evader: how much meets which attack is a question; and a friend's parry in it."""

from __future__ import annotations

import pytest

from tests.games.contract import fights
from tracker.commands.parser import Draft
from tracker.games.contract import SYSTEM
from tracker.games.contract.state import evading, state_of
from tracker.session import Session

FIGHT = (
    "add Ana brawn=3 dexterity=4 melee=3 athletics=3",
    "add Mara brawn=3 dexterity=4 melee=3",
    "arm Mara sword",
    "add Thug side=enemies count=2 brawn=2 dexterity=3 brawl=2",
    "range all engaged",
    "initiative Ana 4",
    "initiative thug outcome=2",
)
ASKED = (*FIGHT, "settings evade_divided=asked", "evade Ana 3")


def choices(session: Session) -> list[tuple[str, ...]]:
    return [SYSTEM.refresh_prompt(session.scene, prompt).choices for prompt in session.scene.prompts]


def test_nothing_is_spent_unasked():
    session = fights.session(*ASKED, 'attack "Thug 1" Ana 2', 'attack "Thug 2" Ana 2')
    assert evading(session.scene["Ana"]) == 3
    assert [choice for choice in choices(session)[0] if choice.startswith("evade")] == ["evade 2", "evade 1"]


@pytest.mark.parametrize(
    ("answers", "left", "waits"),
    [
        (("decide 1 evade 2",), 1, [2]),
        (("decide 1 evade",), 1, [2]),
        (("decide 1 evade 1",), 2, [2, 1]),
        (("decide 1 evade 2", "decide 2 evade 1"), 0, [1]),
        (("decide 2 evade 2", "decide 1 take"), 1, []),
    ],
)
def test_the_evader_divides(answers: tuple[str, ...], left: int, waits: list[int]):
    session = fights.session(*ASKED, 'attack "Thug 1" Ana 2', 'attack "Thug 2" Ana 2', *answers)
    assert evading(session.scene["Ana"]) == left
    assert [blow.outcome for blow in state_of(session.scene["Ana"]).pending] == waits


def test_evading_meets_what_cannot_be_reacted_to():
    session = fights.session(*ASKED, "arm Thug handgun", 'attack "Thug 1" Ana 2 weapon=handgun')
    assert choices(session) == [("take", "evade 2", "evade 1")]
    session.do("decide 1 evade 1")
    session.do("decide 2 take")
    assert session.scene["Ana"].fields["injuries"] == [3]


def test_said_at_once_it_is_not_asked():
    session = fights.session(*ASKED, 'attack "Thug 1" Ana 2 evade=2', 'attack "Thug 2" Ana 3 take')
    assert (evading(session.scene["Ana"]), choices(session)) == (1, [])


def test_the_worked_example_of_the_default_setting():
    session = fights.session(*FIGHT, "evade Ana 3", 'attack "Thug 1" Ana 2', 'attack "Thug 2" Ana 2 take')
    assert "Thug 1 misses Ana" in session.story()[-2].text
    assert "Evading takes 1 off" in session.story()[-1].text


def test_what_waits_offers_evading_and_the_parry_of_a_friend():
    (waiting,) = SYSTEM.pending(fights.session(*ASKED, 'attack "Thug 1" Ana 1').scene)
    answers = {answer.word: answer for answer in waiting.answers}
    assert answers["evade 1"].line == "decide 1 evade 1"
    parry = answers["parry by Mara"]
    assert (parry.line, parry.verb, parry.who, parry.given["for_"]) == ("", "parry", "Mara", "Ana")


def test_a_name_may_be_quoted_in_a_share_of_a_line_and_of_a_form():
    session = fights.session(*FIGHT)
    texts = {"actor": "Ana", "shares": 'attack@"Thug 1":3,dodge:2'}
    for line in (f"split Ana {texts['shares']}", (Draft(SYSTEM.actions["split"], texts),)):
        assert session.preview(line).text == "Ana splits 3 dice: 3 to attack Thug 1, 2 to dodge."
