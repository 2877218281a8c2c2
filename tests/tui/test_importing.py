"""Creatures of other programs, imported on the screen: looked at first, then all of it, a part, or nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.pages import Hands, at
from tracker.games.registry import find
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.look.preferences import Options

FIXTURES = Path(__file__).parent.parent / "library" / "fixtures"
FAULT = "line 22 Djinni: Scimitar leaves a choice of its damage."
GOBLIN = "Goblin hp 7, ac 15, cr 1/4, dex 14, scimitar, shortbow"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of other programs in it."""
    folder = tmp_path / "here"
    (folder / "more").mkdir(parents=True)
    for name in ("5e-bits.json", "improved-initiative.json"):
        shutil.copy(FIXTURES / name, folder)
    (folder / "more" / "foes.csv").write_text("name,hp\nRat,3\nBat,2\n", "utf-8")
    (folder / "letter.txt").write_text("Dear Ann", "utf-8")
    monkeypatch.chdir(folder)
    return folder


def program(tmp_path: Path, game: str = "srd5") -> TrackerApp:
    session = Session(find(game)) if game else None
    return TrackerApp(session, saves=str(tmp_path / "saves"), options=Options(animations=False))


def names(app: TrackerApp) -> list[str]:
    assert app.session is not None
    ours = ("5e-bits.json", "book.json")
    return [entry.name for entry in app.session.library.entries() if any(file in entry.where() for file in ours)]


def test_nothing_is_taken_before_it_was_looked_at(tmp_path: Path) -> None:
    app = program(tmp_path)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t")
        assert [" ".join(line.split()) for line in hands.shown().splitlines()[2:5]] == [
            "more/",
            "5e-bits.json",
            "improved-initiative.json",
        ]
        await hands.type("5e enter")
        assert "3 entries (5e-bits); 1 part unreadable" in hands.shown()
        assert hands.line("line 22") == FAULT
        assert hands.line("Goblin") == GOBLIN
        assert "Into srd5/5e-bits.json of the library. Nothing is written yet." in hands.shown()
        await hands.type("enter")
        assert "Nothing was taken: 1 part cannot be read. ! takes the 3 that can be read." in hands.shown()
        await hands.type("escape escape")
        assert hands.page == "MainScreen"

    at(app, play)
    assert not (tmp_path / "saves").exists()


@pytest.mark.slow
def test_the_part_that_can_be_read_is_taken_under_another_name_and_offered_at_once(tmp_path: Path) -> None:
    app = program(tmp_path)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t 5 enter f2 book enter")
        assert "Into srd5/book.json" in hands.shown()
        await hands.type("!")
        assert hands.page == "MainScreen"
        (notice,) = app._notifications
        assert (
            notice.message
            == "3 entries (5e-bits) are in srd5/book.json of the library. 1 part unread. Left out: 3 kinds of armour."
        )
        assert names(app) == ["Djinni", "Goblin", "Skeleton"]
        await hands.type("+ djin down enter")
        assert app.session is not None
        assert list(app.session.scene.combatants) == ["Djinni"]
        await hands.type("ctrl+t 5 enter f2 book enter")
        assert "Into the library's srd5/book.json; the same names in it are replaced." in hands.shown()

    at(app, play)
    assert (tmp_path / "saves" / "library" / "srd5" / "book.json").exists()


def test_a_whole_file_in_another_folder_is_taken_by_enter(tmp_path: Path) -> None:
    app = program(tmp_path)

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t mo tab")
        assert "foes.csv" in hands.shown()
        await hands.type("tab enter")
        assert "3 entries (CSV)" in hands.shown()
        assert "take all 3" in hands.shown()
        await hands.type("enter")
        assert hands.page == "MainScreen"

    at(app, play)
    assert "Rat" in (tmp_path / "saves" / "library" / "srd5" / "foes.toml").read_text("utf-8")


def test_that_nothing_was_taken_is_not_said_of_a_file_that_can_be_taken(tmp_path: Path, here: Path) -> None:
    file = here / "zed.csv"
    file.write_text("name,hp\nZed,many\n", "utf-8")

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t z enter enter")
        assert "Nothing was taken: 1 part cannot be read." in hands.shown()
        assert "take all" not in hands.shown()
        file.write_text("name,hp\nZed,3\n", "utf-8")
        await hands.type("escape enter")
        assert "take all 1" in hands.shown()
        assert "Nothing was taken" not in hands.shown()

    at(program(tmp_path), play)


WAYS: dict[str, tuple[str, str]] = {
    "the key": ("srd5", "ctrl+t 5 enter"),
    "the command bar": ("srd5", ": import space 5e-bits.json enter"),
    "the command bar, completed": ("srd5", ": import space 5 tab enter"),
    "the picker of newcomers": ("srd5", "+ up enter 5 enter"),
    "the palette": ("srd5", "ctrl+p import enter 5 enter"),
    "the list of sessions": ("srd5", "ctrl+o ctrl+t 5 enter"),
    "the start screen": ("", "ctrl+t srd5 enter 5 enter"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "keys"), WAYS.values(), ids=WAYS)
def test_the_preview_is_reached_from_everywhere(game: str, keys: str, tmp_path: Path) -> None:
    async def play(hands: Hands) -> None:
        await hands.type(keys)
        assert hands.line("Goblin") == GOBLIN
        await hands.type("escape escape escape escape")
        assert hands.page in ("MainScreen", "StartScreen")

    at(program(tmp_path, game), play)


