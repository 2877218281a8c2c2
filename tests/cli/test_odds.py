"""``tracker odds``: exact, in a fight or without one."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import Call, data_of
from tests.small_game import STAGE
from tracker.combat.scene import Scene
from tracker.rules.action import Action
from tracker.rules.view import Odds, Outcome


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Scene, Action]]:
    """The small game gives thirds and keeps what it was asked."""
    found: list[tuple[Scene, Action]] = []

    def odds(scene: Scene, action: Action) -> Odds:
        found.append((scene, action))
        return Odds(tuple(Outcome(f"hp -{n}", 1 / 3) for n in range(3)), 2 / 3)

    monkeypatch.setattr(STAGE, "odds", odds)
    return found


@pytest.mark.usefixtures("asked")
def test_chances_add_up_to_one_exactly(tracker: Call) -> None:
    data = data_of(tracker("odds", "strike Ann Rat 1d6", "--system", "stage", "--json"))
    assert list(data) == ["outcomes", "success", "refused", "expected", "drops"]
    assert [each["label"] for each in data["outcomes"]] == ["hp -0", "hp -1", "hp -2"]
    assert sum(Fraction(each["p"]) for each in data["outcomes"]) == 1
    assert data["success"] == pytest.approx(2 / 3)


@pytest.mark.usefixtures("asked")
def test_told_in_percent(tracker: Call) -> None:
    result = tracker("odds", "strike Ann Rat 1d6", "--system", "stage")
    assert result.stdout.splitlines() == [f"hp -{n}   33.333%" for n in range(3)] + ["success   66.667%"]


def test_who_is_named_joins_where_there_is_no_fight(tracker: Call, asked: list[tuple[Scene, Action]]) -> None:
    tracker("odds", 'strike "Ann of X" 1d6', "--system", "stage")
    tracker("odds", "add Bob armor=3 ; strike bo Rat 1d6", "--system", "stage")
    (first, _), (second, action) = asked
    assert [(combatant.name, combatant.side) for combatant in first.combatants.values()] == [
        ("Ann of X", "heroes"),
        ("Somebody", "enemies"),
    ]
    assert {combatant.name: combatant.side for combatant in second.combatants.values()} == {
        "Bob": "heroes",
        "Rat": "enemies",
    }
    assert getattr(action, "actor", None) == "Bob"


def test_what_is_done_first_may_be_about_those_who_are_named_last(
    tracker: Call, asked: list[tuple[Scene, Action]]
) -> None:
    assert tracker("odds", "hurt Rat 2 ; strike Ann Rat 1d6", "--system", "stage").exit_code == 0
    ((scene, _),) = asked
    assert (scene["Rat"].value("hp"), scene["Rat"].side) == (4, "enemies")
    refused = tracker("odds", "hurt Bo 2 ; strike Ann Rat 1d6", "--system", "stage")
    assert (refused.exit_code, refused.stderr) == (2, "tracker: “Bo” is not a name here.\n")


def test_dice_that_nobody_named_are_asked_for(tracker: Call) -> None:
    asked = tracker("odds", "attack Ann Goons c", "--system", "outgunned")
    assert (asked.exit_code, asked.stderr) == (2, "tracker: How many dice? Say pool=N, or set Ann pool=N.\n")


def test_asked_in_a_fight(tracker: Call, fight: Path, asked: list[tuple[Scene, Action]]) -> None:
    before = fight.read_bytes()
    assert tracker("odds", "strike a r 1d6", "--load", str(fight)).exit_code == 0
    ((scene, _),) = asked
    assert scene["Rat"].value("hp") == 1
    assert tracker("odds", "strike Ann Bob 1d6", "--load", str(fight)).exit_code == 2
    assert fight.read_bytes() == before
    fight.write_bytes(before[:-20])
    assert tracker("odds", "strike a r 1d6", "--load", str(fight)).exit_code == 1


@pytest.mark.parametrize("line", ["note x", "bogus", "", "strike", 'strike "Ann', "hurt Ann 1"])
def test_what_throws_no_dice_is_a_sentence(tracker: Call, line: str) -> None:
    result = tracker("odds", line, "--system", "stage")
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_what_the_dice_take_is_told_unless_a_player_chooses_what_takes_the_hit(tracker: Call) -> None:
    taken = data_of(tracker("odds", "add Ann ; arm Ann axe dice=1d6 ; attack Ann Rat roll", "--system=plain", "--json"))
    assert (taken["expected"], taken["drops"]) == ({"health": pytest.approx(3.5)}, 0.0)
    chosen = data_of(tracker("odds", "attack Ann Rat roll", "--system=fate", "--json"))
    assert (chosen["expected"], chosen["drops"]) == (None, None)


def test_a_real_game(tracker: Call) -> None:
    data = data_of(tracker("odds", "attack savar roll pool=4", "--system", "outgunned", "--json"))
    assert data["success"] == pytest.approx(1 - 6 * 5 * 4 * 3 / 6**4)
