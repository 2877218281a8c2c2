"""A game file that changed: the new edition is offered, adopted as an entry, and can be undone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.games.files.small import GAME
from tests.table import figures
from tracker.combat.scene import Scene
from tracker.games.registry import find
from tracker.rules.errors import InvalidCommand
from tracker.session import Session, check

NEWER = (
    GAME.replace("total >= 4", "total >= 2")
    + """[[action]]
verb = "bite"
main = false
target = true
throw = "1d4"
numbers.total = { "die" = "roll" }
outcome = [{ name = "bitten", when = "total >= 1", good = true, do = ["lose it 1", "lose me 1 from breath"] }]
"""
).replace("[[action]]", '[[track]]\nname = "breath"\nstart = 3\n[[action]]', 1)


def write(folder: Path, text: str) -> None:
    (folder / "games" / "mine.toml").write_text(text, "utf-8")


@pytest.fixture
def old(folder: Path) -> Path:
    """The file of a session that was played by the older file, which is a newer one now."""
    path = folder / "fight.json"
    with Session.create(find("mine"), "Fight", path=str(path), dice=random.Random(1)) as session:
        for line in ("add Ann ; add Gob side=enemies", "next", "strike Ann Gob 3", "strike Ann Gob 5"):
            session.do(line)
    write(folder, NEWER)
    return path


def values(scene: Scene) -> dict[str, dict[str, int]]:
    return {name: {track: at.value for track, at in who.tracks.items()} for name, who in scene.combatants.items()}


def test_the_sessions_own_game_is_played_on_until_the_newer_one_is_taken(old: Path) -> None:
    with Session.open(str(old), random.Random(2)) as session:
        newer = session.other_edition()
        assert newer is not None
        assert "bite" in newer.actions
        assert "bite" not in session.system.actions
        session.do("strike Ann Gob 3")
        assert values(session.scene) == {"Ann": {"hp": 10}, "Gob": {"hp": 5}}


def test_taking_it_is_one_entry_that_undo_takes_back(old: Path) -> None:
    with Session.open(str(old), random.Random(2)) as session:
        before = session.scene
        done = session.do("update-game")
        assert done.text == "From here on Mine is played as its file stands now."
        assert session.story()[-1].command == "update-game"
        assert values(session.scene) == {"Ann": {"hp": 10, "breath": 3}, "Gob": {"hp": 5, "breath": 3}}
        session.do("bite Ann Gob 1")
        session.do("strike Ann Gob 2")
        assert values(session.scene) == {"Ann": {"hp": 10, "breath": 2}, "Gob": {"hp": 2, "breath": 3}}
        assert session.other_edition() is None
        with pytest.raises(InvalidCommand, match="no other file"):
            session.do("update-game")
        session.do("undo 3")
        assert session.scene == before
        with pytest.raises(InvalidCommand, match="bite"):
            session.do("bite Ann Gob 1")
        session.do("redo 2")
        assert "bite" in session.system.actions


def test_the_file_of_such_a_session_opens_without_any_game_file(old: Path, folder: Path) -> None:
    first = old.read_bytes().rstrip(b"]}\n")
    with Session.open(str(old), random.Random(2)) as session:
        for line in ("update-game", "bite Ann Gob 1", "encounter Next", "add Rat side=enemies", "bite Ann Rat 2"):
            session.do(line)
        then = session.scene
    assert old.read_bytes().startswith(first), "what was played before stays as it was"
    (folder / "games" / "mine.toml").unlink()
    assert check(str(old)).code == 0
    with Session.open(str(old)) as session:
        assert session.scene == then
        assert session.verify()
        session.do("bite Ann Rat 1")
        session.do("goto 3")
        assert "bite" not in session.system.actions
        assert figures(session.system, session.history)
    copy = Session.copy(str(old), str(folder))
    copy.do("redo")
    copy.close()
    assert check(copy.path).code == 0


def test_the_past_is_played_again_by_the_game_of_its_time(old: Path) -> None:
    with Session.open(str(old), random.Random(2)) as session:
        for line in ("update-game", "bite Ann Gob 1", "strike Ann Gob 3"):
            session.do(line)
        assert values(session.scene)["Gob"]["hp"] == 1
        session.do("revoke 5")
        assert values(session.scene) == {"Ann": {"hp": 10, "breath": 2}, "Gob": {"hp": 6, "breath": 3}}
        assert [entry.command for entry in session.story()][-3:] == [
            "update-game",
            "bite Ann Gob 1",
            "strike Ann Gob 3",
        ]


def test_what_the_newer_file_cannot_make_sense_of_is_said_and_nothing_changes(old: Path, folder: Path) -> None:
    write(folder, NEWER + '[[band]]\nname = "close"\n')
    with Session.open(str(old)) as session:
        with pytest.raises(InvalidCommand, match="does not fit this fight: a range is “near”"):
            session.do("update-game")
        write(folder, "title = 5")
        assert session.other_edition() is None
    assert check(str(old)).code == 0


def test_games_without_a_file_have_no_other(folder: Path) -> None:
    with pytest.raises(InvalidCommand, match="Outgunned has no other file"):
        Session(find("outgunned")).do("update-game")
