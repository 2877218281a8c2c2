"""Two moments side by side: everything that differs, and nothing where all is the same."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from tracker.export.compare import Difference, compare, compared_text
from tracker.export.json import as_json
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.storage.folders import shipped_saves

SCENES = ("round", "phase", "active", "combatants", "ranges", "default_range", "prompts", "title")

START = "add Ann health=9 ; add Bob health=5 side=enemies ; range all near"
CASES = [
    ("hurt Ann 4", {("Ann", "health"): (9, 5)}),
    ("set Ann health.max=12", {("Ann", "health.max"): (9, 12)}),
    ("set Ann health=0", {("Ann", "health"): (9, 0)}),
    ("mark Ann stunned", {("Ann", "condition stunned"): (None, True)}),
    ("mark Ann stunned rounds=2", {("Ann", "condition stunned"): (None, "2 rounds")}),
    ("mark Ann stunned until=end of=Bob", {("Ann", "condition stunned"): (None, "until the end of Bob's turn")}),
    ("range Ann Bob far", {("Ann", "to Bob"): ("near", "far")}),
    ("range Bob Ann far", {("Ann", "to Bob"): ("near", "far")}),
    ("range Ann Bob near", {}),
    ("range all far", {("", "distance"): ("near", "far")}),
    ("cover Ann some what=table", {("Ann", "cover"): (None, "some"), ("Ann", "behind"): (None, "table")}),
    ("hide Bob", {("Bob", "hidden"): (False, True)}),
    ("out Bob as=fled", {("Bob", "out"): (None, "fled")}),
    ("arm Ann axe", {("Ann", "weapon axe"): (None, True)}),
    ("note @Ann owes Bob a drink", {("Ann", "GM's notes"): ([], ["owes Bob a drink"])}),
    ("counter Ann rage 2", {("Ann", "counter rage"): (None, 2)}),
    ("add Cid", {("Cid", "in the fight"): (False, True)}),
    ("remove Bob", {("Bob", "in the fight"): (True, False)}),
    ("title The Bridge", {("", "title"): ("", "The Bridge")}),
    ("note nobody sees this on the field", {}),
]


@pytest.mark.parametrize(("line", "expected"), CASES, ids=[line for line, _ in CASES])
def test_what_a_line_changes(line: str, expected: dict[tuple[str, str], tuple[Any, Any]]) -> None:
    session = Session(find("plain"))
    session.do(START)
    session.do(line)
    found = {(each.name, each.what): (each.a, each.b) for each in compare(session, 1, 2)}
    assert found == expected
    back = {(each.name, each.what): (each.b, each.a) for each in compare(session, 2, 1)}
    assert back == expected, "the other way round, each stands in the other column"


def test_an_undone_line_differs_and_another_branch_can_be_seen() -> None:
    session = Session(find("plain"))
    for line in (START, "hurt Ann 4", "undo", "hurt Bob 2"):
        session.do(line)
    assert compare(session, 2, 4) == (Difference("Ann", "health", 5, 9), Difference("Bob", "health", 5, 3))


def told_of(session: Session, at: int) -> tuple[Any, ...]:
    """What JSON tells of a moment, apart from the log; and what it leaves out."""
    told, scene = as_json(session, at), session.history.scene_at(at)
    return {name: told[name] for name in SCENES}, scene.order, scene.encounter, {**scene.settings}


@pytest.mark.parametrize("path", shipped_saves(), ids=lambda path: path.stem)
def test_nothing_differs_exactly_where_all_that_is_told_is_the_same(path: Path) -> None:
    session = Session.load(str(path))
    moments = [0, *session.history.entries][:: max(1, len(session.history.entries) // 24)]
    told = {at: told_of(session, at) for at in moments}
    same = 0
    for a, b in itertools.combinations(moments, 2):
        found = compare(session, a, b)
        assert bool(found) == (told[a] != told[b]), (a, b)
        same += not found
        assert all(each.a != each.b or type(each.a) is not type(each.b) for each in found)
        assert len({(each.name, each.what) for each in found}) == len(found)
    assert compare(session, moments[-1], moments[-1]) == ()
    assert same < len(moments)


def test_a_line_that_is_not_there_is_refused() -> None:
    session = Session(find("plain"))
    session.do(START)
    with pytest.raises(InvalidCommand, match="There is no line 7 in the log"):
        compare(session, 0, 7)


def test_the_table_has_a_column_for_each_moment() -> None:
    found = (Difference("Ann", "health", 9, 5), Difference("Ann", "condition stunned", None, True))
    assert compared_text(found, 3, 12).splitlines() == [
        "                       line 3  line 12",
        "Ann health             9       5",
        "Ann condition stunned  –       yes",
    ]
    assert compared_text((), 3, 3) == "Nothing differs between line 3 and line 3."
