"""Rounds: declaring, acting, the order, and how long effects last."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import PEOPLE, down, fight
from tests.table import last
from tracker.games.unknown_armies import SYSTEM
from tracker.rules.view import GroupAction
from tracker.session import Session

THREE = (*PEOPLE, "add C side=enemies struggle=30 firearms=70 body=50")


def moment(session: Session) -> tuple[int, str | None, str | None]:
    turn = session.scene.turn
    return turn.round, turn.phase, turn.name


@pytest.mark.parametrize("line", ["initiative A 3", "focus A B 10", "next"])
def test_what_opens_round_1_in_declare(line: str) -> None:
    assert moment(fight(line)) == (1, "declare", None)


@pytest.mark.parametrize(
    "line", ["attack A B 90", "draw A knife", "split A 30,20", "sucker A B 90", "act A run", "attack A B 90 dodge=20"]
)
def test_what_closes_the_declaring(line: str) -> None:
    for first in ((), ("next",)):
        session = fight("arm A knife ready=no", *first, line)
        assert moment(session)[:2] == (1, "act")


def test_next_goes_by_number_and_then_to_a_new_round() -> None:
    session = fight("initiative A 10", "initiative B 30", "initiative C 20", people=THREE)
    assert list(session.scene.order) == ["B", "C", "A"]
    seen = []
    for line in ("next", "act B", "next", "act C", "next", "act A", "next", "next"):
        session.do(line)
        if line == "next":
            seen.append(moment(session))
    assert seen == [(1, "act", "B"), (1, "act", "C"), (1, "act", "A"), (2, "declare", None), (2, "act", "B")]
    assert session.scene.turn.side == "enemies"


def test_who_is_passed_over_is_visited_once_more_before_the_round_ends() -> None:
    session = fight("initiative A 10", "initiative B 30", "initiative C 20", "next", people=THREE)
    assert moment(session) == (1, "act", "B")
    session.do("next")
    assert last(session).text == "B waits. Round 1: C."
    assert SYSTEM.clock.status(session.scene).to_act == ("B", "A")
    for line, seen in (
        ("act C", (1, "act", "C")),
        ("next", (1, "act", "A")),
        ("next", (1, "act", "B")),
        ("act B", (1, "act", "B")),
        ("next", (1, "act", "A")),
        ("next", (2, "declare", None)),
    ):
        session.do(line)
        assert moment(session) == seen
    assert all("passed" not in combatant.fields for combatant in session.scene.combatants.values())


def test_next_passes_over_those_who_are_out_or_have_acted() -> None:
    session = fight(
        "initiative A 10", "initiative B 30", "initiative C 20", "next", "out C", "attack A B 90", people=THREE
    )
    assert "Out of turn: it is B's." in last(session).text
    session.do("next")
    assert moment(session) == (2, "declare", None)


def test_a_running_split_keeps_the_turn_open() -> None:
    session = fight("initiative A 30", "initiative B 10", "split A 30,20", "attack A B 90")
    assert SYSTEM.clock.may_act(session.scene, "A")
    session.do("attack A B 90")
    assert not SYSTEM.clock.may_act(session.scene, "A")


def test_a_new_round_clears_what_lasts_a_round() -> None:
    session = fight("focus A B 20", "attack A B 42", "split B 30,10", "next", "next")
    assert session.scene.turn.phase == "declare"
    for combatant in session.scene.combatants.values():
        assert combatant.spent == ()
        assert combatant.conditions == ()
        assert not {"split", "hits"} & set(combatant.fields)


def test_the_order_by_skill() -> None:
    session = fight("settings order=skill", "next", people=THREE)
    assert list(session.scene.order) == ["C", "A", "B"]
    session.do("initiative B 99")
    assert list(session.scene.order) == ["B", "C", "A"]
    session.do("settings order=initiative")
    assert list(session.scene.order) == ["B", "C", "A"]


def test_one_who_joins_while_others_declare_has_the_place_of_their_skill() -> None:
    session = fight("settings order=skill", "next", "add D struggle=90", people=THREE)
    assert list(session.scene.order) == ["D", "C", "A", "B"]
    session.do("next")
    session.do("add E struggle=95")
    assert list(session.scene.order)[:2] == ["D", "C"]


def test_the_third_edition_sets_the_order_and_more() -> None:
    session = fight("settings edition=3e", "next", "hurt B 30", people=THREE)
    assert session.scene.order[0] == "C"
    assert {
        name: SYSTEM.setting(session.scene, name) for name in ("order", "matched_hand", "wound_shift", "dodge")
    } == {
        "order": "skill",
        "matched_hand": "roll",
        "wound_shift": "quarters",
        "dodge": "off",
    }
    session.do("hurt B 23")
    assert down(session) is None
    session.do("hurt B 1")
    assert down(session) == "unconscious"
    session.do("settings wound_shift=thirds")
    assert SYSTEM.setting(session.scene, "wound_shift") == "thirds"


def test_the_directors_word_on_order() -> None:
    session = fight("initiative A 10", "initiative B 30", "initiative C 20", "before A C", people=THREE)
    assert list(session.scene.order) == ["B", "A", "C"]
    session.do("next")
    session.do("delay B")
    assert list(session.scene.order) == ["A", "C", "B"]
    assert moment(session) == (1, "act", "A")
    session.do("active C")
    assert moment(session) == (1, "act", "C")
    session.do("delay C")
    session.do("remove B")
    assert list(session.scene.order) == ["A", "C"]


def test_one_who_leaves_passes_the_turn_on() -> None:
    session = fight("initiative A 10", "initiative B 30", "next", "remove B")
    assert moment(session) == (1, "act", "A")
    session.do("remove A")
    assert moment(session) == (1, "act", None)
    session.do("next")
    assert moment(session) == (2, "declare", None)


def test_the_turn_of_one_it_passes_on_to_has_begun() -> None:
    session = fight("initiative A 10", "initiative B 30", "mark A blind until=start", "next", "remove B")
    assert moment(session) == (1, "act", "A")
    assert not session.scene["A"].has("blind")


def test_conditions_end_with_turns_and_rounds() -> None:
    session = fight("initiative A 10", "initiative B 30", "mark A blind until=end of=B", "mark A wet rounds=1", "out B")
    session.do("next")
    assert not session.scene["A"].has("blind")
    session.do("next")
    assert not session.scene["A"].has("wet")


def test_the_games_own_conditions_by_hand() -> None:
    session = fight("mark A focus of=B")
    assert "focus A B 20" in last(session).text
    session.do("mark B sucker")
    assert "of=OTHER" in last(session).text
    session.do("attack B A 90")
    assert "40 or less:" in last(session).text
    session.do("mark A drawing")
    for _ in range(3):
        session.do("next")
    assert session.scene["A"].conditions == ()


def test_a_drawn_weapon_is_lost_by_one_who_falls() -> None:
    session = fight("arm A knife ready=no", "draw A knife", "out A", "back A", "next", "next", "next")
    assert session.scene["A"].weapons["knife"]["ready"] is False


def test_a_new_fight_begins_before_the_first_round() -> None:
    session = fight("arm A knife ready=no", "initiative A 9", "focus A B 10", "draw A knife", "mark A sucker of=B")
    session.do("encounter The alley")
    combatant = session.scene["A"]
    assert moment(session) == (0, None, None)
    assert (combatant.conditions, combatant.spent) == ((), ())
    assert set(combatant.fields) == {"struggle", "firearms", "dodge"}


def test_healing_wakes_the_unconscious_and_never_the_dead() -> None:
    session = fight("hurt B 56", "heal B 10")
    assert down(session) is None
    session.do("hurt B 60")
    session.do("heal B 60")
    assert down(session) == "dead"
    session.do("back B")
    assert down(session) is None


def test_the_sheet_for_many_is_there_while_declaring() -> None:
    session = fight("add C", "out C", "next")
    assert SYSTEM.main_action(session.scene, "A") == GroupAction(
        "focus", "Declarations", ("A", "B"), ("amount", "target"), at_will=True
    )
    session.do("focus A B 10 ; focus B A 20")
    assert SYSTEM.main_action(session.scene, "A") == "attack"
    session.do("next")
    assert SYSTEM.main_action(session.scene, "A") == "attack"


def test_a_round_of_500_stays_small() -> None:
    session = fight("add Mob side=enemies count=499 struggle=30", people=("add A struggle=50 body=60",))
    session.do("next")
    session.do("next")
    session.do('attack A "Mob 3" 42')
    session.do("next")
    assert len(repr(last(session).events)) < 64_000
    session.do("hurt Mob amount=46")
    assert len(repr(last(session).events)) < 64_000
    session.do("next")
    assert session.scene.turn.phase == "declare"
    assert len(repr(last(session).events)) < 64_000


def test_what_more_comes_of_a_roll_is_asked_until_the_round_ends() -> None:
    session = fight("initiative A 30", "initiative B 10", "next", "attack A B 44", "next", "act B roll=00 skill=50")
    assert [prompt.kind for prompt in session.scene.prompts] == ["match", "fumble"]
    assert session.do("next").text == "Round 2: declarations."
    assert session.scene.prompts == ()
    session = fight("next", "attack A B 44", "end")
    assert session.scene.prompts == ()


def test_the_choice_of_a_critical_stays_until_it_is_answered() -> None:
    session = fight("initiative A 30", "initiative B 10", "next", "attack A B 01", "act B", "next")
    assert [prompt.kind for prompt in session.scene.prompts] == ["critical"]
