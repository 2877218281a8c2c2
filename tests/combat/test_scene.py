"""Queries on a scene."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations
from types import FrameType
from typing import Any

from msgspec.structs import replace

from tracker.combat.events import HiddenBecame, TurnCame, fold
from tracker.combat.scene import (
    Combatant,
    Condition,
    Counter,
    Ranges,
    Scene,
    Turn,
    altered,
    drafted,
    lasting,
    latest,
    newer,
    same_names,
)

SIDES = {"Gob": "enemies", "Ann": "heroes", "Cat": "beasts", "Bea": "heroes", "Orc": "enemies"}
PRONE = Condition("prone")
PEOPLE = {name: Combatant(name, side) for name, side in SIDES.items()}
SCENE = Scene("x", combatants=PEOPLE, ranges=Ranges({"Ann": {"Bea": "near", "Gob": "far"}}), default_range="mid")


def test_the_list_has_heroes_first_then_sides_as_they_joined() -> None:
    assert [combatant.name for combatant in SCENE.listed()] == ["Ann", "Bea", "Gob", "Orc", "Cat"]
    assert SCENE.sides() == ("heroes", "enemies", "beasts")
    assert Scene("x").listed() == ()


def test_whose_conditions_counters_or_actions_a_turn_may_end() -> None:
    changed = {"Gob": {"spent": ("act",)}, "Ann": {"counters": {"ki": Counter(1)}}, "Orc": {"conditions": (PRONE,)}}
    people = {name: replace(one, **changed.get(name, {})) for name, one in PEOPLE.items()}
    assert [one.name for one in lasting(people)] == ["Gob", "Ann", "Orc"]
    assert lasting(people) is lasting(people)
    assert lasting(PEOPLE) == ()


def test_the_list_of_a_side_is_in_the_order_of_turns() -> None:
    ordered = Scene("x", combatants=PEOPLE, order=("Orc", "Bea"))
    assert [combatant.name for combatant in ordered.listed()] == ["Bea", "Ann", "Orc", "Gob", "Cat"]


def test_distances_said_of_one_are_those_between_two() -> None:
    assert SCENE.ranges.of("Ann") == {"Bea": "near", "Gob": "far"}
    assert SCENE.ranges.of("Cat") == {}
    for one, other in permutations(PEOPLE, 2):
        assert SCENE.ranges.of(one).get(other, SCENE.default_range) == SCENE.band(one, other)


def test_who_is_altered_is_who_is_there_twice_and_not_the_same() -> None:
    ann, bea, cid = (Combatant(name, "heroes") for name in ("Ann", "Bea", "Cid"))
    hidden = replace(bea, hidden=True)
    before = Scene("x", combatants={"Ann": ann, "Bea": bea})
    assert altered(before, before) == ()
    assert altered(before, replace(before, combatants={"Ann": ann, "Bea": hidden})) == ((bea, hidden),)
    assert altered(before, replace(before, combatants={"Bea": hidden, "Cid": cid})) == ((bea, hidden),)
    draft = drafted(before)
    assert altered(before, draft) == ()
    after = HiddenBecame(("Bea",), True).apply(draft)
    assert altered(before, after) == ((bea, hidden),)


class Watched(dict[str, Combatant]):
    """Combatants that count how often somebody goes through all of them."""

    times = 0

    def __iter__(self) -> Iterator[str]:
        self.times += 1
        return super().__iter__()

    def values(self) -> Any:
        self.times += 1
        return super().values()


def test_who_is_altered_by_an_event_is_known_without_looking_at_everybody() -> None:
    crowd = Watched(PEOPLE)
    before = Scene("x", combatants=crowd)
    after = fold(before, (HiddenBecame(("Bea", "Nobody"), True), TurnCame(Turn(1))))
    both = (PEOPLE["Bea"], after["Bea"])
    assert altered(before, after) == (both,)
    other = fold(before, (HiddenBecame(("Bea",), True),))
    crowd.times = 0
    assert same_names(before, other)
    assert altered(before, other) == (both,)
    assert newer(before, other) == (both[1],)
    assert not crowd.times


def test_what_is_kept_of_a_moment_is_never_that_of_another_thread() -> None:
    asked = latest(lambda what: what)
    mine, other = object(), object()
    asked(mine)

    def between_two_lines(frame: FrameType, event: str, _: object) -> object:
        if event == "line":
            sys.settrace(None)
            asked(other)
            sys.settrace(between_two_lines)
        return between_two_lines

    before = sys.gettrace()
    sys.settrace(between_two_lines)  # type: ignore[arg-type]
    found = asked(mine)
    sys.settrace(before)
    assert found is mine