def test_the_list_of_games_makes_way_for_that_of_files(tmp_path: Path) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t")
        assert "outgunned" in hands.shown()
        await hands.type("srd5 enter")
        assert "5e-bits.json" in hands.shown()
        assert "outgunned" not in hands.shown()

    at(program(tmp_path, ""), play)


def test_a_file_that_is_named_before_its_game_is_read_once_the_game_is_known(tmp_path: Path) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t more/foes.csv enter")
        assert "The game that more/foes.csv is for." in hands.shown()
        await hands.type("srd5 enter")
        assert "3 entries (CSV)" in hands.shown()

    at(program(tmp_path, ""), play)


def test_a_party_as_people_write_it_is_taken_by_enter_and_another_path_replaces_the_last(
    tmp_path: Path, here: Path
) -> None:
    (here / "party.csv").write_text("Name,Class,HP,Speed,Weapon\nThora,Fighter,44,30,Longsword\n", "utf-8")
    (here / "bad.csv").write_text("name,hp\nRat,many\n", "utf-8")

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t bad enter enter")
        said = "Nothing was taken: 1 part cannot be read. Mend it in the file; esc goes back to read that again."
        assert said in hands.shown()
        await hands.type("escape party enter")
        assert "1 entry (CSV)" in hands.shown()
        assert "line 1  5e (SRD) has no place for “class”: it is left out." in hands.shown()
        assert "Without a side: 1 as heroes." in hands.shown()
        await hands.type("t")
        assert "Without a side: 1 as enemies." in hands.shown()
        await hands.type("t")
        await hands.type("?")
        assert "Help · import" in hands.shown()
        await hands.type("escape enter")
        assert hands.page == "MainScreen"

    at(program(tmp_path), play)
    assert "speed = 30" in (tmp_path / "saves" / "library" / "srd5" / "party.toml").read_text("utf-8")


def test_another_name_stays_while_sides_and_notes_are_changed(tmp_path: Path) -> None:
    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t mo tab tab enter f2")
        for key in (*["backspace"] * 4, *"vermin", "enter"):
            await hands.type(key)
        await hands.type("t N")
        assert "Without a side: 2 as enemies." in hands.shown()
        assert "Into srd5/vermin.toml of the library." in hands.shown()
        await hands.type("escape enter")
        assert "Into srd5/foes.toml of the library." in hands.shown()

    at(program(tmp_path), play)


@pytest.mark.slow
def test_what_cannot_be_read_at_all_is_a_sentence(tmp_path: Path, here: Path) -> None:
    (here / "odd.json").write_text("[1, 2", "utf-8")

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t odd enter")
        assert "odd.json, line 1: this is not JSON" in hands.shown()
        await hands.type("x")
        assert "No file that can be imported begins like this." in hands.shown()
        await hands.type("enter")
        assert "There is no file odd.jsonx." in hands.shown()

    at(program(tmp_path), play)
    other = program(tmp_path, "outgunned")

    async def creatures(hands: Hands) -> None:
        await hands.type(": import space 5e-bits.json enter")
        assert "This is a file of 5e-bits creatures, for a game with hp and ac on its sheet," in hands.shown()

    at(other, creatures)


def test_a_library_that_cannot_be_written_leaves_all_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("not a folder", "utf-8")

    async def play(hands: Hands) -> None:
        await hands.type("ctrl+t imp enter !")
        assert "improved-initiative.json cannot be written" in hands.shown()
        assert hands.line("Goblin") == GOBLIN.replace("dex", "str 8, dex")

    at(program(tmp_path), play)


def test_the_keys_of_a_page_can_be_clicked(tmp_path: Path) -> None:
    app = program(tmp_path)

    async def play(hands: Hands) -> None:
        async def click(word: str) -> None:
            lines = hands.shown().splitlines()
            y = next(at for at, line in enumerate(lines) if word in line)
            await hands.pilot.click(offset=(lines[y].index(word) + 1, y))
            await hands.settle()

        await hands.type("ctrl+t")
        await click("5e-bits.json")
        assert hands.page == "ImportScreen"
        assert "Scimitar" not in hands.shown(), "a click selects"
        await click("take")
        assert hands.line("line 22") == FAULT
        await click("take the 3")
        assert hands.page == "MainScreen"

    at(app, play)
    assert (tmp_path / "saves" / "library" / "srd5" / "5e-bits.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_the_preview_on_the_screen(snap_compare: Callable[..., bool], size: tuple[int, int], tmp_path: Path) -> None:
    app = program(tmp_path)

    async def refused(pilot: Any) -> None:
        hands = Hands(app, pilot)
        await hands.type("ctrl+t 5 enter")
        await hands.type("enter")

    assert snap_compare(app, terminal_size=size, run_before=refused)


def test_a_second_click_on_a_game_or_a_file_takes_it(tmp_path: Path) -> None:
    app = program(tmp_path, "")

    async def play(hands: Hands) -> None:
        async def click(word: str, times: int = 1) -> None:
            lines = hands.shown().splitlines()
            y = next(y for y, line in enumerate(lines) if word in line)
            await hands.pilot.click(offset=(lines[y].index(word) + 1, y), times=times)
            await hands.pilot.pause()

        await hands.type("ctrl+t")
        await click("Cairn")
        assert "improved-initiative.json" not in hands.shown()
        await click("Cairn")
        assert "improved-initiative.json" in hands.shown()
        await hands.type("escape")
        await click("srd5", 2)
        await click("5e-bits.json", 2)
        await hands.app.workers.wait_for_complete()
        await hands.pilot.pause()
        assert "3 entries (5e-bits)" in hands.shown()

    at(app, play)
