"""A session keeps the text of its game: it works when the game file is missing or has changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.games.files.small import GAME
from tracker.games import registry
from tracker.games.registry import find, names, titles
from tracker.rules.errors import InvalidCommand
from tracker.session import Session, check
from tracker.storage.format import Header, encode_header


def fought(folder: Path) -> Path:
    """A session of that game, some lines long."""
    path = folder / "fight.json"
    with Session.create(find("mine"), "Fight", path=str(path), dice=random.Random(1)) as session:
        for line in ("add Ann ; add Gob side=enemies", "next", "strike Ann Gob 5"):
            session.do(line)
    return path


def test_a_file_in_the_current_folder_is_a_game(folder: Path) -> None:
    assert "mine" in names()
    assert titles()["mine"] == find("mine").title == "Mine"
    assert dict(registry.origins())["mine"] == str(folder / "games" / "mine.toml")


def test_a_session_plays_on_without_the_file(folder: Path) -> None:
    path = fought(folder)
    (folder / "games" / "mine.toml").unlink()
    assert "mine" not in names()
    assert check(str(path)).code == 0
    with Session.open(str(path), random.Random(2)) as session:
        assert session.scene["Gob"].value("hp") == 5
        session.do("strike Ann Gob 5")
        assert session.scene["Gob"].out == "down"
        session.do("undo 2")
    assert check(str(path)).code == 0
    copy = Session.copy(str(path), str(folder))
    copy.close()
    assert Session.load(copy.path).system.title == "Mine"


def test_a_changed_file_leaves_old_fights_as_they_are(folder: Path) -> None:
    path = fought(folder)
    before = path.read_bytes()
    (folder / "games" / "mine.toml").write_text(
        GAME.replace("hp", "blood").replace("total >= 4", "total >= 6"), "utf-8"
    )
    assert find("mine").sheet.tracks[0].name == "blood"
    assert check(str(path)).code == 0
    with Session.open(str(path)) as session:
        assert session.system.sheet.tracks[0].name == "hp"
        session.do("strike Ann Gob 4")
        assert session.scene["Gob"].value("hp") == 1
    assert path.read_bytes().startswith(before.rstrip(b"]}\n"))


def test_a_file_that_cannot_be_played_is_a_sentence(folder: Path) -> None:
    (folder / "games" / "mine.toml").write_text(GAME.replace("roll", "rol", 1), "utf-8")
    with pytest.raises(InvalidCommand, match=r"mine.toml, line 11: .*“rol” is not a name here"):
        find("mine")
    assert "mine" in names()
    assert registry.readable()[1][0].startswith("mine.toml, line 11")


LOOSE = GAME.replace('"lose it total"', '"lose it total", "mark it winned", "if band == \'remote\': mark it far off"')
LOOSE += '[[condition]]\nname = "winded"\n'


def test_what_was_played_before_names_were_checked_is_played_on(folder: Path) -> None:
    with pytest.raises(InvalidCommand, match="“winned” is not a"):
        registry.read(_written(folder, LOOSE))
    path = folder / "fight.json"
    with Session.create(registry.of_text(f'name = "mine"\n{LOOSE}'), "Fight", path=str(path)) as session:
        for line in ("add Ann ; add Gob side=enemies", "next", "strike Ann Gob 5"):
            session.do(line)
    assert check(str(path)).code == 0
    with Session.open(str(path)) as session:
        assert session.scene["Gob"].has("winned")
        session.do("strike Ann Gob 4")


@pytest.mark.parametrize("game", sorted(registry.files()))
def test_a_session_of_a_shipped_game_counts_as_little_as_a_new_one(game: str) -> None:
    new = find(game)
    kept = registry.of_text(new.text)
    fields = [field.name for field in new.sheet.fields] + [track.name for track in new.sheet.tracks] + ["spent"]
    assert {name for name in fields if kept.counts(name)} == {name for name in fields if new.counts(name)}
    assert kept.once_a_turn == new.once_a_turn


def _written(folder: Path, text: str) -> Path:
    path = folder / "games" / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_headers_of_the_programs_own_games_are_as_they_were() -> None:
    header = Header("combat-tracker/session", 1, "id", "now", "0.1", "outgunned")
    line = b'{"format":"combat-tracker/session","version":1,"id":"id","created":"now","app":"0.1","system":"outgunned"'
    assert encode_header(header) == line + b',"records":[\n'


def test_another_package_brings_a_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name, dist = "brought", None

        @staticmethod
        def load() -> str:
            return str(folder / "games" / "mine.toml")

    monkeypatch.setattr(registry, "_brought", lambda: {"brought": Entry})
    monkeypatch.setattr(registry, "_known", {})
    assert "brought" in names()
    assert find("brought").title == "Mine"
