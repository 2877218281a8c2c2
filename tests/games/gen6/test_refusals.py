"""Each refusal, with its ruling; and mere notes."""

from __future__ import annotations

import pytest

from tests.games.gen6.fights import conditions, fight, labels, value
from tests.table import last, played, refused
from tracker.rules.errors import InvalidCommand


def test_who_is_out_cannot_act() -> None:
    entry = refused(fight("out Ann"), "attack Ann Foe 15 damage=3", "is out")
    assert "GM ruling" in entry.text
    refused(fight("hurt Ann 20"), "aim Ann", "dying")


def test_the_surprised_cannot_act_in_round_1() -> None:
    session = fight("surprise Ann", "initiative heroes=12 enemies=10")
    assert session.scene.turn.name == "Ben"
    refused(session, "aim Ann", "surprised")
    session.do("next")
    session.do("next")
    assert (session.scene.turn.round, session.scene.turn.name) == (2, "Ann")
    session.do("aim Ann")


def test_sides_with_the_same_initiative_roll_again() -> None:
    session = fight()
    refused(session, "initiative heroes=10 enemies=10", "roll again")
    assert session.scene.turn.name == "Ann"


def test_guard() -> None:
    session = fight("prepare Ann attack Foe")
    refused(session, "guard Ann 1", "before any major")
    assert conditions(session, "Ann") == {"prepared", "guard"}
    refused(fight("arm Ann bow kind=ranged", "reload Ann bow cost=major"), "guard Ann 2", "reload")
    entry = refused(fight(), "guard Ann 3")
    assert "not 3" in entry.over[0]
    session = fight("move Ann 3", "activate Ann the lamp", "guard Ann 2")
    assert "no minor action left" in last(session).text


def test_defend_after_guard() -> None:
    refused(fight("guard Ann 1"), "defend Ann", "guard")
    refused(fight("guard Ann 1"), "prepare Ann defend", "guard")


def test_run() -> None:
    session = fight("run Ann 16")
    assert "minor" not in session.scene["Ann"].spent
    session.do("move Ann 1")
    assert "nothing else" in last(session).text
    refused(fight(), "run Ann 17", "16 yards")
    refused(fight("mark Ann prone"), "run Ann 5", "prone")
    session = fight("mark Ann prone", "move Ann 0 with=stand", "run Ann 5 mount chase")
    assert last(session).text == "Ann runs 5 yards on a mount in the chase."


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("move Ann {}", 8),
        ("move Ann {} with=prone", 4),
        ("move Ann {} with=stand,mount", 0),
        ("move Ben {} with=climb", 4),
        ("move Ben {} with=climb,climb", 1),
        ("run Ben {}", 14),
        ("charge Ann Foe {} 3", 4),
    ],
)
def test_yards(line: str, most: int) -> None:
    fight(line.format(most))
    refused(fight(), line.format(most + 1), f"{most} yard{'' if most == 1 else 's'} for")


def test_a_move_takes_at_most_two_postures() -> None:
    refused(fight(), "move Ann 0 with=prone,stand,mount", "that many changes of posture")


def test_without_a_speed_no_way_is_too_far() -> None:
    session = fight("add Cat defense=9", "move Cat 500")
    assert "no speed on the sheet" in last(session).text


def test_nothing_prepared() -> None:
    refused(fight(), "trigger Ann", "prepared nothing")
    refused(fight(), "attack Ann Foe 3 prepared", "prepared nothing")
    refused(fight("prepare Ann run to the car"), "attack Ann Foe 3 prepared", "prepared “run to the car”")


def test_first_aid() -> None:
    refused(fight("hurt Ann 3"), "firstaid Ann Ann 15", "never oneself")
    refused(fight("hurt Ben 3", "firstaid Ann Ben 18"), "firstaid Ann Ben 18", "new damage")
    refused(fight("out Ben as=dead"), "firstaid Ann Ben 18", "dead")


def test_breathers() -> None:
    refused(fight("hurt Ben 9", "breather Ben"), "breather Ben", "had the breather")
    refused(fight("hurt Ben 20", "end", "heal Ben 4"), "breather Ben", "was at 0")
    session = fight("hurt Ben 9", "breather Ben", "encounter Again", "breather Ben")
    assert value(session, "Ben") == 20


def test_the_dead_do_not_heal() -> None:
    for line in ("breather Ben", "sleep Ben", "care Ben 15 by=Ann"):
        refused(fight("out Ben as=dead"), line, "Ben is dead")


