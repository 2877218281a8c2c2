"""A fight as JSON: exactly the keys of the contract; chances that add up to 1."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.small_game import STAGE, session
from tracker.combat.events import FieldBecame
from tracker.combat.history import History
from tracker.combat.records import START, Entry
from tracker.combat.scene import Combatant, Condition, Cover, Prompt, Ranges, Scene, Track, Turn
from tracker.export import json as report
from tracker.rules.errors import InvalidCommand
from tracker.rules.view import Odds, Outcome


class Given:
    """A fight that consists of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.system = STAGE
        self.history = History(scene)


FULL = Given(
    Scene(
        "stage",
        title="Night",
        turn=Turn(3, "act", "heroes", "Zoe"),
        combatants={
            "Zoe": Combatant(
                "Zoe",
                "heroes",
                tracks={"hp": Track(4, 6)},
                fields={"armor": 2, "state": "secret"},
                conditions=(Condition("dizzy", 2, "end", "Ann", 7, 1), Condition("prone")),
                cover=Cover("half", "a cart", 2, 9, 5),
                spent=("action",),
                weapons={"club": {"damage": 3}},
                spares={"arrow": 4},
            ),
            "Ann": Combatant("Ann", "enemies", group="Gang", hidden=True, out="down"),
            "Bob": Combatant("Bob", "enemies", cover=Cover("half", "a wall")),
        },
        ranges=Ranges({"Bob": {"Zoe": "far"}, "Ann": {"Zoe": "near", "Bob": "near", "Gone": "near"}}),
        default_range="far",
        prompts=(Prompt(2, "fate", "Zoe", "what now?", ("stands",), {"hidden": 1}), Prompt(1, "fate", "Ann", "who?")),
    )
)


def test_an_empty_fight_has_every_list_and_map() -> None:
    assert report.as_json(Given(STAGE.new_scene())) == {
        "system": "stage",
        "title": "",
        "round": 0,
        "phase": None,
        "active": {"side": None, "name": None},
        "combatants": {},
        "ranges": [],
        "default_range": "far",
        "prompts": [],
        "log": [],
        "head": 0,
        "refused": [],
    }


def test_a_combatant_has_what_the_contract_names() -> None:
    data = report.as_json(FULL)
    assert data["combatants"]["Zoe"] == {
        "side": "heroes",
        "group": None,
        "hidden": False,
        "out": None,
        "tracks": {"hp": {"value": 4, "max": 6}},
        "fields": {"armor": 2},
        "conditions": [{"name": "dizzy", "rounds": 2}, {"name": "prone", "rounds": None}],
        "cover": {"degree": "half", "what": "a cart", "left": 5},
        "spent": ["action"],
        "weapons": {"club": {"damage": 3}},
        "spares": {"arrow": 4},
    }
    assert data["combatants"]["Ann"] == {
        "side": "enemies",
        "group": "Gang",
        "hidden": True,
        "out": "down",
        "tracks": {},
        "fields": {},
        "conditions": [],
        "cover": {"degree": "none", "what": None},
        "spent": [],
        "weapons": {},
        "spares": {},
    }
    assert data["combatants"]["Bob"]["cover"] == {"degree": "half", "what": "a wall"}


def test_the_moment_and_what_waits() -> None:
    data = report.as_json(FULL, refused=[report.Rejection(4, "x", "no")])
    assert (data["title"], data["round"], data["phase"]) == ("Night", 3, "act")
    assert data["active"] == {"side": "heroes", "name": "Zoe"}
    assert data["prompts"] == [
        {"id": 1, "kind": "fate", "name": "Ann", "text": "who?", "choices": []},
        {"id": 2, "kind": "fate", "name": "Zoe", "text": "what now?", "choices": ["stands"]},
    ]
    assert data["refused"] == [{"line": 4, "command": "x", "reason": "no"}]


def test_names_of_a_distance_stand_in_the_order_they_joined() -> None:
    data = report.as_json(FULL)
    assert [(*each["between"], each["band"]) for each in data["ranges"]] == [
        ("Zoe", "Ann", "near"),
        ("Zoe", "Bob", "far"),
        ("Ann", "Bob", "near"),
    ]


def test_the_log_holds_the_story_up_to_the_head() -> None:
    fight = session("add Ann", "add Rat side=enemies", "strike Ann Rat 2", "undo", "strike! ann rat 3")
    data = report.as_json(fight)
    assert (data["head"], [each["id"] for each in data["log"]]) == (5, [1, 2, 5])
    assert data["log"][-1] == {
        "id": 5,
        "command": "strike! Ann Rat 3",
        "text": "Ann strikes Rat: 3. GM ruling.",
        "ruled": True,
        "why": [{"of": "damage", "label": "result", "value": 3, "source": ""}],
    }
    earlier = report.as_json(fight, 3)
    assert (earlier["head"], [each["id"] for each in earlier["log"]]) == (3, [1, 2, 3])
    assert earlier["combatants"]["Rat"]["tracks"]["hp"] == {"value": 4, "max": 6}
    assert report.as_json(fight, START)["log"] == []


@pytest.mark.parametrize("at", [4, 6, 99])
def test_only_lines_of_the_log_can_be_looked_at(at: int) -> None:
    fight = session("add Ann", "note x", "note y", "undo", "note z")
    with pytest.raises(InvalidCommand, match=f"There is no line {at} in the log"):
        report.as_json(fight, at)


def test_a_field_the_game_keeps_for_itself_is_not_shown() -> None:
    fight = Given(FULL.history.scene)
    secret = FieldBecame(("Ann",), "state", "x")
    fight.history.add(Entry(1, 0, "", "c", "t", (secret,)))
    assert fight.history.scene["Ann"].fields == {"state": "x"}
    assert report.as_json(fight)["combatants"]["Ann"]["fields"] == {}


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=60))
def test_chances_add_up_to_one_in_any_reader(parts: list[int]) -> None:
    odds = Odds(tuple(Outcome(str(part), part / sum(parts)) for part in parts), 0.5)
    found = [each["p"] for each in report.odds_json(odds)["outcomes"]]
    assert sum(found) == sum(reversed(found)) == 1.0
    assert sum(map(Fraction, found)) == 1
    assert all(abs(p - each / sum(parts)) < 1e-15 for p, each in zip(found, parts, strict=True))


def test_no_outcomes_at_all() -> None:
    nothing = {"outcomes": [], "success": 0.0, "refused": [], "expected": None, "drops": None}
    assert report.odds_json(Odds((), 0.0)) == nothing
