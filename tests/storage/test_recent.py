from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.storage.sample_records import GAME, Story, clock
from tracker.combat.events import EncounterBegan, FieldBecame, SceneFieldBecame, TitleBecame, TurnCame
from tracker.combat.scene import Turn
from tracker.storage.journal import Journal
from tracker.storage.recent import glance, recent


def save(path: Path, story: Story, written: int) -> None:
    with Journal.create(str(path), GAME, clock, "id") as file:
        file.append(story.records)
    os.utime(path, (written, written))


def test_sessions_are_listed_with_title_game_and_round_the_last_first(tmp_path: Path) -> None:
    one, other = Story(), Story()
    one.entry(TitleBecame("The “Ware\\house"))
    one.entry(TurnCame(Turn(3, "action")), TurnCame(Turn(4, "reaction")))
    other.entry(EncounterBegan("The Dock", (), "far"))
    save(tmp_path / "one.json", one, 1000)
    save(tmp_path / "other.json", other, 2000)
    save(tmp_path / "empty.json", Story(), 0)
    found = recent(str(tmp_path))
    assert [(os.path.basename(each.path), each.system, each.title, each.round, each.written) for each in found] == [
        ("other.json", GAME, "The Dock", 0, 2000),
        ("one.json", GAME, "The “Ware\\house", 4, 1000),
        ("empty.json", GAME, "", 0, 0),
    ]
    assert [each.fought for each in found] == [False, True, False]
    assert recent(str(tmp_path), 1) == found[:1]


def test_a_new_fight_has_not_begun_whatever_the_round_of_the_last_one(tmp_path: Path) -> None:
    story = Story()
    story.entry(TurnCame(Turn(6)))
    story.entry(EncounterBegan("The Dock", (), "far"))
    save(tmp_path / "dock.json", story, 1000)
    assert [(each.title, each.round, each.fought) for each in recent(str(tmp_path))] == [("The Dock", 0, True)]
    story.entry(TurnCame(Turn(1)))
    save(tmp_path / "later.json", story, 2000)
    assert recent(str(tmp_path))[0].round == 1


def test_title_and_round_are_found_at_both_ends_of_a_long_session(tmp_path: Path) -> None:
    story = Story()
    story.entry(TitleBecame("Long"))
    for number in range(1000):
        story.entry(TurnCame(Turn(number)))
    save(tmp_path / "long.json", story, 1000)
    assert (tmp_path / "long.json").stat().st_size > 3 * 64 * 1024
    assert [(each.title, each.round) for each in recent(str(tmp_path))] == [("Long", 999)]


def test_the_middle_of_a_long_session_is_not_read(tmp_path: Path) -> None:
    story = Story()
    for number in range(1500):
        story.entry(TitleBecame("In the middle") if number == 600 else FieldBecame(("A",), "x", number))
    save(tmp_path / "long.json", story, 1000)
    found = glance(str(tmp_path / "long.json"))
    assert found is not None
    assert (found.system, found.title) == (GAME, "")


def test_what_is_no_session_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "foreign.json").write_text("[]")
    for name in ("note.txt", ".hidden.json", ".hidden"):
        save(tmp_path / name, Story(), 1000)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "nowhere.json").symlink_to("nothing")
    os.mkfifo(tmp_path / "pipe.json")
    assert recent(str(tmp_path)) == []
    assert recent(str(tmp_path / "none")) == []


def test_what_opening_will_meet_is_told(tmp_path: Path) -> None:
    story = Story()
    story.entry(TitleBecame("Dock"))
    save(tmp_path / "whole.json", story, 1000)
    data = (tmp_path / "whole.json").read_bytes()
    (tmp_path / "cut.json").write_bytes(data[:-2])
    (tmp_path / "newer.json").write_bytes(data.replace(b'"version":1', b'"version":2'))
    (tmp_path / "damaged.json").write_bytes(data.replace(b'"version":1', b'"version":x'))
    (tmp_path / "no system.json").write_text('{"format":"combat-tracker/session","version":1,"id":"x"}')
    (tmp_path / "system in a record.json").write_bytes(
        data.replace(b',"system":', b',"sistem":').replace(b'"Dock"', b'"Dock","system":"x"')
    )
    (tmp_path / "far.json").write_text(" " * 100 + '{"format":"combat-tracker/session","version":1,"id":"x"}')
    for path in tmp_path.iterdir():
        os.utime(path, (7, 7))
    assert {(each.round, each.written) for each in recent(str(tmp_path))} == {(0, 7)}
    found = {os.path.basename(each.path): (each.system, each.title, each.trouble) for each in recent(str(tmp_path))}
    assert found == {
        "whole.json": (GAME, "Dock", ""),
        "cut.json": (GAME, "Dock", "cut off"),
        "newer.json": (GAME, "", "newer version"),
        "damaged.json": ("", "", "damaged"),
        "no system.json": ("", "", "damaged"),
        "system in a record.json": ("", "", "damaged"),
    }
    assert glance(str(tmp_path / "none.json")) is None


def test_a_file_that_cannot_be_opened_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(tmp_path / "a.json", Story(), 1000)

    def refuse(*words: object, **more: object) -> None:
        raise PermissionError

    monkeypatch.setattr("builtins.open", refuse)
    assert recent(str(tmp_path)) == []


def test_titles_are_cleaned_and_odd_ones_left_out(tmp_path: Path) -> None:
    head = b'{"format":"combat-tracker/session","version":1,"id":"x","created":"","app":"","system":"g","records":[\n'
    for name, title in {
        "esc": b'"\\u001b]0;x\\u0007Boo"',
        "bad": b'"\\x"',
        "huge": b'"' + b"x" * 70_000 + b'"',
        "long": b'"' + b"x" * 99 + b'"',
    }.items():
        (tmp_path / f"{name}.json").write_bytes(head + b'{"t":"title","title":' + title + b"}")
    found = {os.path.basename(each.path): each.title for each in recent(str(tmp_path))}
    assert found == {"esc.json": "]0;xBoo", "bad.json": "", "huge.json": "", "long.json": "x" * 80}


def test_a_fight_that_is_over_says_how_it_ended_until_it_goes_on_or_the_next_begins(tmp_path: Path) -> None:
    story, told = Story(), list[tuple[int, str]]()
    steps = (
        (TurnCame(Turn(5)), SceneFieldBecame("over", "The “heroes” win.")),
        (SceneFieldBecame("over", None), TurnCame(Turn(6))),
        (SceneFieldBecame("over", "over"),),
        (EncounterBegan("The Dock", (), "far"),),
    )
    for place, events in enumerate(steps):
        story.entry(*events)
        save(tmp_path / f"{place}.json", story, 1000)
        found = glance(str(tmp_path / f"{place}.json"))
        assert found is not None
        told.append((found.round, found.over))
    assert told == [(5, "The “heroes” win."), (6, ""), (6, "over"), (0, "")]
