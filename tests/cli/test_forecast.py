"""``tracker forecast``: of a session, of the library, and what if."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Call, data_of

SCRIPT = """add Ann health=12 defense=11 con=3
add Cid side=enemies health=9 defense=10 con=2
arm Ann,Cid bow kind=ranged bonus=1 damage=2d6
initiative heroes=14 enemies=11
hurt Ann 6
"""


@pytest.fixture
def duel(tracker: Call) -> str:
    """A saved session of two archers, one of them hurt."""
    assert tracker("run", "--system", "gen6", "--save", "duel.json", input=SCRIPT).exit_code == 0
    return "duel.json"


def test_a_session_as_it_stands(tracker: Call, duel: str) -> None:
    before = Path(duel).read_bytes()
    data = data_of(tracker("forecast", duel, "--fights", "40", "--seed", "3", "--json"))
    assert (data["fights"], data["seed"]) == (40, 3)
    assert sum(side["wins"] for side in data["sides"].values()) == pytest.approx(1)
    assert data["combatants"]["Ann"]["falls"] == data["sides"]["enemies"]["wins"]
    assert data["combatants"]["Ann"]["left"].keys() == {"health"}
    assert data["rounds"]["p10"] <= data["rounds"]["mean"] <= data["rounds"]["p90"]
    assert data["assumes"]
    assert data["leaves_out"]
    assert data == data_of(tracker("forecast", duel, "--fights", "40", "--seed", "3", "--json"))
    assert Path(duel).read_bytes() == before
    shown = tracker("forecast", duel, "--fights", "40", "--seed", "3").stdout
    assert shown.startswith("40 fights, seed 3\nheroes go down")
    assert "Everybody attacks as o ranks it" in shown


def test_a_party_and_an_encounter_of_the_library(tracker: Call) -> None:
    who = ("--party", "The ball guests", "--encounter", "At the service gate")
    data = data_of(tracker("forecast", "--system", "gen6", *who, "--fights", "2", "--json"))
    assert {"Vesper", "Doctor Krait"} <= data["combatants"].keys()


def test_an_encounter_that_is_not_prepared_is_named_with_those_that_are(tracker: Call) -> None:
    who = ("--party", "The ball guests", "--encounter", "The servants")
    refused = tracker("forecast", "--system", "gen6", *who)
    assert refused.exit_code != 0
    assert "No encounter “The servants” is prepared for Gen6. Prepared: At the service gate" in refused.stderr


def test_what_if_from_a_moment_and_with_another_line(tracker: Call, duel: str) -> None:
    what_if = ("--at", "4", "--instead", "5", "hurt Ann 11")
    data = data_of(tracker("forecast", duel, "--fights", "60", *what_if, "--json"))
    now, worse = data["beside"]
    assert (now["what"], worse["what"]) == ("as it stands", "with line 5: hurt Ann 11")
    downs = [each["sides"]["heroes"]["down"] for each in (data, now, worse)]
    assert downs == sorted(downs)
    assert downs[0] < downs[2]
    alone = data_of(tracker("forecast", duel, "--fights", "60", "--json"))
    assert alone["sides"] == now["sides"], "the present is the same, whatever stands beside it"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Name a session, or a fight"),
        (("duel.json", "--at", "99"), "There is no line 99"),
        (("duel.json", "--instead", "99", "next"), "Line 99 is not in the story"),
        (("--system", "gen6", "--party", "nobody"), "nobody"),
        (("--system", "gen6", "--party", "The ball guests"), "two sides with somebody up"),
    ],
)
def test_what_cannot_be_forecast(tracker: Call, duel: str, words: tuple[str, ...], says: str) -> None:
    result = tracker("forecast", *words)
    assert result.exit_code
    assert says in result.stderr
