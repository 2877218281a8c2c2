"""Distances set pair by pair: a mapping that shares what did not change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tracker.combat.scene import Pair, Ranges, pair

NAMES = st.sampled_from("ABCDE")


@given(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=3), st.sampled_from(["near", "far"]))), st.sets(NAMES))
def test_it_is_the_mapping_of_its_pairs(steps: list[tuple[str, list[str], str]], gone: set[str]) -> None:
    ranges, plain = Ranges(), dict[Pair, str]()
    for name, others, band in steps:
        ranges = ranges.stated((name,), others, band)
        plain |= {pair(name, other): band for other in others if other != name}
    assert ranges == plain
    assert len(ranges) == len(plain)
    for name in "ABCDE":
        assert ranges.of(name) == {b if a == name else a: band for (a, b), band in plain.items() if name in (a, b)}
    assert ranges.without(gone) == {key: band for key, band in plain.items() if gone.isdisjoint(key)}


def test_rows_that_are_not_touched_are_shared() -> None:
    before = Ranges().stated(("A",), ("B",), "near").stated(("C",), ("D",), "far")
    after = before.stated(("A",), ("C",), "far")
    assert after.rows["C"] is before.rows["C"]
    assert dict(before) == {("A", "B"): "near", ("C", "D"): "far"}
    assert after.without({"B"}).rows["C"] is before.rows["C"]
