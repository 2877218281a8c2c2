"""A new session with a party of the library, from the start screen."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tracker.games.registry import find, names
from tracker.library.shelf import Library
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

PARTY = """
[[party]]
name = "Night shift"
[[party.who]]
name = "Ann"
side = "heroes"
grit = "9/12"
[[party.who]]
name = "Bea"
side = "heroes"
"""

BROKEN = """
[[party]]
name = "Ghosts"
[[party.who]]
like = "nobody-at-all"
"""


@pytest.fixture(autouse=True)
def own_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("TRACKER_LIBRARY", raising=False)


def kept(saves: Path, text: str) -> None:
    (saves / "library" / "outgunned").mkdir(parents=True)
    (saves / "library" / "outgunned" / "kept.toml").write_text(text, encoding="utf-8")


def app(saves: Path) -> TrackerApp:
    return TrackerApp(saves=str(saves), options=Options(animations=False))


def test_only_the_game_whose_library_has_a_party_lists_it(tmp_path: Path) -> None:
    kept(tmp_path, PARTY)
    sessions = app(tmp_path).sessions
    assert sessions.parties("outgunned") == {"Night shift": "Ann, Bea"}
    assert sessions.parties("gen6") == {}


async def test_it_begins_as_the_program_does_when_called_with_the_party(tmp_path: Path) -> None:
    kept(tmp_path, PARTY)
    program = app(tmp_path)
    async with program.run_test(size=(80, 24)) as pilot:
        assert program.sessions.begin("outgunned", "The Pier", "Night shift") == ""
        await pilot.pause()
        assert program.session is not None
        assert list(program.session.scene.combatants) == ["Ann", "Bea"]
        assert [entry.command for entry in program.session.story()][-1] == 'bring "Night shift"'
    (made,) = tmp_path.glob("*.json")
    scene = Session.load(str(made)).scene
    assert (scene["Ann"].value("grit"), scene.title) == (9, "The Pier")


async def test_a_party_that_cannot_come_makes_no_file(tmp_path: Path) -> None:
    kept(tmp_path, BROKEN)
    program = app(tmp_path)
    async with program.run_test(size=(80, 24)):
        assert "nobody-at-all" in program.sessions.begin("outgunned", "", "Ghosts")
    assert [name for name in os.listdir(tmp_path) if name.endswith(".json")] == []


def test_a_party_comes_as_it_stood_and_is_told_how_to_rest(tmp_path: Path) -> None:
    kept(tmp_path, PARTY)
    session = Session(find("outgunned"))
    session.library = Library(session.system, (tmp_path / "library",))
    assert "Ann comes as they stood. To rest first: rest Ann." in session.do('bring "Night shift"').text
    assert session.scene["Ann"].tracks["grit"].value == 9
    session.do("rest Ann")
    session.do("keep heroes as=Rested")
    fresh = Session(session.system)
    fresh.library = Library(session.system, (tmp_path / "library",))
    assert "as they stood" not in fresh.do("bring Rested").text


@pytest.mark.parametrize("game", names())
def test_the_rest_that_is_proposed_can_be_typed_in_every_game(tmp_path: Path, game: str) -> None:
    session = Session(find(game), dice=Random(1))
    session.library = Library(session.system, (tmp_path / "library",))
    main = session.system.main_track(session.scene)
    most = 3 if session.system.fills(main) else 9
    sheets = (f'add "Old Bo" {main}={0 if most == 3 else 9}/{most}', f"add Cid {main}={0 if most == 3 else 9}/{most}")
    for line in (*sheets, 'hurt "Old Bo" 2', "hurt Cid 1", "keep heroes as=Few"):
        session.do(line)
    after = Session(session.system, dice=Random(1))
    after.library = session.library
    hint = after.do("bring Few").text.partition("To rest first: ")[2].removesuffix(".")
    assert hint
    after.do(hint)


def test_a_kept_encounter_whose_people_were_hurt_says_so(tmp_path: Path) -> None:
    session = Session(find("outgunned"))
    session.library = Library(session.system, (tmp_path / "library",))
    for line in (
        "add Goons side=enemies grit=9",
        "add Thug side=enemies grit=6",
        "hurt Goons 6",
        "keep encounter Pier",
    ):
        session.do(line)
    fresh = Session(session.system)
    fresh.library = Library(session.system, (tmp_path / "library",))
    assert "Goons come as they stood." in fresh.do("bring Pier").text
