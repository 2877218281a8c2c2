"""The digest of a scene: the same from scratch and step by step, different for every difference."""

from __future__ import annotations

import json
from hashlib import blake2b
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.combat.scenes import events, people
from tests.costs import calls
from tracker.combat import digest as module
from tracker.combat.digest import digest, digest_after, hexed
from tracker.combat.events import (
    BandBecame,
    ConditionCame,
    Event,
    FieldBecame,
    Joined,
    Left,
    TitleBecame,
    TrackBecame,
    fold,
)
from tracker.combat.scene import Combatant, Condition, Cover, Ranges, Scene, Track


@given(st.lists(events(), max_size=20))
def test_step_by_step_equals_from_scratch(steps: list[Event]) -> None:
    scene = people()
    found = digest(scene)
    for step in steps:
        after = step.apply(scene)
        found = digest_after(found, scene, after)
        scene = after
    assert found == digest(scene)
    assert len(hexed(found)) == 16


@given(st.lists(events(), min_size=1, max_size=5))
def test_different_scenes_have_different_digests(steps: list[Event]) -> None:
    before = people()
    after = fold(before, tuple(steps))
    assert (digest(before) == digest(after)) == (before == after or _only_empty(before, after))


def as_first_written(scene: Scene) -> int:
    """The digest as version 1 of the save defines it, from the JSON of the standard library alone."""
    ranges = {"|".join(key): band for key, band in scene.ranges.items()}
    parts = [
        ("rest", (scene.system, scene.title, scene.encounter, scene.default_range, scene.asked)),
        ("names", list(scene.combatants)),
        *((name, getattr(scene, name)) for name in ("turn", "order", "prompts", "settings", "fields")),
        ("ranges", ranges),
        *(("one", combatant) for combatant in scene.combatants.values()),
    ]
    found = 0
    for label, value in parts:
        text = json.dumps([label, module.bare(value)], sort_keys=True, separators=(",", ":"))
        found ^= int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    return found


@given(st.lists(events(), max_size=9), st.lists(st.sampled_from(["A", "A b", "A|b", "Ä", "B\x7f", "b|c"]), max_size=6))
def test_the_digest_is_that_of_version_1(steps: list[Event], names: list[str]) -> None:
    scene = fold(people(), tuple(steps))
    for one, other in pairwise(names):
        scene = BandBecame(one, (other, "C"), "far").apply(scene)
    scene = FieldBecame(tuple(scene.combatants)[:1], "motto", "“Räuber”\n\t").apply(scene)
    assert digest(scene) == as_first_written(scene)


ODD = [
    "Ann",
    "a b",
    'x","y',
    'q"',
    "c,",
    "back\\slash",
    "Ä",
    "Zoë",
    "del\x7f",
    *(f"Goon {number}" for number in range(12)),
]


@given(st.data())
def test_distances_that_change_one_by_one_have_the_digest_of_version_1(data: st.DataObject) -> None:
    scene, found = Scene("x"), digest(Scene("x"))
    odd = data.draw(st.sets(st.sampled_from(ODD), min_size=9, max_size=16))
    for name in odd:
        scene, before = BandBecame(name, tuple(odd - {name}), "far").apply(scene), scene
        found = digest_after(found, before, scene)
    for _ in range(data.draw(st.integers(1, 12))):
        one, other = data.draw(st.permutations(sorted(odd | {"Late", "A late one"})))[:2]
        band = data.draw(st.sampled_from(["near", "far", "läng", 'b"']))
        event = data.draw(st.sampled_from([BandBecame(one, (other,), band), Left((one,))]))
        scene, before = event.apply(scene), scene
        found = digest_after(found, before, scene)
        assert found == digest(scene) == as_first_written(scene)


def test_one_distance_of_everybody_writes_only_that_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    quoted = module._quoted

    def counted(text: str) -> bytes:
        written.append(text)
        return quoted(text)

    names = tuple(f"N{number}" for number in range(60))
    scene = BandBecame(names[0], names[1:], "far", together=True).apply(Scene("x"))
    digest(scene)
    others = tuple(name for name in names if name != "N30")
    nearer = BandBecame("N30", others, "close").apply(scene)
    digest(nearer)
    monkeypatch.setattr(module, "_quoted", counted)
    after = BandBecame("N30", others, "near").apply(nearer)
    assert digest(after) == as_first_written(after)
    assert len(written) <= 3 * len(names)


def test_digests_that_are_remembered_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 10)
    for number in range(30):
        scene = Scene("x", combatants={"A": Combatant("A", f"side {number}")})
        assert digest(scene) == as_first_written(scene)
        assert len(module._kept) <= 10


def test_the_distances_of_old_moments_are_not_kept() -> None:
    """Those of a crowd are megabytes: a hundred lines about them took a quarter of a gigabyte."""
    scene = people()
    for number in range(20):
        after = BandBecame("A", ("B",), f"band {number}").apply(scene)
        digest_after(digest(scene), scene, after)
        scene = after
    assert not [value for value, _ in module._kept.values() if isinstance(value, Ranges)]


def _only_empty(before: Scene, after: Scene) -> bool:
    """Whether all differences are values that mean nothing, such as a default made explicit."""
    return repr(before) != repr(after) and digest(before) == digest(after) and before.combatants == after.combatants


def test_the_order_of_the_list_counts() -> None:
    scene = people()
    turned = replace(scene, combatants=dict(reversed(scene.combatants.items())))
    assert digest(scene) != digest(turned)
    assert digest_after(digest(scene), scene, turned) == digest(turned)


def test_a_step_costs_what_it_changed_however_many_stand_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    hashed = module._hash

    def counted(text: bytes) -> int:
        made.append(text)
        return hashed(text)

    names = tuple(f"N{number}" for number in range(500))
    scene = Joined(names, Combatant("", "heroes")).apply(Scene("game"))
    before = digest(scene)
    monkeypatch.setattr(module, "_hash", counted)
    for event, parts in ((TrackBecame(("N7",), "grit", 3, 6), 1), (TitleBecame("x"), 2)):
        made.clear()
        digest_after(before, scene, event.apply(scene))
        assert len(made) == parts


def test_json_that_is_made_once_for_a_group_gives_the_digest_of_the_whole() -> None:
    plain = {"motto": "", "zeal": 0, "list": [1, {"b": None, "a": "x"}], "deep": {"b": {}, "a": [[]]}}
    odd = ({"motto": "“Räuber”"}, {"motto": "\x7f"}, {"motto": 'a\nb\\"'}, {"Ä": 1})
    for fields in ({}, plain, *odd):
        like = Combatant("A", "heroes", fields=fields, weapons={"pistol": fields}, tracks={"grit": Track(0, 6)})
        for combatant in (like, replace(like, name="Ü"), replace(like, cover=Cover("half", absorbs=0), spent=("x",))):
            assert module._shared("one", combatant) == module._part("one", combatant)


def test_a_crowd_with_many_conditions_is_digested_at_the_price_of_a_few() -> None:
    names = tuple(f"Goon {number}" for number in range(200))

    def cost(conditions: int) -> int:
        marks = tuple(ConditionCame(names, Condition(f"c{number}")) for number in range(conditions))
        before = fold(Joined(names, Combatant("", "enemies")).apply(Scene("x")), marks)
        found, after = digest(before), ConditionCame(names, Condition("last")).apply(before)
        return calls(lambda: digest_after(found, before, after))

    assert cost(100) - cost(1) <= 2 * 100