def test_a_healer_is_up() -> None:
    refused(fight("out Ann", "hurt Ben 3"), "care Ben 15 by=Ann", "Ann is out")


def test_courage() -> None:
    session = fight()
    refused(session, "courage Ann", "in the name of a value")
    assert value(session, "Ann", "courage") == 3
    refused(fight("courage Ann value=Justice"), "courage Ann value=Justice", "one waiting")
    refused(fight("set Ann courage=0"), "courage Ann value=Justice", "no courage left")
    session = fight("courage Ann value=Revenge")
    assert "is not one of Ann's values" in last(session).text
    assert value(session, "Ann", "courage") == 2


def test_actions_beyond_the_turns_own_are_noted() -> None:
    session = fight("attack Ann Foe 3", "attack Ann Foe 3")
    assert "no major action left" in last(session).text
    session = fight("aim Ann", "move Ann 1")
    assert session.scene["Ann"].spent == ("minor", "major")
    assert len(last(session).text) < 30
    session.do("move Ann 1")
    assert "no minor action left" in last(session).text
    session = fight("initiative heroes=9 enemies=8", "attack Foe Ann 3")
    assert "Out of turn: it is Ann's." in last(session).text


def test_a_ruling_costs_nothing() -> None:
    session = fight("attack! Ann Foe 15 damage=4", "courage! Ann value=Justice", "guard Ann 1")
    assert session.scene["Ann"].spent == ("minor",)
    assert value(session, "Ann", "courage") == 3


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("attack Ann Foe 3 mode=melee band=long",), "Foe is at long range, too far for close combat."),
        (("mark Ann prepared",), "What is prepared: prepare Ann ACTION."),
        (("hurt Ben 3", "firstaid Ann Ben 15"), "Ben is not adjacent to Ann."),
    ],
)
def test_what_is_noted_and_never_refused(lines: tuple[str, ...], says: str) -> None:
    assert says in last(fight(*lines)).text


@pytest.mark.parametrize(
    ("lines", "of", "parts"),
    [
        (("initiative heroes=10 enemies=9", "hurt Ann 20", "next", "next", "next"), "damage", {"Ann bleeds": 1}),
        (("hurt Ben 3", "firstaid Ann Ben 14"), "outcome", {"14 against 15: it fails": 0}),
    ],
)
def test_what_bleeding_and_failing_come_to_is_said(lines: tuple[str, ...], of: str, parts: dict[str, int]) -> None:
    assert labels(fight(*lines), of) == parts


@pytest.mark.parametrize(
    "line",
    [
        "attack Ann Ann 12",
        "attack Ann Foe 12 critical fumble",
        "attack Ann Foe dice=1,2",
        "attack Ann Foe outcome=3",
        "attack Ann Foe 12 damage=3d6>=4",
        "attack Ann Foe 12 motion=quick",
        "attack Ann Foe 12 weapon=axe",
        "attack Ann Cat 12",
        "damage Foe 2d6>=3",
        "prepare Ann move",
        "initiative heroes=10",
        "initiative heroes=10 aliens=3",
        "move Ann 1 with=jump",
        "guard Ann 0",
    ],
)
def test_what_makes_no_sense_cannot_be_ruled(line: str) -> None:
    session = fight()
    verb, _, rest = line.partition(" ")
    for each in (line, f"{verb}! {rest}"):
        with pytest.raises(InvalidCommand):
            session.do(each)


def test_what_the_sheet_lacks_is_said() -> None:
    session = fight("add Rat side=enemies")
    with pytest.raises(InvalidCommand, match="set Rat defense=N"):
        session.do("attack Ann Rat 12")
    with pytest.raises(InvalidCommand, match="set Rat health=N"):
        session.do("damage Rat 3")
    with pytest.raises(InvalidCommand, match="Foe and Rat"):
        session.do("attack Ann 12")
    with pytest.raises(InvalidCommand, match="Say whom"):
        fight("add Cat health=3", "hurt Ben 1", "hurt Cat 1").do("firstaid Ann 15")
    with pytest.raises(InvalidCommand, match="No friend is hurt"):
        fight().do("firstaid Ann 15")
    with pytest.raises(InvalidCommand, match="Nobody can act"):
        fight("out Ann,Ben,Foe").do("initiative roll")


def test_a_side_that_is_down_has_no_initiative_and_the_refusal_says_so() -> None:
    lines = ("add Ann", "add Bob side=enemies", "out Ann", "initiative heroes=3")
    with pytest.raises(InvalidCommand, match="“heroes” is not a side with somebody up"):
        played("gen6", *lines)
