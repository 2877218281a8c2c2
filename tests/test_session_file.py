"""A session and its file: opened, made, copied, saved elsewhere, and files that are never written."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

import tracker
from tests.table import played
from tracker.commands import parser
from tracker.commands.resolve import Rebased
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session
from tracker.storage import folders as examples
from tracker.storage import format
from tracker.storage.errors import LoadError, NotSaved
from tracker.storage.folders import same_file
from tracker.storage.writer import WriteState

GAME = find("outgunned")
FIGHT = ("add Savar brawn=3 fight=3 grit=12", "add Goons side=enemies grit=9", "begin action", "next")


def made(path: Path, *lines: str) -> Session:
    session = Session.create(GAME, "The Mill", path=str(path))
    for line in lines:
        session.do(line)
    return session


def test_what_was_done_is_on_the_disk_when_it_returns(tmp_path: Path) -> None:
    path = tmp_path / "mill.json"
    with made(path, "add Savar") as session:
        again = tracker.load(str(path))
        assert again.scene == session.scene
        assert again.scene.title == "The Mill"
    with Session.open(str(path)) as session:
        session.do("add Sam")
    assert list(Session.load(str(path)).scene.combatants) == ["Savar", "Sam"]


def test_a_session_that_is_only_read_leaves_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "mill.json"
    made(path).close()
    before = path.read_bytes()
    session = Session.load(str(path))
    session.do("add Savar")
    assert (path.read_bytes(), session.path, session.unsaved, session.close()) == (before, "", 0, True)


def test_a_new_session_takes_the_next_free_name(tmp_path: Path) -> None:
    paths = []
    for _ in range(3):
        with Session.create(GAME, "The Mill", folder=str(tmp_path / "saves")) as session:
            paths.append(os.path.basename(session.path))
    assert paths == ["The Mill.json", "The Mill 2.json", "The Mill 3.json"]
    with pytest.raises(NotSaved, match="exists already"):
        made(tmp_path / "saves" / "The Mill.json")


def test_a_name_taken_in_the_same_moment_is_passed_over(tmp_path: Path) -> None:
    """Two trackers open the same example at once: each has a copy of its own."""
    source = tmp_path / "mill.json"
    made(source, "add Savar").close()
    barrier, paths = threading.Barrier(8), list[str]()

    def copy() -> None:
        barrier.wait()
        with Session.copy(str(source), str(tmp_path / "saves")) as session:
            paths.append(session.path)

    threads = [threading.Thread(target=copy) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(paths)) == 8
    assert all(list(Session.load(path).scene.combatants) == ["Savar"] for path in paths)


def test_saving_elsewhere_goes_on_there_with_a_file_or_without_one(tmp_path: Path) -> None:
    first, copy = tmp_path / "mill.json", tmp_path / "copy.json"
    session = made(first)
    before = first.read_bytes()
    session.save_as(str(copy)).result()
    session.do("add Savar")
    with pytest.raises(NotSaved, match="exists already"):
        session.save_as(str(first)).result()
    session.close()
    assert first.read_bytes() == before
    assert list(Session.load(str(copy)).scene.combatants) == ["Savar"]
    fresh = Session(GAME)
    fresh.do("add Sam")
    fresh.save_as(str(tmp_path / "fresh.json")).result()
    fresh.do("add Ann")
    assert fresh.close()
    assert list(Session.load(str(tmp_path / "fresh.json")).scene.combatants) == ["Sam", "Ann"]


def test_in_the_background_it_says_how_the_file_stands(tmp_path: Path) -> None:
    heard: list[WriteState] = []
    session = made(tmp_path / "mill.json")
    session.save_in_background(heard.append)
    session.do("add Savar")
    assert session.flush(5)
    assert [state.kind for state in heard] == ["saving", "saved"]
    session.save_as(str(tmp_path / "copy.json")).result(5)
    session.do("add Sam")
    assert session.close(5)
    assert list(Session.load(str(tmp_path / "copy.json")).scene.combatants) == ["Savar", "Sam"]


@pytest.mark.parametrize("way", ["itself", "link", "hard link", "case"])
def test_an_example_is_never_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    example, path = shipped / examples.EXAMPLES[0], tmp_path / "mine.json"
    made(example, "add Savar").close()
    monkeypatch.setattr(examples, "shipped_folder", lambda kind: shipped)
    before = example.read_bytes()
    if way == "link":
        path.symlink_to(example)
    elif way == "hard link":
        os.link(example, path)
    elif way == "case":
        same = same_file
        monkeypatch.setattr("tracker.storage.folders.same_file", lambda one, other: same(one.lower(), other.lower()))
        path = shipped / examples.EXAMPLES[0].upper()
        example.rename(path)
        example = path
        path.with_name(path.name.lower()).symlink_to(path)
    else:
        path = example
    assert examples.is_shipped_save(path)
    with Session.open(str(path)) as session:
        assert session.journal is not None
        assert session.journal.why_read_only.startswith("This is an example that comes with the tracker.")
        with pytest.raises(NotSaved):
            session.do("add Sam")
    assert example.read_bytes() == before


def test_a_file_of_a_game_nobody_knows(tmp_path: Path) -> None:
    path = tmp_path / "mill.json"
    made(path).close()
    path.write_bytes(path.read_bytes().replace(b'"system":"outgunned"', b'"system":"chess"'))
    with pytest.raises(LoadError):
        Session.open(str(path))


# ---------------------------------------------------------------------------- one act


def counting(monkeypatch: pytest.MonkeyPatch, counts: dict[str, int], owner: object, name: str) -> None:
    real = getattr(owner, name)

    def counted(*words: object, **named: object) -> object:
        counts[name] = counts.get(name, 0) + 1
        return real(*words, **named)

    monkeypatch.setattr(owner, name, counted)


def test_an_act_is_parsed_once_applied_once_and_encoded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: dict[str, int] = {}
    with made(tmp_path / "mill.json", *FIGHT[:2], "next") as session:
        counting(monkeypatch, counts, parser, "tokens")
        counting(monkeypatch, counts, parser._Reading, "action")
        counting(monkeypatch, counts, format, "body")
        monkeypatch.setattr("tracker.combat.history.fold", lambda *_: pytest.fail("applied again"))
        session.do("attack savar goons c")
    assert counts == {"tokens": 1, "action": 1, "body": 1}


def test_an_action_is_done_as_its_line_would_be(tmp_path: Path) -> None:
    by_line, by_action = Session(GAME, clock=lambda: ""), Session(GAME, clock=lambda: "")
    for session in (by_line, by_action):
        session.do("add Savar")
    hurt = GAME.actions["hurt"]
    parsed = parser.read(parser.phrases("hurt savar 2")[0], GAME, by_line.scene)
    assert isinstance(parsed, hurt)
    assert by_action.preview(parsed).text == by_line.preview("hurt savar 2").text
    assert by_action.do(parsed).entries == by_line.do("hurt savar 2").entries
    assert by_action.do(parsed, ruled=True).entries == by_line.do("hurt! savar 2").entries


def test_a_rebase_says_how_far_it_is_and_stopping_early_changes_nothing() -> None:
    session = played(GAME, "add Savar", "note a", "note b", "note c")
    before = list(session.history.records)
    steps = session.rebase(2, None)
    assert [next(steps), next(steps)] == [(1, 2), (2, 2)]
    steps.close()
    assert session.history.records == before
    steps = session.rebase(2, None)
    next(steps)
    session.do("note d")
    with pytest.raises(InvalidCommand, match="meanwhile"):
        list(steps)
    assert Rebased().entries == []


def test_settings_make_no_entry_that_their_own_command_would_not_make() -> None:
    session = Session(GAME)
    session.do("add Savar")
    for line in ("note a ; settings", "amend 1 settings"):
        with pytest.raises(InvalidCommand, match="settings alone shows the settings"):
            session.do(line)
    assert len(session.history.records) == 1


def test_the_example_in_the_documentation_is_true() -> None:
    import doctest

    assert doctest.testmod(tracker).failed == 0
    assert set(dir(tracker)) == {"Session", "__version__", "find_game", "load"}
    with pytest.raises(AttributeError, match="nothing"):
        _ = tracker.nothing


def test_an_opened_session_goes_on_for_several_lines(tmp_path: Path) -> None:
    with Session.create(find("outgunned"), "Night", folder=str(tmp_path)) as session:
        session.do("add Ann")
    with Session.open(str(tmp_path / "Night.json")) as session:
        for line in ("note one", "note two", "undo", "revoke 2", "note three"):
            session.do(line)
        scene = session.scene
    with Session.open(str(tmp_path / "Night.json")) as session:
        assert session.scene == scene
