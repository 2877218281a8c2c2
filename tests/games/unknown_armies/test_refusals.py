"""Each refusal, its ruling, and what no ruling can override."""

from __future__ import annotations

import pytest

from tests.games.unknown_armies.fights import body, fight, spent
from tests.table import last, refused, total
from tracker.commands.completion import complete
from tracker.rules.errors import InvalidCommand


def test_a_second_attack_in_a_round() -> None:
    session = fight("attack A B 42")
    refused(session, "attack A B 42", "has acted", "split")
    assert body(session) == 48


@pytest.mark.parametrize("line", ["sucker A B 30", "draw A knife", "split A 30,20", "act A run", "dodge A 20"])
def test_anything_else_after_the_action(line: str) -> None:
    session = fight("arm A knife ready=no", "attack A B 42 weapon=fist", "attack B A 22")
    refused(session, line, "has acted")
    assert spent(session, "A") == ["action"]


def test_a_ruled_attack_spends_nothing() -> None:
    session = fight("attack! A B 42")
    assert spent(session, "A") == []
    session.do("attack A B 42")
    assert spent(session, "A") == ["action"]


def test_the_shares_of_a_ruled_split_are_the_action() -> None:
    session = fight("split! A 30,35", "attack A B 20", "attack A B 20")
    refused(session, "attack A B 20", "used all shares")


def test_one_who_is_out() -> None:
    session = fight("out A as=unconscious")
    for line in ("attack A B 42", "focus A B 10", "act A crawl"):
        refused(session, line, "is out (unconscious)", "back A")


def test_aiming_at_one_who_is_out_is_noted() -> None:
    session = fight("out B as=dead", "attack A B 42")
    assert "B is already out (dead)." in last(session).text


def test_drawing_what_is_in_hand() -> None:
    session = fight("arm A knife")
    refused(session, "draw A knife", "already in hand")


def test_a_split_of_four_needs_suppressive_fire() -> None:
    session = fight("arm A pistol kind=gun")
    refused(session, "split A 10,10,10,10 weapon=pistol", "At most 3", "suppressive")
    session.do("undo")
    session.do("split A 10,10,10,10 weapon=pistol suppressive")
    for _ in range(4):
        session.do("attack A B 09")
    assert body(session) == 60 - 4 * 9
    refused(session, "attack A B 09", "used all shares")


def test_suppressive_fire_by_hand() -> None:
    refused(fight(), "split A 20,20 suppressive", "firearm")


def test_a_split_of_one() -> None:
    refused(fight(), "split A 55", "two shares")


def test_a_split_with_a_weapon_not_ready() -> None:
    refused(fight("arm A knife ready=no"), "split A 30,20 weapon=knife", "not ready")


def test_a_share_twice() -> None:
    session = fight("split A 30,20", "attack A B 80 share=2")
    refused(session, "attack A B 80 share=2", "Share 2 is used", "left: 1")


def test_another_skill_than_that_of_the_split() -> None:
    session = fight("add C side=enemies", "arm A knife", "arm A pistol kind=gun", "split A 30,20 weapon=knife")
    for line in ("attack A B 80 skill=firearms", "attack A B 80 weapon=pistol"):
        refused(session, line, "The split is of struggle")
        session.do("undo")


def test_suppressive_fire_takes_a_firearm_for_each_attack() -> None:
    session = fight("arm A pistol kind=gun", "split A 10,10,10,10 suppressive weapon=pistol skill=50")
    refused(session, "attack A B 80 weapon=fist", "firearm")


def test_a_typed_shift_on_a_share() -> None:
    session = fight("split A 30,20")
    entry = refused(session, "attack A B 80 shift=-10", "into the sum")
    assert sum(reason.value for reason in entry.why if reason.of == "target") == 20


def test_a_split_that_counts_the_focus_goes_all_at_its_target() -> None:
    session = fight("add C side=enemies body=60", "focus A B 20", "split A 50,25")
    assert total(session, "pool") == 75
    session.do("attack A B 90")
    assert total(session, "target") == 50
    refused(session, "attack A C 20", "focus on B")


def test_one_die_without_a_feint() -> None:
    refused(fight(), "attack A B die=4", "did not fool B")


def test_a_full_roll_after_a_feint() -> None:
    session = fight("sucker A B 30", "next", "next")
    refused(session, "attack A B 37", "one die")


def test_a_called_shot_or_a_split_after_a_feint() -> None:
    session = fight("sucker A B 30", "next", "next")
    refused(session, "attack A B die=4 called=leg", "called shot")
    session.do("undo")
    refused(session, "split A 30,20", "split", "unmark A sucker")
    refused(session, "attack A B die=1", "does not go with a split")


def test_a_feint_in_a_split() -> None:
    session = fight("split! A 30,20")
    refused(session, "sucker A B 30", "split")


def test_a_feint_with_one_die() -> None:
    refused(fight(), "sucker A B die=3", "full roll")


def test_a_minimum_that_is_not_the_partss() -> None:
    session = fight()
    refused(session, "attack A B 35 called=arm minimum=30", "arm needs 40")
    assert body(session) == 52


def test_dodging_where_nobody_dodges() -> None:
    session = fight("settings dodge=off", "attack A B 42")
    refused(session, "dodge B 40", "dodge=off", "settings dodge=on")


def test_a_dodge_with_the_attack_by_one_who_has_acted() -> None:
    session = fight("attack B A 90")
    refused(session, "attack A B 33 dodge=35", "B has acted")


def test_a_dodge_with_the_attack_by_one_who_is_out() -> None:
    session = fight("out B")
    refused(session, "attack A B 33 dodge=35", "B is out")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack A A 20", "somebody else"),
        ("attack A B 101", "out of bounds"),
        ("attack A B 0", "out of bounds"),
        ("attack A B outcome=3", "outcome="),
        ("attack A B dice=3", None),
        ("attack A B dice=3,7,1", "two dice"),
        ("attack A B 20 skill=dancing", "not a skill"),
        ("attack C B 20", "no struggle"),
        ("attack A B 20 called=knee", "minimum=N"),
        ("attack A B 20 minimum=20", "called="),
        ("attack A B 20 share=1", "no share 1"),
        ("attack A 20", "Say to whom"),
        ("dodge A 20", "Nobody has hit A"),
        ("dodge A 20 against=B", "B has not hit A"),
        ("act A run roll=20", "skill=NAME"),
        ("set A place=3", "not on the sheet"),
        ("set A fire!=3", "not on the sheet"),
    ],
)
def test_what_makes_no_sense_is_never_ruled(line: str, words: str | None) -> None:
    session = fight("add C", "add D side=enemies")
    verb, _, rest = line.partition(" ")
    for typed in (line, f"{verb}! {rest}"):
        if words is None:
            session.do(typed)
            session.do("undo")
            continue
        with pytest.raises(InvalidCommand, match=words.replace("+", r"\+")):
            session.do(typed)


def test_nobody_is_offered_to_focus_on_themselves() -> None:
    session = fight()
    assert complete(session.system, session.scene, "focus A ").words == ("B",)
