"""First aid, breathers, sleep, care, courage, the end of a fight."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, value
from tests.table import last, total


def test_first_aid_stops_the_bleeding() -> None:
    session = fight("next", "hurt Ben 20", "range Ann Ben adjacent", "firstaid Ann Ben 15")
    assert (session.scene["Ben"].out, value(session, "Ben")) == (None, 3)
    assert "not adjacent" not in last(session).text
    session = fight("hurt Ben 20", "set Ben con=1", "set Ann medicine=0 int_mod=0", "firstaid Ann Ben 15")
    assert (session.scene["Ben"].out, value(session, "Ben", "con")) == ("dying", 2)
    assert conditions(session, "Ben") == {"stable", "treated"}


def test_first_aid_heals_at_least_one() -> None:
    session = fight("hurt Ann 5", "set Ben int_mod=-3", "firstaid Ben Ann 15")
    assert (value(session, "Ann"), total(session, "outcome")) == (16, 1)
    assert labels(session, "outcome") == {"medicine": 0, "int modifier": -3, "at least 1": 4}


def test_a_failed_try_does_not_block() -> None:
    session = fight("hurt Ben 5", "firstaid Ann Ben 14")
    assert value(session, "Ben") == 15
    assert "not adjacent" in last(session).text
    session.do("firstaid Ann 15")
    assert last(session).command == "firstaid Ann Ben 15"
    assert value(session, "Ben") == 18


def test_three_sixes_always_help_and_three_ones_never() -> None:
    session = fight("hurt Ben 5", "firstaid Ann Ben dice=6,6,6 bonus=-9")
    assert value(session, "Ben") == 18
    session = fight("hurt Ben 5", "firstaid Ann Ben dice=1,1,1 bonus=20")
    assert value(session, "Ben") == 15
    assert session.scene.prompts[0].kind == "fumble"


def test_damage_that_armor_takes_is_no_new_damage() -> None:
    session = fight("hurt Ben 5", "set Ben armor_i=4", "firstaid Ann Ben 15", "damage Ben 4 source=impact")
    assert conditions(session, "Ben") == {"treated"}
    session.do("damage Ben 5 source=impact")
    assert conditions(session, "Ben") == set()


def test_the_first_rest_ends_the_fight() -> None:
    session = fight("hurt Ann 19", "hurt Ben 20", "breather Ann")
    assert last(session).text == "The fight is over. At 0 health: Ben. Ann regains 7: health 1 → 8."
    session.do("end the police come")
    assert last(session).text == "The fight is over: the police come."
    assert fight("end", "next!").scene.turn.round == 1


@pytest.mark.parametrize("rest", ["breather Ann", "sleep Ann", "encounter Later"])
def test_whoever_lies_is_up_after_a_rest_and_in_the_next_fight(rest: str) -> None:
    assert "prone" not in conditions(fight("mark Ann prone", rest), "Ann")


def test_a_breather_adds_the_modifier() -> None:
    session = fight("set Ben con_mod=-2", "hurt Ann,Ben 10", "breather Ann,Ben")
    assert (value(session, "Ann"), value(session, "Ben")) == (17, 13)


@pytest.mark.parametrize(("words", "back"), [("", 12), ("hours=6", 12), ("hours=9", 12), ("hours=5", 0)])
def test_sleep(words: str, back: int) -> None:
    session = fight("hurt Ann 15", f"sleep Ann {words}")
    assert value(session, "Ann") == 5 + back
    assert total(session, "outcome") == back


def test_sleep_may_count_points_of_con() -> None:
    session = fight("settings sleep_con=points", "hurt Ann 15", "sleep Ann")
    assert total(session, "outcome") == 13
    assert "setting sleep_con=points" in last(session).why[-1].source


def test_care() -> None:
    session = fight("hurt Ben 15", "care Ben 13 by=Ann")
    assert (value(session, "Ben"), total(session, "tn"), total(session, "outcome")) == (13, 13, 8)
    session.do("care Ben 12 by=Ann")
    assert value(session, "Ben") == 13
    session.do("sleep Ben")
    assert value(session, "Ben") == 20


def test_courage_is_for_one_roll() -> None:
    session = fight("courage Ann value=justice", "attack Ann Foe 9 damage=1")
    assert labels(session, "total") == {"result": 9, "courage": 3}
    assert value(session, "Foe") == 19
    assert value(session, "Ann", "courage") == 2
    session.do("attack Ann Foe 9 damage=1")
    assert total(session, "total") == 9
    session.do("refresh all")
    assert value(session, "Ann", "courage") == 3
    assert "courage" not in session.scene["Foe"].tracks
    session = fight("courage Ann value=Justice", "hurt Ben 3", "care Ben 10 by=Ann")
    assert labels(session, "total") == {"result": 10, "courage": 3}


def test_aim_courage_bonus_and_guard_add_up() -> None:
    session = fight("guard Ann 1", "aim Ann", "courage Ann value=Justice", "attack Ann Foe dice=2,3,4 bonus=2")
    assert labels(session, "total") == {"3d6 (2 3 4)": 9, "bonus": 2, "aim": 1, "courage": 3, "guard": -1}
    assert conditions(session, "Ann") == {"guard"}


def test_the_last_end_says_who_was_at_0() -> None:
    session = fight("hurt Ben 20", "end", "heal Ben 5", "next!", "end", "breather Ben")
    assert value(session, "Ben") == 10


def test_a_part_lost_lets_first_aid_help_again() -> None:
    session = fight("mark Ann treated", "hurt Ann 0 con")
    assert conditions(session, "Ann") == {"treated"}
    session.do("hurt Ann 1 con")
    assert conditions(session, "Ann") == set()
