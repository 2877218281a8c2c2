"""What a scene tells of who stands where."""

from __future__ import annotations

from itertools import permutations

from tracker.combat.ranges import Ranges
from tracker.combat.scene import Combatant, Scene

SIDES = {"Gob": "enemies", "Ann": "heroes", "Cat": "beasts", "Bea": "heroes", "Orc": "enemies"}
PEOPLE = {name: Combatant(name, side) for name, side in SIDES.items()}
SCENE = Scene("x", combatants=PEOPLE, ranges=Ranges({"Ann": {"Bea": "near", "Gob": "far"}}), default_range="mid")


def test_the_list_has_heroes_first_then_sides_as_they_joined() -> None:
    assert [each.name for each in SCENE.listed()] == ["Ann", "Bea", "Gob", "Orc", "Cat"]
    assert SCENE.sides() == ("heroes", "enemies", "beasts")
    assert Scene("x").listed() == ()


def test_the_list_of_a_side_is_in_the_order_of_turns() -> None:
    ordered = Scene("x", combatants=PEOPLE, order=("Orc", "Bea"))
    assert [each.name for each in ordered.listed()] == ["Bea", "Ann", "Orc", "Gob", "Cat"]


def test_distances_said_of_one_are_those_between_two() -> None:
    assert SCENE.said_of("Ann") == {"Bea": "near", "Gob": "far"}
    assert SCENE.said_of("Cat") == {}
    for one, other in permutations(PEOPLE, 2):
        assert SCENE.said_of(one).get(other, SCENE.default_range) == SCENE.band(one, other)
