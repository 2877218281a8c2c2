"""Events apply themselves, and compacted events leave the same scene."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.combat.scenes import events, people
from tracker.combat import events as e
from tracker.combat.scene import Combatant, Condition, Counter, Cover, Scene, Track, altered, pair, same_names
from tracker.rules.resolver import compact


@pytest.mark.slow
@given(st.lists(events(), max_size=25))
def test_compact_events_leave_the_same_scene(steps: list[e.Event]) -> None:
    fewer = compact(steps)
    assert len(fewer) <= len(steps)
    assert e.fold(people(), fewer) == e.fold(people(), tuple(steps))


@given(st.lists(events(), max_size=10))
def test_who_differs_after_events_is_who_is_another_there(steps: list[e.Event]) -> None:
    before = people()
    after = e.fold(before, tuple(steps))
    names = [name for name, was in before.combatants.items() if after.combatants.get(name, was) is not was]
    assert altered(before, after) == tuple((before[name], after[name]) for name in names)
    assert same_names(before, after) == ([*before.combatants] == [*after.combatants])


def test_a_loss_of_many_is_one_fact() -> None:
    names = [f"G {n}" for n in range(499)]
    steps = [e.TrackBecame((name,), "grit", 3, 6, 6) for name in names]
    with_prompts = [
        event for n, step in enumerate(steps) for event in (step, e.PromptCame(n + 1, step.names, "k", "t"))
    ]
    assert len(compact(steps)) == 1
    assert len(compact(with_prompts)) == 2


def test_those_who_left_leave_no_distance_no_turn_and_no_question() -> None:
    scene = e.fold(
        people(),
        (e.BandBecame("Ann", ("Bob",), "far"), e.OrderBecame(("Ann", "Bob")), e.PromptCame(1, ("Ann",), "k", "t")),
    )
    left = e.Left(("Ann",)).apply(scene)
    assert (left.ranges, left.order, left.prompts) == ({}, ("Bob",), ())


def test_a_distance_is_the_same_from_both_ends_and_outlives_a_new_default() -> None:
    far = e.BandBecame("Ann", ("Bob",), "far").apply(people())
    assert far.band("Bob", "Ann") == "far"
    again = e.DefaultBandBecame("touch").apply(far)
    assert (again.band("Ann", "Bob"), again.band("Ann", "Cid 1")) == ("far", "touch")
    assert pair("b", "a") == ("a", "b")


def test_a_new_fight_keeps_only_those_who_stay() -> None:
    scene = e.EncounterBegan("Two", ("Ann",), "near").apply(people())
    assert (list(scene.combatants), scene.encounter) == (["Ann"], "Two")


def test_the_list_has_heroes_first_and_follows_the_order_of_turns() -> None:
    scene = Scene("game")
    for name, side in (("Orc", "enemies"), ("Ann", "heroes"), ("Bob", "heroes"), ("Cat", "others")):
        scene = e.Joined((name,), Combatant(name, side)).apply(scene)
    assert [combatant.name for combatant in scene.listed()] == ["Ann", "Bob", "Orc", "Cat"]
    ordered = e.OrderBecame(("Cat", "Bob", "Ann")).apply(scene)
    assert [combatant.name for combatant in ordered.listed()] == ["Bob", "Ann", "Orc", "Cat"]
    assert scene.sides() == ("heroes", "enemies", "others")


def test_a_combatant_tells_its_values() -> None:
    one = Combatant("A", "heroes", tracks={"grit": Track(3, 6)}, fields={"pool": 4, "on": True})
    one = Combatant("A", "heroes", tracks=one.tracks, fields=one.fields, conditions=(Condition("hurt"),), cover=Cover())
    assert (one.value("grit"), one.value("none")) == (3, 0)
    assert (one.number("pool"), one.number("on", 7), one.number("no", 2)) == (4, 7, 2)
    assert one.has("hurt")
    assert one.condition("hurt") == Condition("hurt")
    assert one.condition("no") is None


CROWD = tuple(f"Goon {number}" for number in range(50))


@pytest.mark.parametrize(
    ("event", "part"),
    [
        (e.ConditionCame(CROWD, Condition("prone")), "conditions"),
        (e.ConditionWent(CROWD, "dizzy"), "conditions"),
        (e.RoundsWent(CROWD, "dizzy", 1), "conditions"),
        (e.FieldBecame(CROWD, "mood", "sour"), "fields"),
        (e.WeaponBecame(CROWD, "axe", {"dice": 1}), "weapons"),
        (e.SparesBecame(CROWD, "arrows", 3), "spares"),
        (e.CounterBecame(CROWD, "luck", Counter(1)), "counters"),
        (e.TrackBecame(CROWD, "grit", 1, 6), "tracks"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, e.Change) else value,
)
def test_members_of_a_group_keep_sharing_what_changes_for_all(event: e.Change, part: str) -> None:
    crowd = e.Joined(CROWD, Combatant("", "enemies", conditions=(Condition("dizzy", rounds=2),))).apply(Scene("game"))
    one = e.ConditionCame(CROWD[:1], Condition("alone")).apply(crowd)
    after = event.apply(one)
    assert len({id(getattr(combatant, part)) for combatant in after.combatants.values()}) <= 2
    for name in CROWD:
        assert event.apply(one)[name] == msgspec.structs.replace(event, names=(name,)).apply(one)[name]
